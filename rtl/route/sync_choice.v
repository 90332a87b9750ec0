// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_choice -- route unit of the swapped dragonfly: minimal or deflected, as the word says.
//
// Twin of cmodel/switch/route/sync_choice.c.  Combinational.  It is sync_table, but a packet with
// five hops before it has only three when bit 0 of its word is 0: then it goes the minimal way.
`default_nettype none

module sync_choice #(
  parameter PORTS        = 8,                     // equal to K + M + 1
  parameter HEADER_BITS  = 19,                    // equal to 5*L + 3*G + 3
  parameter ADDRESS_BITS = 6,
  parameter K            = 3,                     // cabinets and global ports, >= 1
  parameter M            = 4,                     // drawers, routers in one, >= 2; K + M <= 62
  parameter HOLDS        = 1                      // 1: a local hop by port 0 takes a step
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // not used
  input  wire [HEADER_BITS-1:0]  header_i,        // as of sync_table
  input  wire [31:0]             random_i,        // bit 0: the deflected way
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [2:0]              vc_o,
  output wire                    priority_o
);

  localparam REST = HEADER_BITS - 3;              // bits below the counter

  wire [2:0] b = header_i[REST +: 3];             // hops left

  wire unused_ok = &{1'b0, random_i[31:1]};

  sync_table #(
    .PORTS        (PORTS),
    .HEADER_BITS  (HEADER_BITS),
    .ADDRESS_BITS (ADDRESS_BITS),
    .K            (K),
    .M            (M),
    .HOLDS        (HOLDS)
  ) u_table (
    .here_i     (here_i),
    .header_i   ({b == 3'd5 && !random_i[0] ? 3'd3 : b, header_i[REST-1:0]}),
    .eject_o    (eject_o),
    .ports_o    (ports_o),
    .header_o   (header_o),
    .vc_o       (vc_o),
    .priority_o (priority_o)
  );

endmodule

`default_nettype wire
