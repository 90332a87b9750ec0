#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_vpi -- the bench for Icarus Verilog: it finds planted bugs where cosim does, an x of a
# register that reset leaves as it is, and no x in the switches of checks.
set -u
. tests/system/tap.sh

if ! command -v vvp >/dev/null; then
  skip "the bench for Icarus Verilog" "no iverilog"
  finish
fi
run make -s library
expect "make library" 0
folder=$scratch/bench
shape="--depth 2 --lanes 2 --disturb stalls"
stimuli="hypercube:2 uniform,load=1,warmup=0,measure=40 $shape"

# bench DUT...: the bench of the stimuli is built and run.
bench() {
  # shellcheck disable=SC2086 # several words
  run tb/vpi/build.sh $stimuli "$@" -o "$folder"
  [ "$status" -ne 0 ] || run "$folder/bench"
}

# --- the right switch, and bugs ---

bench
expect "the switch agrees" 0 '^[0-9]{3,4} cycles of 4 switches agree$' '^PASS$'
for bug in duplicate stale_after_stall priority_order; do
  broken_switches $bug
  # shellcheck disable=SC2086 # several words
  run "$lockhop" cosim $stimuli --dut "$scratch/broken/$bug.v" --json "$scratch/$bug.json"
  expected=$(tests/system/expected_difference.py "$scratch/$bug.json" \
    '^first difference: cycle {cycle}, switch {switch}, {place}, {field}: golden ') ||
    not_ok "cosim finds $bug" "$(tail -n 3 "$out" "$err")"
  bench --dut "$scratch/broken/$bug.v"
  expect "$bug is found where cosim finds it" 1 "$expected" '^DIFFER$'
done

# --- four states ---

# A register that reset does not write is x for ever, and that of an input queue shows at once.
unreset=$scratch/unreset.v
sed "s/if (rst) begin/if (1'b0) begin/" rtl/component/input_queue.v >"$unreset"
bench --dut "$unreset"
expect "a valid bit that is not reset is an x in cycle 0" 1 \
  '^first difference: cycle 0, switch 0, port 0, in_ready: golden 1, dut x$'
# A packet without its valid bit is x: a switch that looks at it is found.
stimuli="hypercube:2 uniform,load=0.2,warmup=0,measure=40 $shape"
sed 's/valid_i || (full_q/(valid_i | ^packet_i) || (full_q/' rtl/component/input_queue.v \
  >"$scratch/looks.v"
bench --dut "$scratch/looks.v"
expect "an input that means nothing is x, and must not come through" 1 'dut x$'

# --- judged by what it does ---

stimuli="hypercube:2 uniform,load=1,warmup=0,measure=40 $shape,resets --compare flow"
bench --dut examples/routers/pipelined.v
expect "a router with times of its own breaks no rule" 0 \
  '^[0-9]{3} cycles of 4 switches, ([0-9]{3}) of \1 packets arrived$' '^PASS$'
wrong_router "$scratch/wrong.v"
rule_of_cosim "$stimuli --dut $scratch/wrong.v"
bench --dut "$scratch/wrong.v"
breaks_rule "one that inverts data breaks a rule where cosim finds it"
run "$folder/bench" "+run=${stimuli%flow}delivery"
expect "by what arrives it is LOST" 1 '^LOST$'
tests/apply_patch.sh tests/hostile/pipelined_reorders.patch "$scratch/reorders" >"$out" 2>"$err" ||
  not_ok "pipelined_reorders.patch" "$(cat "$err")"
rule_of_cosim "$stimuli --dut $scratch/reorders/pipelined.v"
law "a packet that is overtaken" \
  grep -q 'rule order: .*: REORDER, it leaves in cycle' "$scratch/rule"
bench --dut "$scratch/reorders/pipelined.v"
breaks_rule "is followed, as by cosim"
sed "s/count_q <= rst ? 2'd0 :/count_q <=/" examples/routers/pipelined.v >"$scratch/kept.v"
bench --dut "$scratch/kept.v"
expect "a register without reset is an x here, too" 1 \
  '^first difference: cycle 0, switch 0, port 0, in_ready: dut x$'
sed 's/= count_q != 0;/= count_q != 0 \&\& out_ready_i[p] !== 0;/' examples/routers/pipelined.v \
  >"$scratch/depends.v"
bench --dut "$scratch/depends.v"
expect "outputs do not depend on inputs" 1 \
  '^first difference: cycle [0-9]+, switch [0-3], out_valid depends on inputs of the same cycle'
stimuli="hypercube:2 uniform,load=0.2,warmup=0,measure=40 $shape"

# --- what is wrong ---

bench
run "$folder/bench" "+run=hypercube:2 random --depth 3 --lanes 2"
expect "a run on another shape is refused" 2 'has DEPTH 2, and what \+run says has 3'
run "$folder/bench" "+run=hypercube:2 storm --depth 2 --lanes 2"
expect "so is unknown traffic" 2 "unknown traffic 'storm'"
run "$folder/bench" "+run=hypercube:2 random --cycles 3 --packets 9 --depth 2 --lanes 2"
expect "a run that is cut off does not pass" 4 '^TIMEOUT$'
run "$folder/shape" rtl \
  "hypercube:2 random --data ones --routing rand-trans --depth 2 --lanes 2 --data small"
expect "options that stand between two of a name are kept" 0 '^hypercube:2 --routing rand-trans '
run tb/vpi/build.sh -o "$folder" hypercube:2 random
refused "depth and lanes must be given" '--depth and --lanes must be given'
run tb/vpi/build.sh -o "$folder" hypercube:2 random --depth 2 --lanes 2 --dut no-such.v
refused "a file that is not there" "no-such.v"
run tb/vpi/build.sh -o "$folder" hypercube:2 random --depth 2 --lanes 2 \
  --dut rtl/component/rank_router.v
refused "a module that replaces none" 'the design has none of the modules rank_router'
# shellcheck disable=SC2016 # Verilog's dollar
sed 's/^endmodule/initial $finish;\nendmodule/' rtl/component/router.v >"$scratch/ends.v"
bench --dut "$scratch/ends.v"
expect "a design that ends the simulation is no PASS" 3 'the simulation ended before the run did'

# --- the switches of checks ---

run "$lockhop" check hypercube:2 --level quick --list
expect "check --list: the plan as commands" 0 \
  '^build/lockhop cosim hypercube:2 uniform,.* --depth 1 .*  # depth 1, 2 lanes, 1 VC$'
run "$lockhop" check --repeat nowhere --list
refused "check --list needs a SPEC" '--list prints the plan of a SPEC'
# Every route unit, with ALL=1; the number is the cycles in which an open loop sends.
checks='30 hypercube:2
10 d3:1,2'
! whole || checks="$checks
20 hypercube:1 --routing rand-trans
20 hypercube:2 --routing drand-trans-ooo
10 d3:1,2 --routing destination
20 mesh:3
20 mesh:2 --routing source-route
20 torus:3
20 butterfly:1
20 hdn:2:2"
while read -r check; do
  # shellcheck disable=SC2086 # several words
  run tb/vpi/regress.sh -m $check -o "$folder"
  expect "no x in the switches of a check of ${check#* }" 0 '^PASS$' '^depth [0-9].* cycles of '
done <<END
$checks
END
run tb/vpi/regress.sh -o "$folder" -m 20 hypercube:1 --dut "$unreset"
expect "and regress.sh finds one that is there" 1 '^FAIL depth 2.*exit code 1$' 'dut x$' '^FAIL$'
finish
