// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_arbiter -- gives the link of a port to one of its VCs in each cycle.
//
// Twin of cmodel/switch/component/link_arbiter.h.  Latency: none, but the grant uses ready_i of
// the previous cycle, not of this one (Moore law).  Candidates are the valid VCs that were not
// blocked then; if there are none, all valid VCs.  ARBITER = 1 grants the lowest candidate,
// ARBITER = 2 the highest, ARBITER = 0 grants them round-robin.  After a reset no VC counts as
// blocked, and VC 0 comes first.
`default_nettype none

module link_arbiter #(
  parameter VCS     = 2,                          // 1..8
  parameter ARBITER = 0                           // 0: in turn; 1: the lowest; 2: the highest
) (
  input  wire           clk,
  input  wire           rst,
  input  wire [VCS-1:0] valid_i,                  // the VC's queue shows a packet
  input  wire [VCS-1:0] ready_i,                  // the neighbour takes one of the VC
  input  wire [VCS-1:0] sent_i,                   // the VC's packet leaves at this edge
  output wire [VCS-1:0] grant_o                   // one bit, or none when nothing is valid
);

  localparam [VCS-1:0] NONE = 0;
  localparam [VCS-1:0] ONE = 1;

  reg  [VCS-1:0] blocked_q;                       // not ready in the cycle before
  wire [VCS-1:0] open = valid_i & ~blocked_q;
  wire [VCS-1:0] candidates = open != NONE ? open : valid_i;
  wire [VCS-1:0] first;                           // those of the candidates that come first

  assign grant_o = first & (~first + ONE);        // the lowest of them

  always @(posedge clk) begin
    blocked_q <= rst ? NONE : ~ready_i;
  end

  genvar k;

  generate
    if (ARBITER == 1) begin : g_lowest
      wire unused_ok = &{1'b0, sent_i};

      assign first = candidates;
    end else if (ARBITER == 2) begin : g_highest
      wire unused_ok = &{1'b0, sent_i};

      for (k = 0; k < VCS; k = k + 1) begin : g_vc
        wire [VCS-1:0] higher = candidates >> k >> 1;

        assign first[k] = candidates[k] && higher == NONE;
      end
    end else begin : g_turns
      localparam INDEX_BITS = VCS > 1 ? $clog2(VCS) : 1;

      reg  [INDEX_BITS-1:0] last_q;               // the VC that was sent last
      wire [INDEX_BITS-1:0] sent;
      wire                  any;
      wire [VCS-1:0]        above = candidates & (~NONE << last_q << 1);

      assign first = above != NONE ? above : candidates;

      priority_encoder #(.WIDTH(VCS)) u_encoder (
        .request_i (sent_i),
        .any_o     (any),
        .index_o   (sent)
      );

      always @(posedge clk) begin
        if (rst) begin
          last_q <= VCS[INDEX_BITS-1:0] - 1'b1;
        end else if (any) begin
          last_q <= sent;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
