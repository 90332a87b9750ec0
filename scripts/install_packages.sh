#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# install_packages -- install what packages.txt lists and this machine lacks; as root, else say how.
#
#     scripts/install_packages.sh                      install
#     scripts/install_packages.sh --look CC HEADER...  say what is missing, and install nothing
#
# --look is for `make`: exit code 3 if CC does not find one of the headers, whatever packages there
# are, so that it says the right thing on systems other than Debian too.
set -eu

cd "$(dirname "$0")/.."

missing=
if command -v dpkg-query >/dev/null; then
  while read -r package; do
    case $package in '' | '#'*) continue ;; esac
    dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' ||
      missing="$missing $package"
  done <packages.txt
  how="sudo apt-get install --no-install-recommends$missing"
else
  how="this is no Debian system; install by hand what packages.txt lists"
fi

if [ "${1:-}" = --look ]; then
  cc=$2
  shift 2
  for header; do
    # shellcheck disable=SC2086 # a compiler of several words
    echo "#include <$header>" | $cc -E -x c - >/dev/null 2>&1 || lost="${lost:-} $header"
  done
  if [ -n "${lost:-}" ]; then
    [ -n "$missing" ] || ! command -v dpkg-query >/dev/null ||
      how="all that packages.txt lists is installed; is $cc the compiler that you want?"
    echo "make: $cc finds no$lost; before anything can be compiled:" >&2
    echo "  $how" >&2
    exit 3
  fi
  [ -z "$missing" ] || {
    echo "Not needed to compile, but packages.txt lists more than is installed here:"
    echo "  $how"
  } >&2
  exit 0
fi

if ! command -v dpkg-query >/dev/null; then
  echo "install_packages: $how" >&2
  exit 0
fi
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "install_packages: missing Debian packages; run: $how" >&2
  exit 3
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # one word per package
if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "install_packages: apt-get failed, see above" >&2
  exit 3
fi
