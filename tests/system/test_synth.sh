#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_synth -- lockhop synth: what Yosys says of our switch and of one of the user, and what it
# cannot read.
set -u
. tests/system/tap.sh
command -v yosys >/dev/null || { echo "Bail out! yosys is not installed"; exit 3; }

# number KEY DESIGN: of the JSON.
number() {
  python3 -c '
import json, sys
print(json.load(open(sys.argv[1]))["designs"][int(sys.argv[3])][sys.argv[2]])' \
    "$scratch/synth.json" "$1" "$2"
}

# One register of W bits, whose size is known by hand: W flip-flops, and W tables before them.
cat >"$scratch/parts.v" <<'END'
module input_queue #(parameter PACKET_BITS = 50) (
  input wire clk, rst, valid_i, taken_i, input wire [PACKET_BITS-1:0] packet_i,
  output wire ready_o, full_o, output reg [PACKET_BITS-1:0] packet_o);
  assign ready_o = 1'b1;
  assign full_o = 1'b0;
  always @(posedge clk) packet_o <= packet_i;
endmodule
END
run "$lockhop" synth hypercube:1 --json "$scratch/synth.json" --dut rtl/component/input_queue.v
expect "our own queue as a design of the user" 0 '^lockhop +[1-9][0-9]* +[1-9]' \
  '^rtl/component/input_queue.v +[1-9]' '^measured by Yosys [0-9.]+: synth'
for key in lut4 flip_flops levels; do
  law "has our numbers: $key" test "$(number $key 0)" -eq "$(number $key 1)"
done
bits=$(number flip_flops 0)
law "registers of the queues are counted: 2 * 41 + 4 * 41 + count and address" \
  test "$bits" -ge $((6 * 41)) -a "$bits" -le $((6 * 41 + 16))
run "$lockhop" synth hypercube:1 --data-bits 41 --json -
law "a bit more of data is six registers more" \
  sh -c "grep -q '\"flip_flops\": $((bits + 6))' $out"

run "$lockhop" synth hypercube:1 --json "$scratch/synth.json" --dut "$scratch/parts.v"
expect "a queue that never holds anything" 0 '^lockhop'
law "needs no other registers" test "$(number flip_flops 1)" -lt $((bits / 2))

# queue TEXT: the queue of the user with another last line.
queue() {
  sed "s/^  always .*/$1/" "$scratch/parts.v" >"$scratch/queue.v"
}
queue '  always @* if (valid_i) packet_o = packet_i;'
sed -i "s/full_o = 1'b0/full_o = valid_i/" "$scratch/queue.v"
run "$lockhop" synth hypercube:1 --dut "$scratch/queue.v"
expect "latches have a line of their own" 0 'and [1-9][0-9]* latches'
sed "s/full_o = 1'b0/full_o = ~(full_o \& valid_i)/" "$scratch/parts.v" >"$scratch/queue.v"
run "$lockhop" synth hypercube:1 --dut "$scratch/queue.v"
expect "a loop has no longest path" 2 '^lockhop: the switch has a combinational loop through '

queue '  allways @* packet_o = 0;'
run "$lockhop" synth hypercube:1 --dut "$scratch/queue.v"
expect "what Yosys cannot read" 2 '^lockhop: --dut: Yosys cannot read it: .*queue.v:[0-9]+: '
run "$lockhop" synth hypercube:1 --dut rtl/component/waiting_store.v --dut rtl/switch/switch.v
expect "a file that no switch uses" 2 "^lockhop: --dut 'rtl/component/waiting_store.v': "
run "$lockhop" synth hypercube:1 --dut "$scratch/none.v"
expect "a file that is not there" 2 "^lockhop: .*none.v"

# With a blank in the name, an option, and a folder of a list.
mkdir -p "$scratch/a folder"
sed "s/^  assign ready_o = 1'b1/  assign ready_o = \`READY/" "$scratch/parts.v" \
  >"$scratch/a folder/queue.v"
printf '+define+READY=taken_i\nqueue.v\n' >"$scratch/a folder/files.f"
run "$lockhop" synth hypercube:1 --dut "$scratch/a folder/files.f"
expect "a list with an option, in a folder with a blank" 0 '^lockhop'

mkdir -p "$scratch/bin"
run env PATH="$scratch/bin" "$(realpath "$lockhop")" synth hypercube:1
expect "without Yosys one line names the package" 3 \
  '^lockhop: there is no Yosys here; install the package yosys$'

run "$lockhop" rtl hypercube:2 -o "$scratch/rtl"
run sh -c "cd '$scratch/rtl' && verilator --lint-only -Wall --top-module pins \
  -GPORTS=2 -GHEADER_BITS=2 -GADDRESS_BITS=2 \$(grep -v network files.f) '$PWD/tb/place/pins.v'"
expect "the switch between shift registers, to be placed in a device" 0

law "numbers that differ from the page are told" scripts/synth.py --self-test
law "the quick rows of the page" scripts/synth.py --quick
finish
