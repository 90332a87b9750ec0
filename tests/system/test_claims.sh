#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_claims -- lockhop claims: verdicts as two simulators that share nothing with this one found
# them, numbers that are exact, JSON, Ctrl-C.
set -u
. tests/system/tap.sh

json=$scratch/claims.json
trials=3
! whole || trials=10
run "$lockhop" claims hypercube --trials $trials --json "$json"
cp "$out" "$scratch/text"
expect "the claims of a paper are judged" 0 '^hypercube: ' "^seed 1, $trials runs behind a mean" \
  '^69 claims: 44 TRUE, 11 FALSE, 14 AMBIGUOUS$'
if grep -qE '.{121}' "$scratch/text"; then
  not_ok "no line is longer than 120 columns" "$(grep -E '.{121}' "$scratch/text" | head -n 3)"
else
  ok "no line is longer than 120 columns"
fi

cat >"$scratch/expected" <<'END'
1.1 FALSE
1.2 TRUE
1.3 TRUE
1.4 TRUE
1.5 AMBIGUOUS
1.6 AMBIGUOUS
1.7 TRUE
1.8 TRUE
1.9 AMBIGUOUS
1.10 TRUE
R1 TRUE
R2 FALSE
R3 TRUE
R4 TRUE
R5 TRUE
R6 TRUE
R7 TRUE
R8 TRUE
R9 TRUE
R9.1 AMBIGUOUS
R9.2 TRUE
3.2.1 FALSE
3.2.2 FALSE
3.2.3 TRUE
3.2.4 FALSE
3.2.5 AMBIGUOUS
3.2.6 AMBIGUOUS
3.2.7 AMBIGUOUS
R10 FALSE
R11 TRUE
F4 AMBIGUOUS
4.1 TRUE
4.2 TRUE
4.3 TRUE
4.4 TRUE
4.5 TRUE
4.6 TRUE
4.7 FALSE
5.1 TRUE
5.2 AMBIGUOUS
5.3 AMBIGUOUS
5.4 FALSE
5.5 AMBIGUOUS
5.6 TRUE
5.7 TRUE
5.8 FALSE
5.9 AMBIGUOUS
5.10 AMBIGUOUS
L1 TRUE
L2 TRUE
L3 TRUE
L4 AMBIGUOUS
L5 FALSE
L6 FALSE
X1 TRUE
X2 TRUE
X3 TRUE
X4 TRUE
X5 TRUE
X6 TRUE
X7 TRUE
X8 TRUE
D1 TRUE
D2 TRUE
D3 TRUE
D4 TRUE
D5 TRUE
D6 TRUE
D7 TRUE
END
# Row by row: the verdict; that the text says the same; numbers that no seed changes, and the
# readings of a claim that holds at some sizes alone.
python3 - "$json" "$scratch/text" "$scratch/expected" >"$scratch/rows" 2>&1 <<'END'
import json, re, sys
rows = json.load(open(sys.argv[1]))
text = dict(re.match(r"(\S+) +(\S+)", line).groups() for line in open(sys.argv[2])
            if re.match(r"\S+ +(TRUE|FALSE|AMBIGUOUS) ", line))
expected = [line.split() for line in open(sys.argv[3])]

def say(good, what, why="-"):
    print("ok" if good else "not_ok", what, why, sep="\t")

say([row["id"] for row in rows] == [name for name, _ in expected], "all rows are there, in order",
    str([row["id"] for row in rows]))
say(all(list(row) == ["paper", "id", "place", "claim", "printed", "measured", "verdict"] and
        all(row.values()) for row in rows), "every row has its seven texts")
by = {row["id"]: row for row in rows}
for name, verdict in expected:
    is_ = by.get(name, {}).get("verdict")
    say(is_ == verdict and text.get(name) == verdict, f"{name} is {verdict}",
        f"JSON {is_}, text {text.get(name)}: {by.get(name, {}).get('measured')}")
say(all((row["verdict"] == "AMBIGUOUS") ==
        ("[holds]" in row["measured"] and "[fails]" in row["measured"]) for row in rows),
    "ambiguous rows, and no others, say which readings hold")
exact = {
    "1.1": ["accepted in 0 sizes, N ids, 0 to N - 1, in 10"],
    "1.5": ["bit-reversal: 2 4 4 8 8 16 16 32 32 for", "transpose: 2 4 8 16 32 for",
            r"which is 2\^ceil\(n/2\)"],
    "1.9": ["shuffle: 15 steps lowest first, 22 highest first .*\\[fails\\]",
            "transpose: 68 steps lowest first, 68 highest first [^;]*; p=1: 12, 12\\) \\[holds\\]"],
    "R2": ["without a limit of depth in 0", "depth 1: kept in [1-9]"],
    "R9.1": ["compare, then exchange: 36084 of 37448"],
    "3.2.1": ["0.5 to 0.5 of all", "a run, n=p=10: (4[89]|5[01])\\."],
    "3.2.2": ["0.5 0.25 0.1667 0.125 0.1 0.08333 0.07143 0.0625$"],
    "3.2.3": ["exactly so in 8, 8 and 8; "],
    "3.2.4": ["uniform in 8 and n/2 hops in 8 of"],
    "3.2.6": ["8 decisions per packet, kept in 4 of"],
    "3.2.7": ["chosen one alone: 0.353 .*0.572"],
    "R11": ["0.0938, 0.125, 0.0669 at"],
    "4.6": ["^random, n=p=8: 0 times"],
    "5.6": ["transpose 1[4-9] of 32, bit-reversal 1[4-9] of 32, .* for 3 of 5 distributions"],
    "5.7": ["16 switches, 48 packets"],
    "5.8": ["bit-reversal \\(165 steps", "in 7 of 7 even"],
    "5.9": ["n=10, p=10: [^;]*\\[holds\\]", "n=16, p=1: [^;]*\\[holds\\]",
            "n=8, p=8: [^;]*\\[fails\\]", "n=12, p=12: [^;]*\\[fails\\]",
            "n=14, p=1: [^;]*\\[fails\\]"],
    "L1": ["S_\\(4,3\\): 25 of 25 cells", "S_\\(10,5\\): 25 of 25 cells"],
    "L2": ["S_\\(6,3\\): 3 from a switch, 3 to 3 packets for one"],
    "L4": ["S_\\(4,2\\): [^;]*\\[holds\\]", "S_\\(10,5\\): [^;]*\\[fails\\]"],
    "L5": ["S_\\(10,5\\): random 4[0-9], bit-reversal -2"],
    "L6": ["S_\\(10,2\\): 1\\.[56]"],
    "X1": ["all 40346 permutations"],
    "X4": ["largest queue in 41; n=2..5, p=n\\+1..3n, n lanes: steps in 28 of 28, queue in 0"],
    "X8": ["p=1, .* in 6 of 6; .*p=n, .* in 6 of 6; "],
    "X6": ["all 24: 0 with", "all 40320: 0 with"],
    "D1": ["511 of 65536 .*; static check of hypercube:4: possible"],
    "D2": ["0 of 65536 .*; static check of hypercube:4: impossible"],
    "D3": [": 4 of 6144 .*; static check of hypercube:4: possible"],
    "D4": [": 0 of 6144 .*; static check of hypercube:4: impossible"],
    "D5": [": [1-9][0-9]* of 3000 .*; static check of hypercube:4: possible"],
    "D6": [": 0 of 3000 .*; static check of hypercube:4: impossible"],
    "D7": [": 0 of 3000 .*; static check of hypercube:4: impossible"],
}
for name, patterns in exact.items():
    measured = by.get(name, {}).get("measured", "")
    missing = [pattern for pattern in patterns if not re.search(pattern, measured)]
    say(not missing, f"{name} has the exact numbers", f"{missing} not in: {measured}")
END
say_rows() {
  while IFS="$(printf '\t')" read -r result what reason; do
    case $result in
    ok) ok "$what" ;;
    not_ok) not_ok "$what" "$reason" ;;
    *) not_ok "the rows can be read" "$result" ;;
    esac
  done <"$scratch/rows"
}
say_rows

# The other papers, at all sizes.  Of the swapped dragonfly tests/unit/test_claims_dragonfly.c has
# every verdict at fewer sizes, and test_all_to_all.c the steps and conflicts of the orders.
if whole; then
run "$lockhop" claims dragonfly --trials 20 --json "$json"
cp "$out" "$scratch/text"
expect "the claims of the swapped dragonfly are judged" 0 '^dragonfly: ' \
  '^seed 1, 20 random permutations' '^TRUE: held wherever it was tried' \
  '^131 claims: 83 TRUE, 34 FALSE, 14 AMBIGUOUS$'
if grep -qE '.{121}' "$scratch/text"; then
  not_ok "no line of them is longer than 120 columns" \
    "$(grep -E '.{121}' "$scratch/text" | head -n 3)"
else
  ok "no line of them is longer than 120 columns"
fi
# Numbers that were counted or simulated apart from this program.
python3 - "$json" "$scratch/text" tests/unit/test_claims_dragonfly.c >"$scratch/rows" 2>&1 <<'END'
import json, re, sys
rows = json.load(open(sys.argv[1]))
text = dict(re.match(r"(\S+) +(\S+)", line).groups() for line in open(sys.argv[2])
            if re.match(r"\S+ +(TRUE|FALSE|AMBIGUOUS) ", line))
expected = re.findall(r'\{"([\w.]+)", ([TFA])\}', open(sys.argv[3]).read())

def say(good, what, why="-"):
    print("ok" if good else "not_ok", what, why, sep="\t")

is_ = [(row["id"], row["verdict"][0]) for row in rows]
say(len(expected) > 100 and is_ == expected, "every row of the dragonfly has its verdict",
    str(set(is_) ^ set(expected)))
by = {row["id"]: row for row in rows}
say(len(by) == len(rows) and all(row["paper"] == "dragonfly" for row in rows),
    "every row of the dragonfly has an id of its own")
say(all(text.get(row["id"]) == row["verdict"] for row in rows),
    "text and JSON of the dragonfly agree", str(text))
exact = {
    "1.1": ["48 routers, 72 local and 66 global links, 12 self-links"],
    "2.3": ["same drawer: 1 hop, 1 path; d=d', p=p': 2 hops, 3 paths; d=d': 3 hops, 7 paths; "
            "p=p': 3 hops, 4 paths"],
    "2.4": [r"\(3,4\): 48, 276, 864, 1116 ", r"\(4,8\): 256, 2784, 14560, 47936 "],
    "4.7": [r"\(0,1,4,7\)\(8,0,3,6\)\(5,6,0,3\)\(2,3,6,0\); cabinet 2: in another order; "
            "cabinet 8: 2 is missing, 5 is wrong"],
    "4.8": [r"\(0,3,4,6,7\)\(6,0,1,3,4\)\(5,8,0,2,3\)\(3,6,7,0,1\)\(2,5,6,8,0\)"],
    "4.13": [": 1 4 6 8 10 4 links", r"D3\(2,3\), M odd: 8, said 9;",
             r"D3\(3,4\): 30 between 24 and 24 routers \(d and p both low\), said 36;",
             r"D3\(4,4\): 40 between 32 and 32 .*, said 64;", "fewer in 5 of these 5$"],
    "7.2": ["at most 2 2 3 2 6 2 2 6 steps .*\\[holds\\]",
            r"\(3,4\) 14, .*\(4,8\) 34 \[fails\]"],
    "11.9": [r"in 5 of 5 sizes with M > 2.*\[holds\]", r"M = 2: equal in 0 of 2 .*\[fails\]"],
    "13.4": ["M > 2, .* in 5, a bit of p: 2, of c: 1, of d: 2 hops; M = 2, .* in 3, "],
    "5.1": ["D3\\(3,4\\): 9504 pairs conflict as said across drawers, 864 within one"],
    "8.1": ["1728 of 2304 pairs of D3\\(3,4\\) misrouted"],
    "8.6": ["all 3766 matchings", "M packets want one link in 3766"],
    "10.2": ["1728 do not"],
    "10.4": ["3 paths glgl with b=4, 12 paths lglgl"],
    "11.6": ["36864 have property 5; with ascending rows 1$"],
    "11.11": ["MDF\\(11,11\\): 1342 routers; .* MDF\\(10,12\\) has 1452; D3\\(11,11\\): 1331"],
    "13.5": [r"M > 2, .* in 5, a bit of p: 1, of c: 2, of d: 3 hops \[holds\]",
             r"M = 2, .* in 0, a bit of p: 1, of c: 2, of d: 2 hops \[fails\]"],
    "R1": ["2N in 16 of 16 sizes", "2N \\+ 1 in 3 of 3 sizes"],
    "R2": ["last step 8,"], "R6": ["up to 2 steps late"],
    "T4.1": ["cross 3, 12, 36 links"], "T4.3": ["N=8: 16, N=9: 19"],
    "T5.3": ["D3\\(3,2..8\\): 1 2 3 4 5 6 7, .*\\[fails\\]",
             "M=2,4,6,8: 2 4 6 8 \\[holds\\]", "M=3,5,7: 4 6 8 \\[fails\\]"],
    "T5.4": ["last step 17; by Protocol 3 all through 24$"],
    "T6.1": ["D3\\(3,4\\), sink 0.0.1: 13 conflicts, .* all sinks: 8 to 13",
             "D3\\(4,4\\), sink 0.0.1: 17 conflicts"],
    "T6.2": ["D3\\(3,4\\): 18 steps"],
    "T6.4": ["sink 0.1.1: 2 waits", "sink 2.0.0: 4 waits"],
    "T7.7": [r"\(1,2\): 8, 7, 6; 1; 8; 7 \(1\)", r"\(3,3\): 38, 35, 29; 6; 55; 42 \(3\)",
             r"\(3,4\): 62, 56, 50; 9; 96; 73 \(6\)", r"\(3,5\): 92, 86, 77; 12; 151; 114 \(5\)",
             r"\(4,8\): 290, 282, 258; 28; 512; 385 \(16\)",
             r"\(8,16\): 2178, 2162, 2050; 120; 4096; 3073 \(64\)"],
    "T8.1": [r"all 24 .* at most 5; all 40320 .* at most 6; a search, no proof: "],
    "T8.6": ["10 sizes: 4 to 5 steps"], "T8.7": ["one step in 10 of 10 sizes"],
    "T8.9": ["up to 1 packets .* up to 2 packets .* within M in 10 of 10 sizes"],
    "T8.2": [r"all 24 .* at most 3; all 40320 .* at most 3; "],
    "T8.3": [r"all 24 .* at most 4; all 40320 .* at most 4; "],
    "T8.4": [r"all 24 .* at most 4; all 40320 .* at most 5; "],
}
for name, patterns in exact.items():
    measured = by.get(name, {}).get("measured", "")
    missing = [pattern for pattern in patterns if not re.search(pattern, measured)]
    say(not missing, f"dragonfly {name} has the exact numbers", f"{missing} not in: {measured}")
END
say_rows

# The papers on dual-nets; tests/unit/test_claims_dual_nets.c has the verdicts and numbers.
run "$lockhop" claims dual-nets --trials 20 --json "$json"
cp "$out" "$scratch/text"
expect "the claims of the papers on dual-nets are judged" 0 '^dual-nets: ' '^seed 1, 20 ' \
  '^[0-9]+ claims: '
python3 - "$json" "$scratch/text" >"$scratch/rows" 2>&1 <<'END'
import json, sys
rows = json.load(open(sys.argv[1]))
text = open(sys.argv[2]).read()

def say(good, what, why="-"):
    print("ok" if good else "not_ok", what, why, sep="\t")

by = {row["id"]: row for row in rows}
say(len(by) == len(rows) and all(row["paper"] == "dual-nets" for row in rows),
    "every row of the dual-nets has an id of its own")
places = [row["place"] for row in rows]
again = [p for i, p in enumerate(places) if p in places[:i] and places[i - 1] != p]
say(not again, "the rows of a section follow each other", str(again))
wide = [line for line in text.splitlines() if len(line) > 120]
say(not wide, "no line of the dual-nets is longer than 120 columns", str(wide[:2]))
END
say_rows

# The paper on meshes and Benes networks; tests/unit/test_claims_grids.c has the verdicts, and
# test_claims_tables.sh runs the command on its tables.
run "$lockhop" claims grids --trials 20 --json "$json"
cp "$out" "$scratch/text"
expect "the claims of the paper on meshes and Benes networks are judged" 0 '^grids: ' \
  '^seed 1, 20 random cases' '^[0-9]+ claims: '
# Numbers that were counted apart from this program.
python3 - "$json" "$scratch/text" >"$scratch/rows" 2>&1 <<'END'
import json, re, sys
rows = json.load(open(sys.argv[1]))

def say(good, what, why="-"):
    print("ok" if good else "not_ok", what, why, sep="\t")

by = {row["id"]: row for row in rows}
say(len(by) == len(rows) and all(row["paper"] == "grids" for row in rows),
    "every row of the grids has an id of its own")
exact = {
    "1.4": ["M\\(3,2\\) would have 18 edges"],
    "3.1": ["H of the example has 1 twice"],
    "3.2": ["all 66066 graphs, .* 0 one of the two"],
    "3.4": ["^0 of .* the star K\\(1,2\\): no"],
    "B1": ["4 12 32 80 192 448; d 2\\^\\(d\\+1\\) links in 6 of 6"],
    "B4": ["different edges 1 12 48 128 320 768, largest degree 1 3 4 4 4 4.* 1 3 4 6 7 9$"],
    "B5": ["4 packets at \\(2,0000\\), and at 4 nodes", "level 0 to 4: 1 2 4 2 1$"],
    "B6": ["node 2 2 4 4 8 8 16 16 32 32 64; link 1 2 2 4 4 8 8 16 16 32 32$"],
    "B8": ["unshuffle, d=2,4..12: 2/1 2/2 2/2 2/2 2/2 2/2"],
    "B9": ["3 4 7 8 13 14 23 24 41 steps; .* 2 2 3 3 5 5 9 9 17;"],
    "B10": ["2 4 5 8 9 14 15 24 25 steps; .* 2 2 2 3 3 5 5 9 9;"],
    "3.6": ["^(\\d+) of \\1 random"],
    "4.1": ["in 10 and the links of pn:n,d in 10 of 10 sizes: 4 24 80 224 576 9 81 405 192 375"],
    "4.2": ["^284 of 884 .* 600 of the other 600"],
    "4.7": ["1 of the 1 .* 5 of the 6 .* of the 20"],
    "4.8": ["40320 of all 40320", "(\\d+) of \\1 random"],
    "4.9": ["40320 of 40320 .* for 23040$"],
    "4.10": ["s=1: 1 5 11 5 3 3 3 .* s=7: 7 11 17 11 9 9 9 .* more than 1$"],
    "4.11": ["has 4 colourings", "32 of the 2\\^20", "8 to 256$"],
    "W1": ["^that many in 10 of N = 2 to 1024, .* in 10 of them$"],
    "W2": ["^N=2: 2 of 2 .* N=4: 24 of 24 .* N=8: 40320 of 40320 .* (\\d+) of \\1 random"],
    "W3": ["N=4: 0 of 1 .* 5 of the 5 .* N=8: 0 of 3 .* 17 of the 17 "],
    "W4": ["N=4: at least 5 are needed, and 5 .* N=8: at least 16 are needed, and 17 "],
    "5.1": ["16 of all 24", "4096 of all 40320"],
    "5.2": ["2 of 2, 24 of 24, 40320 of 40320"],
    "5.4": ["d=1: 2.1 of 2! .* d=3: 2.12 of 8! .* d=4: 2.32 of 16! .* d=5: 2.80 of 32! "],
    "5.5": ["d=3: 40320 of all 40320; d=4: 44 of 44: 20 random, seed 1, 24 .* 140 of 140: 20 "],
    "5.6": ["d=3: 40320 of all 40320; d=4: 44 of 44: 20 random, seed 1, 24 .* 140 of 140: 20 "],
    "C1": ["d=3: 40320 of all 40320; d=4: 44 of 44: 20 random, seed 1, 24 .* 140 of 140: 20 "],
}
for name, patterns in exact.items():
    measured = by.get(name, {}).get("measured", "")
    missing = [pattern for pattern in patterns if not re.search(pattern, measured)]
    say(not missing, f"grids {name} has the exact numbers", f"{missing} not in: {measured}")
END
say_rows
fi

run "$lockhop" claims cube
refused "a paper with another name" 'those of: hypercube, dragonfly, grids'
run "$lockhop" claims hypercub
refused "a paper that is not there" "did you mean 'hypercube'"
run "$lockhop" claims --trials 0
refused "no trials" "must be a number in 1"
run "$lockhop" claims --json "$scratch/no/such/place.json"
refused "a result that cannot be written, before the work" 'no/such/place'

# A shell without job control starts background commands with SIGINT ignored; python does not.
python3 - "$lockhop" "$scratch/interrupted.json" >"$scratch/interrupt.log" 2>&1 <<'END'
import os, signal, subprocess, sys
process = subprocess.Popen([sys.argv[1], "claims", "--json", sys.argv[2]],
                           stdout=subprocess.PIPE, text=True,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
while not (line := process.stdout.readline()).startswith("R1 ") and line:
    pass
process.send_signal(signal.SIGINT)
last = process.communicate()[0].splitlines()[-1]
print(process.returncode, last, os.path.exists(sys.argv[2]))
END
if grep -qE '^130 INTERRUPTED after [0-9]+ claims False$' "$scratch/interrupt.log"; then
  ok "Ctrl-C ends it with 130 and without a result file"
else
  not_ok "Ctrl-C ends it with 130 and without a result file" "$(cat "$scratch/interrupt.log")"
fi
finish
