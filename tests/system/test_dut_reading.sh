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
cp tests/broken/priority_order.v "$scratch/second.v"
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

newline=$(printf 'new\nline')
mkdir -p "$scratch/$newline"
cp rtl/switch/switch.v "$scratch/$newline.v"
cp rtl/switch/switch.v "$scratch/$newline/switch.v"
cosim --dut "$scratch/$newline.v"
refused "a name with a line break" "control character"
cosim --dut "$scratch/$newline/switch.v"
refused "a directory with a line break" "control character"
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

finish
