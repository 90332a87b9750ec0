// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// source_route -- route unit of source routes: the packet carries the ports of its hops.
//
// Twin of cmodel/switch/route/source_route.c; docs/switches/source_route.md.  Combinational.  The
// port of the next hop is in the lowest bits, those of later hops are above it, and a 1 is above
// the last.  A hop shifts its port out; when only the 1 is left, the packet has arrived.
`default_nettype none

module source_route #(
  parameter PORTS        = 3,                     // 1..63
  parameter HEADER_BITS  = 9,                     // more than the bits of a port number, .. 64
  parameter ADDRESS_BITS = 6                      // does not matter
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // does not matter
  input  wire [HEADER_BITS-1:0]  header_i,        // ports, that of the next hop lowest
  output wire                    eject_o,         // no hop is left, or there is no such port
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o         // without that port
);

  localparam B = PORTS > 1 ? $clog2(PORTS) : 1;   // bits of a port number
  localparam [PORTS-1:0] ONE = 1;

  wire [B-1:0] next      = header_i[B-1:0];
  wire         none_left = header_i[HEADER_BITS-1:1] == {HEADER_BITS-1{1'b0}};
  wire         no_port   = {1'b0, next} >= PORTS[B:0];
  wire         unused_ok = &{1'b0, here_i};

  assign eject_o  = none_left || no_port;
  assign ports_o  = eject_o ? {PORTS{1'b0}} : ONE << next;
  assign header_o = eject_o ? header_i : header_i >> B;

endmodule

`default_nettype wire
