#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_mutate -- `make mutate` in small: mutants are made, found, and held against their lists.
set -u
. tests/system/tap.sh

lists=$scratch/lists
mkdir "$lists"
: >"$lists/hidden.txt"
: >"$lists/time.txt"
export TWIN_MODELS="Vpriority_encoder_3 Vpriority_encoder_63"
loop='for (i = WIDTH - 1; i >= 0; i = i - 1) begin'

# mutate PART ARGUMENT...: with the lists of this test, in its directory.
mutate() {
  run scripts/mutate.py "$@" --lists "$lists" --work "$scratch/work" --runs "$scratch/runs.txt"
}

# entry MODULE LINE CHANGE: of a list.
entry() {
  printf '%s\n  line: %s\n  change: %s\n  reason: of this test\n' "$1" "$2" "$3"
}

# Two rounds more of a loop, over bits that there are not.
equivalent() {
  entry priority_encoder "$loop" "- -> +"
  entry priority_encoder "$loop" "1 -> 0"
}

# Every mutant that is listed can be chosen, and no other; alone, it is another module.
scripts/mutants.py list rtl/*/*.v >"$scratch/list.txt"
scripts/mutants.py write "$scratch/write" rtl/*/*.v
grep -oE 'is_mutant\([0-9]+\) \?|mutant [!=]= [0-9]+' "$scratch/write/all.v" | tr -dc '0-9\n' |
  sort -n >"$scratch/chosen.txt"
cut -f1 "$scratch/list.txt" >"$scratch/listed.txt"
if [ -s "$scratch/listed.txt" ] && cmp -s "$scratch/listed.txt" "$scratch/chosen.txt"; then
  ok "$(wc -l <"$scratch/list.txt") mutants are listed, and each is in the Verilog once"
else
  not_ok "the mutants that are listed are those in the Verilog" \
    "$(diff "$scratch/listed.txt" "$scratch/chosen.txt" | head)"
fi
few=$(cut -f2 "$scratch/list.txt" | sort | uniq -c | awk '{ print $2 }' | wc -l)
if [ "$few" -eq "$(find rtl -name '*.v' | wc -l)" ]; then
  ok "every module has mutants"
else
  not_ok "every module has mutants" "$few have some"
fi
number=$(awk -F '\t' '$2 == "comparator" { print $1; exit }' "$scratch/list.txt")
scripts/mutants.py show "$number" rtl/*/*.v >"$scratch/alone.v"
if [ "$(diff rtl/component/comparator.v "$scratch/alone.v" | grep -c '^>')" -eq 1 ]; then
  ok "a mutant alone differs from the module in one line"
else
  not_ok "a mutant alone differs from the module in one line" "mutant $number"
fi

# The twin test; its own run without a mutant is a part of it.
equivalent >"$lists/equivalent.txt"
mutate twin priority_encoder
expect "the twin test kills all but two, which the list has" 0 \
  '^[1-9][0-9]* killed, 2 equivalent, 0 survived$'

entry priority_encoder "$loop" "- -> +" >"$lists/equivalent.txt"
mutate twin priority_encoder
expect "one that survives and is in no list fails" 1 \
  '^survived: no\. [0-9]+, line 2[0-9] of .*: 1 -> 0$' \
  '1 equivalent, 1 survived$'

{ equivalent; entry priority_encoder 'if (request_i[i]) begin' 'condition -> 0'; } \
  >"$lists/equivalent.txt"
mutate twin priority_encoder
expect "an entry that is killed fails" 1 'equivalent.txt:[0-9]+: this mutant is killed'

{ equivalent; entry priority_encoder 'if (request_i[i + 1]) begin' 'condition -> 0'; } \
  >"$lists/equivalent.txt"
mutate twin priority_encoder
expect "an entry that no mutant has fails" 1 'equivalent.txt:[0-9]+: there is no such mutant'

{ equivalent; printf 'comparator\n  change: == -> !=\n'; } >"$lists/equivalent.txt"
mutate twin priority_encoder
refused "a list that cannot be read" 'equivalent.txt:[0-9]+: expected a module'
equivalent >"$lists/equivalent.txt"
mutate twin no_such_module
refused "a module that there is not" "'no_such_module' is no module of rtl/"

# Lock step.
echo "collective_engine: hypercube:1" >"$scratch/runs.txt"
number=$(awk -F '\t' '$2 == "collective_engine" { print $1; exit }' "$scratch/list.txt")
mutate check collective_engine --quick --numbers "$number"
expect "check kills a mutant" 0 '^collective_engine .*\(1 quick [A-Z]+\)$' \
  '^1 killed, 0 equivalent, 0 survived$'

# Judged by its flow: what is found, what may not be, and modules that are in no run.
echo "send_arbiter: hypercube:2 random --packets 4 --lanes 1 --depth 1 --sends 1" \
  >"$scratch/runs.txt"
line='grant_o[a] = ahead < LIMIT;'
number=$(awk -F '\t' -v line="$line" \
  '$2 == "send_arbiter" && $5 == line && $4 == "< -> <=" { print $1; exit }' "$scratch/list.txt")
mutate flow send_arbiter comparator --numbers "$number"
expect "a send too many is found by its flow" 0 '^comparator +in no run$' \
  '^send_arbiter .*\(1 flow DIFFER\)$' '^1 killed, 0 equivalent, 0 survived$'
mutate flow send_arbiter --numbers "$number" --keep "$scratch/kept.txt"
echo "send_arbiter: hypercube:no" >"$scratch/runs.txt"
printf 'cut' >>"$scratch/kept.txt"
mutate flow send_arbiter --numbers "$number" --keep "$scratch/kept.txt" --resume
expect "what is kept is not tested again" 0 '^1 killed, 0 equivalent, 0 survived$'
law "and a line that was cut is gone" [ "$(wc -l <"$scratch/kept.txt")" -eq 1 ]
mutate flow send_arbiter --numbers "$number" --shard 2/2 --keep "$scratch/shard.txt"
expect "a shard has its part alone" 0 '^0 killed, 0 equivalent, 0 survived$'
mutate flow send_arbiter --shard 3/2
refused "a shard that there is not" "--shard '3/2': give I/N"
echo "send_arbiter: hypercube:2 random --packets 4 --lanes 1 --depth 1 --sends 1" \
  >"$scratch/runs.txt"
turn='assign turn = ~{QUEUES{1'"'"'b0}} << last_q << 1;'
number=$(awk -F '\t' -v line="$turn" '$2 == "send_arbiter" && $5 == line { print $1; exit }' \
  "$scratch/list.txt")
mutate flow send_arbiter --numbers "$number"
expect "who goes first is not" 1 '^survived: no. [0-9]+, line [0-9]+ of send_arbiter: assign turn'
change=$(awk -F '\t' -v n="$number" '$1 == n { print $4 }' "$scratch/list.txt")
entry send_arbiter "$turn" "$change" >"$lists/time.txt"
mutate flow send_arbiter --numbers "$number"
expect "unless a list says that it changes times alone" 0 \
  '^0 killed, 0 equivalent, 1 time, 0 survived$'

echo "comparator: hypercube:no" >"$scratch/runs.txt"
mutate check comparator --quick
refused "a check that is refused says nothing of mutants" 'no verdict.*hypercube:no'
finish
