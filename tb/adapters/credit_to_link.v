// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// credit_to_link -- a sender that counts credits to links of valid and ready.
//
// docs/adapters.md specifies it.  It has CREDITS buffers for each queue, and returns a credit in
// the cycle after a packet has left.  A packet that is sent in cycle t is offered in cycle t+1.
// No output depends combinationally on an input.  A packet without a credit ends the simulation.
`default_nettype none

module credit_to_link #(
  parameter PORTS       = 2,                          // links, >= 1
  parameter VCS         = 1,                          // VCs of a link, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter CREDITS     = 4,                          // buffers of a queue, >= 1
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [QUEUES-1:0]            in_valid_i,     // at most one VC of a link
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [QUEUES-1:0]            in_credit_o,    // a buffer is free again
  output wire [QUEUES-1:0]            out_valid_o,    // at most one VC of a link
  output wire [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [QUEUES-1:0]            out_ready_i
);

  wire [QUEUES-1:0] ready;

  link_slice #(
    .PORTS       (PORTS),
    .VCS         (VCS),
    .PACKET_BITS (PACKET_BITS),
    .DEPTH       (CREDITS)
  ) u_slice (
    .clk          (clk),
    .rst          (rst),
    .in_valid_i   (in_valid_i),
    .in_packet_i  (in_packet_i),
    .in_ready_o   (ready),
    .out_valid_o  (out_valid_o),
    .out_packet_o (out_packet_o),
    .out_ready_i  (out_ready_i),
    .left_o       (in_credit_o)
  );

  genvar q;

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      always @(posedge clk) begin
        if (!rst && in_valid_i[q] && !ready[q]) begin
          $error("queue %0d sends a packet without a credit", q);
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
