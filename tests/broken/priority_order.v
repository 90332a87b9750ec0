// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// priority_encoder, broken: the number of the highest bit that is 1, not of the lowest.
//
// First visible in the cycle in which an input queue first holds a packet whose
// destination differs from here in two bits or more: it leaves by the port of the highest
// such bit.  Seen at out_valid_o of that port (1, not 0) and of the right port (0, not 1);
// at out_packet_o where another packet makes valid equal; where a full queue is in play,
// also at in_ready_o or inject_ready_o.
`default_nettype none

module priority_encoder #(
  parameter WIDTH      = 10,                            // requests, 1..64
  parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1  // derived, do not set
) (
  input  wire [WIDTH-1:0]      request_i,
  output wire                  any_o,             // a bit of request_i is 1
  output reg  [INDEX_BITS-1:0] index_o            // the lowest such bit; 0 when !any_o
);

  integer i;

  assign any_o = |request_i;

  always @* begin
    index_o = {INDEX_BITS{1'b0}};
    for (i = 0; i < WIDTH; i = i + 1) begin  // WRONG: the last one found is the highest
      if (request_i[i]) begin
        index_o = i[INDEX_BITS-1:0];
      end
    end
  end

endmodule

`default_nettype wire
