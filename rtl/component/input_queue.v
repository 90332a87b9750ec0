// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// input_queue -- one packet and a valid bit: the register at the switch boundary.
//
// Twin of cmodel/switch/component/input_queue.h.  Latency: one cycle.  Ready is a function of
// full_q and taken_i, and taken_i is a function of registers, so ready never waits for
// valid.  Reset empties the queue and leaves the packet as it is.
`default_nettype none

module input_queue #(
  parameter PACKET_BITS = 50                      // 1..128
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   valid_i,          // a packet is offered from outside
  input  wire [PACKET_BITS-1:0] packet_i,
  output wire                   ready_o,          // it enters at this edge, if valid
  input  wire                   taken_i,          // the packet held leaves at this edge
  output wire                   full_o,           // a packet is held
  output wire [PACKET_BITS-1:0] packet_o          // that packet
);

  reg                   full_q;
  reg [PACKET_BITS-1:0] packet_q;

  assign ready_o  = !full_q || taken_i;
  assign full_o   = full_q;
  assign packet_o = packet_q;

  always @(posedge clk) begin
    if (rst) begin
      full_q <= 1'b0;
    end else begin
      full_q <= valid_i || (full_q && !taken_i);  // not ready means: full and not taken
    end
    if (!rst && valid_i && ready_o) begin         // ready_o comes late in a cycle
      packet_q <= packet_i;
    end
  end

endmodule

`default_nettype wire
