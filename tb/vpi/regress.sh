#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# regress -- the switches of a check under Icarus Verilog, where an x shows.
#
#     tb/vpi/regress.sh SPEC [--routing R] [--dut FILE.v]... [-n RUNS] [-m CYCLES] [-o FOLDER]
#
# Of every shape of `lockhop check SPEC --level quick` the first RUNS runs (1) are made, each in a
# bench of build.sh.  Open loops send for CYCLES cycles (60) instead of 250.  Collective engines
# have other pins, and are counted.  FOLDER is that of build.sh.  One line for each run; the last
# line is PASS, or FAIL with exit code 1.
set -u

here=$(dirname "$0")
runs=1
cycles=60
folder=build/tb/vpi
# What is left of the words is for lockhop check.
left=$#
while [ "$left" -gt 0 ]; do
  case $1 in
    -o | -n | -m) [ "$left" -gt 1 ] || { echo "$0: $1 needs a value" >&2; exit 2; } ;;
  esac
  case $1 in
    -o) folder=$2 ;;
    -n) runs=$2 ;;
    -m) cycles=$2 ;;
    *) set -- "$@" "$1" && shift && left=$((left - 1)) && continue ;;
  esac
  shift 2
  left=$((left - 2))
done
[ $# -gt 0 ] || {
  echo "usage: regress.sh SPEC [--routing R] [--dut FILE.v]... [-n RUNS] [-m CYCLES]" \
    "[-o FOLDER]" >&2
  exit 2
}
if [ -f "$here/../../include/lockhop.h" ]; then
  lockhop=${LOCKHOP:-$here/../../build/lockhop}
else
  lockhop=${LOCKHOP:-$here/../../../../bin/lockhop}
fi

mkdir -p "$folder"
"$lockhop" check "$@" --level quick --list >"$folder/plan.txt" || exit
# "SHAPE: SPEC TRAFFIC OPTIONS" of the runs that are made.
sed "/^#/d; s/.* cosim \(.*\)  # \(.*\)/\2: \1/; s/measure=[0-9]*/measure=$cycles/" \
  "$folder/plan.txt" |
  awk -F': ' -v runs="$runs" '/^engines/ { next } shapes[$1]++ < runs' >"$folder/runs.txt"
[ -s "$folder/runs.txt" ] || { echo "$0: no run of $* is one of switches" >&2; exit 2; }

failed=0
while IFS= read -r line; do
  # shellcheck disable=SC2086 # several words
  "$here/build.sh" -o "$folder" ${line#*: } >"$folder/run.log" 2>&1 &&
    "$folder/bench" >"$folder/run.log" 2>&1 </dev/null
  status=$?
  if [ $status -eq 0 ]; then
    echo "$line: $(grep agree "$folder/run.log")"
  else
    failed=$((failed + 1))
    echo "FAIL $line: exit code $status"
    sed 's/^/  /' "$folder/run.log"
  fi
done <"$folder/runs.txt"
engines=$(grep -c '# engines' "$folder/plan.txt")
[ "$engines" -eq 0 ] || echo "$engines runs of collective engines are not made here"
[ $failed -eq 0 ] || { echo FAIL; exit 1; }
echo PASS
