// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// priority_encoder -- the number of the lowest bit that is 1.
//
// Twin of cmodel/switch/component/priority_encoder.h.  Combinational.
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
    for (i = WIDTH - 1; i >= 0; i = i - 1) begin
      if (request_i[i]) begin
        index_o = i[INDEX_BITS-1:0];
      end
    end
  end

endmodule

`default_nettype wire
