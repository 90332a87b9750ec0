// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// any_switch -- a switch with any route unit, whose neighbours and terminal do what they like, and
// what the laws of switch_*.sv see of it.  A part of their modules, which have clk, rst and
// DATA_BITS.
//
// sees: full = u_switch.full
// sees: taken = u_switch.taken
// sees: stored = u_switch.stored
// sees: counts = u_switch.counts
// sees: words = u_switch.words
// sees: ejects = u_switch.arrived
// sees: waits = u_switch.waits
// sees: ports = u_switch.ports
// sees: vcs = u_switch.vcs
// sees: priorities = u_switch.priorities
// sees: routed = u_switch.routed
// sees: held = u_switch.held
// sees STORE: places = u_switch.g_store.packets
//
// The unit may answer the same packet differently in each cycle (route_unit.v).  It keeps to one
// rule: a packet that may wait is not ejected.  Of the neighbours one thing is assumed, as a switch
// may: a port offers a packet of one VC.  While rst is 1 nothing moves.

parameter PORTS = 2;
parameter LANES = 1;
parameter VCS = 1;
parameter DEPTH = 1;
parameter STORE = 0;
parameter PRIORITY_BITS = 0;
parameter ARBITER = 0;
parameter SENDS = 0;
parameter RANDOM = 0;
parameter PUSHES = 0;
parameter FORM = 0;

localparam QUEUES      = PORTS*VCS;
localparam CHANNELS    = QUEUES + LANES;
localparam HOLDERS     = STORE + CHANNELS;        // places of the store, then channels
localparam PACKET_BITS = 1 + DATA_BITS;           // a header of one bit
localparam COUNT_BITS  = $clog2(DEPTH + 1);
localparam KEPT_BITS   = PRIORITY_BITS > 0 ? PRIORITY_BITS : 1;

// What the neighbours and the terminal do.
wire [QUEUES-1:0]               valid       = $anyseq;
wire [PORTS*PACKET_BITS-1:0]    packet      = $anyseq;
wire [QUEUES-1:0]               open        = $anyseq;
wire [LANES-1:0]                lane_valid  = $anyseq;
wire [LANES*PACKET_BITS-1:0]    lane_packet = $anyseq;
wire [63:0]                     seed        = $anyseq;
wire                            here        = $anyseq;
wire                            phase       = $anyseq;

// What the switch shows.
wire [CHANNELS-1:0]             ready;
wire [QUEUES-1:0]               shows;
wire [PORTS*PACKET_BITS-1:0]    out_packet;
wire [CHANNELS-1:0]             ejected;
wire [CHANNELS*PACKET_BITS-1:0] eject_packets;

// What is inside: places of the store, then channels.
(* keep *) wire [HOLDERS-1:0]              full;
(* keep *) wire [HOLDERS-1:0]              taken;       // its packet goes to queues
(* keep *) wire [CHANNELS-1:0]             stored;      // or to the store
(* keep *) wire [QUEUES*COUNT_BITS-1:0]    counts;
(* keep *) wire [CHANNELS*32-1:0]          words;
(* keep *) wire [CHANNELS*PACKET_BITS-1:0] held;
(* keep *) wire [(STORE > 0 ? STORE : 1)*PACKET_BITS-1:0] places;

// What the route units answer.
(* keep *) wire [HOLDERS-1:0]              ejects;
(* keep *) wire [HOLDERS-1:0]              waits;
(* keep *) wire [HOLDERS*PORTS-1:0]        ports;
(* keep *) wire [HOLDERS*3-1:0]            vcs;
(* keep *) wire [HOLDERS*KEPT_BITS-1:0]    priorities;
(* keep *) wire [HOLDERS*PACKET_BITS-1:0]  routed;      // the packet with its new header

// What moves at an edge.
wire [CHANNELS-1:0]             enters = rst ? {CHANNELS{1'b0}} : {lane_valid, valid} & ready;
wire [QUEUES-1:0]               sent   = rst ? {QUEUES{1'b0}} : shows & open;
wire [CHANNELS*PACKET_BITS-1:0] enter_packets;
wire [QUEUES*PACKET_BITS-1:0]   show_packets;
wire [HOLDERS*PACKET_BITS-1:0]  packets;                // as they came
reg  [HOLDERS*QUEUES-1:0]       names;                  // the queues that each is to go to

reg reset_q = 1'b0;                                     // there was a reset
reg one_vc;
integer answer;
integer port;
integer vc;
genvar  at;

switch #(
  .PORTS(PORTS), .LANES(LANES), .VCS(VCS), .DEPTH(DEPTH), .STORE(STORE),
  .PRIORITY_BITS(PRIORITY_BITS), .ARBITER(ARBITER), .SENDS(SENDS), .PHASE_BITS(1),
  .RANDOM(RANDOM), .HEADER_BITS(1), .DATA_BITS(DATA_BITS), .ADDRESS_BITS(1), .PUSHES(PUSHES),
  .FORM(FORM)
) u_switch (
  .clk(clk), .rst(rst), .here_i(here), .seed_i(seed), .phase_i(phase),
  .in_valid_i(valid), .in_packet_i(packet), .in_ready_o(ready[QUEUES-1:0]),
  .out_valid_o(shows), .out_packet_o(out_packet), .out_ready_i(open),
  .inject_valid_i(lane_valid), .inject_packet_i(lane_packet),
  .inject_ready_o(ready[QUEUES +: LANES]),
  .eject_valid_o(ejected), .eject_packet_o(eject_packets)
);

assign enter_packets[QUEUES*PACKET_BITS +: LANES*PACKET_BITS] = lane_packet;
assign packets[STORE*PACKET_BITS +: CHANNELS*PACKET_BITS] = held;

generate
  for (at = 0; at < QUEUES; at = at + 1) begin : g_queue
    assign enter_packets[at*PACKET_BITS +: PACKET_BITS] =
        packet[(at/VCS)*PACKET_BITS +: PACKET_BITS];
    assign show_packets[at*PACKET_BITS +: PACKET_BITS] =
        out_packet[(at/VCS)*PACKET_BITS +: PACKET_BITS];
  end
  if (STORE > 0) begin : g_places
    assign packets[STORE*PACKET_BITS-1:0] = places;
  end else begin : g_no_places
    assign places = {PACKET_BITS{1'b0}};
  end
endgenerate

always @* begin
  one_vc = 1'b1;
  for (port = 0; port < PORTS; port = port + 1) begin
    for (vc = 1; vc < VCS; vc = vc + 1) begin
      if (valid[port*VCS + vc] && (valid[port*VCS +: VCS] & ((1 << vc) - 1)) != 0) one_vc = 1'b0;
    end
  end
  assume (one_vc);
  assume ((waits & ejects) == 0);
  names = {HOLDERS*QUEUES{1'b0}};
  for (answer = 0; answer < HOLDERS; answer = answer + 1) begin
    for (port = 0; port < PORTS; port = port + 1) begin
      for (vc = 0; vc < VCS; vc = vc + 1) begin
        names[answer*QUEUES + port*VCS + vc] = ports[answer*PORTS + port] &&
            (vcs[answer*3 +: 3] < VCS ? vcs[answer*3 +: 3] : VCS - 1) == vc;
      end
    end
  end
end

always @(posedge clk) reset_q <= reset_q || rst;
