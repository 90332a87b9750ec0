// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// waiting_store -- order, no loss, no duplication, no overflow; what fits is taken.
//
// values: CHANNELS=2 STORE=1; CHANNELS=2 STORE=2; CHANNELS=3 STORE=4
// bug: wait_i[c] && !used[STORE-1] => wait_i[c]
// bug: kept = kept >> 1 => kept = kept
// bug: packets >> PACKET_BITS & => packets &
//
// One packet, any, is marked.  The model knows how many packets that are held came before it.
`default_nettype none

module prove_waiting_store #(
  parameter CHANNELS = 2, parameter STORE = 2
) (
  input wire                clk,
  input wire                rst,
  input wire [CHANNELS-1:0] wait_i,
  input wire [CHANNELS-1:0] marks_i,
  input wire [STORE-1:0]    leave_i
);

  wire [CHANNELS-1:0] taken;
  wire [STORE-1:0]    full;
  wire [STORE-1:0]    marks;
  reg                 reset_q = 1'b0;             // there was a reset
  reg                 came_q;                     // the marked packet has come
  reg                 inside_q;                   // and is held
  reg  [7:0]          before_q;                   // so many of those held came before it
  reg  [7:0]          count_q;                    // packets held
  reg                 came;
  reg                 inside;
  reg  [7:0]          before;
  reg  [7:0]          count;
  reg  [7:0]          held;                       // and those taken from lower channels
  reg                 takes_right;
  reg                 in_place;
  reg                 in_order;
  integer c;
  integer s;

  waiting_store #(.CHANNELS(CHANNELS), .STORE(STORE), .PACKET_BITS(1)) u_store (
    .clk(clk), .rst(rst), .wait_i(wait_i), .packets_i(marks_i), .taken_o(taken),
    .full_o(full), .packets_o(marks), .leave_i(leave_i)
  );

  always @* begin
    takes_right = 1'b1;
    in_place    = 1'b1;
    in_order    = 1'b1;
    came   = came_q;
    inside = inside_q;
    before = before_q;
    count  = count_q;
    held   = count_q;
    for (s = 0; s < STORE; s = s + 1) begin
      if (leave_i[s]) begin
        count = count - 8'd1;
        if (s < before_q) before = before - 8'd1;
        if (s == before_q) inside = 1'b0;
      end
    end
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (reset_q && !rst) begin
        assume (!marks_i[c] || wait_i[c] && !came);
        if (taken[c] != (wait_i[c] && held < STORE)) takes_right = 1'b0;
      end
      if (wait_i[c] && held < STORE) begin
        if (marks_i[c]) begin
          came   = 1'b1;
          inside = 1'b1;
          before = count;
        end
        count = count + 8'd1;
        held  = held + 8'd1;
      end
    end
    if (reset_q && !rst) begin
      assume ((leave_i & ~full) == 0);
      for (s = 0; s < STORE; s = s + 1) begin
        if (full[s] != (s < count_q)) in_place = 1'b0;
        if (full[s] && marks[s] != (inside_q && s == before_q)) in_order = 1'b0;
      end
      takes: assert (takes_right);
      lowest: assert (in_place);
      order: assert (in_order);
      reached: assert (!(count_q == STORE && inside_q && leave_i[before_q]));
    end
  end

  always @(posedge clk) begin
    reset_q  <= reset_q || rst;
    came_q   <= !rst && came;
    inside_q <= !rst && inside;
    before_q <= rst ? 8'd0 : before;
    count_q  <= rst ? 8'd0 : count;
  end

endmodule

`default_nettype wire
