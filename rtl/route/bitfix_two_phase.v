// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bitfix_two_phase -- route unit of the hypercube: by way of an intermediate destination.
//
// Twin of cmodel/switch/route/bitfix_two_phase.c.  Combinational.  The header is the immediate
// destination and, above it, the final one.  A packet that has reached the immediate
// destination gets the final one instead, and then crosses the lowest dimension that differs,
// as in bitfix.  With SYNC = 1 it does so in phase 1 alone, and waits in phase 0.
`default_nettype none

module bitfix_two_phase #(
  parameter PORTS        = 10,                    // dimensions of the hypercube, 1..32
  parameter HEADER_BITS  = 2*PORTS,               // equal to 2*PORTS
  parameter ADDRESS_BITS = PORTS,                 // equal to PORTS
  parameter SYNC         = 0                      // 1: the second phase waits for phase_i
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // final destination, immediate destination
  input  wire                    phase_i,         // 1: packets may start their second phase
  output wire                    eject_o,         // the packet is at its final destination
  output wire                    wait_o,          // it may go to the waiting store
  output wire [PORTS-1:0]        ports_o,         // one bit: the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new immediate destination
  output wire [2:0]              vc_o,            // 0 in the first phase, 1 in the second
  output wire                    priority_o       // 1 in the first phase
);

  localparam INDEX_BITS = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam [PORTS-1:0] ONE = 1;

  wire [PORTS-1:0]      last = header_i[PORTS +: PORTS];
  wire [PORTS-1:0]      immediate;
  wire                  arrived;
  wire [PORTS-1:0]      differ;
  wire                  equal;
  wire                  any;
  wire [INDEX_BITS-1:0] index;

  destination_exchange #(.WIDTH(PORTS)) u_exchange (
    .immediate_i (header_i[PORTS-1:0]),
    .final_i     (last),
    .here_i      (here_i),
    .exchange_i  (SYNC == 0 || phase_i),
    .arrived_o   (arrived),
    .immediate_o (immediate)
  );

  comparator #(.WIDTH(PORTS)) u_comparator (
    .destination_i (immediate),
    .here_i        (here_i),
    .differ_o      (differ),
    .equal_o       (equal)
  );

  priority_encoder #(.WIDTH(PORTS)) u_encoder (
    .request_i (differ),
    .any_o     (any),
    .index_o   (index)
  );

  assign wait_o     = SYNC != 0 && arrived && last != here_i;
  assign eject_o    = equal && !wait_o;
  assign ports_o    = any ? ONE << index : {PORTS{1'b0}};
  assign header_o   = {last, immediate};
  assign vc_o       = {2'b00, SYNC == 0 && !priority_o};
  assign priority_o = immediate != last;

endmodule

`default_nettype wire
