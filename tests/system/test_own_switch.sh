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

# renamed: another name, a reset that is active at 0, a parameter of its own, and a function, whose
# arguments are no ports.
renamed=$scratch/sub/renamed.sv
mkdir -p "$scratch/sub/inc"
sed -E -e 's/^module switch #\(/module my_router #(\n  parameter SLOTS = `SLOTS,/' \
  -e 's/wire( +)rst,/wire\1rst_n,/' -e 's/if \(rst\)/if (!rst_n)/' -e 's/!rst &&/rst_n \&\&/' \
  -e 's/rst \?/!rst_n ?/' -e 's/^module my/`include "slots.vh"\n&/' \
  -e 's/^endmodule/  function integer same(input integer of); same = of; endfunction\n&/' \
  "$lean" >"$renamed"
cat >"$scratch/sub/inc/slots.vh" <<'F'
`define SLOTS `OWN
F
cat >"$scratch/sub/router.f" <<'F'
// A list of files, with names relative to itself.
+incdir+inc -D OWN=2
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

# A right module cannot stand in for a wrong switch: by the name of our wrapper or of an adapter, or
# by the macro that names the switch.
sed 's/{first_q\[/{~first_q[/' "$lean" >"$scratch/wrong.v"
sed 's/^module switch/module fitted_switch/' examples/routers/pipelined.v >"$scratch/stand_in.v"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wrong.v"
expect "a switch that inverts data" 1 'rule corrupt: ' '^DIFFER$'
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wrong.v" \
  --dut "$scratch/stand_in.v"
expect "a module of the name of our wrapper" 2 "module 'fitted_switch' is defined twice"
sed 's/^module switch/module link_slice/' examples/routers/pipelined.v >"$scratch/stand_in.v"
run "$lockhop" cosim hypercube:3 random --compare flow --moore off --dut "$scratch/wrong.v" \
  --dut "$scratch/stand_in.v"
expect "a module of the name of an adapter" 2 "module 'link_slice' is defined twice"
sed -e 's/^module switch/module right_one/' -e '/default_nettype/d' examples/routers/pipelined.v \
  >>"$scratch/wrong.v"
for option in "+define+" "-D " "--verilator-args -D"; do
  run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wrong.v" \
    --dut "${option}LOCKHOP_SWITCH=right_one" --dut "-G DEPTH=2"
  expect "another top by ${option}LOCKHOP_SWITCH" 1 'rule corrupt: ' '^DIFFER$'
done

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
for network in "hypercube:3" "mesh:3x4 --routing dimension-order" \
  "mesh:3x4 --routing source-route" "butterfly:3"; do
  # shellcheck disable=SC2086 # a network with its options
  set -- $network
  whole || [ "${1%:*}" = hypercube ] || continue
  network=$1
  shift
  run "$lockhop" cosim "$network" random --packets 8 --lanes 1 "$@" --compare flow --disturb all \
    --dut "$scratch/wrapper.v" --dut $own.sv
  expect "wrapper: the router in $network" 0 '^PASS$' ' [1-9][0-9]* refusals'
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

# strap: it cannot be read with the defaults of its parameters, and reads its address at any time.
sed -E -e 's/int N = 4/int N = -1/' -e 's/here_i\(id_q\)/here_i(id_i)/' \
  -e 's/^  output logic +busy_o/  input  wire                enable_i,\n&/' \
  -e 's/^  assign ready_o = .*/  assign ready_o = ~full_q \& {N+1{enable_i}};/' \
  $own.sv >"$scratch/strap.sv"
{
  sed -e 's/^id_i .*/id_i = here_q/' -e 's/^valid_i = /valid_i = \\\n  /' $own.map
  echo "enable_i = 1'b1"
} >"$scratch/strap.map"
strap() {
  run "$lockhop" wrapper hypercube:3 --dut "$scratch/strap.sv" --dut "--top local_router" "$@" \
    -o "$scratch/strap.v"
}
strap --map "$scratch/strap.map"
expect "wrapper: parameters without defaults, the address of the last reset, a map of long lines" 0
run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --compare flow --disturb all \
  --dut "$scratch/strap.v" --dut "$scratch/strap.sv"
expect "wrapper: the router with it" 0 '^PASS$'
sed '/^N /d' "$scratch/strap.map" >"$scratch/unset.map"
strap --map "$scratch/unset.map" --dut "-G N=3"
expect "wrapper: a parameter by -G" 0
strap --map "$scratch/unset.map"
expect "wrapper: a parameter that nobody sets" 2 '^lockhop: .*strap.sv:[0-9]+: '
sed 's/here_q/here_i/' "$scratch/strap.map" >"$scratch/here.map"
strap --map "$scratch/here.map"
run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --compare flow \
  --dut "$scratch/strap.v" --dut "$scratch/strap.sv"
expect "wrapper: an address that is not kept" 1 'out_valid.* depends on here\[' '^DIFFER$'
(cat "$scratch/strap.map" && echo 'speed = 3') >"$scratch/long.map"
strap --map "$scratch/long.map"
expect "wrapper: a name that nobody has, behind a long line" 2 \
  "long.map:20: 'speed' is no port or parameter of module 'local_router'"

# Ports that are unpacked arrays, of packed structs, counting down, of two dimensions; and packed
# arrays of structs.
cat >"$scratch/arrays.sv" <<'F'
package arrays;
  typedef struct packed {
    logic [39:0] data;
    logic [2:0]  header;
  } packet_t;
  typedef struct packed { logic is; } bit_t;
endpackage
module array_router #(parameter int N = 3, parameter int A = 3, parameter int R = 2) (
  input  wire             clk_i,
  input  wire             rst_ni,
  input  wire [A-1:0]     id_i,
  input  wire             valid_i [R][R],
  input  arrays::packet_t data_i [R][R-1:0],
  output logic            ready_o [N+1],
  output logic            valid_o [N+1],
  output arrays::packet_t data_o [N:0],
  input  arrays::bit_t [N:0] ready_i,
  output logic            spare_o [2]
);
  wire [N:0] valid, ready, offers, takes;
  wire [N:0][42:0] in, out;
  assign spare_o = '{1'b0, 1'b1};
  for (genvar c = 0; c <= N; c++) begin : g_channel
    assign {valid[c], in[c], takes[c]} = {valid_i[c/R][c%R], data_i[c/R][c%R], ready_i[c].is};
    assign {ready_o[c], valid_o[c], data_o[c]} = {ready[c], offers[c], out[c]};
  end
  local_router #(.N(N), .H(3), .D(40), .A(A)) u_router (
    .clk_i, .rst_ni, .id_i, .valid_i(valid), .data_i(in), .ready_o(ready), .valid_o(offers),
    .data_o(out), .ready_i(takes), .busy_o()
  );
endmodule
F
sed -E -e '/^(H|D) +=/d' -e 's/^(ready_o|valid_o) /\1[PORTS+1] /' \
  -e 's/^valid_i /valid_i[2][2] /' -e 's/^data_i /data_i[2][1:0] /' \
  -e 's/^data_o /data_o[PORTS:0] /' -e 's/^busy_o /spare_o[2] /' $own.map >"$scratch/arrays.map"
# arrays TEXT STATUS PATTERN [SCRIPT]: what becomes of a map with a change.
arrays() {
  sed -E "${4:-}" "$scratch/arrays.map" >"$scratch/changed.map"
  run "$lockhop" wrapper hypercube:3 --dut "$scratch/arrays.sv" --dut $own.sv \
    --dut "--top array_router" --map "$scratch/changed.map" -o "$scratch/arrays.v"
  if [ "$status" -eq 0 ]; then
    run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --compare flow --disturb all \
      --dut "$scratch/arrays.v" --dut "$scratch/arrays.sv" --dut $own.sv
  fi
  expect "arrays: $1" "$2" "$3"
}
arrays "the router in a network" 0 '^PASS$'
arrays "elements the other way round" 1 '^DIFFER$' 's/^data_o\[PORTS:0\]/data_o[0:PORTS]/'
arrays "elements that are too many" 2 '5 elements of data_o do not share 172 bits' \
  's/^data_o\[PORTS:0\]/data_o[PORTS+1:0]/'
arrays "a second dimension the other way round" 1 '^DIFFER$' 's/^data_i\[2\]\[1:0\]/data_i[2][2]/'
arrays "three dimensions" 2 "'data_i\[2\]\[2\]\[1\]' is no port" \
  's/^data_i\[2\]\[1:0\]/data_i[2][2][1]/'

# Whole interfaces of every kind: flits, AXI-Streams with the header beside the data, a slice.
cat >"$scratch/mixed.sv" <<'F'
module mixed_router #(parameter int N = 3, A = 3, H = 3, P = H + 40) (
  input  wire            clk_i,
  input  wire            rst_ni,
  input  wire [A-1:0]    id_i,
  input  wire [N-1:0]    link_valid, link_head, link_tail,
  input  wire [N*16-1:0] link_flit,
  output wire [N-1:0]    link_ready,
  input  wire            LOCAL_TVALID, LOCAL_TLAST,
  input  wire [15:0]     LOCAL_TDATA,
  input  wire [1:0]      LOCAL_TKEEP,
  input  wire [H-1:0]    LOCAL_TDEST,
  output wire            LOCAL_TREADY,
  output wire [N-1:0]    out_valid_o,
  output wire [N*P-1:0]  out_data_o,
  input  wire [N-1:0]    out_ready_i,
  output wire            m_axis_tvalid, m_axis_tlast,
  output wire [7:0]      m_axis_tdata,
  output reg  [H-1:0]    m_axis_tuser,
  input  wire            m_axis_tready
);
  wire [N-1:0]   in_valid, in_ready;
  wire [N*P-1:0] in_packet;
  wire           lane_valid, lane_ready, eject_valid, eject_ready;
  wire [39:0]    lane_data;
  wire [P-1:0]   ejected;
  reg  [H-1:0]   dest_q;

  always @(posedge clk_i) begin
    if (LOCAL_TVALID && LOCAL_TREADY && LOCAL_TLAST && LOCAL_TKEEP == 2'b11) dest_q <= LOCAL_TDEST;
    if (eject_valid && eject_ready) m_axis_tuser <= ejected[H-1:0];
  end
  flits_to_packet #(.PORTS(N), .PACKET_BITS(P), .FLIT_BITS(16)) u_links (
    .clk(clk_i), .rst(!rst_ni), .in_valid_i(link_valid), .in_flit_i(link_flit),
    .in_head_i(link_head), .in_tail_i(link_tail), .in_ready_o(link_ready),
    .out_valid_o(in_valid), .out_packet_o(in_packet), .out_ready_i(in_ready)
  );
  axis_to_link #(.PORTS(1), .PACKET_BITS(40), .BEAT_BITS(16)) u_lane (
    .clk(clk_i), .rst(!rst_ni), .tvalid_i(LOCAL_TVALID), .tdata_i(LOCAL_TDATA),
    .tlast_i(LOCAL_TLAST), .tready_o(LOCAL_TREADY),
    .out_valid_o(lane_valid), .out_packet_o(lane_data), .out_ready_i(lane_ready)
  );
  local_router #(.N(N), .H(H), .D(40), .A(A)) u_router (
    .clk_i, .rst_ni, .id_i, .valid_i({lane_valid, in_valid}), .busy_o(),
    .data_i({lane_data, dest_q, in_packet}), .ready_o({lane_ready, in_ready}),
    .valid_o({eject_valid, out_valid_o}), .data_o({ejected, out_data_o}),
    .ready_i({eject_ready, out_ready_i})
  );
  link_to_axis #(.PORTS(1), .PACKET_BITS(40), .BEAT_BITS(8)) u_eject (
    .clk(clk_i), .rst(!rst_ni), .in_valid_i(eject_valid), .in_packet_i(ejected[P-1:H]),
    .in_ready_o(eject_ready), .tvalid_o(m_axis_tvalid), .tdata_o(m_axis_tdata),
    .tlast_o(m_axis_tlast), .tready_i(m_axis_tready)
  );
endmodule
F
cat >"$scratch/mixed.map" <<'F'
N        = PORTS
A        = ADDRESS_BITS
H        = HEADER_BITS
id_i     = here_i
link_*   = flits 16 of in
LOCAL_*  = axis 16 with tdest of inject
out_*    = slice 2 of {out[2], out[1], out[0]}
m_axis_* = axis 8 with tuser of eject[0]
F
run "$lockhop" wrapper hypercube:3 --dut "$scratch/mixed.sv" --dut $own.sv \
  --dut "--top mixed_router" --map "$scratch/mixed.map" -o "$scratch/mixed.v"
expect "interfaces: flits, AXI-Streams with tdest and tuser, a slice" 0
mixed() {
  run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --compare flow --disturb all \
    --dut "$scratch/$1" --dut "$scratch/mixed.sv" --dut $own.sv
}
mixed mixed.v
expect "interfaces: the router with them" 0 '^PASS$' ' [1-9][0-9]* refusals'
sed 's/ (link_LOCAL_valid\[k\] && link_LOCAL_ready\[k\])/ (1)/' "$scratch/mixed.v" \
  >"$scratch/early.v"
mixed early.v
expect "interfaces: a header that is not kept" 1 '^DIFFER$' 'rule (header|eject|path)'
# no_place TEXT PATTERN SCRIPT: what is told of a changed map.
no_place() {
  sed -E "$3" "$scratch/mixed.map" >"$scratch/changed.map"
  run "$lockhop" wrapper hypercube:3 --dut "$scratch/mixed.sv" --dut $own.sv \
    --dut "--top mixed_router" --map "$scratch/changed.map"
  expect "interfaces: $1" 2 "$2"
}
no_place "one that is not known" "changed.map:5: 'flit' is no interface; write 'axis BITS', " \
  's/flits 16/flit 16/'
no_place "links of the other way" \
  "changed.map:5: 'link_\*': link_valid is an input; packets that enter .* are of in and inject" \
  's/ of in$/ of out/; s/ of \{.*/ of in/'
no_place "a link twice" 'map: out\[1\] is in several of the groups; it must be in one line' \
  's/out\[1\]/&, out[1]/'
no_place "a link nowhere" 'changed.map: out\[0\] is in none of the groups' 's/, out\[0\]//'
no_place "a link that is not there" \
  "changed.map:7: 'out_\*': there is no out\[3\]; the last one is out\[2\]" 's/out\[2\]/out[3]/'
no_place "no such ports" "map:8: 'm_axi_\*': module .* has no port m_axi_tvalid, m_axi_tdata" \
  's/^m_axis/m_axi/'
no_place "a number that nobody sets" "changed.map:5: 'link_\*': a line 'WIDTH = VALUE' of the map" \
  's/flits 16/flits WIDTH/'
no_place "a sideband" "no switch has LOCAL_TDEST; a map may say 'LOCAL_TDEST = 0'; " \
  's/ with tdest//'
may="'link_\* = flits BITS of in', 'LOCAL_\* = axis BITS of inject', 'm_axis_\* = axis BITS"
no_place "lines for what is left" "a map may say $may of eject\[0\]'" '/^(link|LOCAL|m_axis)/d'

# Outputs that depend on inputs: valid waits for ready, ready is passed on.
cat >"$scratch/mealy.sed" <<'F'
s/assign ready_o = .*/assign ready_o = ~full_q | leaves;/
s/valid_o\[o\] = 1'b1;/valid_o[o] = ready_i[o];/
s/&& !valid_o\[o\] &&/\&\& !taken[o] \&\&/
s/^( +)chosen\[o\] .*/&\n\1taken[o] = 1'b1;/
s/^    leaves  = '0;/&\n    taken   = '0;/
s/^  logic \[N:0\] +leaves;/&\n  logic [N:0] taken;/
s/kept_q <= valid_o/kept_q <= taken/
s/full_q\[c\] <= .*/full_q[c] <= (full_q[c] \&\& !leaves[c]) || (valid_i[c] \&\& ready_o[c]);/
F
sed -E -f "$scratch/mealy.sed" $own.sv >"$scratch/mealy.sv"
mealy() {
  run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --compare flow --disturb all \
    --dut "$scratch/wrapper.v" --dut "$scratch/$1" --moore "$2" "--link-latency" "$3"
}
mealy mealy.sv on 0
expect "valid that depends on ready" 1 'depends on out_ready' \
  'outputs may depend on inputs\? --moore off'
mealy mealy.sv off 0
expect "the same, --moore off" 0 '^PASS$'
if whole; then
  mealy mealy.sv off 3
  expect "and links of three cycles" 0 '^PASS$'
fi
sed "s/\[H-1:0\]), .phase_i/[H-1:0] ^ H'(c == 1)), .phase_i/" "$scratch/mealy.sv" \
  >"$scratch/astray.sv"
mealy astray.sv off 1
expect "a wrong port behind slices" 1 'rule (path|eject|header): ' '^DIFFER$'

# A full input is ready when its packet leaves: ready depends on ready, valid does not.
cat >"$scratch/passes.sed" <<'F'
s/ready_o = ~full_q;/ready_o = ~full_q | leaves;/
s/full_q\[c\] <= .*/full_q[c] <= (full_q[c] \&\& !leaves[c]) || (valid_i[c] \&\& ready_o[c]);/
F
sed -E -f "$scratch/passes.sed" $own.sv >"$scratch/passes.sv"
mealy passes.sv on 0
expect "ready that depends on ready" 1 'ready.* depends on out_ready' '^DIFFER$'
mealy passes.sv outputs 0
expect "the same, --moore outputs" 0 '^PASS$'
if whole; then
  mealy passes.sv outputs 2
  expect "and links of two cycles" 0 '^PASS$'
  mealy mealy.sv outputs 0
  expect "valid that depends on ready is refused by it" 1 'depends on out_ready' '^DIFFER$'
fi
sed "s/\[H-1:0\]), .phase_i/[H-1:0] ^ H'(c == 1)), .phase_i/" "$scratch/passes.sv" \
  >"$scratch/astray.sv"
mealy astray.sv outputs 0
expect "a wrong port without slices" 1 'rule (path|eject|header): ' '^DIFFER$'
sed 's/ready_o = ~full_q;/ready_o = ~ready_i;/' $own.sv >"$scratch/inverts.sv"
mealy inverts.sv outputs 0
expect "a ring that settles in two ways" 1 'settle both at 0 and at 1: in_ready\[0\] of switch 0' \
  '^DIFFER$'
run "$lockhop" cosim mesh:3 random --packets 8 --lanes 1 --compare flow --moore outputs \
  --routing dimension-order --dut "$scratch/wrapper.v" --dut "$scratch/inverts.sv"
expect "a ring that never settles" 1 'cycle 0 at switch 0' \
  'never settle: in_ready\[0\] of switch 0, in_ready\[1\] of switch 2'
if whole; then
  run "$lockhop" cosim hypercube:1 random --packets 8 --lanes 1 --compare flow --moore outputs \
    --disturb all --dut "$scratch/wrapper.v" --dut "$scratch/passes.sv"
  expect "--moore outputs with one link" 0 '^PASS$'
  run "$lockhop" check hypercube:1 --level quick --shapes lanes=1 --compare flow --moore outputs \
    --dut "$scratch/wrapper.v" --dut "$scratch/passes.sv"
  expect "check --moore outputs" 0 '^PASS$'
fi

# A terminal that refuses.  The pipelined router has all ports of a switch, and now this one.
cat >"$scratch/port.sed" <<'F'
s/^  output wire \[CHANNELS-1:0\] +eject_valid_o,/  input  wire [CHANNELS-1:0] eject_ready_i,\n&/
F
cat >"$scratch/waits.sed" <<'F'
s/\(eject_q \|\| has != 0\)/(eject_q ? eject_ready_i[c] : has != 0)/
F
cat >"$scratch/impatient.sed" <<'F'
s/\(eject_q \|\| has != 0\)/(eject_q ? eject_ready_i[c] || waited_q == 3 : has != 0)/
s/^      reg +full_q;/&\n      reg [1:0] waited_q;/
s/^        full_q +<= /        waited_q <= !full_q || leaves ? 2'd0 : waited_q + 2'd1;\n&/
F
cat >"$scratch/depends.sed" <<'F'
s/(assign eject_valid_o\[c\] = full_q && eject_q)/\1 \&\& eject_ready_i[c]/
F
# refusing NAME SCRIPT...
refusing() {
  name=$1
  sed -E -f "$scratch/port.sed" examples/routers/pipelined.v >"$scratch/$name.v"
  shift
  for script in "$@"; do
    sed -E -f "$scratch/$script.sed" "$scratch/$name.v" >"$scratch/sed.v"
    cmp -s "$scratch/$name.v" "$scratch/sed.v" && not_ok "$script.sed changes the router"
    mv "$scratch/sed.v" "$scratch/$name.v"
  done
}
refusing refusing waits
refusing ignoring
refusing impatient impatient
refusing depends waits depends
# refuses NAME OPTION...
refuses() {
  name=$1
  shift
  run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --dut "$scratch/$name.v" "$@"
}
refuses refusing --compare flow --disturb all --exercise --save-trace "$scratch/refused.trace"
expect "refusals: a switch that waits" 0 '^PASS$' ' [1-9][0-9]* refusals, noise' \
  'packet ejected after it was refused +4 +4 +4'
run "$lockhop" cosim hypercube:3 "trace:$scratch/refused.trace" --lanes 1 --compare flow \
  --dut "$scratch/refusing.v" --save-trace "$scratch/again.trace"
expect "refusals: the same from a trace" 0 '^PASS$' ' [1-9][0-9]* refusals, noise'
same "refusals: the trace is the same" "$scratch/refused.trace" "$scratch/again.trace"
# One refusal for each channel, and then none any more.
(echo '# lockhop schedule 2 hypercube:3 deterministic' &&
  for channel in 0 1 2 3; do echo "# refuse 0 9 7 $channel"; done &&
  echo '# cycle source destination header' && echo '0 3 7 0x7' && echo '0 7 7 0x7') \
  >"$scratch/once.trace"
run "$lockhop" cosim hypercube:3 "trace:$scratch/once.trace" --lanes 1 --compare flow \
  --dut "$scratch/refusing.v"
expect "refusals: when they are over" 0 '^PASS$' '  cycles +[12][0-9]$'
refuses refusing --compare delivery --disturb refusals --json -
expect "refusals: by deliveries" 0 '"refusals": [1-9]' '"outcome": "PASS"'
refuses refusing --compare flow --disturb refusals,resets,noise --machine network
expect "refusals: in a network" 0 '^PASS$' ' [1-9][0-9]* refusals'
refuses ignoring --compare flow --disturb refusals
expect "refusals: a switch that ejects in any case" 1 '^DIFFER$' \
  'rule stable: ejection offered packet [0-9]+, which was refused, and now offers nothing' \
  'ejects packet [0-9]+, which is refused'
refuses ignoring --compare delivery --disturb refusals
expect "refusals: the same by deliveries" 1 '^LOST$'
refuses ignoring --compare flow --disturb stalls,holds,resets,noise
expect "refusals: the same, when nothing is refused" 0 '^PASS$'
refuses impatient --compare flow --disturb refusals --machine network
expect "refusals: a switch that gives up, in a network" 1 '^DIFFER$' 'rule stable: ejection '
refuses depends --compare flow --disturb refusals
expect "refusals: valid that depends on ready" 1 'eject_valid.* depends on eject_ready' '^DIFFER$'
refuses depends --compare flow --disturb all --moore off
expect "refusals: the same, --moore off" 0 '^PASS$' ' [1-9][0-9]* refusals'
run "$lockhop" check hypercube:2 --compare flow --level quick --shapes depth=2,sends=0 --fail-fast \
  -o "$scratch/evidence" --dut "$scratch/ignoring.v"
expect "refusals: check finds it" 1 'rule stable: ejection ' '^DIFFER$'
found=$(grep -l 'rule stable: ejection' "$scratch"/evidence/*/run.json | head -n 1)
run "$lockhop" shrink "$(dirname "$found")" -o "$scratch/shrunk"
expect "refusals: it is shrunk to one" 1 '^  packets +1, of ' '^  disturbances +1, of ' '^DIFFER$'
run "$lockhop" cosim hypercube:3 random --compare flow --disturb refusals --dut "$lean"
expect "refusals: a switch without the port" 2 'of machine array have no port eject_ready_i'
run "$lockhop" cosim hypercube:3 random --disturb refusals --dut "$scratch/refusing.v"
expect "refusals: where cycles are compared" 2 'refusals: .*give --compare flow or delivery'

# Credits.
cat >"$scratch/credit.f" <<F
$PWD/examples/routers/credit.v --top credit_router
F
for network in "hypercube:4" "mesh:3x4 --routing source-route" "butterfly:3"; do
  # shellcheck disable=SC2086 # a network with its options
  set -- $network
  whole || [ "${1%:*}" = hypercube ] || continue
  network=$1
  shift
  run "$lockhop" cosim "$network" random --packets 8 "$@" --compare flow --link credit=4 \
    --disturb all --dut "$scratch/credit.f"
  expect "credits: the router in $network" 0 '^PASS$'
done
# wrong NAME PATTERN SCRIPT: a mistake in it, made by sed.
wrong() {
  sed -E "$3" examples/routers/credit.v >"$scratch/$1.v"
  cmp -s "$scratch/$1.v" examples/routers/credit.v && not_ok "$1 changes the router"
  run "$lockhop" cosim hypercube:3 uniform,load=0.7,warmup=0,measure=150 --compare flow \
    --link credit=4 --disturb stalls,resets --step-seconds 20 --dut "$scratch/$1.v" \
    --dut "--top credit_router"
  if [ "$status" -eq 1 ] || [ "$status" -eq 4 ]; then
    expect "credits: $1" "$status" "$2"
  else
    expect "credits: $1" 1 "$2"
  fi
}
wrong leaks_credits '(DEADLOCK|LOST|rule lost)' \
  's/credit_q\[c\] <= rst_n && leaves/& \&\& first_q != 1/'
wrong sends_without 'sends a packet without a credit' 's/if \(credits_q != 0 && /if (/'
if whole; then
  wrong returns_early 'returns a credit of a buffer' \
    's/credit_q\[c\] <= rst_n && leaves/credit_q[c] <= rst_n \&\& (leaves || valid[c])/'
  wrong not_reset '(rule (reset|duplicate|corrupt)|credit)' \
    's/count_q <= !rst_n \? \{COUNT_BITS\{1.b0\}\} :/count_q <= /'
  wrong reads_another 'rule (duplicate|order)' \
    "s/= buffer_q\[first_q\]/= buffer_q[first_q ^ {1'b0, count_q[1] \&\& first_q[0]}]/"
  wrong corrupts 'rule corrupt' \
    's/<= packets\[c\*PACKET_BITS \+: PACKET_BITS\]/& ^ {count_q == 3, {PACKET_BITS-1{1'"'"'b0}}}/'
fi
run "$lockhop" cosim hypercube:3 random --lanes 1 --packets 8 --compare flow --link credit=4 \
  --dut "$scratch/credit.f" --dut "-G BUFFERS=2"
expect "credits: fewer buffers than credits" 1 '^DIFFER$'

# The same by a map, without --link.
credit_map() {
  sed "$1" examples/routers/credit.map >"$scratch/credit.map"
  run "$lockhop" wrapper hypercube:3 --dut "$scratch/credit.f" --map "$scratch/credit.map" \
    -o "$scratch/credit_switch.v"
  run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 2 --compare flow --disturb all \
    --dut "$scratch/credit_switch.v" --dut examples/routers/credit.v
}
credit_map ''
expect "credits: by a map" 0 '^PASS$'
credit_map 's/credit BUFFERS/credit 4/; s/^BUFFERS .*/BUFFERS = 2/'
expect "credits: more than buffers, by a map" 1 '^DIFFER$' 'rule (duplicate|corrupt|order)'

# AXI-Stream, by a map alone.
run "$lockhop" wrapper hypercube:3 --dut examples/routers/axis.v --dut "--top axis_router"
expect "AXI-Stream: lines of a map are told" 2 \
  "'s_axis_\* = axis BITS of \{inject, in\}', 'm_axis_\* = axis BITS of \{eject\[0\], out\}'"
run "$lockhop" wrapper hypercube:3 --dut examples/routers/axis.v --dut "--top axis_router" \
  --map examples/routers/axis.map -o "$scratch/axis_switch.v"
expect "AXI-Stream: a wrapper by a map" 0
for network in "hypercube:4" "mesh:3x4 --routing source-route" "butterfly:3"; do
  # shellcheck disable=SC2086 # a network with its options
  set -- $network
  whole || [ "${1%:*}" = hypercube ] || continue
  network=$1
  shift
  run "$lockhop" cosim "$network" random --packets 8 --lanes 1 "$@" --compare flow --disturb all \
    --dut "$scratch/axis_switch.v" --dut examples/routers/axis.v
  expect "AXI-Stream: the router in $network" 0 '^PASS$'
done
# wrong_axis NAME PATTERN SCRIPT
wrong_axis() {
  sed -E "$3" examples/routers/axis.v >"$scratch/$1.v"
  cmp -s "$scratch/$1.v" examples/routers/axis.v && not_ok "$1 changes the router"
  run "$lockhop" cosim hypercube:3 uniform,load=0.2,warmup=0,measure=300 --lanes 1 \
    --compare flow --disturb stalls,resets --dut "$scratch/axis_switch.v" --dut "$scratch/$1.v"
  expect "AXI-Stream: $1" 1 "$2"
}
wrong_axis mixes_packets '(rule corrupt|tlast is)' 's/\(kept_q == 0 \|\| kept_q\[i%ALL\]\)/1/'
if whole; then
  wrong_axis overwrites '(tlast is|rule (corrupt|order|duplicate))' \
    's/assign s_axis_tready\[c\] = !full_q/& || c == 1/'
  wrong_axis goes_astray 'rule (path|eject)' \
    's/0\}\} : ports\} : way_q/0}} : id_q == 2 ? {ports[N-2:0], ports[N-1]} : ports} : way_q/'
  wrong_axis keeps_its_way '(tlast is|rule )' 's/first_q <= 1.b1/first_q <= first_q/'
  wrong_axis flips_a_bit 'rule corrupt' \
    's/header\} : beat_q;/header} : beat_q ^ (beat_q[7:4] == 5);/'
  wrong_axis ends_early 'tlast is 1 in flit' 's/lasts\[c\] = last_q/& || c == 2 \&\& !first_q/'
fi

# Options that do not fit.
refused() {
  text=$1 pattern=$2
  shift 2
  run "$lockhop" cosim hypercube:3 random "$@"
  expect "$text" 2 "$pattern"
}
refused "--link without flow" 'the cycles are others; give --compare flow' --link credit=4 \
  --dut "$scratch/credit.f"
refused "--link of another kind" "--link 'credit=0': must be ready, or credit=N" --link credit=0
refused "--moore of another kind" "--moore 'of': must be on, outputs or off" --moore of
refused "--link without a switch" '--link is for a switch of your own' --link credit=4 \
  --compare flow
refused "--link credit of a switch with ready" 'has a switch with in_credit_o' --link credit=4 \
  --compare flow --dut examples/routers/pipelined.v
refused "a switch with credits, without --link" 'no switch has in_credit_o' --compare flow \
  --dut "$scratch/credit.f"
refused "--moore outputs of a network" '--moore outputs: give --machine array' --moore outputs \
  --compare flow --machine network --dut examples/routers/pipelined.v
refused "--moore outputs, by cycle" '--moore: the cycles are others' --moore outputs \
  --dut examples/routers/pipelined.v
refused "--moore off with sends" '--sends: adapters' --moore off --compare flow --sends 1 \
  --dut examples/routers/pipelined.v

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
  --dut "$scratch/comment.v" --html "$scratch/vacuous.html"
expect "check: --shapes and the comment leave nothing" 1 '^5 shapes, 0 made: ' '^VACUOUS$'
law "check: the page says why" tests/system/page_laws.py "$scratch/vacuous.html" VACUOUS \
  'No run was made: this check says nothing of the design.'
run "$lockhop" check hypercube:2 --shapes dept=2 --dut "$lean"
expect "check: a key that is not known" 2 "--shapes 'dept=2': must be a list such as"

finish
