#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_collectives -- collective engines in lock step: golden model and Verilog agree on every port
# in every cycle, and a collective of a start-ups and b word steps takes a t_s + b M t_w cycles.
# Columns: spec, traffic, a, b, then the costs t_s/t_w/M that the collective is run with.  All
# numbers but the cycles are the plan's; a and b of the table are from the papers, or counted by
# hand.  QUICK=1: only rows with a * before the spec.
set -u
. tests/system/tap.sh

# one SPEC TRAFFIC A B STARTUP WORD WORDS
one() {
  what="$1 $2, t_s $5, t_w $6, M $7"
  run "$lockhop" cosim "$1" "$2,startup=$5,word=$6,words=$7" --json "$scratch/result.json"
  expect "$what" 0 '^PASS$' 'compared +[1-9][0-9]* switch-cycles'
  expected="word $3 $4 $(($3 * $5 + $4 * $7 * $6))"
  found=$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
print(*(r[k] for k in ("level", "startups", "word_steps", "cycles")))' "$scratch/result.json")
  if [ "$found" = "$expected" ]; then
    ok "$what: $expected"
  else
    not_ok "$what: $expected" "found: $found"
  fi
}

while read -r spec traffic a b costs; do
  case $spec in
    '' | '#'*) continue ;;
    '*'*) spec=${spec#?} ;;
    *) [ -z "${QUICK:-}" ] || continue ;;
  esac
  for cost in $costs; do
    words=${cost##*/}
    startup=${cost%%/*}
    word=${cost#*/}
    one "$spec" "$traffic" "$a" "$b" "$startup" "${word%/*}" "$words"
  done
done <tests/system/collectives.txt
finish
