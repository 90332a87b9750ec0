// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// torus_adaptive -- route unit of products of rings: minimal, the word says which of the ports.
//
// Twin of cmodel/switch/route/torus_adaptive.c; docs/switches/adaptive.md.  Combinational.  The
// packet takes any port that brings it nearer, in VC 0, or as an escape the way of torus, in VC 1
// before the dateline of a ring and in VC 2 behind it; a ring of 2 has none, and VC 1.
`default_nettype none

module torus_adaptive #(
  parameter PORTS        = 5,                     // 1 for every ring of 2, 2 for every other
  parameter HEADER_BITS  = 6,                     // equal to ADDRESS_BITS
  parameter ADDRESS_BITS = 6,                     // the bits of all digits, 1..32
  parameter DIMENSIONS   = 3,                     // rings, >= 1
  parameter [16*DIMENSIONS-1:0] SIZES = {16'd2, 16'd3, 16'd5}  // [dimension], each >= 2
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // that of the destination
  input  wire [31:0]             random_i,        // 1 + a port; 0: the escape
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // header_i
  output wire [2:0]              vc_o             // 0; 1, 2: the escape
);

  localparam [PORTS-1:0] ONE = 1;

  wire [PORTS-1:0] nearer;                        // the productive ports
  wire [PORTS-1:0] said;                          // the port of the word
  reg  [PORTS-1:0] highest;                       // of the productive ones
  wire [PORTS-1:0] escape;                        // the port of torus
  wire [PORTS-1:0] links;                         // the ports of rings of 2
  wire [2:0]       past;                          // 1: no dateline is in the way
  wire             escapes = random_i == 32'd0;
  integer i;

  wire unused_ok = &{1'b0, past[2:1]};

  genvar d;
  genvar p;

  assign ports_o = escapes ? escape : (nearer & said) != {PORTS{1'b0}} ? said : highest;
  assign vc_o    = !escapes || eject_o ? 3'd0
                 : past[0] && (escape & links) == {PORTS{1'b0}} ? 3'd2 : 3'd1;

  always @* begin
    highest = {PORTS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) begin
      if (nearer[i]) begin
        highest = ONE << i;
      end
    end
  end

  torus #(
    .PORTS        (PORTS),
    .HEADER_BITS  (HEADER_BITS),
    .ADDRESS_BITS (ADDRESS_BITS),
    .DIMENSIONS   (DIMENSIONS),
    .SIZES        (SIZES)
  ) u_torus (
    .here_i   (here_i),
    .header_i (header_i),
    .eject_o  (eject_o),
    .ports_o  (escape),
    .header_o (header_o),
    .vc_o     (past)
  );

  // Switches in the ring of a dimension.
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

  // Its first port, `+`.
  function integer plus(input integer dimension);
    integer j;
    begin
      plus = 0;
      for (j = 0; j < dimension; j = j + 1) begin
        plus = plus + (size(j) == 2 ? 1 : 2);
      end
    end
  endfunction

  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam SIZE  = size(d);
      localparam BITS  = $clog2(SIZE);
      localparam DIGIT = digit(d);
      localparam PLUS  = plus(d);

      wire [BITS-1:0] to     = header_i[DIGIT +: BITS];
      wire [BITS-1:0] at     = here_i[DIGIT +: BITS];
      wire            differ = to != at;

      if (SIZE == 2) begin : g_link
        assign nearer[PLUS] = differ;
        assign links[PLUS]  = 1'b1;
      end else begin : g_ring
        localparam [BITS+1:0] RING = SIZE[BITS+1:0];

        wire [BITS+1:0] ahead = {2'b00, to} - {2'b00, at} + (to > at ? {BITS+2{1'b0}} : RING);
        wire [BITS+1:0] twice = {ahead[BITS:0], 1'b0};
        wire            unused_ahead = &{1'b0, ahead[BITS+1]};  // below 2^(BITS+1)

        assign links[PLUS +: 2]  = 2'b00;
        assign nearer[PLUS +: 2] = {differ && twice >= RING, differ && twice <= RING};
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      localparam [31:0] WORD = p + 1;

      assign said[p] = random_i == WORD;
    end
  endgenerate

endmodule

`default_nettype wire
