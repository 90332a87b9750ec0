// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// source_route_vc -- route unit of source routes that name the virtual channel of every hop.
//
// Twin of cmodel/switch/route/source_route_vc.c; docs/switches/source_route_vc.md.  Combinational.
// The lowest field of the header is the next hop: its port, and above that its VC.  A hop shifts
// its field out; when only the 1 above the last field is left, the packet has arrived.
`default_nettype none

module source_route_vc #(
  parameter PORTS        = 3,                     // 1..63
  parameter HEADER_BITS  = 10,                    // more than the bits of a field, .. 64
  parameter ADDRESS_BITS = 6,                     // does not matter
  parameter VC_BITS      = 1                      // 1..3
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // does not matter
  input  wire [HEADER_BITS-1:0]  header_i,        // fields, that of the next hop lowest
  output wire                    eject_o,         // no hop is left, or there is no such port
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // without that field
  output wire [2:0]              vc_o
);

  localparam B     = PORTS > 1 ? $clog2(PORTS) : 1;  // bits of a port number
  localparam FIELD = B + VC_BITS;

  wire [B-1:0]       next      = header_i[B-1:0];
  wire [VC_BITS-1:0] vc        = header_i[B +: VC_BITS];
  wire               arrived   = header_i[HEADER_BITS-1:1] == {HEADER_BITS-1{1'b0}};
  wire               unused_ok = &{1'b0, here_i};
  reg  [PORTS-1:0]   at_next;                     // bit `next`, if there is one
  integer            p;

  always @* begin
    at_next = {PORTS{1'b0}};
    for (p = 0; p < PORTS; p = p + 1) begin
      at_next[p] = next == p[B-1:0];
    end
  end

  assign eject_o  = arrived || at_next == {PORTS{1'b0}};
  assign ports_o  = eject_o ? {PORTS{1'b0}} : at_next;
  assign header_o = eject_o ? header_i : {{FIELD{1'b0}}, header_i[HEADER_BITS-1:FIELD]};

  generate
    if (VC_BITS < 3) begin : g_narrow
      assign vc_o = eject_o ? 3'd0 : {{3-VC_BITS{1'b0}}, vc};
    end else begin : g_wide
      assign vc_o = eject_o ? 3'd0 : vc;
    end
  endgenerate

endmodule

`default_nettype wire
