#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_collectives -- collective engines in lock step: golden model and Verilog agree on every port
# in every cycle, and a collective of a start-ups and b word steps takes a t_s + b M t_w cycles.
# Columns: spec, traffic, a, b, then the costs t_s/t_w/M that the collective is run with.  All
# numbers but the cycles are the plan's; a and b of the table are from the papers, or counted by
# hand.  A row of a printed rule may have b!n: n nodes get nothing, and both machines agree on that.
# link_transfers=N before the costs: N words have crossed links.
# QUICK=1: only rows with a * before the spec; those with a + are for ALL=1.
set -u
. tests/system/tap.sh

transfers= # " link_transfers=N", or nothing

# one SPEC TRAFFIC A B MISSING STARTUP WORD WORDS: to MISSING nodes nothing comes.
one() {
  what="$1 $2, t_s $6, t_w $7, M $8"
  run "$lockhop" cosim "$1" "$2,startup=$6,word=$7,words=$8" --json "$scratch/result.json"
  if [ "$5" = 0 ]; then
    expect "$what" 0 '^PASS$' 'compared +[1-9][0-9]* switch-cycles'
    expected="word $3 $4 0 $(($3 * $6 + $4 * $8 * $7))$transfers"
  else
    expect "$what: not to $5 nodes" 1 '^LOST$' 'compared +[1-9][0-9]* switch-cycles' \
      "no move to $5 nodes; golden model and Verilog agree in every cycle"
    expected="word $3 $4 $(($5 * $8)) none$transfers"
  fi
  found=$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
print(*(r[k] for k in ("level", "startups", "word_steps")),
      r.get("deliveries", r["packets"]) - r["delivered"],
      r["cycles"] if r["outcome"] == "PASS" else "none",
      *["link_transfers=%s" % r["exercise"]["link_transfers"]] * (sys.argv[2] != ""))' \
    "$scratch/result.json" "$transfers")
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
    '+'*)
      whole || continue
      spec=${spec#?}
      ;;
    *) [ -z "${QUICK:-}" ] || continue ;;
  esac
  missing=0
  case $b in *!*) missing=${b#*!} b=${b%!*} ;; esac
  transfers=
  for cost in $costs; do
    case $cost in
      *=*)
        transfers=" $cost"
        continue
        ;;
    esac
    words=${cost##*/}
    startup=${cost%%/*}
    word=${cost#*/}
    one "$spec" "$traffic" "$a" "$b" "$missing" "$startup" "${word%/*}" "$words"
  done
done <tests/system/collectives.txt
finish
