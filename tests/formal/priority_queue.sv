// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// priority_queue -- the highest priority first, order within a priority, no loss, no duplication,
// no overflow, count.
//
// values: CHANNELS=2 DEPTH=1 NUMBER_BITS=2; CHANNELS=2 DEPTH=2 NUMBER_BITS=3
// bug: PRIORITY_BITS] > priority_o => PRIORITY_BITS] >= priority_o
// bug: count_q <= filled - ONE => count_q <= filled
//
// Each packet is its priority and its number among those of its priority, in the order of cycles and
// channels.
`default_nettype none

module prove_priority_queue #(
  parameter CHANNELS = 2, parameter DEPTH = 2, parameter NUMBER_BITS = 3,
  parameter PACKET_BITS = NUMBER_BITS + 1
) (
  input wire                            clk,
  input wire                            rst,
  input wire [CHANNELS-1:0]             push_i,
  input wire [CHANNELS*PACKET_BITS-1:0] packets_i,
  input wire [CHANNELS-1:0]             priorities_i,
  input wire                            ready_i
);

  wire                         valid;
  wire [PACKET_BITS-1:0]       packet;
  wire                         priority_of;
  wire [$clog2(DEPTH+1)-1:0]   count;
  reg                          reset_q = 1'b0;    // there was a reset
  reg  [NUMBER_BITS-1:0]       low_came_q;        // number of the next packet of priority 0
  reg  [NUMBER_BITS-1:0]       low_left_q;        // and of the next that leaves
  reg  [NUMBER_BITS-1:0]       high_came_q;       // the same of priority 1
  reg  [NUMBER_BITS-1:0]       high_left_q;
  reg  [NUMBER_BITS-1:0]       low;
  reg  [NUMBER_BITS-1:0]       high;
  reg  [7:0]                   pushes;
  wire [NUMBER_BITS-1:0]       low_inside  = low_came_q - low_left_q;
  wire [NUMBER_BITS-1:0]       high_inside = high_came_q - high_left_q;
  wire                         some_high   = high != high_left_q;
  integer c;

  priority_queue #(
    .CHANNELS(CHANNELS), .DEPTH(DEPTH), .PACKET_BITS(PACKET_BITS), .PRIORITY_BITS(1)
  ) u_queue (
    .clk(clk), .rst(rst), .push_i(push_i), .packets_i(packets_i), .priorities_i(priorities_i),
    .valid_o(valid), .packet_o(packet), .priority_o(priority_of), .ready_i(ready_i),
    .count_o(count)
  );

  always @* begin
    low    = low_came_q;
    high   = high_came_q;
    pushes = 8'd0;
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (push_i[c]) begin
        if (reset_q && !rst) begin
          assume (packets_i[c*PACKET_BITS +: PACKET_BITS] ==
                  {priorities_i[c], priorities_i[c] ? high : low});
        end
        if (priorities_i[c]) high = high + 1'b1;
        else low = low + 1'b1;
        pushes = pushes + 8'd1;
      end
    end
    if (reset_q && !rst) begin
      assume (pushes + count <= DEPTH);
      order: assert (!valid || packet == {some_high, some_high ? high_left_q : low_left_q});
      said: assert (!valid || priority_of == some_high);
      shown: assert (valid == (some_high || low != low_left_q));
      held: assert (count == low_inside + high_inside && count <= DEPTH);
      reached: assert (!(count == DEPTH && valid && ready_i));
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
    if (rst) begin
      {low_came_q, low_left_q, high_came_q, high_left_q} <= {4*NUMBER_BITS{1'b0}};
    end else begin
      low_came_q  <= low;
      high_came_q <= high;
      low_left_q  <= low_left_q + {{NUMBER_BITS-1{1'b0}}, valid && ready_i && !some_high};
      high_left_q <= high_left_q + {{NUMBER_BITS-1{1'b0}}, valid && ready_i && some_high};
    end
  end

endmodule

`default_nettype wire
