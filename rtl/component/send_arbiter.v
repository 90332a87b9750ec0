// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// send_arbiter -- chooses the ports that send in this cycle, for a switch with a send budget.
//
// Twin of cmodel/switch/component/send_arbiter.h.  Latency: none, but the grant uses ready_i of
// the previous cycle, not of this one (Moore law).  The valid queues are ranked: those that were
// not blocked then before those that were; then a higher priority before a lower one; among equals
// the lower queue number (ARBITER = 1 or 2), or round-robin (ARBITER = 0).  The first SENDS are
// granted.  After a reset no queue counts as blocked, and queue 0 comes first.  In the
// switch the other inputs come from registers, so the grants do too.
`default_nettype none

module send_arbiter #(
  parameter QUEUES        = 10,                   // 1..63
  parameter SENDS         = 1,                    // 1..QUEUES
  parameter PRIORITY_BITS = 0,                    // 0..16; 0: all packets are equal
  parameter ARBITER       = 0,                    // 0: in turn; 1, 2: the lowest
  parameter KEPT_BITS     = PRIORITY_BITS > 0 ? PRIORITY_BITS : 1   // derived, do not set
) (
  input  wire                        clk,
  input  wire                        rst,
  input  wire [QUEUES-1:0]           valid_i,       // it shows a packet, and has the link
  input  wire [QUEUES-1:0]           ready_i,       // the neighbour takes one of it
  input  wire [QUEUES*KEPT_BITS-1:0] priorities_i,  // [queue] of that packet
  output reg  [QUEUES-1:0]           grant_o        // it may be sent
);

  localparam COUNT_BITS = $clog2(QUEUES + 1);
  localparam RANK_BITS  = PRIORITY_BITS + 2;      // not blocked, priority, its turn
  localparam [COUNT_BITS-1:0] LIMIT = SENDS[COUNT_BITS-1:0];
  localparam [COUNT_BITS-1:0] ONE = 1;

  reg  [QUEUES-1:0]           blocked_q;          // not ready in the cycle before
  wire [QUEUES-1:0]           turn;               // comes first among equals
  wire [QUEUES*RANK_BITS-1:0] ranks;              // [queue] the higher the sooner, and among
                                                  // equals the lower queue number
  reg  [COUNT_BITS-1:0]       ahead;              // valid queues that come before this one
  integer a;
  integer b;

  genvar q;

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_rank
      if (PRIORITY_BITS > 0) begin : g_priority
        assign ranks[q*RANK_BITS +: RANK_BITS] =
            {!blocked_q[q], priorities_i[q*KEPT_BITS +: KEPT_BITS], turn[q]};
      end else begin : g_no_priority
        assign ranks[q*RANK_BITS +: RANK_BITS] = {!blocked_q[q], turn[q]};
      end
    end

    if (PRIORITY_BITS == 0) begin : g_equal
      wire unused_ok = &{1'b0, priorities_i};
    end
  endgenerate

  always @* begin
    grant_o = {QUEUES{1'b0}};
    ahead   = {COUNT_BITS{1'b0}};
    for (a = 0; a < QUEUES; a = a + 1) begin
      if (valid_i[a]) begin
        ahead = {COUNT_BITS{1'b0}};
        for (b = 0; b < QUEUES; b = b + 1) begin
          if (valid_i[b] && (b < a
              ? ranks[b*RANK_BITS +: RANK_BITS] >= ranks[a*RANK_BITS +: RANK_BITS]
              : ranks[b*RANK_BITS +: RANK_BITS] > ranks[a*RANK_BITS +: RANK_BITS])) begin
            ahead = ahead + ONE;
          end
        end
        grant_o[a] = ahead < LIMIT;
      end
    end
  end

  always @(posedge clk) begin
    blocked_q <= rst ? {QUEUES{1'b0}} : ~ready_i;
  end

  generate
    if (ARBITER != 0) begin : g_fixed
      assign turn = {QUEUES{1'b0}};
    end else begin : g_turns
      localparam INDEX_BITS = QUEUES > 1 ? $clog2(QUEUES) : 1;

      reg [INDEX_BITS-1:0] last_q;                // the last in the ranking that was sent
      reg [INDEX_BITS-1:0] last;                  // of this cycle, so far
      reg [RANK_BITS-1:0]  lowest;                // its rank
      integer c;

      assign turn = ~{QUEUES{1'b0}} << last_q << 1;

      always @* begin
        last   = last_q;
        lowest = {RANK_BITS{1'b1}};
        for (c = 0; c < QUEUES; c = c + 1) begin
          if (grant_o[c] && ready_i[c] && ranks[c*RANK_BITS +: RANK_BITS] <= lowest) begin
            last   = c[INDEX_BITS-1:0];
            lowest = ranks[c*RANK_BITS +: RANK_BITS];
          end
        end
      end

      always @(posedge clk) begin
        last_q <= rst ? QUEUES[INDEX_BITS-1:0] - 1'b1 : last;
      end
    end
  endgenerate

endmodule

`default_nettype wire
