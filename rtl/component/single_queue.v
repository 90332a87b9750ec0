// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// single_queue -- an output_queue that appends one packet in a cycle at most: far fewer gates.
//
// The hardware form of output_queue behind a turn_router; scripts/prove_forms.sh proves that both
// then have the same outputs.  Twin of cmodel/switch/component/output_queue.h.  A push moves the
// packets held one place up and enters at place 0, so that no place chooses what it takes.  Reset
// empties the queue and leaves the packets as they are.
`default_nettype none

module single_queue #(
  parameter CHANNELS    = 11,                     // channels that can push, 1..64
  parameter DEPTH       = 16,                     // packets, >= 1
  parameter PACKET_BITS = 50,                     // 1..128
  parameter COUNT_BITS  = $clog2(DEPTH + 1)       // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [CHANNELS-1:0]             push_i,     // append the packet of channel c: one bit, or
                                                     // none; none while count_o is DEPTH
  input  wire [CHANNELS*PACKET_BITS-1:0] packets_i,  // [channel]
  output wire                            valid_o,    // a packet is held or being pushed
  output wire [PACKET_BITS-1:0]          packet_o,   // the oldest one
  input  wire                            ready_i,    // it leaves at this edge, if valid
  output wire [COUNT_BITS-1:0]           count_o     // packets held, before the push
);

  localparam LEAVES = 1 << $clog2(CHANNELS);
  localparam [COUNT_BITS-1:0] NONE = 0;
  localparam [COUNT_BITS-1:0] ONE = 1;

  reg [DEPTH*PACKET_BITS-1:0]    packets_q;       // [place]
  reg [COUNT_BITS-1:0]           count_q;         // places in use, from 0
  reg [PACKET_BITS-1:0]          oldest;          // the packet held for longest
  reg [2*LEAVES-1:0]             pushes;          // [node] a channel below it pushes
  reg [2*LEAVES*PACKET_BITS-1:0] packets;         // [node] and its packet
  wire                           held = count_q != NONE;
  wire                           pushed = pushes[1];
  wire [PACKET_BITS-1:0]         fresh = packets[PACKET_BITS +: PACKET_BITS];
  integer n;
  integer s;

  assign count_o  = count_q;
  assign valid_o  = held || pushed;
  assign packet_o = held ? oldest : fresh;

  // A tree of two-way choices: node 1 is its root, nodes 2*n and 2*n + 1 are below node n, and
  // channel c is leaf LEAVES + c.
  always @* begin
    pushes  = {2*LEAVES{1'b0}};
    packets = {2*LEAVES*PACKET_BITS{1'b0}};
    pushes[LEAVES +: CHANNELS]                          = push_i;
    packets[LEAVES*PACKET_BITS +: CHANNELS*PACKET_BITS] = packets_i;
    for (n = LEAVES - 1; n > 0; n = n - 1) begin
      pushes[n] = pushes[2*n] || pushes[2*n + 1];
      packets[n*PACKET_BITS +: PACKET_BITS] = pushes[2*n + 1]
          ? packets[(2*n + 1)*PACKET_BITS +: PACKET_BITS]
          : packets[2*n*PACKET_BITS +: PACKET_BITS];
    end
  end

  always @* begin
    oldest = packets_q[0 +: PACKET_BITS];
    for (s = 1; s < DEPTH; s = s + 1) begin
      if ({{32-COUNT_BITS{1'b0}}, count_q} > s) begin
        oldest = packets_q[s*PACKET_BITS +: PACKET_BITS];
      end
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      count_q <= NONE;
    end else if (pushed && !ready_i) begin
      count_q <= count_q + ONE;
    end else if (!pushed && held && ready_i) begin
      count_q <= count_q - ONE;
    end
    if (pushed) begin
      packets_q[0 +: PACKET_BITS] <= fresh;
      for (s = 1; s < DEPTH; s = s + 1) begin
        packets_q[s*PACKET_BITS +: PACKET_BITS] <= packets_q[(s - 1)*PACKET_BITS +: PACKET_BITS];
      end
    end
  end

  // Parameters that no queue has: no module has these names, which tell why.
  generate
    if (CHANNELS < 1 || CHANNELS > 64) begin : g_wrong_channels
      single_queue_CHANNELS_must_be_1_to_64 u_wrong ();
    end
    if (DEPTH < 1) begin : g_wrong_depth
      single_queue_DEPTH_must_be_1_or_more u_wrong ();
    end
    if (PACKET_BITS < 1 || PACKET_BITS > 128) begin : g_wrong_packet
      single_queue_PACKET_BITS_must_be_1_to_128 u_wrong ();
    end
  endgenerate

endmodule

`default_nettype wire
