#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# make -- writes the broken switches of this folder: for each NAME.patch the file FOLDER/NAME.v,
# which holds the module that the patch changes.
#
#   make.sh FOLDER [NAME...]      all of them without a name
#
# Exit status 1: some patch does not apply, and the others are written.
set -eu

[ $# -ge 1 ] || {
  echo "usage: make.sh FOLDER [NAME...]" >&2
  exit 2
}
mkdir -p "$1"
folder=$(cd "$1" && pwd -P)
shift
cd "${0%/*}/../.."
[ $# -gt 0 ] || for patch in tests/broken/*.patch; do
  name=${patch##*/}
  set -- "$@" "${name%.patch}"
done
work=$(mktemp -d "$folder/new.XXXXXX")
status=0
for name; do
  if file=$(tests/apply_patch.sh "tests/broken/$name.patch" "$work"); then
    mv "$work/$file" "$folder/$name.v"
  else
    rm -f "$folder/$name.v"
    status=1
  fi
done
rm -rf "$work"
exit $status
