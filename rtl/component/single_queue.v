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

  localparam INDEX_BITS = $clog2(DEPTH);          // of a place
  localparam CHOICES    = INDEX_BITS > 2 ? (INDEX_BITS + 1)/2 : 1;  // of one of four places
  localparam PLACES     = 1 << 2*CHOICES;
  localparam [COUNT_BITS-1:0] NONE = 0;
  localparam [COUNT_BITS-1:0] ONE = 1;

  reg [DEPTH*PACKET_BITS-1:0]  packets_q;         // [place]
  reg [COUNT_BITS-1:0]         count_q;           // places in use, from 0
  reg [CHANNELS-1:0]           bits;              // [channel] a bit of the packet that it pushes
  reg [PACKET_BITS-1:0]        last;              // the packet that the last channel pushes, or 0
  reg [PACKET_BITS-1:0]        rest;              // the one that another channel pushes, or 0
  reg [PLACES*PACKET_BITS-1:0] left;              // [place] what is left after some choices
  reg [2*CHOICES-1:0]          place;             // that of the packet held for longest
  wire [COUNT_BITS-1:0]        below = count_q - ONE;
  wire                         held = count_q != NONE;
  wire                         pushed = push_i != {CHANNELS{1'b0}};
  wire [PACKET_BITS-1:0]       oldest = left[0 +: PACKET_BITS];
  integer b;
  integer c;
  integer s;

  assign count_o = count_q;
  assign valid_o = held || pushed;

  // As held ? oldest : last | rest.  push_i comes late in a cycle: written like this, the packet
  // shown takes no level of gates more after push_i than the packet stored.
  assign packet_o = (held ? oldest : last) | (rest & ~{PACKET_BITS{held}});

  always @* begin
    bits = {CHANNELS{1'b0}};
    last = {PACKET_BITS{1'b0}};
    rest = {PACKET_BITS{1'b0}};
    for (b = 0; b < PACKET_BITS; b = b + 1) begin
      for (c = 0; c < CHANNELS; c = c + 1) begin
        bits[c] = push_i[c] && packets_i[c*PACKET_BITS + b];
      end
      last[b]          = bits[CHANNELS-1];
      bits[CHANNELS-1] = 1'b0;
      rest[b]          = bits != {CHANNELS{1'b0}};
    end
  end

  // Packet number {high, low} of four, by two tables of four inputs for each bit: where high is 1,
  // the first table gives low, by which the second one chooses.
  function [PACKET_BITS-1:0] choice(input [4*PACKET_BITS-1:0] four, input high, input low);
    reg [PACKET_BITS-1:0] first;
    begin
      first  = high ? {PACKET_BITS{low}}
               : low ? four[PACKET_BITS +: PACKET_BITS] : four[0 +: PACKET_BITS];
      choice = !high ? first : (first & four[3*PACKET_BITS +: PACKET_BITS])
                               | (~first & four[2*PACKET_BITS +: PACKET_BITS]);
    end
  endfunction

  always @* begin
    place = {2*CHOICES{1'b0}};
    for (s = 0; s < INDEX_BITS; s = s + 1) begin
      place[s] = below[s];
    end
    left = {PLACES*PACKET_BITS{1'b0}};
    left[0 +: DEPTH*PACKET_BITS] = packets_q;
    for (c = 0; c < CHOICES; c = c + 1) begin
      for (s = 0; s < PLACES >> 2*c + 2; s = s + 1) begin
        left[s*PACKET_BITS +: PACKET_BITS] =
            choice(left[4*s*PACKET_BITS +: 4*PACKET_BITS], place[1], place[0]);
      end
      place = place >> 2;
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      count_q <= NONE;
    end else if (ready_i ? held && !pushed : pushed) begin
      count_q <= ready_i ? count_q - ONE : count_q + ONE;
    end
    if (pushed) begin
      packets_q[0 +: PACKET_BITS] <= last | rest;
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
