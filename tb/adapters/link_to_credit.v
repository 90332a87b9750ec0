// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_to_credit -- links of valid and ready to a receiver that returns credits.
//
// docs/adapters.md specifies it.  The receiver has CREDITS buffers for each queue, and returns a
// credit when it has emptied one.  A packet that is taken in cycle t is sent in cycle t+1, for one
// cycle.  No output depends combinationally on an input.
`default_nettype none

module link_to_credit #(
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
  output wire [QUEUES-1:0]            in_ready_o,
  output reg  [QUEUES-1:0]            out_valid_o,
  output reg  [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [QUEUES-1:0]            out_credit_i    // a buffer is free again
);

  localparam COUNT_BITS = $clog2(CREDITS + 1);

  genvar q;

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      reg  [COUNT_BITS-1:0] credits_q;
      wire                  sends = in_valid_i[q] && in_ready_o[q];

      assign in_ready_o[q] = credits_q != {COUNT_BITS{1'b0}};

      always @(posedge clk) begin
        if (rst) begin
          credits_q <= CREDITS[COUNT_BITS-1:0];
        end else begin
          if (out_credit_i[q] && credits_q == CREDITS[COUNT_BITS-1:0]) begin
            $error("queue %0d returns a credit of a buffer that was never filled", q);
          end
          if (sends && !out_credit_i[q]) begin
            credits_q <= credits_q - 1'b1;
          end else if (out_credit_i[q] && !sends) begin
            credits_q <= credits_q + 1'b1;
          end
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    out_valid_o  <= rst ? {QUEUES{1'b0}} : in_valid_i & in_ready_o;
    out_packet_o <= in_packet_i;
  end

endmodule

`default_nettype wire
