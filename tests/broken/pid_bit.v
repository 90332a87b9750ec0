// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bitfix, broken: bit 1 of here is stuck at 0.
//
// Visible only in switches whose address has bit 1 set, for PORTS >= 2: first in the cycle
// in which an input queue holds a packet whose destination agrees with here in bit 0.  If
// it also agrees in bit 1 it leaves by port 1, instead of being ejected or crossing a
// higher dimension; if not, it does not leave by port 1.  Seen at out_valid_o of the two
// ports, or at out_valid_o and eject_valid_o; at out_packet_o where another packet makes
// valid equal; where a full queue is in play, also at in_ready_o or inject_ready_o.
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
    .here_i        (here_i & ~(ONE << 1)),  // WRONG
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
