#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_colour -- outcomes are coloured on a terminal, and never in files.
set -u
. tests/system/tap.sh
unset NO_COLOR
export TERM=xterm
escape=$(printf '\033')

run "$lockhop" run hypercube:3 random
expect "a pipe has no colours" 0 '^PASS$'
run "$lockhop" run hypercube:3 random --color always
expect "but with --color always" 0 "^$escape\[1;32mPASS$escape\[0m$"
run env NO_COLOR=1 "$lockhop" run hypercube:3 random --color always
expect "which NO_COLOR does not change" 0 "^$escape\[1;32mPASS"

on_terminal "$lockhop" run hypercube:3 random --json -
expect_shown "a terminal has colours" 0 "$escape\[1;32mPASS"
on_terminal "$lockhop" run hypercube:3 random --json - --color never
law "but with --color never" sh -c "! grep -q '$escape' $out"
on_terminal env NO_COLOR=1 "$lockhop" run hypercube:3 random --json -
law "with NO_COLOR" sh -c "! grep -q '$escape' $out"
on_terminal env TERM=dumb "$lockhop" run hypercube:3 random --json -
law "and on a terminal that has none" sh -c "! grep -q '$escape' $out"

broken_switches priority_order
dut=$scratch/broken/priority_order.v
lockhop=$(realpath "$lockhop")
run sh -c "cd $scratch && exec $lockhop cosim hypercube:2 bit-reversal --packets 4 \
  --dut $dut --color always"
expect "a difference is red, and so is DIFFER" 1 \
  "^$escape\[1;31mfirst difference$escape\[0m: cycle" "^$escape\[1;31mDIFFER$escape\[0m$"
run "$lockhop" check hypercube:2 --dut "$dut" --level quick --fail-fast --jobs 1 --color always \
  -o "$scratch/check" --json "$scratch/check.json" --junit "$scratch/check.xml"
expect "a check says its outcome in colour" 1 "^$escape\[1;31mDIFFER"
law "its files have none" sh -c "! grep -rIl '$escape' $scratch/check $scratch/check.*"

run "$lockhop" run hypercube:3 random --color red
refused "another word" "color red: must be auto, always or never"
finish
