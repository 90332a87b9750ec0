// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// grid -- route unit of the mesh: dimension order, in phases or not, the farthest first or not.
//
// Twin of cmodel/switch/route/grid.c; docs/switches/grid.md.  Combinational.  The packet moves in
// the lowest dimension i in which its destination differs from here: by `-` (port 2i) or by `+`
// (port 2i+1), if the phase allows it; otherwise it waits.
`default_nettype none

module grid #(
  parameter PORTS        = 6,                     // 2 for every dimension
  parameter HEADER_BITS  = 6,                     // equal to ADDRESS_BITS
  parameter ADDRESS_BITS = 6,                     // the bits of all digits, 1..32
  parameter DIMENSIONS   = 3,                     // 1..20
  parameter [16*DIMENSIONS-1:0] SIZES = {16'd2, 16'd3, 16'd5},  // [dimension], each >= 2
  parameter PHASED       = 0,                     // phases: 0: none; 1: ports; 2: dimensions
  parameter FARTHEST     = 0                      // 1: hops left in the dimension are a priority;
                                                  // 2: of `+`, and `-` is the highest
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // that of the destination
  input  wire [5:0]              phase_i,         // with PHASED: the port or dimension that moves
  output wire                    eject_o,
  output wire                    wait_o,          // its phase is another one
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // header_i
  output reg  [15:0]             priority_o       // of a packet that waits, too
);

  wire [DIMENSIONS-1:0]    differs;               // its digit is not right yet
  wire [DIMENSIONS-1:0]    counts;                // and those below it are right
  wire [PORTS-1:0]         wants;                 // the port that it must leave by
  wire [PORTS-1:0]         moves;                 // the ports of this phase
  wire [16*DIMENSIONS-1:0] distances;             // [dimension] hops, of the one that counts
  integer i;

  localparam [DIMENSIONS-1:0] ONE = 1;

  genvar d;
  genvar p;

  assign counts   = differs & (~differs + ONE);
  assign eject_o  = differs == {DIMENSIONS{1'b0}};
  assign ports_o  = wants & moves;
  assign wait_o   = (wants & ~moves) != {PORTS{1'b0}};
  assign header_o = header_i;

  always @* begin
    priority_o = 16'd0;
    for (i = 0; i < DIMENSIONS; i = i + 1) begin
      priority_o = priority_o | distances[16*i +: 16];
    end
  end

  // Switches in a row of a dimension.
  function integer size(input integer dimension);
    size = {16'd0, SIZES[16*dimension +: 16]};
  endfunction

  // Lowest bit of its digit.
  function integer digit(input integer dimension);
    integer j;
    begin
      digit = 0;
      for (j = 0; j < dimension; j = j + 1) begin
        digit = digit + $clog2(size(j));
      end
    end
  endfunction

  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam BITS  = $clog2(size(d));
      localparam DIGIT = digit(d);

      wire [BITS-1:0] to   = header_i[DIGIT +: BITS];
      wire [BITS-1:0] at   = here_i[DIGIT +: BITS];
      wire            back = to < at;             // by `-`

      assign differs[d]      = to != at;
      assign wants[2*d +: 2] = {counts[d] && !back, counts[d] && back};

      if (FARTHEST != 0) begin : g_farthest
        localparam [BITS-1:0] FIRST = {BITS{1'b1}};

        wire [BITS-1:0] of_back = FARTHEST == 2 ? FIRST : at - to;

        assign distances[16*d +: BITS] = !counts[d] ? {BITS{1'b0}} : back ? of_back : to - at;
        if (BITS < 16) begin : g_above
          assign distances[16*d + BITS +: 16 - BITS] = {16-BITS{1'b0}};
        end
      end else begin : g_equal
        assign distances[16*d +: 16] = 16'd0;
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      localparam [5:0] PHASE = PHASED == 2 ? p / 2 : p;

      assign moves[p] = PHASED == 0 || phase_i == PHASE;
    end

    if (PHASED == 0) begin : g_no_phases
      wire unused_ok = &{1'b0, phase_i};
    end
  endgenerate

endmodule

`default_nettype wire
