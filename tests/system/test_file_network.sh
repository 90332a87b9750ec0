#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_file_network -- networks in files, as the command meets them: docs/topologies/file.md.
set -u
. tests/system/tap.sh

net=$scratch/net.txt

# spec: the canonical spec of $net.
spec() {
  "$lockhop" info "file:$net" | sed -n '1s/: the network in a file.*//p'
}

# Two files of one name are two networks, in results, plug-ins and lists.
printf 'a b\nb c\nc d\nd a\n' >"$net"
first=$(spec)
run "$lockhop" cosim "file:$net" random --packets 3 --depth 2 --machine network
expect "a square in lock step, generated" 0 "^$first: 4 terminals" '^PASS$'
printf 'topology file:%s\ntraffic random\npackets 2\nrouting shortest\ntrials 2\nseed 1\n' \
  "$net" >"$scratch/plan"
run "$lockhop" sweep "$scratch/plan" -o "$scratch/sweep.csv"
expect "a sweep of it" 0
run "$lockhop" sweep "$scratch/plan" -o "$scratch/sweep.csv" --resume
refused "that is finished" 'is finished, with all 2 trials of this plan'
printf 'a b\nb d\nc d\nc a\nb c\n' >"$net"
run "$lockhop" cosim "file:$net" random --packets 3 --depth 2 --machine network
expect "another network of this name, with the plug-in of its own" 0 '^PASS$' \
  '4 terminals .*3 ports'
run "$lockhop" sweep "$scratch/plan" -o "$scratch/sweep.csv" --resume
refused "and its table is of another plan" 'sweep.csv. is there and is not the table of this plan'
run "$lockhop" cosim "$first" random
refused "a spec with the old contents" \
  "net.txt: its contents are [0-9a-f]{16}, not .*it has changed"
run "$lockhop" check "file:$net" --level quick --list
expect "a check names the contents" 0 "cosim $(spec) "

# Everything else that a network is asked.
run "$lockhop" route file:examples/networks/campus.json barn east --routing up-down
expect "a route by names" 0 '^1 [0-9]+ barn ' ' east eject '
run "$lockhop" route file:examples/networks/campus.json core1 east
refused "a switch without terminals is no source" "source 'core1' is not a terminal"
run "$lockhop" draw file:examples/networks/campus.json random -o "$scratch/campus.svg"
expect "a drawing" 0
run grep -c '>gate<' "$scratch/campus.svg"
expect "with the names of switches" 0 '^1$'
run "$lockhop" rtl file:examples/networks/campus.json -o "$scratch/rtl"
expect "the Verilog of the network" 0
run "$lockhop" run file:examples/networks/campus.json gossip --failed lab1 --lanes 1
expect "round a failed switch" 0 '^PASS$'
run "$lockhop" cosim file:examples/networks/ring.txt uniform,load=0.5 --terminals 2
refused "a key is no option" 'terminals'

# Deadlock: named before, and met.
campus=file:examples/networks/campus.json
run "$lockhop" run $campus uniform,load=0.9,warmup=0,measure=3000 --depth 1 --vcs 1
expect "paths in circles on one VC deadlock" 4 '^DEADLOCK$' \
  'deadlock is possible with 1 virtual channel, .*: core2 port 2 -> east port 1 -> .*; --vcs 2 prev'
run "$lockhop" run $campus uniform,load=0.9,warmup=0,measure=3000 --depth 1
expect "and with two it does not" 0 '^PASS$'
i=0
while [ $i -lt 18 ]; do
  echo "$i > $(((i + 1) % 18))"
  i=$((i + 1))
done >"$net"
run "$lockhop" info "file:$net"
refused "more than 8 VCs" "'shortest' needs more than 8 virtual channels: .* 17 port 0 -> "
printf '{"version": 1,\n"switches": ["a", "b"],\n"links": [["a", "b"], ["a", "x"]]}\n' >"$net"
run "$lockhop" info "file:$net"
refused "a wrong file is named with its line" "net.txt:3: the second end of the link is 'x'"
finish
