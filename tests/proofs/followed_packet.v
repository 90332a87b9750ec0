// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// followed_packet -- one packet of a queue, any one, followed from its way in to its way out.
//
// The solver chooses by pick_i which packet that is.  Packets are counted in and out; the followed
// packet must be what leaves when all that came before it have left.  As it may be any packet,
// the k-th that leaves is the k-th that has entered, for every k: none is lost, doubled, reordered
// or changed.  What offers a packet compares it with packet_o while first_o is 1.
`default_nettype none

module followed_packet #(
  parameter PACKET_BITS = 2,                          // >= 1
  parameter CAPACITY    = 1,                          // most packets inside, >= 1
  parameter WAIT        = 0,                          // most cycles in which none is offered, < 8
  parameter COUNT_BITS  = $clog2(CAPACITY + 2)        // derived, do not set
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   pick_i,               // follow the packet that enters
  input  wire                   enters_i,
  input  wire [PACKET_BITS-1:0] packet_i,             // what enters
  input  wire                   offered_i,            // the queue offers a packet
  input  wire                   leaves_i,             // and it is taken
  output wire                   judged_o,             // there was a reset: laws hold
  output wire                   first_o,              // the next to leave is the followed packet
  output wire [PACKET_BITS-1:0] packet_o,             // the followed packet
  output wire [COUNT_BITS-1:0]  inside_o              // packets that have entered and not left
);

  reg                   judged_q;
  reg                   followed_q;                   // the followed packet is inside
  reg                   done_q;                       // it was chosen
  reg [COUNT_BITS-1:0]  inside_q;
  reg [COUNT_BITS-1:0]  ahead_q;                      // of those that entered before it
  reg [PACKET_BITS-1:0] packet_q;
  reg [2:0]             waited_q;                     // cycles without an offer
  wire                  waits = inside_q != 0 && !offered_i;
  wire                  picks = pick_i && enters_i && !done_q;

  assign judged_o = judged_q;
  assign first_o  = followed_q && ahead_q == 0;
  assign packet_o = packet_q;
  assign inside_o = inside_q;

  initial judged_q = 1'b0;

  always @(posedge clk) begin
    judged_q <= 1'b1;
    if (rst) begin
      followed_q <= 1'b0;
      done_q     <= 1'b0;
      inside_q   <= 0;
      waited_q   <= 0;
    end else begin
      inside_q   <= inside_q + enters_i - leaves_i;
      waited_q   <= waits ? waited_q + 1'b1 : 3'd0;
      done_q     <= done_q || picks;
      followed_q <= picks || followed_q && !(first_o && leaves_i);
      if (picks) begin
        packet_q <= packet_i;
        ahead_q  <= inside_q - leaves_i;
      end else if (leaves_i && ahead_q != 0) begin
        ahead_q <= ahead_q - 1'b1;
      end
    end
  end

  always @* begin
    assume (judged_q || rst);
    if (judged_q) begin
      capacity: assert (inside_q <= CAPACITY);
      has_entered: assert (!offered_i || inside_q != 0);
      is_offered: assert (!waits || waited_q < WAIT);
      // Not so: it must be found that the followed packet leaves a queue that is full.
      reached: assert (!(first_o && leaves_i && inside_q == CAPACITY));
    end
  end

endmodule

`default_nettype wire
