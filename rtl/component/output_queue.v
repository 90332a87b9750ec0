// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// output_queue -- FIFO of DEPTH packets: several pushes and one pop per cycle.
//
// Twin of cmodel/switch/component/output_queue.h.  Latency: none; a packet pushed into an empty
// queue is shown, and may leave, in the same cycle.  A push moves the packets held one
// place up and enters at place 0: the oldest is at place count_q - 1; a pop moves nothing.
// Reset empties the queue and leaves the packets as they are.
`default_nettype none

module output_queue #(
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
  output reg                             valid_o,    // a packet is held or being pushed
  output reg  [PACKET_BITS-1:0]          packet_o,   // the oldest one
  input  wire                            ready_i,    // it leaves at this edge, if valid
  output wire [COUNT_BITS-1:0]           count_o     // packets held, before the pushes
);

  localparam [COUNT_BITS-1:0] ONE = 1;

  reg [DEPTH*PACKET_BITS-1:0] packets_q;          // [place]
  reg [COUNT_BITS-1:0]        count_q;            // places in use, from 0
  reg [COUNT_BITS-1:0]        filled;             // count_q and this cycle's pushes
  integer c;

  // packets_q after this cycle's pushes.  A function, because as a variable it would be
  // worked out, in simulation, even when nothing is pushed.
  function [DEPTH*PACKET_BITS-1:0] pushed(input [CHANNELS-1:0] chosen);
    integer k;
    begin
      pushed = packets_q;
      for (k = 0; k < CHANNELS; k = k + 1) begin
        if (chosen[k]) begin
          pushed = pushed << PACKET_BITS;
          pushed[PACKET_BITS-1:0] = packets_i[k*PACKET_BITS +: PACKET_BITS];
        end
      end
    end
  endfunction

  assign count_o = count_q;

  always @* begin
    valid_o  = 1'b0;
    packet_o = {PACKET_BITS{1'b0}};
    filled   = count_q;
    if (count_q != {COUNT_BITS{1'b0}}) begin
      valid_o  = 1'b1;
      packet_o = packets_q[{{32-COUNT_BITS{1'b0}}, count_q - ONE}*PACKET_BITS
                           +: PACKET_BITS];
    end
    if (push_i != {CHANNELS{1'b0}}) begin
      for (c = 0; c < CHANNELS; c = c + 1) begin
        if (push_i[c]) begin
          if (!valid_o) begin
            packet_o = packets_i[c*PACKET_BITS +: PACKET_BITS];
          end
          valid_o = 1'b1;
          filled  = filled + ONE;
        end
      end
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      count_q <= {COUNT_BITS{1'b0}};
    end else if (valid_o && ready_i) begin
      count_q <= filled - ONE;
    end else begin
      count_q <= filled;
    end
    // A packet that meets an empty queue and leaves at once need not be stored.
    if (push_i != {CHANNELS{1'b0}} && !(filled == ONE && ready_i)) begin
      packets_q <= pushed(push_i);
    end
  end

endmodule

`default_nettype wire
