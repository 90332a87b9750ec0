// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// butterfly -- route unit of the butterfly: the port at level l is bit l of the destination's row.
//
// Twin of cmodel/switch/route/butterfly.c; docs/switches/butterfly.md.  Combinational.  The header
// is the row of the destination and does not change.  Without wrap the last level ejects every
// packet; with wrap, level 0 ejects the packets whose destination is its row.
`default_nettype none

module butterfly #(
  parameter PORTS        = 2,                     // always
  parameter HEADER_BITS  = 3,                     // equal to DIMENSIONS
  parameter ADDRESS_BITS = 5,                     // equal to DIMENSIONS and those of a level
  parameter DIMENSIONS   = 3,                     // bits of a row, 1..20
  parameter WRAP         = 0                      // 1: the level after the last one is level 0
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // level and, below it, row of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // row of the destination
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o         // header_i
);

  localparam LEVEL_BITS = ADDRESS_BITS - DIMENSIONS;

  wire [LEVEL_BITS-1:0] level;
  wire [DIMENSIONS-1:0] row;
  wire [DIMENSIONS-1:0] tags = header_i >> level;
  wire                  tag  = tags[0];           // 0 at a level that the header has no bit for
  wire                  unused_ok = &{1'b0, tags, row};

  assign {level, row} = here_i;
  assign header_o     = header_i;
  assign ports_o      = {!eject_o && tag, !eject_o && !tag};

  generate
    if (WRAP != 0) begin : g_wrap
      assign eject_o = level == {LEVEL_BITS{1'b0}} && row == header_i;
    end else begin : g_no_wrap
      assign eject_o = level >= DIMENSIONS[LEVEL_BITS-1:0];
    end
  endgenerate

endmodule

`default_nettype wire
