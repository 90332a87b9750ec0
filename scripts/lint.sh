#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# lint -- cppcheck and clang-tidy over the code in C; exit code 1 if one of them reports anything.
#
#     scripts/lint.sh CORES FLAGS...    FLAGS: those that the preprocessor needs
#
# What clang-tidy looks for is in .clang-tidy.  What is suppressed here, and why:
# - objectIndex in edge_colouring.c: a member is a pointer to an array; cppcheck takes the address
#   of an element for that of the struct.
# - arrayIndexOutOfBoundsCond in hdn_routing.c and dual_index.c: a network has at most as many
#   levels as super[] and nodes[] have elements less one, and cppcheck does not see where the level
#   comes from.
# - returnDanglingLifetime in switch.c of the bank: a route unit returns a struct of values;
#   cppcheck takes a call by a pointer for a constructor that keeps its argument.
set -u

cd "$(dirname "$0")/.." || exit 3
cores=$1
shift

missing=
for tool in cppcheck clang-tidy; do
  command -v "$tool" >/dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
  echo "lint needs:$missing; run: sudo apt-get install --no-install-recommends$missing" >&2
  exit 3
fi

status=0
cppcheck -q -j "$cores" --std=c11 --language=c --enable=warning,performance,portability \
  --suppress=missingIncludeSystem \
  --suppress=returnDanglingLifetime:cmodel/switch/bank/switch.c \
  --suppress=objectIndex:cmodel/network/topology/edge_colouring.c \
  --suppress=arrayIndexOutOfBoundsCond:cmodel/network/topology/hdn_routing.c \
  --suppress=arrayIndexOutOfBoundsCond:cmodel/network/topology/dual_index.c \
  --error-exitcode=1 -Icmodel -Iinclude cmodel include || status=1

# clang-tidy counts on the error stream the warnings that it does not show.
# shellcheck disable=SC2016 # the inner shell's
find cmodel -name '*.c' | LC_ALL=C sort | FLAGS="$*" xargs -P "$cores" -n 20 sh -c '
  report=$(clang-tidy --quiet "$@" -- $FLAGS 2>&1)
  code=$?
  echo "$report" | grep -v -e "^[0-9]* warnings* generated" -e "^$"
  exit $code' lint || status=1
exit $status
