#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_flow -- a design judged by what enters and leaves its switches: docs/flow.md.  Our own switch
# breaks no rule, on any network; broken ones break the rule that they must; what cannot be judged
# is refused.  The pipelined router and its mistakes are in tests/hostile/.
set -u
. tests/system/tap.sh

# Our own switch, in the rows of the table that are quick.
COMPARE=flow QUICK=1 tests/system/test_lockstep.sh >"$scratch/rows" 2>&1
if ! grep -q '^not ok' "$scratch/rows" && [ "$(grep -c '^ok' "$scratch/rows")" -ge 100 ]; then
  ok "our own switch, in $(grep -c '^ok' "$scratch/rows") runs"
else
  not_ok "our own switch" "$(grep -A3 '^not ok' "$scratch/rows" | head -20)"
fi

# planted NAME RULE SPEC TRAFFIC OPTIONS...
planted() {
  name=$1 rule=$2
  shift 2
  broken_switches "$name"
  run "$lockhop" cosim "$@" --compare flow --dut "$scratch/broken/$name.v"
  expect "$name: rule $rule" 1 '^DIFFER$' \
    "^first difference: cycle [0-9]+, switch [0-9]+ \\(.*\\), rule $rule: "
}

planted pid_bit path hypercube:4 random
planted exchange_after_compare 'eject' hypercube:3 random --routing rand-trans
planted duplicate duplicate hypercube:4 random --packets 16
planted drop_under_contention order hypercube:4 random --packets 16
planted overwrites_while_stalled '(stable|duplicate|order)' hypercube:4 random --packets 16
planted flip_ejected_data corrupt hypercube:4 random
planted swaps_terminals corrupt hypercube:2,terminals=2 random --packets 4 --lanes 2 --depth 2
expect "swaps_terminals: the terminal field is named" 1 \
  'which no packet inside has, are ejected; .*; its terminal field is 0, not 1$'
# The same design alone.
run "$lockhop" run hypercube:2,terminals=2 random --packets 4 --lanes 2 --depth 2 --machine array \
  --dut "$scratch/broken/swaps_terminals.v"
expect "swaps_terminals: packets come to the other terminal" 1 '^LOST$' \
  '^misdelivered: packet 8 .* to terminal 1 at switch 0 .* at switch 0 .*, its terminal field 0$'
planted full_not_reset '(reset|duplicate)' hypercube:3 uniform,load=0.9,warmup=0,measure=200 \
  --disturb resets --depth 1
planted broadcast_keeps_none '(path|lost|header|duplicate)' d3:2,3 broadcast,source=0.0.0
planted mask_keeps_lower header hypercube:3 random --routing drand-trans-ooo
# Other bugs that break the same rules.
if whole; then
  planted priority_order path hypercube:4 random
  planted missing_reset duplicate hypercube:4 random
  planted vector_keeps_gamma header d3:2,2 all-to-all --routing glgl
fi

# Nothing but time and order of service is wrong with these.
broken_switches wrong_push_order
run "$lockhop" cosim hypercube:4 random --packets 16 --compare flow \
  --dut "$scratch/broken/wrong_push_order.v"
expect "wrong_push_order: packets of other channels first" 0 '^PASS$'
if whole; then
  broken_switches arbiter_ignores_blocked
  run "$lockhop" cosim torus:4x4 random --packets 16 --compare flow \
    --dut "$scratch/broken/arbiter_ignores_blocked.v"
  expect "arbiter_ignores_blocked: another VC first" 0 '^PASS$'
fi

# What is said.
broken_switches pid_bit
bug=$scratch/broken/pid_bit.v
run "$lockhop" cosim hypercube:4 random --compare flow --dut "$bug" --json "$scratch/json"
expect "the packet, its way and the waveform" 1 \
  '^  packet [0-9]+ entered by (channel|lane) .* with header' \
  '^last events of switch' '^  packet [0-9]+ in the design: cycle 0 enters switch' '^waveform: '
save=$(sed -n 's/^waveform: .* gtkwave -a //p' "$out")
if grep -q '^\[markername\] BENTERS$' "$save" && ! grep -q golden "$save"; then
  ok "the view marks the entry, and has no golden model"
else
  not_ok "the view marks the entry, and has no golden model" "$save"
fi
[ -z "$save" ] || rm -f "${save%.gtkw}".*
python3 - "$scratch/json" >"$out" 2>&1 <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
difference = result["difference"]
assert result["compare"] == "flow" and difference["kind"] == "rule", result
assert difference["rule"] == "path" and difference["text"].startswith("rule path: "), difference
assert result["flow"]["longest_stay"] > 0 and result["flow"]["longest_stay_switch"] < 16, result
END
status=$?
expect "JSON has the rule" 0
run "$lockhop" cosim hypercube:4 random --compare flow --waive path,order --dut "$bug"
if grep -q 'rule path' "$out"; then
  not_ok "a rule that is waived is not reported" "$(cat "$out")"
else
  ok "a rule that is waived is not reported"
fi

# What one run reaches.
run "$lockhop" cosim hypercube:3 random --packets 16 --disturb resets --compare flow --exercise \
  --machine array --json "$scratch/json"
expect "what a run reached at the pins" 0 '^PASS$' \
  '^  packet taken from channel to queue +12 +12 +18$' \
  '^  reset with so many packets inside +[1-6] +6 +6$'
python3 - "$scratch/json" >"$out" 2>&1 <<'END'
import json, sys
kinds = json.load(open(sys.argv[1]))["exercise"]["map"]["kinds"]
assert kinds["channel_to_queue"]["reached"] == 12 and "arrivals" in kinds, kinds
assert "fill" not in kinds or kinds["fill"]["items"] == 0, kinds
END
status=$?
expect "JSON has what was reached" 0

# Of many runs.
run "$lockhop" check hypercube:2 --level quick --compare flow
expect "check: our own switch, and what it reached at the pins" 0 '^PASS$' \
  '^what a test must reach, counted at the pins:$' \
  '^  depth 2, 2 lanes, 1 VC: reached 9[0-9]\.[0-9] % of what can be reached \([0-9]+ of 50\)' \
  '^not reached:$' '^    channel is not ready: channel 1$' \
  '^exercised: link_transfers [0-9]+, ejections [0-9]+, stalled_links '
# The standard level has more runs, and longer ones.
if whole; then
  run "$lockhop" check hypercube:2 --compare flow --quiet
  expect "check: the standard level, too" 0 '^PASS$'
fi
run "$lockhop" check hypercube:2 --level quick --compare flow --fail-fast --jobs 1 --shrink \
  -o "$scratch/evidence" --html "$scratch/check.html" --json "$scratch/json" --dut "$bug"
expect "check: a failure with its rule, made small" 1 '^DIFFER$' '^DIFFER: .* rule (path|eject): ' \
  '^  packets +1, of ' '^  1 run: DIFFER: rule (path|eject); at '
law "check: its page has what was made small" \
  tests/system/page_laws.py "$scratch/check.html" DIFFER 'Case 1: DIFFER: rule ' \
  'Shrunk to hypercube:' '; 1 packet, of ' \
  "$(grep -h '^first difference' "$scratch"/evidence/lockhop-shrunk-*/report.txt)" \
  "$(cat "$scratch"/evidence/lockhop-shrunk-*/command)" \
  "gtkwave -a $(echo "$scratch"/evidence/lockhop-shrunk-*)/difference.gtkw"
law "check: JSON names its folder" \
  grep -qxF "      \"shrunk\": \"$(echo "$scratch"/evidence/lockhop-shrunk-*)\"" "$scratch/json"
run "$lockhop" check --repeat "$(echo "$scratch"/evidence/run-*)"
expect "check: repeated from its folder" 1 '^DIFFER$' 'rule (path|eject): '
"$lockhop" check hypercube:2 --level quick --compare flow --plan >"$scratch/plan"
"$lockhop" jobs "$scratch/plan" >"$scratch/results" 2>"$err"
run "$lockhop" check hypercube:2 "$scratch/results" --level quick --compare flow --judge
expect "check: planned, made and judged" 0 '^PASS$'
run "$lockhop" check hypercube:2 "$scratch/results" --level quick --judge
refused "results of another comparison" 'is not part of this check'

# In a sweep, as a line of a block.
cat >"$scratch/plan" <<'END'
topology hypercube:3
traffic random
routing deterministic
packets 1 4
depth 2
trials 3
seed 1
compare flow
END
run "$lockhop" sweep "$scratch/plan" --machine array -o "$scratch/rows.csv"
expect "sweep: our own switch" 0
if [ "$(grep -c ',,[0-9]*,[13],,,,,PASS' "$scratch/rows.csv")" = 6 ]; then
  ok "sweep: six rows"
else
  not_ok "sweep: six rows" "$(cat "$scratch/rows.csv")"
fi
run "$lockhop" sweep "$scratch/plan" -o "$scratch/golden.csv"
refused "sweep: the golden model has nothing to judge" 'compare flow: there is no design to judge'

# What cannot be.
run "$lockhop" cosim hypercube:2 random --compare delivery --exercise
refused "what was reached" '--exercise: looks into the golden model, which does not run'
run "$lockhop" cosim hypercube:2 random --compare time
refused "another word" "--compare 'time': must be cycle, flow or delivery"
run "$lockhop" cosim hypercube:2 random --waive order
refused "a waiver without flow" '--waive is for --compare flow'
run "$lockhop" cosim hypercube:2 random --capacity 4 --compare delivery
refused "a capacity without flow" '--capacity is for --compare flow'
run "$lockhop" cosim hypercube:2 random --compare delivery --waive path
refused "a waiver of another comparison" '--waive: of these rules --compare delivery has order'
run "$lockhop" cosim hypercube:2 random --starve 4
refused "a bound of overtakings without flow" '--starve is for --compare flow'
run "$lockhop" cosim hypercube:2 random --patience 4 --compare delivery
refused "a bound of stays without flow" '--patience is for --compare flow'
run "$lockhop" cosim hypercube:2 random --compare flow --waive order,stabel
refused "a rule that is none" "--waive: 'stabel' is no rule of docs/flow.md; did you mean 'stable'"
run "$lockhop" cosim hypercube:2 all-to-all-broadcast --compare flow
refused "collectives" '--compare flow: collectives run on engines, which are compared by cycle'
run "$lockhop" cosim d3:2,2 random --routing ugal --compare delivery
refused "queues that nobody sees" '--compare delivery: ugal chooses by queues'
run "$lockhop" cosim hypercube:2 random --routing drand-trans-ooo --data constant --compare flow
refused "packets that cannot be told apart" '--data constant: packets may be equal'
finish
