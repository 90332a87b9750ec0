#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# apply_patch -- copies the files that a patch of tests/broken/ or tests/hostile/ changes into a
# folder, changes them there, and prints their names.
#
#   apply_patch.sh PATCH FOLDER
#
# A patch is `# key: value` lines, then a diff on files of rtl/.  A patch without a diff prints
# nothing.  Exit status 1: the diff does not apply to today's files; standard error names the patch.
set -eu

[ $# -eq 2 ] || {
  echo "usage: apply_patch.sh PATCH FOLDER" >&2
  exit 2
}
mkdir -p "$2"
case $1 in /*) patch=$1 ;; *) patch=$PWD/$1 ;; esac
folder=$(cd "$2" && pwd -P)
cd "${0%/*}/.."
files=$(sed -n 's|^--- a/||p' "$patch")
[ -n "$files" ] || exit 0
# shellcheck disable=SC2086 # files without blanks
cp $files "$folder"
cd "$folder"
# Outside a repository, so that paths are those of the folder.
GIT_CEILING_DIRECTORIES=${folder%/*} git apply -p3 "$patch" || {
  echo "$1 does not apply: change it to fit" "$files" >&2
  exit 1
}
for file in $files; do
  echo "${file##*/}"
done
