// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_group_choice -- route unit of the maximal dragonfly: minimal or deflected, as the word says.
//
// Twin of cmodel/switch/route/sync_group_choice.c.  Combinational.  It is sync_group, but a packet
// with five hops before it has only three when bit 0 of its word is 0, or when its destination is
// in the group of this router: then it goes the minimal way.
`default_nettype none

module sync_group_choice #(
  parameter PORTS        = 8,                     // equal to K + M + 1
  parameter HEADER_BITS  = 13,                    // equal to 2*L + Q + G + 3
  parameter ADDRESS_BITS = 6,                     // equal to L + Q
  parameter K            = 3,                     // global ports, >= 1
  parameter M            = 4,                     // routers in a group, >= 2; K + M <= 62
  parameter WIRING       = 0,                     // 0: absolute; 1: relative
  parameter COLUMNS      = 0,                     // 0: port-major; 1: router-major
  parameter HOLDS        = 1                      // 1: a local hop by port 0 takes a step
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // group and router
  input  wire [HEADER_BITS-1:0]  header_i,        // as of sync_group
  input  wire [31:0]             random_i,        // bit 0: the deflected way
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [2:0]              vc_o,
  output wire                    priority_o
);

  localparam L = $clog2(M);
  localparam Q = $clog2(K*M + 1);
  localparam REST = HEADER_BITS - 3;              // bits below the counter

  wire [2:0] b = header_i[REST +: 3];             // hops left
  wire       home = header_i[L +: Q] == here_i[L +: Q];
  wire       minimal = home || !random_i[0];

  wire unused_ok = &{1'b0, random_i[31:1]};

  sync_group #(
    .PORTS        (PORTS),
    .HEADER_BITS  (HEADER_BITS),
    .ADDRESS_BITS (ADDRESS_BITS),
    .K            (K),
    .M            (M),
    .WIRING       (WIRING),
    .COLUMNS      (COLUMNS),
    .HOLDS        (HOLDS)
  ) u_group (
    .here_i     (here_i),
    .header_i   ({b == 3'd5 && minimal ? 3'd3 : b, header_i[REST-1:0]}),
    .eject_o    (eject_o),
    .ports_o    (ports_o),
    .header_o   (header_o),
    .vc_o       (vc_o),
    .priority_o (priority_o)
  );

endmodule

`default_nettype wire
