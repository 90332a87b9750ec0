// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// fattree -- route unit of k-ary n-trees: up by the digits of the header, then down.
//
// Twin of cmodel/switch/route/fattree.c; docs/switches/fattree.md.  Combinational.  Where the
// destination is not below this switch, the packet goes up by the port that the header names for
// this level; else it goes down by the digit of the destination, and is ejected at its leaf.
`default_nettype none

module fattree #(
  parameter PORTS        = 4,                     // 2*K: K down, then K up
  parameter HEADER_BITS  = 4,                     // 2*(LEVELS-1)*$clog2(K)
  parameter ADDRESS_BITS = 4,                     // (LEVELS-1)*$clog2(K) + $clog2(LEVELS)
  parameter K            = 2,                     // ways up and down, 2..21
  parameter LEVELS       = 3                      // of switches, >= 2
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // level above the digits of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // ways up above the digits of the destination
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o         // header_i
);

  localparam BITS   = $clog2(K);
  localparam DIGITS = LEVELS - 1;
  localparam LEVEL  = DIGITS*BITS;                // lowest bit of the level
  localparam ROOT   = LEVELS - 1;
  localparam [ADDRESS_BITS-LEVEL-1:0] ROOT_LEVEL = ROOT[ADDRESS_BITS-LEVEL-1:0];

  wire [ADDRESS_BITS-LEVEL-1:0] level = here_i[ADDRESS_BITS-1:LEVEL];

  wire [LEVELS-1:0] here_is;                      // [level], one of them
  wire [DIGITS-1:0] right;                        // its digit is that of the destination
  wire [LEVELS-1:0] below;                        // [level] all digits from the level's on are
  wire [DIGITS-1:0] ups;                          // [level] goes up from here
  wire [DIGITS-1:0] downs;                        // [level] goes down to there
  wire [DIGITS*K-1:0] up_to;                      // [level] the ways of the header
  wire [DIGITS*K-1:0] down_to;
  reg  [K-1:0]      up;
  reg  [K-1:0]      down;
  integer i;

  genvar d;
  genvar p;

  assign eject_o  = here_is[0] && below[0];
  assign ports_o  = {up, down};
  assign header_o = header_i;

  assign here_is[ROOT] = level >= ROOT_LEVEL;
  assign below[ROOT]   = 1'b1;

  generate
    for (d = 0; d < DIGITS; d = d + 1) begin : g_digit
      localparam                           NUMBER = d;
      localparam [ADDRESS_BITS-LEVEL-1:0]  OWN    = NUMBER[ADDRESS_BITS-LEVEL-1:0];

      wire [BITS-1:0] to  = header_i[d*BITS +: BITS];
      wire [BITS-1:0] way = header_i[(DIGITS + d)*BITS +: BITS];

      assign here_is[d] = level == OWN;
      assign right[d]   = to == here_i[d*BITS +: BITS];
      assign below[d]   = &right[DIGITS-1:d];
      assign ups[d]     = here_is[d] && !below[d];
      assign downs[d]   = here_is[d+1] && below[d+1];

      for (p = 0; p < K; p = p + 1) begin : g_way
        localparam            PLACE = p;
        localparam [BITS-1:0] DIGIT = PLACE[BITS-1:0];

        if (p < K - 1) begin : g_inner
          assign up_to[d*K + p]   = way == DIGIT;
          assign down_to[d*K + p] = to == DIGIT;
        end else begin : g_last                   // of digits that are none, too
          assign up_to[d*K + p]   = way >= DIGIT;
          assign down_to[d*K + p] = to >= DIGIT;
        end
      end
    end
  endgenerate

  always @* begin
    up   = {K{1'b0}};
    down = {K{1'b0}};
    for (i = 0; i < DIGITS; i = i + 1) begin
      up   = up | (ups[i] ? up_to[i*K +: K] : {K{1'b0}});
      down = down | (downs[i] ? down_to[i*K +: K] : {K{1'b0}});
    end
  end

endmodule

`default_nettype wire
