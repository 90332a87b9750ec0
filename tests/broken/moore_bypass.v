// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// input_queue, broken: a packet passes an empty queue without waiting for the clock edge.
//
// full_o follows valid_i, so out_valid_o and eject_valid_o of the switch depend
// combinationally on in_valid_i and inject_valid_i.  scripts/check_moore.sh must find it.
// As a machine it differs first at out_valid_o or eject_valid_o, in the first cycle in
// which a packet is offered.
`default_nettype none

module input_queue #(
  parameter PACKET_BITS = 50                      // 1..128
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   valid_i,          // a packet is offered from outside
  input  wire [PACKET_BITS-1:0] packet_i,
  output wire                   ready_o,          // it enters at this edge, if valid
  input  wire                   taken_i,          // the packet held leaves at this edge
  output wire                   full_o,           // a packet is held
  output wire [PACKET_BITS-1:0] packet_o          // that packet
);

  reg                   full_q;
  reg [PACKET_BITS-1:0] packet_q;

  // WRONG: what is offered to an empty queue is shown at once.
  assign ready_o  = !full_q || taken_i;
  assign full_o   = full_q || valid_i;
  assign packet_o = full_q ? packet_q : packet_i;

  always @(posedge clk) begin
    if (rst) begin
      full_q <= 1'b0;
    end else begin
      full_q <= full_q ? valid_i || !taken_i : valid_i && !taken_i;
      if (valid_i && full_q == taken_i) begin
        packet_q <= packet_i;
      end
    end
  end

endmodule

`default_nettype wire
