// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// placed_queue -- an output_queue whose packets stay in their places: fewer gates, shorter paths.
//
// The hardware form of output_queue; scripts/prove_forms.sh proves that both have the same outputs.
// Twin of cmodel/switch/component/output_queue.h.  A place takes the packet of one channel, or
// keeps its own: a tail that is one-hot goes on by a place for each push, and a head that is
// one-hot by a place for each pop.  Reset empties the queue and leaves the packets as they are.
`default_nettype none

module placed_queue #(
  parameter CHANNELS    = 11,                     // channels that can push, 1..64
  parameter DEPTH       = 16,                     // packets, >= 1
  parameter PACKET_BITS = 50,                     // 1..128
  parameter COUNT_BITS  = $clog2(DEPTH + 1)       // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [CHANNELS-1:0]             push_i,     // append the packet of channel c;
                                                     // at most DEPTH - count_o bits are 1
  input  wire [CHANNELS*PACKET_BITS-1:0] packets_i,  // [channel]
  output wire                            valid_o,    // a packet is held or being pushed
  output wire [PACKET_BITS-1:0]          packet_o,   // the oldest one
  input  wire                            ready_i,    // it leaves at this edge, if valid
  output wire [COUNT_BITS-1:0]           count_o     // packets held, before the pushes
);

  localparam [COUNT_BITS-1:0] NONE = 0;
  localparam [COUNT_BITS-1:0] ONE = 1;
  localparam [DEPTH-1:0] PLACE_0 = 1;

  reg [DEPTH*PACKET_BITS-1:0] packets_q;          // [place]
  reg [COUNT_BITS-1:0]        count_q;            // places in use, from the head on
  reg [DEPTH-1:0]             head_q;             // one-hot: the place of the oldest packet
  reg [DEPTH-1:0]             tail_q;             // one-hot: the first free place
  reg [DEPTH-1:0]             tail;               // the same after the pushes so far
  reg [COUNT_BITS-1:0]        filled;             // count_q and this cycle's pushes
  reg [DEPTH*CHANNELS-1:0]    chosen;             // [place] the channel whose packet it takes
  reg [DEPTH*PACKET_BITS-1:0] taken;              // [place] that packet
  reg [CHANNELS-1:0]          first;              // the lowest channel that pushes
  reg [PACKET_BITS-1:0]       fresh;              // its packet
  reg [PACKET_BITS-1:0]       oldest;             // the packet at the head
  wire                        held = count_q != NONE;
  wire                        leaves = valid_o && ready_i;
  integer c;
  integer s;

  assign count_o = count_q;
  assign packet_o = held ? oldest : fresh;
  assign valid_o = held || push_i != {CHANNELS{1'b0}};

  // The place behind the last one is the first.
  function [DEPTH-1:0] next(input [DEPTH-1:0] place);
    next = place << 1 | place >> (DEPTH - 1);
  endfunction

  always @* begin
    tail   = tail_q;
    filled = count_q;
    chosen = {DEPTH*CHANNELS{1'b0}};
    for (c = 0; c < CHANNELS; c = c + 1) begin
      for (s = 0; s < DEPTH; s = s + 1) begin
        chosen[s*CHANNELS + c] = push_i[c] && tail[s];
      end
      if (push_i[c]) begin
        tail   = next(tail);
        filled = filled + ONE;
      end
    end
    taken = {DEPTH*PACKET_BITS{1'b0}};
    for (s = 0; s < DEPTH; s = s + 1) begin
      for (c = 0; c < CHANNELS; c = c + 1) begin
        taken[s*PACKET_BITS +: PACKET_BITS] = taken[s*PACKET_BITS +: PACKET_BITS]
            | {PACKET_BITS{chosen[s*CHANNELS + c]}} & packets_i[c*PACKET_BITS +: PACKET_BITS];
      end
    end
  end

  always @* begin
    first = push_i & (~push_i + 1'b1);
    fresh = {PACKET_BITS{1'b0}};
    for (c = 0; c < CHANNELS; c = c + 1) begin
      fresh = fresh | {PACKET_BITS{first[c]}} & packets_i[c*PACKET_BITS +: PACKET_BITS];
    end
    oldest = {PACKET_BITS{1'b0}};
    for (s = 0; s < DEPTH; s = s + 1) begin
      oldest = oldest | {PACKET_BITS{head_q[s]}} & packets_q[s*PACKET_BITS +: PACKET_BITS];
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      count_q <= NONE;
      head_q  <= PLACE_0;
      tail_q  <= PLACE_0;
    end else begin
      count_q <= leaves ? filled - ONE : filled;
      head_q  <= leaves ? next(head_q) : head_q;
      tail_q  <= tail;
    end
    for (s = 0; s < DEPTH; s = s + 1) begin
      if (chosen[s*CHANNELS +: CHANNELS] != {CHANNELS{1'b0}}) begin
        packets_q[s*PACKET_BITS +: PACKET_BITS] <= taken[s*PACKET_BITS +: PACKET_BITS];
      end
    end
  end

  // Parameters that no queue has: no module has these names, which tell why.
  generate
    if (CHANNELS < 1 || CHANNELS > 64) begin : g_wrong_channels
      placed_queue_CHANNELS_must_be_1_to_64 u_wrong ();
    end
    if (DEPTH < 1) begin : g_wrong_depth
      placed_queue_DEPTH_must_be_1_or_more u_wrong ();
    end
    if (PACKET_BITS < 1 || PACKET_BITS > 128) begin : g_wrong_packet
      placed_queue_PACKET_BITS_must_be_1_to_128 u_wrong ();
    end
  endgenerate

endmodule

`default_nettype wire
