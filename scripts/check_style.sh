#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# check_style -- form: SPDX lines, ASCII, no tabs or trailing blanks, formatting of C, shell
# scripts; the version.  Prints TAP.  What takes long, the format of C and shellcheck, is for the
# files that the last RECENT commits or the tree have changed; with ALL=1, where there are not so
# many commits, or where they have changed a rule of form, for all files.
set -u

RECENT=30

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
rules='.clang-format'
recent=$code
if [ -z "${ALL:-}" ] && changed=$(git diff --name-only "HEAD~$RECENT" 2>/dev/null) &&
  ! echo "$changed" | grep -qxE "$rules"; then
  recent=$(printf '%s\n' "$changed" "$(git ls-files -o --exclude-standard)" | grep -xF "$code")
fi

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
  c_files=$(echo "$recent" | grep -E '\.(c|h|cpp)$')
  case $(clang-format --version) in
    *"version $format_version."*)
      report "C code is formatted: make format" \
        "$([ -z "$c_files" ] || clang-format --dry-run -Werror $c_files 2>&1 |
          grep -E 'error' | head)"
      ;;
    *)
      number=$((number + 1))
      echo "ok $number - C code is formatted # SKIP it is by clang-format $format_version"
      ;;
  esac
  scripts=$(echo "$recent" | grep '\.sh$')
  report "shell scripts pass shellcheck" \
    "$([ -z "$scripts" ] || shellcheck -x -f gcc $scripts 2>&1 | head)"
}
version=$(sed -n 's/^VERSION = //p' Makefile)
report "CITATION.cff and debian/changelog have the version of the Makefile" \
  "$(grep -q "^version: $version\$" CITATION.cff || echo "CITATION.cff: not $version"
    head -n 1 debian/changelog | grep -qF "($version)" || echo "debian/changelog: not $version")"
echo "1..$number"
exit $status
