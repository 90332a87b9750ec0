// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// port_table -- a ROM: the port from a place to a destination, on a ring of coordinates.
//
// Twin of cmodel/switch/component/port_table.h.  Combinational.  It has one plane for each bit of
// the port, with an entry for every pair of index values: reading a part of a word, or rows whose
// length is not a power of two, would need a multiplication in every look-up.
`default_nettype none

module port_table #(
  parameter SIZE       = 4,                             // coordinates, 1..61
  parameter INDEX_BITS = SIZE > 1 ? $clog2(SIZE) : 1    // derived, do not set
) (
  input  wire [INDEX_BITS-1:0] row_i,             // coordinate of the destination
  input  wire [INDEX_BITS-1:0] column_i,          // coordinate of the place
  output wire [INDEX_BITS-1:0] port_o             // (row - column) mod SIZE; 0 outside
);

  localparam SIDE = 1 << INDEX_BITS;

  genvar i;

  // Bit number `place` of all entries; entry row*SIDE + column.
  function [SIDE*SIDE-1:0] plane(input integer place);
    integer row;
    integer column;
    begin
      plane = {SIDE*SIDE{1'b0}};
      for (row = 0; row < SIZE; row = row + 1) begin
        for (column = 0; column < SIZE; column = column + 1) begin
          plane[row*SIDE + column] = (((row + SIZE - column) % SIZE) >> place) % 2 == 1;
        end
      end
    end
  endfunction

  generate
    for (i = 0; i < INDEX_BITS; i = i + 1) begin : g_bit
      localparam [SIDE*SIDE-1:0] PLANE = plane(i);

      assign port_o[i] = PLANE[{row_i, column_i}];
    end
  endgenerate

endmodule

`default_nettype wire
