#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# install_packages -- install what packages.txt lists and this machine lacks; as root, else say how.
set -eu

cd "$(dirname "$0")/.."

if ! command -v dpkg-query >/dev/null; then
  echo "install_packages: this is no Debian system; install by hand what packages.txt lists" >&2
  exit 0
fi

missing=
while read -r package; do
  case $package in '' | '#'*) continue ;; esac
  dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' ||
    missing="$missing $package"
done <packages.txt
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "install_packages: missing Debian packages; run:" \
    "sudo apt-get install --no-install-recommends$missing" >&2
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
