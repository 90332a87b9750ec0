// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_slice -- a small FIFO for every queue of several links; it cuts every combinational path.
//
// docs/adapters.md specifies it.  Latency: one cycle; a packet that is taken in cycle t is offered
// in cycle t+1.  No output depends combinationally on an input.  With DEPTH of 2 or more a link
// carries a packet in every cycle.
`default_nettype none

module link_slice #(
  parameter PORTS       = 2,                          // links, >= 1
  parameter VCS         = 1,                          // VCs of a link, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter DEPTH       = 2,                          // packets of a queue, >= 1
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [QUEUES-1:0]            in_valid_i,     // at most one VC of a link
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [QUEUES-1:0]            in_ready_o,
  output wire [QUEUES-1:0]            out_valid_o,    // at most one VC of a link
  output wire [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [QUEUES-1:0]            out_ready_i,
  output wire [QUEUES-1:0]            left_o          // a packet left in the cycle before
);

  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam INDEX_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  localparam [31:0] LAST_SLOT = DEPTH - 1;

  wire [QUEUES-1:0]             holds;
  wire [QUEUES*PACKET_BITS-1:0] oldest;

  link_turn #(
    .PORTS       (PORTS),
    .VCS         (VCS),
    .PACKET_BITS (PACKET_BITS)
  ) u_turn (
    .clk          (clk),
    .rst          (rst),
    .holds_i      (holds),
    .packets_i    (oldest),
    .out_valid_o  (out_valid_o),
    .out_packet_o (out_packet_o)
  );

  genvar q;

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      reg  [PACKET_BITS-1:0] packet_q [0:DEPTH-1];
      reg  [COUNT_BITS-1:0]  count_q;
      reg  [INDEX_BITS-1:0]  first_q;
      reg  [INDEX_BITS-1:0]  free_q;
      reg                    left_q;
      wire                   enters = in_valid_i[q] && in_ready_o[q];
      wire                   leaves = out_valid_o[q] && out_ready_i[q];

      assign in_ready_o[q] = count_q != DEPTH[COUNT_BITS-1:0];
      assign left_o[q]     = left_q;
      assign holds[q]      = count_q != {COUNT_BITS{1'b0}};
      assign oldest[q*PACKET_BITS +: PACKET_BITS] = packet_q[first_q];

      always @(posedge clk) begin
        if (enters) begin
          packet_q[free_q] <= in_packet_i[(q/VCS)*PACKET_BITS +: PACKET_BITS];
        end
        if (rst) begin
          count_q <= {COUNT_BITS{1'b0}};
          first_q <= {INDEX_BITS{1'b0}};
          free_q  <= {INDEX_BITS{1'b0}};
          left_q  <= 1'b0;
        end else begin
          left_q <= leaves;
          if (enters && !leaves) begin
            count_q <= count_q + 1'b1;
          end else if (leaves && !enters) begin
            count_q <= count_q - 1'b1;
          end
          if (enters) begin
            free_q <= free_q == LAST_SLOT[INDEX_BITS-1:0] ? {INDEX_BITS{1'b0}} : free_q + 1'b1;
          end
          if (leaves) begin
            first_q <= first_q == LAST_SLOT[INDEX_BITS-1:0] ? {INDEX_BITS{1'b0}} : first_q + 1'b1;
          end
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
