// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// hamming -- route unit of products of complete graphs: dimension order.
//
// Twin of cmodel/switch/route/hamming.c; docs/switches/hamming.md.  Combinational.  The packet
// moves in the lowest dimension in which its destination differs from here, straight to that digit.
`default_nettype none

module hamming #(
  parameter PORTS        = 7,                     // n - 1 for every dimension of n switches
  parameter HEADER_BITS  = 6,                     // equal to ADDRESS_BITS
  parameter ADDRESS_BITS = 6,                     // the bits of all digits, 1..32
  parameter DIMENSIONS   = 3,                     // 1..20
  parameter [16*DIMENSIONS-1:0] SIZES = {16'd2, 16'd3, 16'd5}  // [dimension], each >= 2
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // that of the destination
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o         // header_i
);

  wire [DIMENSIONS-1:0] differs;                  // its digit is not right yet
  wire [DIMENSIONS-1:0] counts;                   // and those below it are right

  localparam [DIMENSIONS-1:0] ONE = 1;

  genvar d;
  genvar p;

  assign counts   = differs & (~differs + ONE);
  assign eject_o  = differs == {DIMENSIONS{1'b0}};
  assign header_o = header_i;

  // Switches along a dimension.
  function integer size(input integer dimension);
    size = {16'd0, SIZES[16*dimension +: 16]};
  endfunction

  // Lowest bit of its digit.
  function integer digit(input integer dimension);
    integer i;
    begin
      digit = 0;
      for (i = 0; i < dimension; i = i + 1) begin
        digit = digit + $clog2(size(i));
      end
    end
  endfunction

  // Its first port.
  function integer first(input integer dimension);
    integer i;
    begin
      first = 0;
      for (i = 0; i < dimension; i = i + 1) begin
        first = first + size(i) - 1;
      end
    end
  endfunction

  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam SIZE  = size(d);
      localparam BITS  = $clog2(SIZE);
      localparam DIGIT = digit(d);
      localparam FIRST = first(d);

      wire [BITS-1:0] to   = header_i[DIGIT +: BITS];
      wire [BITS-1:0] at   = here_i[DIGIT +: BITS];
      wire            down = to < at;             // ports below `at` lead to their own number

      assign differs[d] = to != at;

      for (p = 0; p < SIZE - 1; p = p + 1) begin : g_port
        localparam            LOW   = p;
        localparam            ABOVE = p + 1;
        localparam [BITS-1:0] BELOW_HERE = LOW[BITS-1:0];
        localparam [BITS-1:0] ABOVE_HERE = ABOVE[BITS-1:0];

        wire is_below;
        wire is_above;

        if (p < SIZE - 2) begin : g_inner
          assign is_below = down && to == BELOW_HERE;
          assign is_above = !down && to == ABOVE_HERE;
        end else begin : g_last                   // of digits that are none, too
          assign is_above = !down && to >= ABOVE_HERE;
          if (SIZE == 2) begin : g_only
            assign is_below = down;
          end else begin : g_several
            assign is_below = down && to >= BELOW_HERE;
          end
        end
        assign ports_o[FIRST + p] = counts[d] && (is_below || is_above);
      end
    end
  endgenerate

endmodule

`default_nettype wire
