#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_dpi -- the benches in SystemVerilog: they find planted bugs where cosim does, and a checker
# that is bound to every switch of a design names the instance.
#
# Each bench is compiled once, with bugs that plusargs switch on (plant.py).
# shellcheck disable=SC2016 # $ of Verilog
set -u
. tests/system/tap.sh

if ! command -v verilator >/dev/null; then
  skip "the benches in SystemVerilog" "no verilator"
  finish
fi
run make -s library
expect "make library" 0
folder=$scratch/bench
stimuli="hypercube:2 uniform,load=1,warmup=0,measure=40 --depth 2 --lanes 2 --disturb stalls"
bugs="duplicate:router stale_after_stall:output_queue priority_order:priority_encoder"

# --- the list of functions ---

mkdir -p "$scratch/list"
echo 'void golden_pins u33:pins' >"$scratch/list/functions.txt"
run awk -v folder="$scratch/list" -f tb/dpi/make_imports.awk "$scratch/list/functions.txt"
expect "a type that is none is refused, with its line" 2 "functions.txt:1: 'u33' is no type"

# --- designs with bugs ---

planted=
for bug in $bugs; do
  name=${bug%:*}
  module=${bug#*:}
  broken_switches "$name"
  tests/system/plant.py "$name" "rtl/component/$module.v" "$scratch/broken/$name.v" \
    >"$scratch/$module.sv" || not_ok "plant.py $name"
  planted="$planted --dut $scratch/$module.sv"
done
sed "s/if (rst) begin/if (1'b0) begin/" rtl/component/input_queue.v >"$scratch/unreset.v"
tests/system/plant.py unreset rtl/component/input_queue.v "$scratch/unreset.v" \
  >"$scratch/input_queue.sv" || not_ok "plant.py unreset"
planted="$planted --dut $scratch/input_queue.sv"

# build BENCH STIMULI...
build() {
  bench=$1
  shift
  # shellcheck disable=SC2086 # several words
  run env OPT=-O0 tb/dpi/build.sh "$bench" "$@" $planted -o "$folder"
  expect "the bench of a $bench is built" 0
}

# found TEXT PATTERN: the last run has ended at differences; the one with the lowest cycle, and of
# these the first, matches.
found() {
  first=$(awk '/^switch / { at = $0 ", " } /^first difference: / { print at $0 }' "$out" |
    sort -s -t: -k2.8n | head -n 1)
  if [ "$status" -eq 1 ] && grep -qx DIFFER "$out" && echo "$first" | grep -qE -e "$2"; then
    ok "$1"
  else
    not_ok "$1" "exit status $status; expected: $2" "$(grep '^first' "$out")" \
      "$(tail -n 5 "$out" "$err")"
  fi
}

# --- the stimuli of cosim ---

# shellcheck disable=SC2086 # several words
build switch $stimuli
run "$folder/bench"
expect "the switch agrees in the place of each of the network" 0 \
  '^[0-9]{3,4} cycles of switch 0 agree, [1-9][0-9]* packets' '^[0-9]{3,4} cycles of switch 3 agree'
for bug in $bugs; do
  name=${bug%:*}
  # shellcheck disable=SC2086 # several words
  run "$lockhop" cosim $stimuli --dut "$scratch/broken/$name.v" --json "$scratch/$name.json"
  tests/system/expected_difference.py "$scratch/$name.json" '{cycle} {switch} {place}, {field}' \
    >"$scratch/expected" || not_ok "cosim finds $name" "$(tail -n 3 "$out" "$err")"
  read -r cycle switch place <"$scratch/expected"
  run "$folder/bench" "+planted=$name"
  found "$name is found where cosim finds it" \
    "^switch $switch, first difference: cycle $cycle, .*switch_bench\.u_switch, $place: golden "
  run "$folder/bench" "+planted=$name" "+switch=$switch"
  found "and at that switch alone" \
    "^switch $switch, first difference: cycle $cycle, .*switch_bench\.u_switch, $place: golden "
done
run "$folder/bench" +planted=unreset +switch=0
expect "a register that is not reset is 0 in two states, and seen by test_vpi.sh alone" 0 '^PASS$'
run "$folder/bench" "+run=hypercube:2 random --depth 3 --lanes 2" +switch=0
expect "a run on another shape is refused" 2 'the design has DEPTH 2, and what \+run says has 3'
run "$folder/bench" "+run=hypercube:2 random --depth 2" +switch=0
expect "and one without lanes" 2 '--depth and --lanes must be given'
run "$folder/bench" "+run=hypercube:2 random --cycles 3 --packets 9 --depth 2 --lanes 2" +switch=0
expect "a run that is cut off does not pass" 4 '^TIMEOUT$'
run "$folder/bench" "+run=$stimuli --compare flow" +switch=0
expect "one switch is not judged" 2 '--compare judges a whole network: take network_bench'
run "$folder/bench" +switch=4
expect "a switch that there is not is refused" 2 'there are switches 0 to 3'

# --- random stimuli ---

run "$folder/bench" +random
expect "random stimuli: the switch agrees" 0 '^[0-9]{4} cycles agree, [0-9]{4} packets sent$' \
  '^PASS$'
for bug in $bugs; do
  run "$folder/bench" +random "+planted=${bug%:*}"
  found "random stimuli find ${bug%:*}" '^first difference: .*switch_bench\.u_switch, '
done

# --- a checker in every switch of a network ---

# Where routes turn packets stall on their way.
stimuli="mesh:3x2 uniform,load=1,warmup=0,measure=30 --routing source-route --depth 2 --lanes 3"
sed 's/^endmodule/initial if ($test$plusargs("ends")) #17 $finish;\n&/' \
  rtl/component/input_queue.v >"$scratch/ends.v"
planted="--dut $scratch/router.sv --dut $scratch/output_queue.sv --dut $scratch/ends.v"
# The switch itself can be a router with times of its own, right or wrong.
wrong_router "$scratch/wrong.v"
{
  tests/system/plant.py wrong examples/routers/pipelined.v "$scratch/wrong.v" >"$scratch/own.sv" &&
    tests/system/plant.py own rtl/switch/switch.v "$scratch/own.sv" >"$scratch/switch.sv"
} || not_ok "plant.py own"
planted="$planted --dut $scratch/switch.sv"
# shellcheck disable=SC2086 # several words
build network $stimuli
run "$folder/bench"
expect "a network with checkers inside" 0 '^[0-9]+ cycles of 6 switches agree, [0-9]{3} packets' \
  '^PASS$'
for bug in duplicate stale_after_stall; do
  # shellcheck disable=SC2086 # several words
  run "$lockhop" cosim $stimuli --dut "$scratch/broken/$bug.v" --json "$scratch/network.json"
  tests/system/expected_difference.py "$scratch/network.json" '{cycle} {switch} {place}, {field}' \
    >"$scratch/expected" || not_ok "cosim finds $bug" "$(tail -n 3 "$out" "$err")"
  read -r cycle switch place <"$scratch/expected"
  run "$folder/bench" "+planted=$bug"
  found "$bug is found in the network where cosim finds it" \
    "^first difference: cycle $cycle, .*network_bench\.u_network\.s$switch, $place: golden "
  run "$folder/bench" +random +cycles=1000 "+planted=$bug"
  found "random packets find $bug" '^first difference: '
done
run "$folder/bench" +random
expect "random packets" 0 '^300 cycles of 6 switches agree' '^PASS$'
mv "$out" "$scratch/seed-1"
run "$folder/bench" +random +seed=2
expect "others with another seed" 0 '^PASS$'
mv "$out" "$scratch/seed-2"
run sh -c "! cmp '$scratch/seed-1' '$scratch/seed-2'"
expect "which are not the same" 0
# The switches are the same; two bits of the data say which of the three takes a packet.
run "$folder/bench" "+run=mesh:3x2,terminals=3${stimuli#mesh:3x2}" +random
expect "with three terminals at a switch all lanes offer, and packets name one of them" 0 \
  '^300 cycles of 6 switches agree, 2[0-9]{3} packets' '^PASS$'
for switch in s0 s1; do
  run "$folder/bench" +random +planted=duplicate "+at=.u_network.$switch."
  found "a bug in $switch alone is named" \
    "^first difference: cycle [0-9]+, .*network_bench\.u_network\.$switch, "
done
if grep '^first difference: ' "$out" | grep -vq 'u_network\.s1,'; then
  not_ok "and no other switch is" "$(cat "$out")"
else
  ok "and no other switch is"
fi
run "$folder/bench" "+run=$stimuli --seed 5 --disturb resets"
expect "another seed, and resets" 0 '^PASS$'
run "$folder/bench" "+run=$stimuli --disturb stalls"
expect "links that are inside the network cannot be stalled" 2 'inside it and cannot be stalled'
run "$folder/bench" "+run=mesh:2 random --depth 2 --lanes 3"
expect "a run on another network is refused" 2 'the design has 6 switches'
flow="$stimuli --disturb resets --compare flow"
run "$folder/bench" "+run=$flow" +planted=own
expect "a router with times of its own breaks no rule" 0 \
  '^[0-9]{3} cycles of 6 switches, ([0-9]{3}) of \1 packets arrived$' '^PASS$'
rule_of_cosim "$flow --dut $scratch/wrong.v"
run "$folder/bench" "+run=$flow" +planted=own +planted=wrong
breaks_rule "one that inverts data breaks a rule where cosim finds it"
run "$folder/bench" "+run=${flow%flow}delivery" +planted=own +planted=wrong
expect "by what arrives it is LOST" 1 '^LOST$'
run "$folder/bench" "+run=$flow" +random
expect "what is judged has the traffic of cosim" 2 '\+random: what is judged has the traffic of'
# shellcheck disable=SC2086 # several words
run tb/dpi/build.sh switch -o "$folder" $flow
refused "one switch alone is not judged" '--compare judges a whole network'
run "$folder/bench" +ends
expect "a design that ends the simulation has not passed" 3 'finish before the bench has a verdict'
run tb/dpi/build.sh bus -o "$folder" hypercube:2 random
refused "a bench that there is not" "one of: switch network; not 'bus'"
finish
