// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// route_unit -- the route unit of test_switch_states.cpp: a packet says itself what it asks for.
//
// Bits 1 and 0 of the header: ports; 2: eject; 3: VC; 4: priority; 5: wait, and in phase 0 for no
// port; 6: one of two ports, by the parity of the word; 7: it was routed.
`default_nettype none

module route_unit #(
  parameter PORTS        = 2,                     // at most 2
  parameter HEADER_BITS  = 8,
  parameter ADDRESS_BITS = 1,
  parameter PHASE_BITS   = 1
) (
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [HEADER_BITS-1:0]  header_i,
  input  wire [PHASE_BITS-1:0]   phase_i,
  input  wire [31:0]             random_i,
  output wire                    eject_o,
  output wire                    wait_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [2:0]              vc_o,
  output wire [15:0]             priority_o
);

  wire       unused_ok = &{1'b0, here_i, header_i[7]};
  wire [1:0] chosen = header_i[6] ? (^random_i ? 2'd2 : 2'd1) : header_i[1:0];
  wire [1:0] ports = header_i[5] && phase_i == {PHASE_BITS{1'b0}} ? 2'd0 : chosen;

  assign eject_o    = header_i[2];
  assign wait_o     = header_i[5];
  assign ports_o    = ports[PORTS-1:0];
  assign header_o   = {1'b1, header_i[6:0]};
  assign vc_o       = {2'd0, header_i[3]};
  assign priority_o = {15'd0, header_i[4]};

endmodule

`default_nettype wire
