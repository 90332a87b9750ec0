#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# check_rtl.sh -- lint and synthesize every file of rtl/, for awkward parameters.
#
#     scripts/check_rtl.sh
#     scripts/check_rtl.sh --route-unit UNIT [NAME=VALUE...]    print a module route_unit
#     scripts/check_rtl.sh --shape UNIT [NAME=VALUE...]         print the switch's parameters
#
# Three front ends, no waivers: `verilator --lint-only -Wall`, `iverilog -g2005 -Wall` and
# Yosys `synth` with `check -assert` and no latch; any output is a failure.  Yosys goes down to
# gates for the first column of a row, and for the others, where the gates of large switches take
# most of the time, to words: processes, memories and latches are known there.  A file of rtl/
# without a row in the table below fails too.  Prints TAP; exit status 1 if a test fails.
set -u

# route_unit UNIT [NAME=VALUE...]: what the generator writes for a unit of rtl/route/ with
# these parameters of its own.  Outputs that the unit does not have are 0.
route_unit() {
  local unit=$1 optional port pair ports="" zeros="" parameters=""
  shift
  case $unit in
    bitfix) optional="" ;;
    bitfix_two_phase) optional="phase_i wait_o vc_o priority_o" ;;
    bitfix_mask) optional="random_i vc_o priority_o" ;;
    sync_vector | sync_table) optional="vc_o priority_o" ;;
    *) echo "check_rtl.sh: there is no route unit '$unit'" >&2 && return 1 ;;
  esac
  for pair in "$@"; do
    parameters+=", .${pair%%=*}(${pair#*=})"
  done
  for port in phase_i random_i wait_o vc_o priority_o[0]; do
    if [[ " $optional " == *" ${port%\[0\]} "* ]]; then
      ports+=", .${port%\[0\]}($port)"
    elif [[ $port == *_o* ]]; then
      zeros+="  assign $port = 0;"$'\n'
    fi
  done
  cat <<EOF
\`default_nettype none

module route_unit #(
  parameter PORTS        = 10,
  parameter HEADER_BITS  = 20,
  parameter ADDRESS_BITS = 10
) (
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [HEADER_BITS-1:0]  header_i,
  input  wire                    phase_i,
  input  wire [31:0]             random_i,
  output wire                    eject_o,
  output wire                    wait_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [1:0]              vc_o,
  output wire [7:0]              priority_o
);

  wire unused_ok = &{1'b0, phase_i, random_i};

  assign priority_o[7:1] = 0;
$zeros
  $unit #(
    .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS)$parameters
  ) u_$unit (
    .here_i(here_i), .header_i(header_i), .eject_o(eject_o), .ports_o(ports_o),
    .header_o(header_o)$ports
  );

endmodule

\`default_nettype wire
EOF
}

# shape UNIT [NAME=VALUE...]: those parameters that a switch and a route unit have in common
# and that follow from the unit's own and PORTS, or without PORTS if that follows too.
shape() {
  local unit=$1 pair ports=1 k=1 m=2 g=1 l=1
  shift
  for pair in "$@"; do
    case $pair in
      PORTS=*) ports=${pair#*=} ;;
      K=*) k=${pair#*=} ;;
      M=*) m=${pair#*=} ;;
    esac
  done
  while ((1 << g < k)); do g=$((g + 1)); done
  while ((1 << l < m)); do l=$((l + 1)); done
  case $unit in
    bitfix) echo "HEADER_BITS=$ports ADDRESS_BITS=$ports" ;;
    bitfix_*) echo "HEADER_BITS=$((2 * ports)) ADDRESS_BITS=$ports" ;;
    sync_vector) echo "PORTS=$((k + m + 1)) HEADER_BITS=$((2 * l + g + 5)) \
ADDRESS_BITS=$((2 * l + g))" ;;
    sync_table) echo "PORTS=$((k + m + 1)) HEADER_BITS=$((5 * l + 3 * g + 3)) \
ADDRESS_BITS=$((2 * l + g))" ;;
  esac
}

case ${1-} in
  --route-unit) route_unit "${@:2}"; exit ;;
  --shape) shape "${@:2}"; exit ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
work=$root/build/check_rtl
mkdir -p "$work" || exit 3
cd "$root" || exit 3
for tool in verilator iverilog yosys; do
  command -v "$tool" >/dev/null || { echo "Bail out! $tool is not installed"; exit 3; }
done

# A module has one row or several: its name; for the switch, a route unit and its parameters;
# then the parameters, one column per combination.  A parameter with fewer values than the
# others keeps its last one.  For a route unit and for the switch, those of shape are added.
rows() {
  cat <<EOF
input_queue          PACKET_BITS=1,2,50,128
comparator           WIDTH=1,2,3,7,64
priority_encoder     WIDTH=1,2,3,7,64
destination_exchange WIDTH=1,2,3,10,20
dimension_selector   WIDTH=1,2,3,10,20
mask_generator       WIDTH=1,2,3,10,20
alternate_destination_selector WIDTH=1,2,3,10,20 SHARED=0
alternate_destination_selector WIDTH=1,2,3,10,20 SHARED=1
random_bits          CHANNELS=1,2,3,11,64 SHARED=0
random_bits          CHANNELS=1,2,3,11,64 SHARED=1
router               CHANNELS=2,3,5,8,11,64 PORTS=1,2,3,4,10,3 DEPTH=1,2,3,1,16,5
output_queue         CHANNELS=2,3,5,11,64 DEPTH=1,2,3,5,2 PACKET_BITS=2,10,43,47,10
priority_queue       CHANNELS=1,2,5,3,11,64 DEPTH=1,2,5,3,5,2 PACKET_BITS=2,10,43,1,47,10 \
  PRIORITY_BITS=1,3,1,8,3,1
link_arbiter         VCS=1,2,3,4 FIXED=0
link_arbiter         VCS=1,2,3,4 FIXED=1
waiting_store        CHANNELS=1,2,3,11,64 STORE=1,2,5,9,3 PACKET_BITS=2,10,43,17,3
sync_counter         LAST=4,5 HOLDS=0
sync_counter         LAST=4,5 HOLDS=1
sync_ports           K=1,2,3,5,4,8,31 M=2,3,4,2,8,16,31
port_table           SIZE=1,2,3,4,7,16,31
bitfix               PORTS=1,2,3,7,32
bitfix_two_phase     PORTS=1,2,3,10,20 SYNC=0
bitfix_two_phase     PORTS=1,2,3,10,20 SYNC=1
bitfix_mask          PORTS=1,2,3,10,20 FORCED=0 SHARED=0
bitfix_mask          PORTS=1,20 FORCED=0 SHARED=1
bitfix_mask          PORTS=1,2,3,10,20 FORCED=1 SHARED=0
bitfix_mask          PORTS=1,2,3,10,20 FORCED=1 SHARED=1
sync_vector          K=1,2,3,5,4,8,31,1 M=2,3,4,2,8,16,31,2 HOLDS=0,1,0,1,0,0,0,1
sync_table           K=1,2,3,5,4,8,31,1 M=2,3,4,2,8,16,31,2 HOLDS=0,1,0,1,0,0,0,1
switch bitfix PORTS=1,2,3,4,7,10 LANES=1,1,2,4,1 DEPTH=1,2,3,1,5,16 DATA_BITS=1,8,40
switch bitfix PORTS=2,1,3 LANES=2,1 VCS=2,3,2 DEPTH=2,1 STORE=1,0 PRIORITY_BITS=0,3,1 \
  RANDOM=1,2 DATA_BITS=3
switch bitfix_two_phase:SYNC=0 PORTS=1,3,2,10 VCS=2,1,2,1 DEPTH=1,2,5,1 STORE=0,0,1,0 \
  PRIORITY_BITS=0,1,3,0 DATA_BITS=1,8,3
switch bitfix_two_phase:SYNC=1 PORTS=1,3,2,2 LANES=2,1 VCS=1,1,2 DEPTH=5,2,1 STORE=1,5,5,0 \
  PRIORITY_BITS=0,0,1 DATA_BITS=8
switch bitfix_mask:FORCED=1:SHARED=0 PORTS=1,3,20 VCS=3,3,1 DEPTH=1,2,1 PRIORITY_BITS=1,1,0 \
  RANDOM=1,1,0 DATA_BITS=1,8,3
switch bitfix_mask:FORCED=0:SHARED=0 PORTS=2 LANES=2 VCS=2 DEPTH=1,5 PRIORITY_BITS=1,3 RANDOM=1 \
  DATA_BITS=8
switch bitfix_mask:FORCED=1:SHARED=1 PORTS=3,2 VCS=3,4 DEPTH=5,2 PRIORITY_BITS=1,0 RANDOM=2 \
  DATA_BITS=8
switch bitfix_mask:FORCED=0:SHARED=1 PORTS=3,2 VCS=2,1 DEPTH=2 STORE=0,1 PRIORITY_BITS=1,0 \
  RANDOM=2,1 DATA_BITS=8
switch sync_vector:K=1:M=2:HOLDS=0 LANES=1,2 VCS=1,3 DEPTH=2,1 PRIORITY_BITS=1,0 DATA_BITS=1,8
switch sync_vector:K=3:M=4:HOLDS=1 LANES=4,1 VCS=1,2 DEPTH=1,2 PRIORITY_BITS=0,1 DATA_BITS=8
switch sync_table:K=2:M=3:HOLDS=1 LANES=1,3 VCS=3,1 DEPTH=2,1 PRIORITY_BITS=0,1 DATA_BITS=8
switch sync_table:K=5:M=2:HOLDS=0 LANES=1 VCS=1,2 DEPTH=2 PRIORITY_BITS=0 DATA_BITS=8,1
EOF
}

route=build/check_rtl/route.v
count=0
failed=0

# attempt NAME COMMAND...: passes if the command exits with 0 and prints nothing; the verdict
# and what it prints go to files of that name, so that several can run at a time.
attempt() {
  local name=$1
  shift
  if "$@" >"$work/$name.log" 2>&1 && ! [ -s "$work/$name.log" ]; then
    echo "ok" >"$work/$name.verdict"
  else
    echo "not ok" >"$work/$name.verdict"
  fi
}

# report NAME TEXT: one test, after its attempt.
report() {
  local verdict
  count=$((count + 1))
  verdict=$(cat "$work/$1.verdict")
  echo "$verdict $count - $2"
  if [ "$verdict" != ok ]; then
    sed 's/^/# /' "$work/$1.log"
    failed=1
  fi
}

mapfile -t files < <(find rtl -name '*.v' | sort)

# check SYNTH MODULE UNIT NAME=VALUE...: the three front ends on one combination of parameters;
# SYNTH are options of Yosys's command of that name.
check() {
  local synth=$1 module=$2 unit=$3 pair options_v=() options_i=() options_y='' text
  shift 3
  for pair in "$@"; do
    options_v+=("-G$pair")
    options_i+=("-P$module.$pair")
    options_y+=" -chparam ${pair/=/ }"
  done
  text="$module${unit:+ $unit} $*"
  rm -f "$work"/*.verdict
  attempt yosys yosys -q -p "read_verilog -defer ${files[*]} $route;
    hierarchy -check -top $module $options_y; synth $synth; check -assert;
    select -assert-none t:*LATCH* t:*latch*" &
  # -v, because a library file may hold a module of another name.
  attempt verilator verilator --lint-only -Wall --top-module "$module" \
    "${options_v[@]}" "${files[@]}" -v "$route"
  attempt iverilog iverilog -g2005 -Wall -s "$module" -o "$work/vvp" \
    "${options_i[@]}" "${files[@]}" "$route"
  wait
  report verilator "verilator: $text"
  report iverilog "iverilog: $text"
  report yosys "yosys: $text"
}

# check_row MODULE [UNIT[:NAME=VALUE]...] NAME=VALUE[,VALUE]...: all combinations of a row.
check_row() {
  local module=$1 unit='' named=("$1") column columns values pairs i combinations=0
  shift
  if [ "$module" = switch ]; then
    unit=$1
    IFS=: read -r -a named <<<"$unit"
    route_unit "${named[@]}" >"$route"
    shift
  else
    route_unit bitfix >"$route"
  fi
  columns=("$@")
  for column in "${columns[@]}"; do
    IFS=, read -r -a values <<<"${column#*=}"
    ((${#values[@]} <= combinations)) || combinations=${#values[@]}
  done
  for ((i = 0; i < combinations; i++)); do
    pairs=()
    for column in "${columns[@]}"; do
      IFS=, read -r -a values <<<"${column#*=}"
      pairs+=("${column%%=*}=${values[i < ${#values[@]} ? i : ${#values[@]} - 1]}")
    done
    read -r -a values < <(shape "${named[@]}" "${pairs[@]}")
    pairs+=("${values[@]}")
    check "$([ $i -eq 0 ] && echo -noabc || echo "-run begin:fine")" "$module" "$unit" "${pairs[@]}"
  done
}

for file in "${files[@]}"; do
  module=$(basename "$file" .v)
  attempt row test -n "$(rows | grep "^$module ")"
  report row "$file has a row of parameters"
  while read -r -a row; do
    check_row "${row[@]}"
  done < <(rows | grep "^$module ")
done

echo "1..$count"
exit "$failed"
