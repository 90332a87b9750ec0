// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// output_queue -- the queue of docs/switch.md as a ring: a packet stays where it was put, and a
// head moves on.  It has a mistake: docs/tutorial.md finds it.
`default_nettype none

module output_queue #(
  parameter CHANNELS    = 11,                     // channels that can push, 1..64
  parameter DEPTH       = 16,                     // packets, >= 1
  parameter PACKET_BITS = 50,                     // 1..128
  parameter COUNT_BITS  = $clog2(DEPTH + 1)       // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [CHANNELS-1:0]             push_i,     // append the packet of channel c
  input  wire [CHANNELS*PACKET_BITS-1:0] packets_i,  // [channel]
  output reg                             valid_o,    // a packet is held or being pushed
  output reg  [PACKET_BITS-1:0]          packet_o,   // the oldest one
  input  wire                            ready_i,    // it leaves at this edge, if valid
  output wire [COUNT_BITS-1:0]           count_o     // packets held, before the pushes
);

  localparam INDEX_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  reg [PACKET_BITS-1:0] ring_q [0:DEPTH-1];
  reg [INDEX_BITS-1:0]  head_q;                   // place of the oldest packet
  reg [COUNT_BITS-1:0]  count_q;
  reg [COUNT_BITS-1:0]  filled;                   // count_q and this cycle's pushes
  integer c;

  // The place that is `steps` behind `place`, round the ring.
  function [INDEX_BITS-1:0] behind(input [INDEX_BITS-1:0] place, input [COUNT_BITS-1:0] steps);
    integer sum;
    begin
      sum    = {{32-INDEX_BITS{1'b0}}, place} + {{32-COUNT_BITS{1'b0}}, steps};
      behind = sum[INDEX_BITS-1:0];
    end
  endfunction

  assign count_o = count_q;

  always @* begin
    valid_o  = count_q != {COUNT_BITS{1'b0}};
    packet_o = ring_q[head_q];
    filled   = count_q;
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (push_i[c]) begin
        if (!valid_o) begin
          packet_o = packets_i[c*PACKET_BITS +: PACKET_BITS];
        end
        valid_o = 1'b1;
        filled  = filled + 1'b1;
      end
    end
  end

  integer k;
  reg [COUNT_BITS-1:0] place;
  reg [INDEX_BITS-1:0] index;                     // where in ring_q that is

  always @(posedge clk) begin
    place = count_q;
    for (k = 0; k < CHANNELS; k = k + 1) begin
      if (push_i[k]) begin
        index = behind(head_q, place);
        ring_q[index] <= packets_i[k*PACKET_BITS +: PACKET_BITS];
        place = place + 1'b1;
      end
    end
    if (rst) begin
      head_q  <= {INDEX_BITS{1'b0}};
      count_q <= {COUNT_BITS{1'b0}};
    end else if (valid_o && ready_i) begin
      head_q  <= behind(head_q, {{COUNT_BITS-1{1'b0}}, 1'b1});
      count_q <= filled - 1'b1;
    end else begin
      count_q <= filled;
    end
  end

endmodule

`default_nettype wire
