// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// dimension_selector -- the lowest dimension of a mask whose random bit is 1.
//
// Twin of cmodel/switch/component/dimension_selector.h.  Combinational.
`default_nettype none

module dimension_selector #(
  parameter WIDTH      = 10,                            // dimensions, 1..20
  parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1  // derived, do not set
) (
  input  wire [WIDTH-1:0]      mask_i,            // bit i: dimension i may be chosen
  input  wire [WIDTH-1:0]      random_i,          // one random bit per dimension
  output wire                  any_o,             // a dimension is chosen
  output wire [INDEX_BITS-1:0] index_o            // that dimension; 0 when !any_o
);

  priority_encoder #(.WIDTH(WIDTH)) u_encoder (
    .request_i (mask_i & random_i),
    .any_o     (any_o),
    .index_o   (index_o)
  );

endmodule

`default_nettype wire
