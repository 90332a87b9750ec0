#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# check_rtl.sh -- lint and synthesize every file of rtl/, for awkward parameters.
#
# Three front ends, no waivers: `verilator --lint-only -Wall`, `iverilog -g2005 -Wall` and
# Yosys `synth` with `check -assert` and no latch; any output is a failure.  A file of rtl/
# without a row in the table below fails too.  Prints TAP; exit status 1 if a test fails.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
work=$root/build/check_rtl
mkdir -p "$work" || exit 3
cd "$root" || exit 3
for tool in verilator iverilog yosys; do
  command -v "$tool" >/dev/null || { echo "Bail out! $tool is not installed"; exit 3; }
done

# One row per module: its name, then its parameters, one column per combination.
rows() {
  cat <<EOF
input_queue      PACKET_BITS=1,2,50,128
comparator       WIDTH=1,2,3,7,64
priority_encoder WIDTH=1,2,3,7,64
bitfix           PORTS=1,2,3,7,32 HEADER_BITS=1,2,3,7,32 ADDRESS_BITS=1,2,3,7,32
router           CHANNELS=2,3,5,8,11,64 PORTS=1,2,3,4,10,3 DEPTH=1,2,3,1,16,5
output_queue     CHANNELS=2,3,5,11,64 DEPTH=1,2,3,5,2 PACKET_BITS=2,10,43,47,10
switch           PORTS=1,2,3,4,7,10 LANES=1,1,2,4,1,1 DEPTH=1,2,3,1,5,16 \
  HEADER_BITS=1,2,3,4,7,10 ADDRESS_BITS=1,2,3,4,7,10 DATA_BITS=1,8,40,40,40,40
EOF
}

# What the generator writes for a hypercube.
route=build/check_rtl/route.v
cat >"$route" <<'EOF'
`default_nettype none

module route_unit #(
  parameter PORTS        = 10,
  parameter HEADER_BITS  = 10,
  parameter ADDRESS_BITS = 10
) (
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [HEADER_BITS-1:0]  header_i,
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o
);

  bitfix #(
    .PORTS        (PORTS),
    .HEADER_BITS  (HEADER_BITS),
    .ADDRESS_BITS (ADDRESS_BITS)
  ) u_bitfix (
    .here_i   (here_i),
    .header_i (header_i),
    .eject_o  (eject_o),
    .ports_o  (ports_o),
    .header_o (header_o)
  );

endmodule

`default_nettype wire
EOF

count=0
failed=0

# tap TEXT COMMAND...: one test; it passes if the command exits with 0 and prints nothing.
tap() {
  local text=$1
  shift
  count=$((count + 1))
  if "$@" >"$work/log" 2>&1 && ! [ -s "$work/log" ]; then
    echo "ok $count - $text"
  else
    echo "not ok $count - $text"
    sed 's/^/# /' "$work/log"
    failed=1
  fi
}

mapfile -t files < <(find rtl -name '*.v' | sort)

# check MODULE NAME=VALUE...: the three front ends on one combination of parameters.
check() {
  local module=$1 pair options_v=() options_i=() options_y=
  shift
  for pair in "$@"; do
    options_v+=("-G$pair")
    options_i+=("-P$module.$pair")
    options_y+=" -chparam ${pair/=/ }"
  done
  # -v, because a library file may hold a module of another name.
  tap "verilator: $module $*" verilator --lint-only -Wall --top-module "$module" \
    "${options_v[@]}" "${files[@]}" -v "$route"
  tap "iverilog: $module $*" iverilog -g2005 -Wall -s "$module" -o "$work/vvp" \
    "${options_i[@]}" "${files[@]}" "$route"
  tap "yosys: $module $*" yosys -q -p "read_verilog -defer ${files[*]} $route;
    hierarchy -check -top $module $options_y; synth -noabc; check -assert;
    select -assert-none t:*LATCH*"
}

for file in "${files[@]}"; do
  module=$(basename "$file" .v)
  row=$(rows | grep "^$module ")
  tap "$file has a row of parameters" test -n "$row"
  read -r -a columns <<<"${row#"$module"}"
  [ "${#columns[@]}" -gt 0 ] || continue
  IFS=, read -r -a values <<<"${columns[0]#*=}"
  for i in "${!values[@]}"; do
    pairs=()
    for column in "${columns[@]}"; do
      IFS=, read -r -a values_here <<<"${column#*=}"
      pairs+=("${column%%=*}=${values_here[i]}")
    done
    check "$module" "${pairs[@]}"
  done
done

echo "1..$count"
exit "$failed"
