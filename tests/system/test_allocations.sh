#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_allocations -- whichever allocation of a command fails: it ends as without a failure, with
# the same output, or with exit 3 and one line, and leaves no file that is not whole.
set -u
. tests/system/tap.sh

case $lockhop in
  /*) ;;
  *) lockhop=$PWD/$lockhop ;;
esac
"${CC:-gcc}" -shared -fPIC -O1 -o "$scratch/failing.so" tests/system/failing_malloc.c ||
  not_ok "failing_malloc.c is compiled"
laws "all commands were tried" python3 tests/system/allocations.py "$lockhop" \
  "$scratch/failing.so" "$scratch"
finish
