// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// torus_router -- an input-queued router of a torus with two VCs and datelines.
//
// For torus:KxK.. with K > 2; K is a power of 2, or set by -G.  Nothing of rtl/ is in it.
// Ring by ring a packet goes the shorter way: in VC 0 up to the dateline between K-1 and 0,
// then in VC 1.  Each VC of a link has a FIFO, and each lane.  A link names one of its heads,
// its VCs in turn; a port takes one of the named heads that want it, in turn.  The packet then
// waits in the register of its port and VC, and the port offers its VCs in turn:
//
//     lockhop cosim torus:3x3 random --compare flow --dut examples/routers/torus_router.v \
//       --dut "--top torus_router -G K=3"
// lockhop: vcs=2
`default_nettype none

module torus_router #(
  parameter PORTS        = 4,                         // two a dimension: +, -
  parameter LANES        = 1,
  parameter VCS          = 2,                         // 2 alone
  parameter DEPTH        = 2,                         // packets in a FIFO
  parameter HEADER_BITS  = 4,                         // the destination
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 4,
  parameter B            = 2*ADDRESS_BITS/PORTS,      // bits of a digit, do not set
  parameter K            = 1 << B,                    // switches in a ring
  parameter QUEUES       = PORTS*VCS,                 // derived, do not set
  parameter CHANNELS     = QUEUES + LANES,            // derived, do not set
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [ADDRESS_BITS-1:0]         here_i,
  input  wire [QUEUES-1:0]               in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0]    in_packet_i,
  output wire [QUEUES-1:0]               in_ready_o,
  output wire [QUEUES-1:0]               out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0]    out_packet_o,
  input  wire [QUEUES-1:0]               out_ready_i,
  input  wire [LANES-1:0]                inject_valid_i,
  input  wire [LANES*PACKET_BITS-1:0]    inject_packet_i,
  output wire [LANES-1:0]                inject_ready_o,
  output wire [CHANNELS-1:0]             eject_valid_o,
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);

  wire [(PORTS+LANES)*PACKET_BITS-1:0] packets = {inject_packet_i, in_packet_i};
  wire [CHANNELS*PACKET_BITS-1:0]      heads = eject_packet_o;
  wire [CHANNELS-1:0]        offered = {inject_valid_i, in_valid_i};
  wire [CHANNELS*QUEUES-1:0] wants;                   // [channel] a free queue it goes to
  wire [CHANNELS-1:0]        asks, named, ready;      // it has such a head; that is named
  wire [PORTS*CHANNELS-1:0]  takes;                   // [port] the head that it takes
  reg  [CHANNELS-1:0]        taken;                   // by a port
  wire [QUEUES-1:0]          free;                    // the register is free, or sends
  reg  [PORTS-1:0]           turn_q;                  // [link] the VC that it names first
  reg  [ADDRESS_BITS-1:0]    here_q;
  integer                    n, m;
  assign {inject_ready_o, in_ready_o} = ready;

  always @* begin
    taken = 0;
    for (n = 0; n < PORTS; n = n + 1)
      taken = taken | takes[n*CHANNELS +: CHANNELS];
  end

  always @(posedge clk) begin
    for (m = 0; m < PORTS; m = m + 1)
      if (rst || taken[2*m +: 2] != 0) turn_q[m] <= !rst && taken[2*m];
    if (rst) here_q <= here_i;
  end

  genvar c, p;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      localparam LINK  = c < QUEUES ? c/2 : c - PORTS;  // or a lane, above the links
      localparam OTHER = c < QUEUES ? c + 1 - 2*(c%2) : c;
      reg  [PACKET_BITS-1:0] fifo_q [0:DEPTH-1];      // the oldest in place 0
      reg  [31:0]            count_q, to, at, ahead;
      reg                    arrived, minus;
      reg  [QUEUES-1:0]      queue;                   // by which the head goes on
      integer                d, i;
      wire [HEADER_BITS-1:0] header = fifo_q[0][HEADER_BITS-1:0];
      wire                   enters = offered[c] && ready[c];
      wire                   leaves = taken[c] || eject_valid_o[c];
      wire [31:0]            left = leaves ? count_q - 1 : count_q;

      assign ready[c] = count_q != DEPTH;
      assign eject_valid_o[c] = count_q != 0 && arrived;
      assign eject_packet_o[c*PACKET_BITS +: PACKET_BITS] = fifo_q[0];
      assign wants[c*QUEUES +: QUEUES] = queue & free & {QUEUES{count_q != 0 && !arrived}};
      assign asks[c] = wants[c*QUEUES +: QUEUES] != 0;
      assign named[c] = asks[c] &&
                        (c == OTHER || !asks[OTHER] || turn_q[LINK%PORTS] ^ (c%2 == 0));

      always @* begin
        {arrived, queue, to, at, ahead, minus} = {1'b1, {QUEUES+97{1'b0}}};
        for (d = PORTS/2 - 1; d >= 0; d = d - 1) begin  // the lowest that differs counts
          to = {{32-B{1'b0}}, header[d*B +: B]};
          at = {{32-B{1'b0}}, here_q[d*B +: B]};
          ahead = to > at ? to - at : to + K - at;
          minus = 2*ahead > K;
          if (to != at) begin
            arrived = 1'b0;
            queue = {{QUEUES-1{1'b0}}, 1'b1} << {d[29:0], minus, (to > at) != minus};
          end
        end
      end

      always @(posedge clk) begin
        count_q <= rst ? 0 : enters ? left + 1 : left;
        for (i = 0; i < DEPTH; i = i + 1)
          if (enters && left == i) fifo_q[i] <= packets[LINK*PACKET_BITS +: PACKET_BITS];
          else if (leaves) fifo_q[i] <= fifo_q[(i + 1)%DEPTH];
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [PACKET_BITS-1:0] packets_q [0:1];         // [VC] the registers of its queues
      reg  [1:0]             full_q;
      reg                    turn_of_1_q;             // VC 1 is offered if both are full
      reg  [CHANNELS-1:0]    bids, above_q;           // above the channel that it took last
      integer                i;
      wire                   second = full_q[1] && (turn_of_1_q || !full_q[0]);
      wire [CHANNELS-1:0]    next = (bids & above_q) != 0 ? bids & above_q : bids;
      wire [CHANNELS-1:0]    grant = next & -next;

      assign out_valid_o[2*p +: 2] = {second, full_q[0] && !second};
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = packets_q[second];
      assign free[2*p +: 2] = ~full_q | out_valid_o[2*p +: 2] & out_ready_i[2*p +: 2];
      assign takes[p*CHANNELS +: CHANNELS] = grant;

      always @*
        for (i = 0; i < CHANNELS; i = i + 1)
          bids[i] = named[i] && wants[i*QUEUES + 2*p +: 2] != 0;

      always @(posedge clk) begin
        turn_of_1_q <= !second;
        full_q      <= rst ? 2'b00 : ~free[2*p +: 2];
        above_q     <= rst ? {CHANNELS{1'b0}} : grant != 0 ? -grant & ~grant : above_q;
        for (i = 0; i < CHANNELS; i = i + 1)
          if (grant[i] && !rst) begin
            full_q[wants[i*QUEUES + 2*p + 1]]    <= 1'b1;
            packets_q[wants[i*QUEUES + 2*p + 1]] <= heads[i*PACKET_BITS +: PACKET_BITS];
          end
      end
    end
  endgenerate

endmodule

`default_nettype wire
