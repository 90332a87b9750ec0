#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_monitor -- monitors in a bench with traffic of its own: a right router breaks no rule, a
# wrong one the rule of its mistake.
#
# The bench is compiled once, with wrong routers that plusargs switch on (plant.py), one inside the
# other: +planted=refusals is the first, +planted=refusals +planted=path the second, and so on.
set -u
. tests/system/tap.sh

if ! command -v verilator >/dev/null; then
  skip "monitors in SystemVerilog" "no verilator"
  finish
fi
run make -s library
expect "make library" 0
folder=$scratch/bench

# The router waits for its terminal, too.
cat >"$scratch/waits.sed" <<'F'
s/^  output wire \[CHANNELS-1:0\] +eject_valid_o,/  input  wire [CHANNELS-1:0] eject_ready_i,\n&/
s/\(eject_q \|\| has != 0\)/(eject_q ? eject_ready_i[c] : has != 0)/
F
# waits FILE: the router in it, $scratch/NAME.v of its folder's name.
waits() {
  waits_to=$scratch/waits_$(basename "$(dirname "$1")").v
  sed -E -f "$scratch/waits.sed" "$1" >"$waits_to"
  [ "$(grep -c eject_ready_i "$waits_to")" -eq 2 ] || not_ok "waits.sed changes $1"
  echo "$waits_to"
}

# wrong NAME: the router with this mistake of tests/hostile/.
wrong() {
  tests/apply_patch.sh "tests/hostile/pipelined_$1.patch" "$scratch/$1" >"$out" 2>"$err" ||
    not_ok "pipelined_$1.patch" "$(cat "$err")"
  waits "$scratch/$1/pipelined.v"
}

# plant NAME RIGHT WRONG: the module of both, $scratch/NAME.sv.
plant() {
  tests/system/plant.py "$1" "$2" "$3" >"$scratch/$1.sv" || not_ok "plant.py $1"
}

plant lost "$(wrong not_reset)" "$(wrong swallows)"
plant reset "$(wrong wrong_port)" "$scratch/lost.sv"
right=$(waits examples/routers/pipelined.v)
sed '1,/eject_ready_i/!s/eject_ready_i\[c\]/1/' "$right" >"$scratch/ignores.v"
plant path "$scratch/ignores.v" "$scratch/reset.sv"
plant refusals "$right" "$scratch/path.sv"
run env OPT=-O0 tb/monitor/build.sh --dut "$scratch/refusals.sv" -o "$folder"
expect "the bench is built" 0

# breaks TEXT PATTERN ARGUMENTS...: the simulation fails, and one line of it matches.
breaks() {
  breaks_text=$1
  breaks_pattern=$2
  shift 2
  run "$folder/obj/Vbench" "$@"
  if [ "$status" -ne 0 ] && [ "$(cat "$out" "$err" | grep -cE -e "$breaks_pattern")" -eq 1 ]; then
    ok "$breaks_text"
  else
    not_ok "$breaks_text" "exit status $status; expected: $breaks_pattern" \
      "$(tail -n 5 "$out" "$err")"
  fi
}

run "$folder/obj/Vbench"
expect "a right router breaks no rule" 0 '^[4-9][0-9] packets arrived after the reset in mid-run$'
if cat "$out" "$err" | grep -q rule; then
  not_ok "and nothing is said of rules" "$(cat "$out" "$err")"
else
  ok "and nothing is said of rules"
fi
run "$folder/obj/Vbench" +refuse
expect "nor one whose terminals refuse" 0 '^[4-9][0-9] packets arrived after the reset in mid-run$'
if cat "$out" "$err" | grep -q rule; then
  not_ok "and nothing is said of rules" "$(cat "$out" "$err")"
fi
at='cycle [0-9]+, switch [0-3] \([01]{2}\)'
breaks "a wrong port: instance, cycle, switch and rule" \
  "g_router\[[0-3]\]\.u_switch\.u_monitor.*: $at, rule path: packet .* by port [01]; allowed: " \
  +planted=refusals +planted=path
breaks "a router that ejects what is refused" \
  ": $at, rule stable: ejection offered packet .*, which was refused, and now offers" \
  +refuse +planted=refusals
breaks "what a reset leaves behind" \
  ": $at, rule reset: packet 0x[0-9a-f]+ leaves by port [01], and was sent before the last" \
  +planted=refusals +planted=path +planted=reset
breaks "a lost packet, when the router has rested" \
  ": $at, rule lost: packet 0x[0-9a-f]*[5d] is inside .*, for 257 cycles$" \
  +planted=refusals +planted=path +planted=reset +planted=lost +packets=6
breaks "and when the simulation ends before" \
  ": $at, rule lost: packet 0x[0-9a-f]*[5d] is inside .* though ejection is free$" \
  +planted=refusals +planted=path +planted=reset +planted=lost +packets=6 +quiet=100
finish
