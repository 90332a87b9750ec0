// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// open_credits -- for every queue the packets that were sent and whose credit has not come back.
//
// It is what a sender and a receiver of one link know of their credits.  The adapter at one end is
// judged; what is at the other end keeps its part, as weak as it may be: a credit may come back in
// the cycle in which its packet is sent, and be used in the cycle in which it comes back.
`default_nettype none

module open_credits #(
  parameter QUEUES   = 1,                             // >= 1
  parameter CREDITS  = 1,                             // buffers of a queue, 1 .. 14
  parameter RECEIVER = 0                              // 1: the adapter returns credits; 0: it sends
) (
  input  wire                clk,
  input  wire                rst,
  input  wire                judged_i,                // there was a reset
  input  wire [QUEUES-1:0]   sent_i,
  input  wire [QUEUES-1:0]   credit_i,
  output wire [QUEUES*4-1:0] open_o                   // before this cycle
);

  wire [QUEUES-1:0] fits;                             // a packet, were one sent
  wire [QUEUES-1:0] may_return;                       // a credit, were one returned

  genvar q;

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      reg [3:0] open_q;

      assign open_o[q*4 +: 4] = open_q;
      assign fits[q]       = open_q < CREDITS || open_q == CREDITS && RECEIVER && credit_i[q];
      assign may_return[q] = open_q != 0 || !RECEIVER && sent_i[q];

      always @(posedge clk) begin
        open_q <= rst ? 4'd0 : open_q + sent_i[q] - credit_i[q];
      end
    end
  endgenerate

  wire sends_right = (sent_i & ~fits) == 0;
  wire returns_right = (credit_i & ~may_return) == 0;

  promise u_promise (
    .clk(clk), .rst(rst), .judged_i(judged_i), .kept_i(RECEIVER ? sends_right : returns_right)
  );

  always @* begin
    if (judged_i) begin
      credit: assert (!RECEIVER || returns_right);
      overflow: assert (RECEIVER || sends_right);
    end
  end

endmodule

`default_nettype wire
