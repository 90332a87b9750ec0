#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_forms -- the switch that is small in gates agrees with the golden model in every cycle; what
# lockhop rtl writes has that form; and parameters that no switch has are refused.
set -u
. tests/system/tap.sh

# form N: our switch, of which N is the default form.
form() {
  sed "s/parameter FORM          = 0/parameter FORM          = $1/" rtl/switch/switch.v \
    >"$scratch/form_$1.v"
}
form 1
form 2

# row FORM SPEC TRAFFIC OPTION...: in lock step.
row() {
  row_form=$1
  shift
  run "$lockhop" cosim "$@" --dut "$scratch/form_$row_form.v"
  expect "form $row_form: $*" 0 '^PASS' '^  compared +[1-9]'
}
row 2 hypercube:3 random --packets 8 --depth 2 --lanes 2 --disturb all
row 1 d3:2,3 broadcast,source=drawers,count=10 --routing source-vector --depth 2 --disturb all
row 2 hypercube:3 random --packets 8 --depth 2 --lanes 2 --pushes 1
if whole; then
  row 1 hypercube:4 transpose --packets ports --depth 1 --pushes 1
  row 2 torus:4x3 random --packets 8 --depth 3 --pushes 1 --disturb all
  row 2 hypercube:4 random --packets 8 --depth 4
  row 2 hypercube:3 random --packets 8 --depth 1 --lanes 3
  row 2 hypercube:3 uniform,load=1,warmup=10,measure=300 --depth 5 --lanes 2
  row 2 hypercube:3 random --packets 4 --routing rand-sync --depth 3
  row 2 torus:4x3 random --packets 8 --depth 2 --disturb all
  row 2 mesh:4x3 random --packets 8 --routing odd-even --depth 3
  row 2 d3:2,3 all-to-all --routing destination --depth 2
  row 2 fattree:2,3 random --packets 8
  row 1 d3:2,3 headers,count=400 --routing two-levels --depth 1
  row 1 hypercube:3 random --packets 8 --depth 3 --lanes 2
fi

# With a unit that copies packets the ranks are wrong, and lock step sees it: links that stall make
# queues full, and a packet then may not go to some of its ports alone.
copied="d3:2,3 broadcast,source=drawers,count=10 --routing source-vector --depth 2 --disturb all"
# shellcheck disable=SC2086 # several words
run "$lockhop" cosim $copied --wave "$scratch/wave.fst" --dut "$scratch/form_2.v"
expect "form 2 where packets are copied differs" 1 '^DIFFER'

# exported SPEC ROUTING FORM
exported() {
  run "$lockhop" rtl "$1" --routing "$2" -o "$scratch/$2"
  expect "rtl $1 $2" 0
  law "has form $3" grep -q "parameter FORM          = $3 " "$scratch/$2/rtl/switch/switch.v"
  law "and lists its modules" grep -q "rtl/component/placed_queue.v" "$scratch/$2/files.f"
  law "and no other queue" sh -c "! grep output_queue '$scratch/$2/files.f'"
}
exported hypercube:2 deterministic 2
exported d3:2,2 source-vector 1
run "$lockhop" rtl hypercube:2 --form simulation -o "$scratch/simulation"
expect "rtl --form simulation" 0
law "has form 0" grep -q "parameter FORM          = 0 " "$scratch/simulation/rtl/switch/switch.v"
run sh -c "grep -E 'rank_router|placed_queue' '$scratch/simulation/files.f'"
expect "and lists no module of the others" 1
run "$lockhop" rtl hypercube:2 --pushes 1 -o "$scratch/turns"
expect "rtl --pushes 1" 0
law "has the parameter in its network" grep -q "parameter PUSHES *= 1," "$scratch/turns/network.v"
law "and lists its router" grep -q turn_router "$scratch/turns/files.f"
law "and its queue" grep -q single_queue "$scratch/turns/files.f"
law "and no other" \
  sh -c "! grep -E 'rank_router|placed_queue|output_queue' '$scratch/turns/files.f'"
law "a switch with all pushes has neither" \
  sh -c "! grep -E 'turn_router|single_queue' '$scratch/deterministic/files.f'"
run "$lockhop" rtl hypercube:2 --form x -o "$scratch/x"
expect "an unknown form" 2 "--form 'x': must be gates or simulation"
run "$lockhop" testbench hypercube:2 random -o "$scratch/bench"
law "a bench has the form for simulators" \
  grep -q "parameter FORM          = 0 " "$scratch/bench/rtl/switch/switch.v"

# refused NAME=VALUE TEXT: three tools name the parameter.
refused() {
  cd "$scratch/deterministic" || exit 3
  files=$(grep -v network.v files.f | tr '\n' ' ')
  run sh -c "iverilog -g2005 -s switch -Pswitch.$1 -o /dev/null $files || exit 1"
  expect "iverilog refuses $1" 1 "$2"
  # shellcheck disable=SC2086 # several files
  run verilator --lint-only -Wno-fatal --top-module switch -G"$1" $files
  expect "verilator refuses $1" 1 "$2"
  run yosys -q -p "read_verilog -defer $files; hierarchy -check -top switch \
    -chparam ${1%=*} ${1#*=}"
  expect "yosys refuses $1" 1 "$2"
  cd - >/dev/null || exit 3
}
refused FORM=3 switch_FORM_must_be_0_or_1_or_2
refused PUSHES=2 switch_PUSHES_must_be_0_or_1_and_0_with_STORE
refused DEPTH=0 switch_DEPTH_must_be_1_or_more_and_STORE_0_to_255
finish
