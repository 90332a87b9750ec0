#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_dut_reading -- a PASS is about the files that were given, as they are now, and all of them.
set -u
. tests/system/tap.sh

cosim() {
  run "$lockhop" cosim hypercube:2 random --depth 2 --quiet "$@"
}

# with FILE TEXT: our switch with TEXT before its end.
with() {
  awk -v text="$2" '/^endmodule/ { print text } { print }' rtl/switch/switch.v >"$1"
}

# --- every file is in the design ---

{
  echo '`ifdef NEVER'
  cat rtl/switch/switch.v
  echo '`endif'
} >"$scratch/never.v"
cosim --dut "$scratch/never.v"
refused "a module that is compiled under a macro alone" "never.v.*module 'switch'.*ifdef"

cp rtl/switch/switch.v "$scratch/first.v"
broken_switches priority_order
cp "$scratch/broken/priority_order.v" "$scratch/second.v"
cosim --dut rtl/component/router.v --dut "$scratch/first.v" --dut rtl/switch/switch.v
refused "a module in two files" \
  "rtl/switch/switch.v:[0-9]+: module 'switch' is defined twice, also in .*first.v:[0-9]+"
cosim --dut "$scratch/first.v" --dut "$scratch/./first.v"
refused "a file that is given twice" "first.v' is given twice"
echo 'module switch_top (input wire clk); endmodule' >"$scratch/top.v"
cosim --dut "$scratch/first.v" --dut "$scratch/top.v"
refused "a module of the name of our top" "top.v:1: module 'switch_top' is defined twice"

echo 'module helper (input wire a); endmodule' >"$scratch/helper.v"
cosim --dut "$scratch/first.v" --dut "$scratch/helper.v"
refused "a module that nothing has" "helper.v' is not tested"
cosim --dut rtl/component/waiting_store.v
refused "a component that this switch does not have" "waiting_store.v' is not tested"
cosim --dut rtl/component/router.v --dut rtl/component/waiting_store.v --machine network
refused "nor in the network" "waiting_store.v' is not tested"
echo '`define NOTHING' >"$scratch/macros.v"
cosim --dut "$scratch/macros.v" --dut "$scratch/first.v"
refused "a file without a module" "macros.v' is not tested.*no module"

# A package is tested where something takes from it, and comes first wherever it is given.
cat >"$scratch/pk.sv" <<'END'
package pk;
  localparam ONES = 1'b0;
endpackage
END
sed 's/in_ready_o} = ready/in_ready_o} = ready ^ {CHANNELS{pk::ONES}}/' rtl/switch/switch.v \
  >"$scratch/uses_pk.sv"
for order in "uses_pk.sv pk.sv" "pk.sv uses_pk.sv"; do
  # shellcheck disable=SC2086 # two names
  set -- $order
  cosim --dut "$scratch/$1" --dut "$scratch/$2"
  expect "$order" 0 '^PASS$'
done
sed -i "s/1'b0/1'b1/" "$scratch/pk.sv"
cosim --dut "$scratch/uses_pk.sv" --dut "$scratch/pk.sv"
expect "what a package says counts" 1 '^DIFFER$'
cosim --dut "$scratch/first.v" --dut "$scratch/pk.sv"
refused "a package that nothing uses" "pk.sv' is not tested: .* nothing in the design needs it"
cosim --dut "$scratch/pk.sv"
refused "a package alone" "pk.sv' is not tested"

newline=$(printf 'new\nline')
mkdir -p "$scratch/$newline"
cp rtl/switch/switch.v "$scratch/$newline.v"
cp rtl/switch/switch.v "$scratch/$newline/switch.v"
cosim --dut "$scratch/$newline.v"
refused "a name with a line break" "control character"
cosim --dut "$scratch/$newline/switch.v"
refused "a directory with a line break" "control character"
# Verilator would put a variable of the environment there.
mkdir -p "$scratch/c\$b"
# shellcheck disable=SC2016 # a name
for name in 'a$b' 'a"b' 'c$b/switch'; do
  cp rtl/switch/switch.v "$scratch/$name.v"
  b=_ok cosim --dut "$scratch/$name.v"
  refused "$name.v" 'cannot take a file whose path has'
done
mkdir "$scratch/f\$b"
run env LOCKHOP_CACHE="$scratch/f\$b" "$lockhop" cosim hypercube:2 random --dut rtl/switch/switch.v
refused "a cache that Verilator would not find" 'cannot take a folder with'

# What is printed to repeat a run is what a shell reads; names in another language too.
name="$scratch/o'b caf$(printf '\303\251').v"
sed 's/in_ready_o} = ready/in_ready_o} = ~ready/' rtl/switch/switch.v >"$name"
run "$lockhop" cosim hypercube:2 random --dut "$name" --json "$scratch/o.json" \
  --wave "$scratch/o'b.fst"
expect "a path with an apostrophe" 1 '^DIFFER$'
sed -n 's/^repeat with: //p' "$out" >"$scratch/again"
json_command=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["command"])' \
  "$scratch/o.json")
if [ "$json_command" = "$(cat "$scratch/again")" ]; then
  ok "JSON has the command that is printed"
else
  not_ok "JSON has the command that is printed" "$json_command" "$(cat "$scratch/again")"
fi
expect "GTKWave is called with a path with an apostrophe" 1 "gtkwave -a '.*/o'\\\\''b.gtkw'\$"
run sh "$scratch/again"
expect "the command repeats the run" 1 '^DIFFER$'

mkdir -p "$scratch/a b"
cp rtl/switch/switch.v rtl/component/router.v "$scratch/a b"
cp rtl/component/waiting_store.v "$scratch/a b"
cosim --dut "$scratch/a b/switch.v" --dut "$scratch/a b/router.v"
expect "two files in a directory with a blank" 0 '^PASS$'
cosim --dut "$scratch/a b/switch.v" --dut "$scratch/a b/waiting_store.v"
refused "one of which is not in the design" "waiting_store.v' is not tested"
with "$scratch/a b/switch.v" '`include "cfg.vh"'
echo >"$scratch/a b/cfg.vh"
cosim --dut "$scratch/a b/switch.v"
expect "an include in a directory with a blank" 0 '^PASS$'
echo '!' >"$scratch/a b/cfg.vh"
cosim --dut "$scratch/a b/switch.v"
refused "is read again there" "syntax error"
cosim --dut rtl/switch/switch.v --dut rtl/component/router.v
expect "two files that are both in the design" 0 '^PASS$'

# --- the files as they are now ---

# What is included is found in the directory in which the command runs.
program=$PWD/$lockhop
mkdir -p "$scratch/good" "$scratch/bad" "$scratch/late"
with "$scratch/includes.v" '`include "cfg.vh"'
echo '// nothing' >"$scratch/good/cfg.vh"
echo 'assign out_valid_o = 0; !' >"$scratch/bad/cfg.vh"
in_directory() {
  cd "$scratch/$1" || exit 3
  run "$program" cosim hypercube:2 random --depth 2 --quiet --dut ../includes.v
  cd ../../../.. || exit 3
}
in_directory good
expect "an include of the directory" 0 '^PASS$'
in_directory bad
refused "the include of another directory" "cfg.vh:1"
in_directory good
expect "and that of the first again" 0 '^PASS$'

# A file that turns up earlier on the search path: one of the directory wins over one beside
# the file that includes it.
echo '// nothing' >"$scratch/cfg.vh"
in_directory late
expect "an include beside the file" 0 '^PASS$'
echo 'assign out_valid_o = 0; !' >"$scratch/late/cfg.vh"
in_directory late
refused "an include that was added earlier on the search path" "cfg.vh:1"
rm "$scratch/cfg.vh" "$scratch/late/cfg.vh"

# A module that is found by its name in the directory.
with "$scratch/late.v" '  part u_part ();'
echo 'module part; endmodule' >"$scratch/late/part.v"
cd "$scratch/late" || exit 3
run "$program" cosim hypercube:2 random --depth 2 --quiet --dut ../late.v
expect "a module that is found in the directory" 0 '^PASS$'
echo 'module part; !' >part.v
run "$program" cosim hypercube:2 random --depth 2 --quiet --dut ../late.v
refused "is read again" "part.v:1"
cd ../../../.. || exit 3

# Contents count, not times.
mkdir -p "$scratch/future"
with "$scratch/future/switch.v" '`include "cfg.vh"'
echo '// of tomorrow' >"$scratch/future/cfg.vh"
touch -d '+1 day' "$scratch/future/cfg.vh"
cosim --dut "$scratch/future/switch.v"
expect "an include of tomorrow" 0 '^PASS$'
sed -i 's/^/!/' "$scratch/future/cfg.vh"
touch -d '+1 day' "$scratch/future/cfg.vh"
cosim --dut "$scratch/future/switch.v"
refused "an include of tomorrow that changes" "cfg.vh:1"

# --- warnings ---

# warned NAME CODE...: the run passes, and says each code with file and line on standard error.
warned() {
  warned_text=$1
  shift
  for code in "$@"; do
    if ! grep -qE "^lockhop: warning: [^ ]+:[0-9]+: $code: [^ ]" "$err"; then
      not_ok "$warned_text" "$command_line" "no warning $code" "$(cat "$err")"
      return
    fi
  done
  if [ "$(grep -c '^lockhop: warning' "$err")" -ne $# ]; then
    not_ok "$warned_text" "$command_line" "not $# warnings" "$(cat "$err")"
    return
  fi
  expect "$warned_text" 0 '^PASS$'
}

loud() {
  run "$lockhop" cosim hypercube:2 random --depth 2 "$@"
}

# shellcheck disable=SC2016 # a task of Verilog
with "$scratch/latch.v" 'reg latch_q;
always @* if (rst) latch_q = clk;
always @(posedge clk) if (latch_q == 0) $display;'
# shellcheck disable=SC2016
with "$scratch/bus.v" 'wire [1:0] few = in_packet_i;
always @(posedge clk) if (few == 0) $display;'
# shellcheck disable=SC2016
with "$scratch/loop.v" 'wire a, b;
assign a = b & rst;
assign b = a & clk;
always @(posedge clk) if (b == 0) $display;'
for round in "" ", from the cache"; do
  loud --dut "$scratch/latch.v"
  warned "a latch$round" LATCH
  loud --dut "$scratch/bus.v"
  warned "a bus into two bits$round" 'WIDTH(TRUNC)?'
  loud --dut "$scratch/loop.v"
  warned "a combinational loop$round" UNOPTFLAT
done
loud --dut "$scratch/latch.v" --machine network
warned "a latch in a network" LATCH
line=$(awk '/^wire a, b;/ { print NR }' "$scratch/loop.v")
loud --dut "$scratch/loop.v"
expect "a loop is told where it is" 0 "warning: .*loop.v:$line: UNOPTFLAT: .*'.*[ab]'"

# One fact, though Verilator tells it for each set of parameters.
with "$scratch/twice.v" 'twice #(2) u_two (.a_i({2{rst}})); twice #(3) u_three (.a_i({3{rst}}));'
cat >>"$scratch/twice.v" <<'END'
module twice #(parameter WIDTH = 1) (input wire [WIDTH-1:0] a_i);
  reg [WIDTH-1:0] latch_q;
  always @* if (a_i == 0) latch_q = a_i;
  always @(posedge a_i[0]) if (latch_q == 0) $display;
endmodule
END
loud --lint --dut "$scratch/twice.v"
expect "two sets of parameters, one warning" 2 'twice.v:[0-9]+: LATCH: .* \(2 times\)$' \
  '^lockhop: --lint: Verilator has 1 warning for'

# A wrapper that connects a wrong width to our own switch: the place is that of the wrapper.
sed -e 's/^module switch /module wrapped /' rtl/switch/switch.v >"$scratch/wrapped.v"
awk '/^module switch/, /^\);/' rtl/switch/switch.v >"$scratch/wrapper.v"
{
  echo '  wrapped #(.PORTS(PORTS), .LANES(LANES), .VCS(VCS), .DEPTH(DEPTH), .STORE(STORE),'
  echo '    .PRIORITY_BITS(PRIORITY_BITS), .RANDOM(RANDOM), .HEADER_BITS(HEADER_BITS),'
  echo '    .DATA_BITS(DATA_BITS), .ADDRESS_BITS(ADDRESS_BITS)) u_wrapped ('
  for port in clk rst here_i seed_i phase_i in_valid_i in_packet_i in_ready_o out_valid_o \
    out_packet_o out_ready_i inject_valid_i inject_packet_i inject_ready_o eject_valid_o; do
    echo "    .$port($port),"
  done
  echo '    .eject_packet_o(eject_packet_o[0]));'
  echo 'endmodule'
} >>"$scratch/wrapper.v"
loud --dut "$scratch/wrapper.v" --dut "$scratch/wrapped.v" --wave "$scratch/wrapper.fst"
expect "a wrapper's width is told in the wrapper" 1 \
  'warning: .*wrapper.v:[0-9]+: WIDTH(EXPAND)?: .*eject'

cosim --dut "$scratch/latch.v"
if [ -s "$err" ]; then
  not_ok "--quiet shows the outcome alone" "$(cat "$err")"
else
  ok "--quiet shows the outcome alone"
fi
for machine in array network; do
  run "$lockhop" run hypercube:2 random --depth 2 --machine $machine --lint --dut "$scratch/latch.v"
  expect "--lint refuses a latch, $machine" 2 'warning: .*LATCH' '^lockhop: --lint: .* 1 warning'
done
run "$lockhop" cosim hypercube:2 random --depth 2 --lint --dut rtl/switch/switch.v
expect "--lint takes what has no warning" 0 '^PASS$'

finish
