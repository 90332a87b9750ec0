// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bitfix -- route unit of the hypercube: cross the lowest dimension that differs.
//
// Twin of cmodel/switch/route/bitfix.c.  Combinational.  The header is the destination address and
// does not change.  Port d crosses dimension d, so the packet leaves by the port whose
// number is the lowest address bit in which destination and here differ; none means eject.
`default_nettype none

module bitfix #(
  parameter PORTS        = 10,                    // dimensions of the hypercube, 1..32
  parameter HEADER_BITS  = PORTS,                 // equal to PORTS
  parameter ADDRESS_BITS = PORTS                  // equal to PORTS
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // destination
  output wire                    eject_o,         // the packet is at its destination
  output wire [PORTS-1:0]        ports_o,         // one bit: the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o         // header_i
);

  localparam INDEX_BITS = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam [PORTS-1:0] ONE = 1;

  wire [PORTS-1:0]      differ;
  wire                  any;
  wire [INDEX_BITS-1:0] index;

  comparator #(.WIDTH(PORTS)) u_comparator (
    .destination_i (header_i),
    .here_i        (here_i),
    .differ_o      (differ),
    .equal_o       (eject_o)
  );

  priority_encoder #(.WIDTH(PORTS)) u_encoder (
    .request_i (differ),
    .any_o     (any),
    .index_o   (index)
  );

  assign ports_o  = any ? ONE << index : {PORTS{1'b0}};
  assign header_o = header_i;

endmodule

`default_nettype wire
