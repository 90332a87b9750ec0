// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// mask_generator -- the dimensions that are still to be considered after a choice.
//
// Twin of cmodel/switch/component/mask_generator.h.  Combinational.
`default_nettype none

module mask_generator #(
  parameter WIDTH      = 10,                            // dimensions, 1..20
  parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1  // derived, do not set
) (
  input  wire [WIDTH-1:0]      mask_i,            // bit i: dimension i is to be considered
  input  wire                  any_i,             // a dimension is chosen
  input  wire [INDEX_BITS-1:0] index_i,           // that dimension
  output wire [WIDTH-1:0]      mask_o             // the dimensions of mask_i above it; or none
);

  localparam [WIDTH-1:0] NONE = 0;

  assign mask_o = any_i ? mask_i & (~NONE << index_i << 1) : NONE;

endmodule

`default_nettype wire
