#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_wrapper -- lockhop wrapper connects switches with ports of their own, by a map: single ports,
# arrays, and whole interfaces.  What a map lacks or has too much of is told.
set -u
. tests/system/tap.sh

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

cat >"$scratch/credit.f" <<F
$PWD/examples/routers/credit.v --top credit_router
F

# Credits, by a map.
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

finish
