#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# check_style -- form: SPDX lines, ASCII, no tabs or trailing blanks, formatting of C, shell
# scripts; the version.  Prints TAP.
set -u

cd "$(dirname "$0")/.." || exit 3
number=0
status=0

# report TEXT FAULTS: one TAP line, faults below it.
report() {
  number=$((number + 1))
  if [ -z "$2" ]; then
    echo "ok $number - $1"
  else
    echo "not ok $number - $1"
    echo "$2" | sed 's/^/# /'
    status=1
  fi
}

if git rev-parse --git-dir >/dev/null 2>&1; then
  files=$(git ls-files -c -o --exclude-standard)
else
  files=$(find . -path ./build -prune -o -type f -print)
fi
code=$(echo "$files" | grep -E '\.(c|h|cpp|v|sh|py|pl|tcl)$|Makefile$' | while read -r f; do
  [ -f "$f" ] && echo "$f"
done)
tab=$(printf '\t')

# Versions of clang-format differ in some lines: that of Debian 12 decides.
format_version=14

# shellcheck disable=SC2086 # lists of files without blanks
{
  report "every source file has its licence lines" \
    "$(grep -L 'SPDX-License-Identifier: Apache-2.0' $code)"
  report "sources are ASCII" "$(LC_ALL=C grep -nP '[^\x00-\x7F]' $code | head)"
  report "no line ends in a blank" "$(grep -nE ' +$' $code | head)"
  report "no tabs but in a Makefile" \
    "$(echo "$code" | grep -v Makefile | xargs grep -n "$tab" | head)"
  report "no line is longer than 100 columns" "$(grep -nE '^.{101,}' $code | head)"
  c_files=$(echo "$code" | grep -E '\.(c|h|cpp)$')
  case $(clang-format --version) in
    *"version $format_version."*)
      report "C code is formatted: make format" \
        "$(clang-format --dry-run -Werror $c_files 2>&1 | grep -E 'error' | head)"
      ;;
    *)
      number=$((number + 1))
      echo "ok $number - C code is formatted # SKIP it is by clang-format $format_version"
      ;;
  esac
  scripts=$(echo "$code" | grep '\.sh$')
  report "shell scripts pass shellcheck" "$(shellcheck -f gcc $scripts 2>&1 | head)"
}
version=$(sed -n 's/^VERSION = //p' Makefile)
report "CITATION.cff and debian/changelog have the version of the Makefile" \
  "$(grep -q "^version: $version\$" CITATION.cff || echo "CITATION.cff: not $version"
    head -n 1 debian/changelog | grep -qF "($version)" || echo "debian/changelog: not $version")"
echo "1..$number"
exit $status
