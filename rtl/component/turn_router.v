// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// turn_router -- a router whose queues each append one packet in a cycle; channels take turns.
//
// Twin of cmodel/switch/component/turn_router.h.  Latency: none; taken_o and push_o depend on
// registers and on what the channels hold.  Each queue with a free place takes the packet of the
// first channel behind the last one that it took, cyclically, of those that ask for it.  For
// packets that each go to one queue at most.  After a reset channel 0 comes first.
`default_nettype none

module turn_router #(
  parameter CHANNELS   = 11,                      // inputs, 1..64
  parameter PORTS      = 10,                      // output queues, 1..63
  parameter DEPTH      = 16,                      // packets in a queue, >= 1
  parameter COUNT_BITS = $clog2(DEPTH + 1)        // derived, do not set
) (
  input  wire                        clk,
  input  wire                        rst,
  input  wire [CHANNELS-1:0]         valid_i,     // channel c holds a packet to be routed
  input  wire [CHANNELS*PORTS-1:0]   ports_i,     // [channel] the queue it must go to: one bit
  input  wire [PORTS*COUNT_BITS-1:0] count_i,     // [port] packets in the queue's registers
  output reg  [CHANNELS-1:0]         taken_o,     // its packet leaves the input queue
  output reg  [PORTS*CHANNELS-1:0]   push_o       // [port] the channel the queue appends: one bit
);

  localparam [COUNT_BITS-1:0] FULL = DEPTH[COUNT_BITS-1:0];

  reg [PORTS*CHANNELS-1:0] behind_q;              // [port] the channels behind the last one taken
  reg [PORTS*CHANNELS-1:0] behind;                // the same after this cycle
  reg [PORTS*CHANNELS-1:0] takes;                 // [port] push_o; then of a group of ports
  reg [CHANNELS-1:0]       late;                  // of a queue: behind_q
  reg [CHANNELS-1:0]       asks;                  // the channels that want it, if it has a place
  reg [CHANNELS-1:0]       calls;                 // those of late that want it
  reg [CHANNELS-1:0]       first;                 // the channel that it takes
  integer c;
  integer p;
  integer s;

  // The channels above the lowest one of a mask.
  function [CHANNELS-1:0] above(input [CHANNELS-1:0] mask);
    integer step;
    begin
      above = mask << 1;
      for (step = 1; step < CHANNELS; step = 2*step) begin
        above = above | above << step;
      end
    end
  endfunction

  // The channels below the highest one.
  function [CHANNELS-1:0] below(input [CHANNELS-1:0] mask);
    integer step;
    begin
      below = mask >> 1;
      for (step = 1; step < CHANNELS; step = 2*step) begin
        below = below | below >> step;
      end
    end
  endfunction

  // The channels behind the last one come first.  Of these and of the others, the lowest does.
  // Whatever calls is above all others.
  always @* begin
    late   = {CHANNELS{1'b0}};
    asks   = {CHANNELS{1'b0}};
    calls  = {CHANNELS{1'b0}};
    first  = {CHANNELS{1'b0}};
    push_o = {PORTS*CHANNELS{1'b0}};
    behind = behind_q;
    for (p = 0; p < PORTS; p = p + 1) begin
      late = behind_q[p*CHANNELS +: CHANNELS];
      for (c = 0; c < CHANNELS; c = c + 1) begin
        asks[c]  = valid_i[c] && ports_i[c*PORTS + p]
                   && count_i[p*COUNT_BITS +: COUNT_BITS] < FULL;
        calls[c] = valid_i[c] && ports_i[c*PORTS + p] && late[c];
      end
      first = asks & ~(late & above(calls) | ~late & (above(asks) | below(calls)));
      push_o[p*CHANNELS +: CHANNELS] = first;
      if (asks != {CHANNELS{1'b0}}) begin
        behind[p*CHANNELS +: CHANNELS] = above(first);
      end
    end
  end

  always @* begin
    takes = push_o;
    for (s = 1; s < PORTS; s = 2*s) begin
      for (p = 0; p + s < PORTS; p = p + 2*s) begin
        takes[p*CHANNELS +: CHANNELS] = takes[p*CHANNELS +: CHANNELS]
                                        | takes[(p + s)*CHANNELS +: CHANNELS];
      end
    end
    taken_o = takes[0 +: CHANNELS];
  end

  always @(posedge clk) begin
    behind_q <= rst ? {PORTS*CHANNELS{1'b0}} : behind;
  end

  // Parameters that no router has: no module has these names, which tell why.
  generate
    if (CHANNELS < 1 || CHANNELS > 64) begin : g_wrong_channels
      turn_router_CHANNELS_must_be_1_to_64 u_wrong ();
    end
    if (PORTS < 1 || PORTS > 63) begin : g_wrong_ports
      turn_router_PORTS_must_be_1_to_63 u_wrong ();
    end
    if (DEPTH < 1) begin : g_wrong_depth
      turn_router_DEPTH_must_be_1_or_more u_wrong ();
    end
  endgenerate

endmodule

`default_nettype wire
