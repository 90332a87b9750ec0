// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_levels -- source vectors with two service levels: privileged and standard packets.
//
// Twin of cmodel/switch/route/sync_levels.c; docs/switches/levels.md.  Combinational.  The level
// is the highest bit of the header, and the rest is what sync_vector reads.  Privileged packets
// have VC 0 for themselves, which the link_arbiter grants first with ARBITER = 1.
`default_nettype none

module sync_levels #(
  parameter PORTS        = 8,                     // equal to K + M + 1
  parameter HEADER_BITS  = 12,                    // equal to 2*L + G + 6
  parameter ADDRESS_BITS = 6,                     // at least 2*L
  parameter K            = 3,                     // global ports, >= 1
  parameter M            = 4                      // local ports, with 0, >= 2; K + M <= 62
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // place of this switch: ..., drawer, router
  input  wire [HEADER_BITS-1:0]  header_i,        // level, and below it the source vector
  output wire                    eject_o,         // for the terminal here; with ports: a copy
  output wire [PORTS-1:0]        ports_o,         // the ports it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new counter and the same level
  output wire [2:0]              vc_o             // 0: privileged; 1, 2, 3: standard
);

  localparam VECTOR_BITS = HEADER_BITS - 1;

  wire                   privileged = header_i[VECTOR_BITS];
  wire [VECTOR_BITS-1:0] vector;                  // after this hop
  wire [2:0]             hop_vc;                  // 2 for hop 4; 1 for 3, 2; 0 for 1
  wire                   early;                   // the priority of a sync_vector alone

  wire unused_ok = &{1'b0, early};

  sync_vector #(
    .PORTS        (PORTS),
    .HEADER_BITS  (VECTOR_BITS),
    .ADDRESS_BITS (ADDRESS_BITS),
    .K            (K),
    .M            (M),
    .HOLDS        (1)
  ) u_vector (
    .here_i     (here_i),
    .header_i   (header_i[VECTOR_BITS-1:0]),
    .eject_o    (eject_o),
    .ports_o    (ports_o),
    .header_o   (vector),
    .vc_o       (hop_vc),
    .priority_o (early)
  );

  assign header_o = {privileged, vector};
  assign vc_o     = privileged ? 3'd0 : hop_vc + 3'd1;

endmodule

`default_nettype wire
