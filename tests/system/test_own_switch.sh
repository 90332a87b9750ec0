#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_own_switch -- switches that lack parameters and ports, or have other names:
# docs/own-switch.md.  They are made from the pipelined router; broken ones are found too.
set -u
. tests/system/tap.sh

# lean: without the parameters and ports that one VC, no phases and no randomness leave unused.
lean=$scratch/lean.v
sed -E -e '/^  parameter (VCS|STORE|PRIORITY_BITS|ARBITER|SENDS|RANDOM) /d' \
  -e 's/PORTS\*VCS/PORTS/' -e '/^  input  wire \[63:0\] +seed_i,/d' -e '/^  wire +unused_ok = /d' \
  examples/routers/pipelined.v >"$lean"

# renamed: another name, a reset that is active at 0, and a parameter of its own.
renamed=$scratch/sub/renamed.sv
mkdir -p "$scratch/sub/inc"
sed -E -e 's/^module switch #\(/module my_router #(\n  parameter SLOTS = `SLOTS,/' \
  -e 's/wire( +)rst,/wire\1rst_n,/' -e 's/if \(rst\)/if (!rst_n)/' -e 's/!rst &&/rst_n \&\&/' \
  -e 's/rst \?/!rst_n ?/' -e 's/^module my/`include "slots.vh"\n&/' "$lean" >"$renamed"
echo '`define SLOTS 2' >"$scratch/sub/inc/slots.vh"
cat >"$scratch/sub/router.f" <<'F'
// A list of files, with names relative to itself.
+incdir+inc
renamed.sv
unused.sv   # a list may have more than the design needs
--top my_router
F
echo 'module unused; endmodule' >"$scratch/sub/unused.sv"
echo "-f sub/router.f" >"$scratch/all.f"

run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --disturb all --dut "$lean"
expect "a switch without VCS, STORE, PRIORITY_BITS, ARBITER, SENDS, RANDOM and seed_i" 0 '^PASS$'
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --disturb all \
  --dut "$scratch/all.f"
expect "a list in a list, includes, another name, a reset that is active at 0" 0 '^PASS$'
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --machine network \
  --dut "$scratch/all.f"
expect "the same in a network" 0 '^PASS$'

# Bugs are found as without a wrapper.
sed 's/count_q <= !rst_n/count_q <= 1'"'"'b0/' "$renamed" >"$scratch/sub/broken.sv"
sed 's/renamed.sv/broken.sv/' "$scratch/sub/router.f" >"$scratch/sub/broken.f"
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --disturb resets \
  --dut "$scratch/sub/broken.f"
expect "a count that is not reset" 1 '^DIFFER$' '^first difference: .*, rule [a-z]+: '

# What does not fit is told at once.
sed -e 's/in_packet_i/in_pkt_i/' -e 's/inject_ready_o/inject_rdy/' "$lean" >"$scratch/other.v"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/other.v"
expect "ports of other names" 2 \
  "other.v': module 'switch' .*: it lacks in_packet_i; no switch has in_pkt_i, inject_rdy"
sed -E -e 's/\[LANES-1:0\]( +inject_ready_o)/[LANES:0]\1/' \
  -e 's/\[PORTS\*PACKET_BITS-1:0\]( +out_packet_o)/[PORTS*PACKET_BITS:0]\1/' \
  "$lean" >"$scratch/wide.v"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wide.v"
expect "two ports of other widths" 2 \
  "wide.v:[0-9]+: module 'switch' has a port '[a-z_]+' of [0-9]+ bits .*; has a port '[a-z_]+'"
run "$lockhop" cosim torus:3x3 random --compare flow --dut "$lean"
expect "a run that needs VCs" 2 \
  "module 'switch' of '.*lean.v' has no VCS \(2\), which this run needs"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$lean" --dut "-G SLOTS=3"
expect "-G of a parameter that is not there" 2 \
  "-G SLOTS=3: module 'switch' of '.*lean.v' has no parameter 'SLOTS'"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "+define+X"
expect "options and no file" 2 "--dut '\+define\+X': there is no Verilog file"
printf 'lean.v\n--fast\n' >"$scratch/bad.f"
run "$lockhop" cosim hypercube:3 random --dut "$scratch/bad.f"
expect "an option that is not known" 2 "bad.f:2: option '--fast' is not known"

# A wrapper for ports of its own.
own=examples/routers/local_port
run "$lockhop" wrapper hypercube:3 --dut $own.sv --dut "--top local_router"
expect "wrapper: what could not be placed" 2 \
  'it lacks in_valid_i, .*; no switch has id_i, valid_i, .*, busy_o; .*--map FILE'
run "$lockhop" wrapper hypercube:3 --dut $own.sv --dut "--top local_router" \
  --map $own.map -o "$scratch/wrapper.v"
expect "wrapper: with a map" 0
for network in "hypercube:3" "mesh:3x4 --routing source-route" "butterfly:3"; do
  # shellcheck disable=SC2086 # a network with its options
  set -- $network
  network=$1
  shift
  run "$lockhop" cosim "$network" random --packets 8 --lanes 1 "$@" --compare flow --disturb all \
    --dut "$scratch/wrapper.v" --dut $own.sv
  expect "wrapper: the router in $network" 0 '^PASS$'
done
run "$lockhop" cosim hypercube:3 random --lanes 2 --compare flow --dut "$scratch/wrapper.v" \
  --dut $own.sv
expect "wrapper: it has one lane" 2 'this wrapper has LANES=1 VCS=1 .* alone'
sed 's/ && (!kept_q\[o\] || input_q\[o\] == I.(c))//' $own.sv >"$scratch/own.sv"
run "$lockhop" check hypercube:3 --compare flow --level quick --fail-fast -o "$scratch/evidence" \
  --dut "$scratch/wrapper.v" --dut "$scratch/own.sv"
expect "wrapper: an offer that is not kept" 1 'rule stable: ' '^DIFFER$'
sed '/^ready_i/d' $own.map >"$scratch/short.map"
run "$lockhop" wrapper hypercube:3 --dut $own.sv --dut "--top local_router" \
  --map "$scratch/short.map"
expect "wrapper: a port is missing in the map" 2 "no switch has ready_i; a line 'PORT = EXPRESSION'"
(cat $own.map && echo 'speed = 3') >"$scratch/long.map"
run "$lockhop" wrapper hypercube:3 --dut $own.sv --dut "--top local_router" \
  --map "$scratch/long.map"
expect "wrapper: a name that nobody has" 2 \
  "long.map:18: 'speed' is no port or parameter of module 'local_router'"
echo 'ready_i' >"$scratch/bad.map"
run "$lockhop" wrapper hypercube:3 --dut $own.sv --dut "--top local_router" \
  --map "$scratch/bad.map"
expect "wrapper: no line of a map" 2 "bad.map:1: 'ready_i': must be NAME = EXPRESSION"
run "$lockhop" wrapper hypercube:3
expect "wrapper: without a switch" 2 "lockhop wrapper: --dut names the files of your switch"

# Shapes.
# shellcheck disable=SC2016 # $error is of Verilog
declines='if (DEPTH == 3) begin : g_no\n    $error("no depth of 3");\n  end'
sed -E "s|^  localparam COUNT_BITS = .*|&\n  $declines|" "$lean" >"$scratch/declines.v"
run "$lockhop" check hypercube:2 --compare flow --level quick -o "$scratch/evidence" \
  --dut "$scratch/declines.v"
# shellcheck disable=SC2016
expect "check: what lacks, and what is declined" 0 \
  '^declined: depth 3, .*declines.v:[0-9]+: no depth of 3' \
  '^5 shapes, 3 made: your switch has no SENDS; 1 declined by \$error$' '^PASS$'
(echo '// lockhop: depth=1' && cat "$lean") >"$scratch/comment.v"
run "$lockhop" check hypercube:2 --compare flow --level quick --list --dut "$scratch/comment.v"
expect "check: a comment of the file" 0 '^build/.* --depth 1 |--depth 1 '
if grep -- '--depth' "$out" | grep -qv -- '--depth 1 '; then
  not_ok "no other depth is planned" "$(grep -v -- '--depth 1 ' "$out" | head -3)"
else
  ok "no other depth is planned"
fi
run "$lockhop" check hypercube:2 --compare flow --level quick --shapes depth=2 \
  --dut "$scratch/comment.v"
expect "check: --shapes and the comment leave nothing" 1 '^5 shapes, 0 made: ' '^VACUOUS$'
run "$lockhop" check hypercube:2 --shapes dept=2 --dut "$lean"
expect "check: a key that is not known" 2 "--shapes 'dept=2': must be a list such as"

finish
