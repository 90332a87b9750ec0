// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// same_queue -- an output_queue and its hardware form with the same inputs have the same outputs:
// a placed_queue, or with SINGLE a single_queue.
//
// From any state before the first reset.  Of the inputs nothing is known but what both are
// promised: no more pushes than there are free places, and with SINGLE at most one.  There a packet
// that is not valid means nothing.
`default_nettype none

module same_queue #(
  parameter CHANNELS    = 3,
  parameter DEPTH       = 2,
  parameter PACKET_BITS = 1,
  parameter SINGLE      = 0,
  parameter COUNT_BITS  = $clog2(DEPTH + 1)
) (
  input wire                            clk,
  input wire                            rst,
  input wire [CHANNELS-1:0]             push_i,
  input wire [CHANNELS*PACKET_BITS-1:0] packets_i,
  input wire                            ready_i
);

  wire                   moved_valid;
  wire                   placed_valid;
  wire [PACKET_BITS-1:0] moved_packet;
  wire [PACKET_BITS-1:0] placed_packet;
  wire [COUNT_BITS-1:0]  moved_count;
  wire [COUNT_BITS-1:0]  placed_count;
  reg                    reset_q = 1'b0;          // there was a reset
  reg  [7:0]             pushes;
  integer c;

  output_queue #(.CHANNELS(CHANNELS), .DEPTH(DEPTH), .PACKET_BITS(PACKET_BITS)) u_moved (
    .clk(clk), .rst(rst), .push_i(push_i), .packets_i(packets_i), .ready_i(ready_i),
    .valid_o(moved_valid), .packet_o(moved_packet), .count_o(moved_count)
  );

  generate
    if (SINGLE != 0) begin : g_single
      single_queue #(.CHANNELS(CHANNELS), .DEPTH(DEPTH), .PACKET_BITS(PACKET_BITS)) u_single (
        .clk(clk), .rst(rst), .push_i(push_i), .packets_i(packets_i), .ready_i(ready_i),
        .valid_o(placed_valid), .packet_o(placed_packet), .count_o(placed_count)
      );
    end else begin : g_placed
      placed_queue #(.CHANNELS(CHANNELS), .DEPTH(DEPTH), .PACKET_BITS(PACKET_BITS)) u_placed (
        .clk(clk), .rst(rst), .push_i(push_i), .packets_i(packets_i), .ready_i(ready_i),
        .valid_o(placed_valid), .packet_o(placed_packet), .count_o(placed_count)
      );
    end
  endgenerate

  always @* begin
    pushes = 8'd0;
    for (c = 0; c < CHANNELS; c = c + 1) begin
      pushes = pushes + {7'd0, push_i[c]};
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
  end

  always @* begin
    if (reset_q) begin
      assume (rst || pushes + moved_count <= DEPTH);
      assume (rst || SINGLE == 0 || pushes <= 8'd1);
      valid:   assert (rst || placed_valid == moved_valid);
      packet:  assert (rst || SINGLE != 0 && !moved_valid || placed_packet == moved_packet);
      count:   assert (placed_count == moved_count);
      reached: assert (moved_count != DEPTH || !ready_i);
    end
  end

endmodule

`default_nettype wire
