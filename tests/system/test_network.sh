#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_network -- the generated network is whole: lint by three tools.  Its wiring is checked by
# scripts/check_network.py.
set -u
. tests/system/tap.sh

# check OPTIONS...: the network of these options.
check() {
  for options; do
    directory=$scratch/$(echo "$options" | tr -c 'a-z0-9\n' '-')
    # shellcheck disable=SC2086 # several words
    run "$lockhop" rtl $options -o "$directory"
    expect "rtl $options" 0 "network.v"
    run sh -c "cd $directory && verilator --lint-only -Wall -f files.f --top-module network"
    expect "rtl $options passes verilator --lint-only -Wall" 0
    run sh -c "cd $directory && iverilog -g2005 -Wall -o network.vvp -f files.f"
    if [ "$status" -eq 0 ] && [ ! -s "$err" ]; then
      ok "rtl $options passes iverilog -Wall without a word"
    else
      not_ok "rtl $options passes iverilog -Wall without a word" "$(head -n 5 "$err")"
    fi
    files=$(tr '\n' ' ' <"$directory/files.f")
    run sh -c "cd $directory && yosys -q -p 'read_verilog $files; hierarchy -check -top network;
      proc; check -assert'"
    expect "rtl $options passes yosys check" 0
  done
}

check "hypercube:1" "hypercube:2 --lanes 2 --depth 5 --vcs 4" "hypercube:2 --routing rand-sync" \
  "hypercube:2 --routing drand-trans-ooo,forced=0,random=shared --vcs 1"
whole && check "hypercube:4 --lanes 4 --depth 1" "hypercube:3 --lanes 2 --depth 5" \
  "hypercube:3 --vcs 4" "hypercube:3 --routing rand-trans" "hypercube:3 --routing drand-trans-ooo" \
  "hypercube:1 --routing rand-trans-ooo --lanes 2"
finish
