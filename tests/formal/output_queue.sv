// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// output_queue -- order, no loss, no duplication, no overflow, count.
//
// values: CHANNELS=2 DEPTH=1 NUMBER_BITS=2; CHANNELS=2 DEPTH=2 NUMBER_BITS=3; CHANNELS=3 DEPTH=2 NUMBER_BITS=3
// bug: packets_q <= pushed(push_i) => packets_q <= packets_q
// bug: filled == ONE && ready_i => filled == ONE
// bug: count_q <= filled - ONE => count_q <= filled
//
// Each packet is its number, in the order of cycles and channels.
`default_nettype none

module prove_output_queue #(
  parameter CHANNELS = 2, parameter DEPTH = 2, parameter NUMBER_BITS = 3
) (
  input wire                            clk,
  input wire                            rst,
  input wire [CHANNELS-1:0]             push_i,
  input wire [CHANNELS*NUMBER_BITS-1:0] packets_i,
  input wire                            ready_i
);

  wire                         valid;
  wire [NUMBER_BITS-1:0]       packet;
  wire [$clog2(DEPTH+1)-1:0]   count;
  reg                          reset_q = 1'b0;    // there was a reset
  reg  [NUMBER_BITS-1:0]       came_q;            // number of the next packet
  reg  [NUMBER_BITS-1:0]       left_q;            // and of the next that leaves
  reg  [NUMBER_BITS-1:0]       next;
  reg  [7:0]                   pushes;
  wire [NUMBER_BITS-1:0]       inside = came_q - left_q;
  integer c;

  output_queue #(.CHANNELS(CHANNELS), .DEPTH(DEPTH), .PACKET_BITS(NUMBER_BITS)) u_queue (
    .clk(clk), .rst(rst), .push_i(push_i), .packets_i(packets_i), .valid_o(valid),
    .packet_o(packet), .ready_i(ready_i), .count_o(count)
  );

  always @* begin
    next   = came_q;
    pushes = 8'd0;
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (push_i[c]) begin
        if (reset_q && !rst) assume (packets_i[c*NUMBER_BITS +: NUMBER_BITS] == next);
        next   = next + 1'b1;
        pushes = pushes + 8'd1;
      end
    end
    if (reset_q && !rst) begin
      assume (pushes + count <= DEPTH);
      order: assert (!valid || packet == left_q);
      shown: assert (valid == (next != left_q));
      held: assert (count == inside && inside <= DEPTH);
      reached: assert (!(count == DEPTH && valid && ready_i));
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
    came_q  <= rst ? {NUMBER_BITS{1'b0}} : next;
    left_q  <= rst ? {NUMBER_BITS{1'b0}} : left_q + {{NUMBER_BITS-1{1'b0}}, valid && ready_i};
  end

endmodule

`default_nettype wire
