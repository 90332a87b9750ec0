#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# site.sh -- builds the documentation as a site and checks that nothing of it is missing.
#
# Usage: site.sh [DIRECTORY]   DIRECTORY/html/index.html is its first page (default build/site)
#
# MkDocs and its theme come from PyPI, into DIRECTORY/venv.  Without PyPI, or with
# SITE_MKDOCS=debian, those of Debian's package mkdocs-material are taken.
set -euo pipefail

directory=${1:-build/site}
mkdir -p "$directory"
directory=$(realpath "$directory")
export NO_MKDOCS_2_WARNING=1 # a line of the theme about itself

from_pypi() {
  local venv=$directory/venv
  [ "${SITE_MKDOCS:-}" != debian ] || return 1
  if ! cmp -s docs/site/requirements.txt "$venv/installed"; then
    rm -rf "$venv"
    python3 -m venv "$venv" >/dev/null 2>&1 || return 1
    "$venv/bin/pip" install -q --disable-pip-version-check -r docs/site/requirements.txt \
      2>"$directory/pip.log" || return 1
    cp docs/site/requirements.txt "$venv/installed"
  fi
  mkdocs=$venv/bin/mkdocs
}

if ! from_pypi; then
  mkdocs=/usr/bin/mkdocs
  if [ ! -x $mkdocs ] || [ ! -d /usr/share/mkdocs/themes/material ]; then
    echo "site: MkDocs cannot be had from PyPI; apt install mkdocs-material, then again" >&2
    exit 3
  fi
fi

scripts/site.py "$directory"
rm -rf "$directory/html.part"
"$mkdocs" build -q -f "$directory/mkdocs.yml" -d "$directory/html.part"
scripts/check_site.py "$directory/html.part" >"$directory/check.log" || {
  grep '^not ok' "$directory/check.log" >&2
  exit 1
}
rm -rf "$directory/html"
mv "$directory/html.part" "$directory/html"
directory=$(realpath --relative-base . "$directory")
echo "$directory/html/index.html"
echo "  with search: python3 -m http.server -d $directory/html, then http://localhost:8000"
