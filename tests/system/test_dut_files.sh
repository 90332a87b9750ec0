#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_dut_files -- a wrong Verilog file of the user gets one line that names file and line.
set -u
. tests/system/tap.sh

# refuse NAME PATTERN: reads the file from stdin.
refuse() {
  cat >"$scratch/$1.v"
  run "$lockhop" cosim hypercube:2 random --dut "$scratch/$1.v"
  refused "$1" "$2"
}

refuse syntax_error 'syntax_error.v:3' <<'END'
`default_nettype none
module switch (input wire clk);
  assign = 1;
endmodule
END
grep -v 'out_ready_i' rtl/switch/switch.v >"$scratch/x"
refuse lacks_a_port 'out_ready_i' <"$scratch/x"
sed 's/in_ready_o/accept_o/g' rtl/switch/switch.v >"$scratch/x"
refuse other_name_for_a_port 'accept_o|in_ready_o' <"$scratch/x"
refuse another_module "no module 'switch'" <<'END'
module adder (input wire a, output wire b);
  assign b = a;
endmodule
END
refuse empty "no module" </dev/null
head -c 3000 /dev/urandom >"$scratch/x"
refuse binary "." <"$scratch/x"
run "$lockhop" cosim hypercube:2 random --dut "$scratch/is_not_there.v"
refused "a file that is not there" "is_not_there.v"
run "$lockhop" cosim hypercube:2 random --dut tests
refused "a directory" "not a regular file"
run "$lockhop" cosim hypercube:2 random --machine golden
refused 'the golden model is not compared with itself' '--machine golden.*array, network or systemc'
run "$lockhop" cosim hypercube:2 random --machine golden --dut rtl/switch/switch.v
refused "Verilog for the golden machine" "takes no Verilog"

# A file of our own under another name, unchanged, passes: it is used, and it is right.
cp rtl/component/router.v "$scratch/mine.v"
run "$lockhop" cosim hypercube:2 random --dut "$scratch/mine.v"
expect "a right component of the user passes" 0 '^PASS$'
cp rtl/switch/switch.v "$scratch/my switch.v"
run "$lockhop" cosim hypercube:2 random --dut "$scratch/my switch.v"
expect "a right switch of the user passes, from a path with a blank" 0 '^PASS$'

# A switch that ends the simulation when it sees its first packet.
sed "s/always @(posedge clk) begin/&\n    if (!rst \&\& in_valid_i != 0) \$finish;/" \
  rtl/switch/switch.v >"$scratch/finishes.v"
run "$lockhop" cosim hypercube:2 bit-complement --dut "$scratch/finishes.v" \
  --wave "$scratch/finishes.fst"
expect "Verilog that stops by itself is reported so" 1 \
  '^the design stopped by itself in cycle 1 at switch 0 .*finishes.v:[0-9]+: .finish was called' \
  '^DIFFER$'

broken_switches drop_under_contention duplicate overflow_at_full wrong_push_order

# The design under test alone: the scoreboard finds what it does wrong without a golden model.
run "$lockhop" run hypercube:1 bit-complement --machine array --lanes 2 --packets 2 --depth 2 \
  --dut "$scratch/broken/drop_under_contention.v"
expect "a dropped packet of a DUT alone is LOST" 1 '^lost: packet [0-9]+ from terminal' '^LOST$'

# Packet 1 is sent a second time when all packets have arrived already.
run "$lockhop" run hypercube:1 bit-complement --machine array --lanes 2 --packets 2 --depth 2 \
  --dut "$scratch/broken/duplicate.v"
expect "a packet sent twice by a DUT alone is LOST" 1 '^duplicated: packet [0-9]+ from' '^LOST$'

# A file of the name of one of ours is the one that is tested, however it is given.
cp "$scratch/broken/overflow_at_full.v" "$scratch/router.v"
cd "$scratch" || exit 3
for dut in router.v ./router.v; do
  run ../../lockhop cosim hypercube:4 random --packets 4 --depth 1 --dut "$dut" --quiet
  expect "--dut $dut is not our own router.v" 1 '^DIFFER$'
done
echo 'module router; endmodul' >router.v
run ../../lockhop cosim hypercube:4 random --dut router.v
expect "an error is told under the name that was given" 2 'lockhop: router.v:[0-9]+: '
cd ../../.. || exit 3

# The report of a difference: all that a person needs.
cd "$scratch" || exit 3
run ../../lockhop cosim hypercube:4 random --packets ports --depth 2 --seed 4 \
  --dut broken/wrong_push_order.v
cd ../../.. || exit 3
expect "a difference has place, history, route and command" 1 \
  '^first difference: cycle 1, switch [0-9]+ \([01]{4}\), port [0-3], out_' \
  '^last events of switch' 'cycle 1 +golden ' ' +dut +' '^route so far:' 'packet [0-9]+ in ' \
  '^repeat with: \.\./\.\./lockhop cosim hypercube:4 random' \
  '^waveform: lockhop-difference-[0-9a-f]{8}.fst,' '^DIFFER$'
wave=$(sed -n 's/^waveform: \(lockhop-difference-.*\)\.fst,.*/\1/p' "$out")
if [ -s "$scratch/$wave.fst" ] && [ -s "$scratch/$wave.gtkw" ]; then
  ok "the second pass leaves a waveform with its view"
else
  not_ok "the second pass leaves a waveform with its view" "$(ls "$scratch")"
fi
finish
