// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// alternate_destination_selector -- the port of a forced hop: a random one.
//
// Twin of cmodel/switch/component/alternate_destination_selector.h.  Combinational.  With
// SHARED = 0 it reads bits 20 to 31 of the word as a fraction of 1 and scales it to the number
// of ports; with SHARED = 1 it reads the bits of the dimensions, as a number modulo WIDTH.
`default_nettype none

module alternate_destination_selector #(
  parameter WIDTH      = 10,                            // ports, 1..20
  parameter SHARED     = 0,                             // 1: the bits of the dimensions
  parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1  // derived, do not set
) (
  input  wire [31:0]           random_i,          // the channel's random word
  output wire [INDEX_BITS-1:0] index_o            // a port, 0..WIDTH-1
);

  generate
    if (SHARED != 0) begin : g_shared
      localparam [WIDTH-1:0] MODULUS = WIDTH[WIDTH-1:0];

      wire [WIDTH-1:0] remainder = random_i[WIDTH-1:0] % MODULUS;
      wire             unused_ok = &{1'b0, random_i, remainder};

      assign index_o = remainder[INDEX_BITS-1:0];
    end else begin : g_apart
      wire [16:0] product   = {5'd0, random_i[31:20]} * WIDTH[16:0];
      wire        unused_ok = &{1'b0, random_i, product};

      assign index_o = product[12 +: INDEX_BITS];
    end
  endgenerate

endmodule

`default_nettype wire
