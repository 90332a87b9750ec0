// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// torus -- route unit of products of rings: dimension order, the shorter direction, two VCs.
//
// Twin of cmodel/switch/route/torus.c; docs/switches/torus.md.  Combinational.  The packet moves
// in the lowest dimension in which its destination differs from here.  The VC says whether it
// still has to cross the dateline of this ring, the link between its last switch and switch 0.
`default_nettype none

module torus #(
  parameter PORTS        = 5,                     // 1 for every ring of 2, 2 for every other
  parameter HEADER_BITS  = 6,                     // equal to ADDRESS_BITS
  parameter ADDRESS_BITS = 6,                     // the bits of all digits, 1..32
  parameter DIMENSIONS   = 3,                     // rings, >= 1
  parameter [16*DIMENSIONS-1:0] SIZES = {16'd2, 16'd3, 16'd5}  // [dimension], each >= 2
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // that of the destination
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [2:0]              vc_o             // 0: the dateline is still to be crossed
);

  wire [DIMENSIONS-1:0] differs;                  // its digit is not right yet
  wire [DIMENSIONS-1:0] counts;                   // and those below it are right
  wire [DIMENSIONS-1:0] past;                     // it counts, and no dateline is in the way

  localparam [DIMENSIONS-1:0] NONE = 0;
  localparam [DIMENSIONS-1:0] ONE  = 1;

  genvar d;

  assign counts   = differs & (~differs + ONE);
  assign eject_o  = differs == NONE;
  assign header_o = header_i;
  assign vc_o     = {2'b00, past != NONE};

  // Switches in the ring of a dimension.
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

  // Its first port, `+`.
  function integer plus(input integer dimension);
    integer i;
    begin
      plus = 0;
      for (i = 0; i < dimension; i = i + 1) begin
        plus = plus + (size(i) == 2 ? 1 : 2);
      end
    end
  endfunction

  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam SIZE  = size(d);
      localparam BITS  = $clog2(SIZE);
      localparam DIGIT = digit(d);
      localparam PLUS  = plus(d);

      wire [BITS-1:0] to      = header_i[DIGIT +: BITS];
      wire [BITS-1:0] at      = here_i[DIGIT +: BITS];
      wire            forward = to > at;          // by `+` it does not pass the dateline

      assign differs[d] = to != at;

      if (SIZE == 2) begin : g_link
        assign ports_o[PLUS] = counts[d];
        assign past[d]       = counts[d] && forward;
      end else begin : g_ring
        localparam [BITS+1:0] RING = SIZE[BITS+1:0];

        wire [BITS+1:0] ahead    = {2'b00, to} - {2'b00, at} + (forward ? {BITS+2{1'b0}} : RING);
        wire            by_plus  = {ahead[BITS:0], 1'b0} <= RING;
        wire            unused_ok = &{1'b0, ahead[BITS+1]};  // ahead is below 2^(BITS+1)

        assign ports_o[PLUS +: 2] = {counts[d] && !by_plus, counts[d] && by_plus};
        assign past[d]            = counts[d] && forward == by_plus;
      end
    end
  endgenerate

endmodule

`default_nettype wire
