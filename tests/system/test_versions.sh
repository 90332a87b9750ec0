#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_versions -- what users of version 1 have is still taken, and means the same: tests/versions/.
set -u
. tests/system/tap.sh
kept=tests/versions/1

# --- the command ---

while read -r expected words; do
  # shellcheck disable=SC2086 # words of a command line
  run "$lockhop" $words
  expect "exit code of lockhop $words" "$expected"
done <"$kept/statuses.txt"

# same WHAT RESULTS: the runs of a file, made again, have what they had.
same() {
  run python3 tests/system/versions.py "$lockhop" "$2"
  expect "$1" 0
}
same "runs, traces, networks and permutations in files give what they gave" "$kept/results.json"
sed 's/"hops": [0-9]*/"hops": 1/' "$kept/results.json" >"$scratch/other.json"
run python3 tests/system/versions.py "$lockhop" "$scratch/other.json"
expect "another number is found" 1 "hops is [0-9]+, was 1"
sed 's/"steps"/"stages"/' "$kept/results.json" >"$scratch/lacking.json"
run python3 tests/system/versions.py "$lockhop" "$scratch/lacking.json"
expect "a number that a result has no more is found" 1 "stages is missing"

run "$lockhop" sweep "$kept/sweep.plan" -o "$scratch/sweep.csv"
expect "a plan is taken" 0
run python3 tests/system/versions.py --table "$kept/sweep.csv" "$scratch/sweep.csv"
expect "its table begins with the same columns and values" 0
sed '1s/steps,hops/hops,steps/' "$scratch/sweep.csv" >"$scratch/turned.csv"
run python3 tests/system/versions.py --table "$kept/sweep.csv" "$scratch/turned.csv"
expect "columns in another order are found" 1 "line 1 of .* has changed"

run "$lockhop" jobs "$kept/job.json"
expect "a job is taken" 0 '"result":1,"id":"run-cc09925e3dfd67b2".*"word":"PASS"'
sed 's/"version":1/"version":2/' "$kept/job.json" >"$scratch/job.json"
run "$lockhop" jobs "$scratch/job.json"
expect "a job of another version is refused" 2

# --- the library ---

# symbols LIBRARY: what it has for others.
symbols() {
  nm -D --defined-only "$1" | sed 's/.* //' | sort
}
symbols build/lib/liblockhop.so >"$scratch/symbols.txt"
run comm -23 "$kept/symbols.txt" "$scratch/symbols.txt"
expect "every function of the library is there" 0
law "and no name is missing" test ! -s "$out"

if [ "$(getconf LONG_BIT)" = 64 ]; then
  run cc -std=c99 -Wall -Wextra -Werror -Iinclude "$kept/layout.c" -o "$scratch/layout"
  expect "a program with every member of every structure compiles" 0
  "$scratch/layout" >"$scratch/layout.txt"
  law "structures and constants are where they were" cmp "$kept/layout.txt" "$scratch/layout.txt"
else
  skip "structures are where they were" "they were kept on 64 bits"
fi

# --- the Verilog ---

sed -n '/^module switch/,/^);/p' rtl/switch/switch.v |
  grep -oE 'parameter [A-Z_]+ +=|(input|output) +wire +(\[[^]]*\])? *[a-z_]+' |
  sed 's/ *=$//; s/  */ /g' >"$scratch/ports.txt"
grep -xFf "$kept/ports.txt" "$scratch/ports.txt" >"$scratch/old_ports.txt"
grep -vxFf "$kept/ports.txt" "$scratch/ports.txt" >"$scratch/new_ports.txt"
law "a switch has the same parameters and ports" cmp "$kept/ports.txt" "$scratch/old_ports.txt"
run grep -v '^parameter ' "$scratch/new_ports.txt"
expect "and besides them only parameters" 1
finish
