// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_arbiter, broken: every valid VC is a candidate, blocked or not.
//
// First visible in the first cycle in which a port has a valid VC that was not ready in the
// cycle before and one that was, and the first is the next in turn (FIXED = 0) or the lower
// (FIXED = 1): at out_valid_o of the two (1, not 0; 0, not 1).  Never with VCS = 1.
`default_nettype none

module link_arbiter #(
  parameter VCS = 2,                          // 1..4
  parameter FIXED   = 0                           // 1: the lowest; 0: in turn
) (
  input  wire               clk,
  input  wire               rst,
  input  wire [VCS-1:0] valid_i,              // the VC's queue shows a packet
  input  wire [VCS-1:0] ready_i,              // the neighbour takes one of the VC
  output wire [VCS-1:0] grant_o               // one bit, or none when nothing is valid
);

  localparam [VCS-1:0] NONE = 0;
  localparam [VCS-1:0] ONE = 1;

  wire [VCS-1:0] candidates = valid_i;        // WRONG: without blocked_q
  wire [VCS-1:0] first;                       // those of the candidates that come first

  assign grant_o = first & (~first + ONE);        // the lowest of them

  generate
    if (FIXED != 0) begin : g_fixed
      wire unused_ok = &{1'b0, clk, rst, ready_i};

      assign first = candidates;
    end else begin : g_turns
      localparam INDEX_BITS = VCS > 1 ? $clog2(VCS) : 1;

      reg  [INDEX_BITS-1:0] last_q;               // the VC that was sent last
      wire [INDEX_BITS-1:0] granted;
      wire                  any;
      wire [VCS-1:0]    above = candidates & (~NONE << last_q << 1);

      assign first = above != NONE ? above : candidates;

      priority_encoder #(.WIDTH(VCS)) u_encoder (
        .request_i (grant_o & ready_i),
        .any_o     (any),
        .index_o   (granted)
      );

      always @(posedge clk) begin
        if (rst) begin
          last_q <= VCS[INDEX_BITS-1:0] - 1'b1;
        end else if (any) begin
          last_q <= granted;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
