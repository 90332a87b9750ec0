#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_claims_tables -- lockhop claims PAPER --table NAME: text, JSON, refusals.
# tests/unit/test_claims_tables.c has the verdicts.
set -u
. tests/system/tap.sh

json=$scratch/table.json
run "$lockhop" claims dual-nets --table hdn-4 --json "$json"
cp "$out" "$scratch/text"
expect "a table is shown cell by cell" 0 '^hdn-4: ' '^Hierarchical Dual-Net, table 4$' \
  '^\(1,4,2,3\)  \(SN\^2,N\^2\)  \(19,0\)   FALSE      \(19,2\)$' \
  '^12 cells: 8 TRUE, 2 FALSE, 2 AMBIGUOUS$'
if python3 - "$json" "$scratch/text" >"$scratch/why" 2>&1 <<'END_PYTHON'; then
import json, sys
cells = json.load(open(sys.argv[1]))
text = open(sys.argv[2]).read()
members = ["paper", "table", "place", "row", "column", "printed", "measured", "verdict"]
assert len(cells) == 12 and all(list(cell) == members and all(cell.values()) for cell in cells)
for verdict, count in [("TRUE", 8), ("FALSE", 2), ("AMBIGUOUS", 2)]:
    assert sum(cell["verdict"] == verdict for cell in cells) == count
wrong = [cell for cell in cells if cell["verdict"] == "FALSE"]
assert [(cell["printed"], cell["measured"]) for cell in wrong] == [
    ("(19,0)", "(19,2)"), ("(0,14)", "(0,12)")], wrong
assert max(map(len, text.splitlines())) <= 120
END_PYTHON
  ok "the JSON has an object for each cell, and says the same"
else
  not_ok "the JSON has an object for each cell, and says the same" "$(cat "$scratch/why")"
fi

run "$lockhop" claims --table list
expect "the tables of all papers are listed" 0 '^dual-nets +hdn-1 +72 cells '
run "$lockhop" claims dual-nets --table hdn-9
refused "a table that is not there" "there is no table 'hdn-9'"
run "$lockhop" claims dual-nets --table x
refused "a table with another name" 'there are: hdn-1, hdn-2'
run "$lockhop" claims grids --table all --trials 3
expect "copies of butterflies are tried, and the seed is told" 0 \
  '^BF\(4\) +two +- +- +27 of 27: 3 random, seed 1, 24 that permute bits' \
  '^20 cells: 14 TRUE, 1 FALSE, 0 AMBIGUOUS'
run "$lockhop" claims --table hdn-1
refused "a table of no paper" 'lockhop claims PAPER --table hdn-1'
finish
