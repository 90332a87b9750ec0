// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// mask_generator, broken: the chosen dimension alone is cleared, not those below it.
//
// First visible when the dimension chosen for a packet is not the lowest of its mask, in the
// first cycle in which the packet is at an output: at the header of out_packet_o, whose mask
// still has the dimensions that were passed over (1, not 0).  If the one chosen is the highest
// of the mask, the packet also has priority 1, not 0, in the output queue, and may go before
// another: then first at the header or the data of out_packet_o where that one should be.
`default_nettype none

module mask_generator #(
  parameter WIDTH      = 10,                            // dimensions, 1..20
  parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1  // derived, do not set
) (
  input  wire [WIDTH-1:0]      mask_i,            // bit i: dimension i is to be considered
  input  wire                  any_i,             // a dimension is chosen
  input  wire [INDEX_BITS-1:0] index_i,           // that dimension
  output wire [WIDTH-1:0]      mask_o             // mask_i without it; or none
);

  localparam [WIDTH-1:0] NONE = 0;
  localparam [WIDTH-1:0] ONE = 1;

  assign mask_o = any_i ? mask_i & ~(ONE << index_i) : NONE;  // WRONG

endmodule

`default_nettype wire
