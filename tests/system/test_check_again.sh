#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_check_again -- what a check of a broken switch leaves: beside an earlier check, made again,
# and shrunk; and what a check says of switches that hang, that cannot be built, or that leave
# outputs open.
set -u
. tests/system/tap.sh

folder=$scratch/evidence

# check ARGUMENT...: a quick one of the smallest network.
check() {
  run "$lockhop" check hypercube:1 --level quick --jobs 1 -o "$folder" "$@"
}

broken_switches loses_data_bits
bug=$scratch/broken/loses_data_bits.v
# shellcheck disable=SC2016 # $display is Verilog
sed -i 's/^endmodule/  initial $display("here I am");\n&/' "$bug"

for time in first second; do
  check --fail-fast --dut "$bug"
  expect "the $time check finds the bug" 1 '^DIFFER$' "^evidence: 1 run in $folder\$"
done
first=$(find "$folder" -name 'run-*')
run test -s "$first/run.json" -a "$(find "$folder" -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
expect "the evidence of the second is in the place of the first" 0

check --fail-fast --quiet --dut "$bug"
if [ "$status" -eq 1 ] && [ "$(cat "$out")" = DIFFER ]; then
  ok "with --quiet it says its verdict alone"
else
  not_ok "with --quiet it says its verdict alone" "exit status $status" "$(head -n 5 "$out" "$err")"
fi

run "$lockhop" check --repeat "$first"
expect "made again it fails in the same way, and shows what the design prints" 1 \
  '^it fails in the same way: DIFFER' 'here I am' '^DIFFER$'
run "$lockhop" check --repeat "$first" --quiet
if [ "$status" -eq 1 ] && ! grep -q 'here I am' "$err"; then
  ok "--quiet does not show it"
else
  not_ok "--quiet does not show it" "exit status $status" "$(head -n 5 "$err")"
fi

run sh -c 'cd "$1" && shift && exec "$@"' sh "$scratch" "$(realpath "$lockhop")" cosim hypercube:1 \
  random --dut "$bug"
expect "a run that is not recorded is made again for its waveform" 1 '^last events of switch' \
  '^waveform: lockhop-difference-[0-9a-f]{8}.fst, '
run ls "$scratch"/lockhop-difference-*.fst
expect "which is there" 0

on_terminal "$lockhop" shrink "$first" -o "$scratch/shrunk"
expect_shown "on a terminal the trials of a shrink are counted" 1 \
  '^trial 1: 500 packets, 35 disturbances, hypercube:1$'
run ls "$scratch"/shrunk/*/result.json
expect "the folder of a shrunk run has its result" 0

sed -i 's/"seed": 1/"seed": 2/' "$first/run.json"
check --fail-fast --dut "$bug"
expect "the evidence of another run is not replaced" 2 \
  'is there and is not the evidence of this run; move it away, or give another -o DIR$'

file=$scratch/hostile/$(tests/apply_patch.sh tests/hostile/endless_logic.patch "$scratch/hostile")
rm -r "$folder"
check --dut "$file" --compare delivery --step-seconds 1
expect "a design that hangs: its runs end, and no more than three are tried" 4 '^TIMEOUT$' \
  'does not come back' 'runs that were not made: too many runs hung' '^evidence: 3 runs in '
run ls "$folder"/run-*/stimulus.trace "$folder"/run-*/command
expect "their evidence has a stimulus and a command" 0

printf 'module router (\n' >"$scratch/router.v"
check --dut "$scratch/router.v"
expect "a switch that cannot be built is an error of the design" 2 '^cannot build depth 2' '^ERROR$'

check --routing rand-trans-ooo
expect "outputs of the route unit that some switches leave open are told" 0 \
  '^  not connected in 1 of 6 shapes: vc_o: ' '^  not connected in 4 of 6 shapes: priority_o: '
finish
