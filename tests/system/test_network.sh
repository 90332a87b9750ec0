#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_network -- the generated network: wiring at any size against the link table, lint, synthesis.
set -u
. tests/system/tap.sh

for spec in hypercube:1 hypercube:4 hypercube:7 hypercube:9; do
  directory=$scratch/$(echo "$spec" | tr ':' '-')
  run "$lockhop" rtl "$spec" -o "$directory"
  expect "rtl of $spec" 0 "network.v"
  "$lockhop" info "$spec" --links >"$directory/links"
  run python3 scripts/check_network.py "$directory" "$directory/links"
  expect "every link of $spec is wired as the link table says" 0 '^ok '
done

# Two ends of a link exchanged: the check must see it.
cp -R "$scratch/hypercube-4" "$scratch/crossed"
sed -i 's/\bs3_out_valid\b/s3_out_XX/g; s/\bs5_out_valid\b/s3_out_valid/g; s/\bs3_out_XX\b/s5_out_valid/g' \
  "$scratch/crossed/network.v"
run python3 scripts/check_network.py "$scratch/crossed" "$scratch/hypercube-4/links"
expect "two exchanged links are found" 1 '^not ok '

directory=$scratch/hypercube-4
run sh -c "cd $directory && verilator --lint-only -Wall -f files.f --top-module network"
expect "the network passes verilator --lint-only -Wall" 0
run sh -c "cd $directory && iverilog -g2005 -Wall -o network.vvp -f files.f 2>&1 | grep . && exit 1 || exit 0"
expect "the network passes iverilog -Wall" 0
run sh -c "cd $directory && yosys -q -p \"read_verilog \$(tr '\n' ' ' <files.f); hierarchy -check -top network; proc; check -assert\""
expect "the network passes yosys check" 0
finish
