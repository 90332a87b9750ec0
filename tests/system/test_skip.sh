#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_skip -- switches that cannot change are not evaluated, and nothing is missed:
# docs/decisions/0058-a-switch-that-cannot-change.md.
set -u
. tests/system/tap.sh

# both TEXT CODE COMMAND...: the same result with --no-skip, but for the switch-cycles that were not
# evaluated, whose number is left in $spared.
both() {
  text=$1 code=$2
  shift 2
  (cd "$scratch" && run "$lockhop" "$@" --json skip.json; exit "$status") && true
  [ $? -eq "$code" ] || not_ok "$text: exit code" "$*"
  (cd "$scratch" && run "$lockhop" "$@" --no-skip --json all.json)
  spared=$(sed -n 's/.*"unevaluated_switch_cycles": \([0-9]*\),/\1/p' "$scratch/skip.json")
  for side in skip all; do
    grep -v '"unevaluated_switch_cycles"\|"command"\|"waveform"' "$scratch/$side.json" \
      >"$scratch/$side"
  done
  same "$text: the same result" "$scratch/skip" "$scratch/all"
  ! grep -q unevaluated "$scratch/all.json" || not_ok "$text: --no-skip evaluates all"
}

# at_least TEXT PERCENT: so many of the switch-cycles were not evaluated.
at_least() {
  compared=$(sed -n 's/.*"compared_switch_cycles": \([0-9]*\),/\1/p' "$scratch/skip.json")
  if [ $((${spared:-0} * 100)) -ge $(($2 * compared)) ]; then
    ok "$1: $2 % are not evaluated"
  else
    not_ok "$1" "${spared:-none} of $compared"
  fi
}

lockhop=$PWD/$lockhop
both "permutation" 0 cosim hypercube:6 random
at_least "permutation" 70
both "several packets" 0 cosim hypercube:6 transpose --packets 6
both "with bits of the phase" 0 cosim hypercube:6 random --routing rand-sync
both "open loop" 0 cosim mesh:8x8 uniform,load=0.05,measure=500
at_least "open loop" 20
both "stalls, holds and resets" 0 cosim hypercube:4 random --disturb stalls,holds,resets
whole && both "virtual channels" 0 cosim torus:4x4 tornado,load=0.2,measure=500 --depth 1
whole && both "engines" 0 cosim hypercube:3 all-to-all-personalized

# A switch with a line before its last endmodule: $scratch/NAME.v.
switch_with() {
  awk -v line="$2" '{ lines[NR] = $0 } /^endmodule/ { last = NR }
    END { for (i = 1; i <= NR; i++) { if (i == last) print line; print lines[i] } }' \
    "$(dirname "$(dirname "$lockhop")")/rtl/switch/switch.v" >"$scratch/$1.v"
}

# It wakes up by itself, long after the last packet: found, in the same cycle.
switch_with wakes_up '  reg [5:0] still;
  initial still = 0;
  wire busy = out_valid_o != 0 || leaves != 0;
  always @(posedge clk) still <= busy ? 0 : still + (still != 63);'
sed -i 's/assign eject_valid_o  = /&{CHANNELS{still == 40}} | /' "$scratch/wakes_up.v"
both "a switch that wakes up by itself" 1 cosim hypercube:4 random --dut "$scratch/wakes_up.v"
run grep '"outcome": "DIFFER"' "$scratch/skip.json"
expect "it is found" 0
[ -z "$spared" ] || not_ok "it never rests" "$spared"

# never_rests NAME LINE [OPTIONS]: with this line, and options of a list of files, it is not known
# what an evaluation depends on.
never_rests() {
  switch_with "$1" "$2"
  both "$1" 0 cosim hypercube:2 random --dut "$scratch/$1.v" ${3:+--dut "$3"}
  [ -z "$spared" ] || not_ok "$1: never rests" "$spared"
}

# The same file with a line that says nothing rests.
switch_with nothing "  wire nothing;"
both "nothing" 0 cosim hypercube:2 random --dut "$scratch/nothing.v"
[ "${spared:-0}" -gt 50 ] || not_ok "nothing: rests" "$spared"
# shellcheck disable=SC2016 # Verilog
never_rests display '  always @(posedge clk) if (phase_i[0]) $display("late");'
if whole; then
  # shellcheck disable=SC2016
  {
    never_rests time '  reg [63:0] now; always @(posedge clk) now <= $time;'
    never_rests random '  reg [31:0] drawn; always @(posedge clk) if (phase_i[0]) drawn <= $random;'
    never_rests file '  integer f; always @(posedge clk) if (phase_i[0]) f = $fopen("none");'
    never_rests c '  always @(posedge clk) if (phase_i[0]) $c("fflush(nullptr);");'
    never_rests macro '`define DO $c
  always @(posedge clk) if (phase_i[0]) `DO ("fflush(nullptr);");'
    never_rests bare '  always @(posedge clk) if (phase_i[0]) $c("fflush(nullptr);");' \
      '--verilator-args --no-decoration'
    never_rests value '  reg [31:0] r; always @(posedge clk) r <= $c32("getpid()");'
    never_rests dpi '  import "DPI-C" function int getpid();
  reg [31:0] r; always @(posedge clk) if (phase_i[0]) r <= getpid();'
  }
fi

finish
