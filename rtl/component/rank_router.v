// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// rank_router -- a router for packets that each go to one queue at most: shorter paths.
//
// The hardware form of router where no mask has several bits; scripts/prove_forms.sh proves that
// both then have the same outputs.  Twin of cmodel/switch/component/router.h.  Combinational.
// Queues do not depend on each other: each gives its free places, counted in unary, to the lowest
// channels that ask for it.
`default_nettype none

module rank_router #(
  parameter CHANNELS   = 11,                      // inputs, 1..64
  parameter PORTS      = 10,                      // output queues, 1..63
  parameter DEPTH      = 16,                      // packets in a queue, >= 1
  parameter COUNT_BITS = $clog2(DEPTH + 1)        // derived, do not set
) (
  input  wire [CHANNELS-1:0]         valid_i,     // channel c holds a packet to be routed
  input  wire [CHANNELS*PORTS-1:0]   ports_i,     // [channel] the queue it must go to: one bit
  input  wire [PORTS*COUNT_BITS-1:0] count_i,     // [port] packets in the queue's registers
  output reg  [CHANNELS-1:0]         taken_o,     // its packet leaves the input queue
  output reg  [PORTS*CHANNELS-1:0]   push_o       // [port] the channels the queue appends
);

  reg [DEPTH-1:0] room;                           // bit i: more than i places left, so far
  reg             asks;
  integer c;
  integer p;
  integer s;

  always @* begin
    taken_o = {CHANNELS{1'b0}};
    push_o  = {PORTS*CHANNELS{1'b0}};
    room    = {DEPTH{1'b0}};
    asks    = 1'b0;
    for (p = 0; p < PORTS; p = p + 1) begin
      for (s = 0; s < DEPTH; s = s + 1) begin
        room[s] = {{32-COUNT_BITS{1'b0}}, count_i[p*COUNT_BITS +: COUNT_BITS]} < DEPTH - s;
      end
      for (c = 0; c < CHANNELS; c = c + 1) begin
        asks                   = valid_i[c] && ports_i[c*PORTS + p];
        push_o[p*CHANNELS + c] = asks && room[0];
        taken_o[c]             = taken_o[c] || asks && room[0];
        if (asks) begin
          room = room >> 1;
        end
      end
    end
  end

  // Parameters that no router has: no module has these names, which tell why.
  generate
    if (CHANNELS < 1) begin : g_wrong_channels
      rank_router_CHANNELS_must_be_1_or_more u_wrong ();
    end
    if (PORTS < 1 || PORTS > 63) begin : g_wrong_ports
      rank_router_PORTS_must_be_1_to_63 u_wrong ();
    end
    if (DEPTH < 1) begin : g_wrong_depth
      rank_router_DEPTH_must_be_1_or_more u_wrong ();
    end
  endgenerate

endmodule

`default_nettype wire
