// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// grid_adaptive -- route unit of the mesh: minimal, the word says which of the permitted ports.
//
// Twin of cmodel/switch/route/grid_adaptive.c; docs/switches/adaptive.md.  Combinational.  TURNS
// says which of the ports that bring the packet nearer it may take here: all of them, and dimension
// order in VC 1 as an escape; what must go west goes first; or by the odd-even rules.
`default_nettype none

module grid_adaptive #(
  parameter PORTS        = 4,                     // 2 for every dimension
  parameter HEADER_BITS  = 5,                     // ADDRESS_BITS; odd-even: and a column
  parameter ADDRESS_BITS = 5,                     // the bits of all digits, 1..32
  parameter DIMENSIONS   = 2,                     // 1..20; with TURNS: 2
  parameter [16*DIMENSIONS-1:0] SIZES = {16'd4, 16'd5},  // [dimension], each >= 2
  parameter TURNS        = 0                      // 0: all; 1: west-first; 2: odd-even
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // that of the destination; the source's column
  input  wire [31:0]             random_i,        // 1 + a port; 0: the escape
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // header_i
  output wire [2:0]              vc_o             // 1: the escape
);

  localparam [PORTS-1:0] ONE    = 1;
  localparam [31:0]      ESCAPE = 0;

  wire [PORTS-1:0] nearer;                        // the productive ports
  wire [PORTS-1:0] may;                           // those of them that are permitted
  wire [PORTS-1:0] said;                          // the port of the word

  reg  [PORTS-1:0] highest;                       // of those
  wire             escapes = TURNS == 0 && random_i == ESCAPE;
  integer i;

  genvar d;
  genvar p;

  assign eject_o  = nearer == {PORTS{1'b0}};
  assign header_o = header_i;
  assign ports_o  = escapes ? may & (~may + ONE) : (may & said) != {PORTS{1'b0}} ? said : highest;
  assign vc_o     = {2'b00, escapes && !eject_o};

  always @* begin
    highest = {PORTS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) begin
      if (may[i]) begin
        highest = ONE << i;
      end
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

      wire [BITS-1:0] to = header_i[DIGIT +: BITS];
      wire [BITS-1:0] at = here_i[DIGIT +: BITS];

      assign nearer[2*d +: 2] = {at < to, to < at};
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      localparam [31:0] WORD = p + 1;

      assign said[p] = random_i == WORD;
    end

    if (TURNS == 1) begin : g_west_first
      assign may = {nearer[PORTS-1:1] & {PORTS-1{!nearer[0]}}, nearer[0]};
    end else if (TURNS == 2) begin : g_odd_even
      localparam BITS = $clog2(size(0));

      wire [BITS-1:0] to     = header_i[BITS-1:0];
      wire [BITS-1:0] at     = here_i[BITS-1:0];
      wire [BITS-1:0] source = header_i[ADDRESS_BITS +: BITS];
      wire [BITS:0]   next   = {1'b0, at} + {{BITS{1'b0}}, 1'b1};
      wire            both   = nearer[1:0] != 2'b00 && nearer[3:2] != 2'b00;
      wire            turns  = nearer[1] ? at[0] || at == source : !at[0];
      wire            east   = to[0] || next != {1'b0, to};

      assign may = {nearer[3:2] & {2{!both || turns}}, nearer[1] && (!both || east), nearer[0]};
    end else begin : g_all
      assign may = nearer;
    end
  endgenerate

endmodule

`default_nettype wire
