// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bitfix_steps -- route unit of the hypercube: one random dimension in a step, then bitfix.
//
// Twin of cmodel/switch/route/bitfix_steps.c.  Combinational.  The header is the destination and,
// above it, the mask of the dimensions that no switch has considered yet.  In cycle k of its stay
// the packet may leave by the k + 1 lowest of them; it crosses the lowest of these whose random
// bit is 1.  It is retained while there is none and some are left to consider; when all have
// been, its second phase begins: bitfix on the destination.
`default_nettype none

module bitfix_steps #(
  parameter PORTS        = 10,                    // dimensions of the hypercube, 1..20
  parameter HEADER_BITS  = 2*PORTS,               // equal to 2*PORTS
  parameter ADDRESS_BITS = PORTS                  // equal to PORTS
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // mask, destination
  input  wire [31:0]             random_i,        // cycles of its stay, random bits
  output wire                    eject_o,         // the packet is at its destination
  output wire [PORTS-1:0]        ports_o,         // one bit: the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new mask
  output wire [2:0]              vc_o,            // 1 in the second phase
  output wire                    priority_o       // the new mask is not 0
);

  localparam INDEX_BITS = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam [PORTS-1:0] ONE = 1;

  wire [PORTS-1:0]      destination = header_i[PORTS-1:0];
  wire [PORTS-1:0]      mask = header_i[PORTS +: PORTS];
  wire [4:0]            cycles = random_i[31:27];
  reg  [4:0]            below;                    // dimensions of the mask below one of them
  reg  [PORTS-1:0]      considered;               // in this cycle or an earlier one
  reg  [PORTS-1:0]      left;                     // of the mask, not in an earlier one
  wire [PORTS-1:0]      less;                     // the mask when a dimension is chosen
  wire [PORTS-1:0]      new_mask;
  wire                  chosen;                   // a dimension is chosen
  wire                  retained;
  wire [INDEX_BITS-1:0] dimension;
  wire [PORTS-1:0]      differ;
  wire                  equal;
  wire                  any;
  wire [INDEX_BITS-1:0] lowest;                   // dimension that differs
  wire                  unused_ok = &{1'b0, random_i};

  integer i;

  always @* begin
    below      = 5'd0;
    considered = {PORTS{1'b0}};
    left       = {PORTS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) begin
      if (mask[i]) begin
        considered[i] = below <= cycles;
        left[i]       = below >= cycles;
        below         = below + 5'd1;
      end
    end
  end

  dimension_selector #(.WIDTH(PORTS)) u_dimension (
    .mask_i   (considered),
    .random_i (random_i[PORTS-1:0]),
    .any_o    (chosen),
    .index_o  (dimension)
  );

  mask_generator #(.WIDTH(PORTS)) u_mask (
    .mask_i  (mask),
    .any_i   (chosen),
    .index_i (dimension),
    .mask_o  (less)
  );

  comparator #(.WIDTH(PORTS)) u_comparator (
    .destination_i (destination),
    .here_i        (here_i),
    .differ_o      (differ),
    .equal_o       (equal)
  );

  priority_encoder #(.WIDTH(PORTS)) u_encoder (
    .request_i (differ),
    .any_o     (any),
    .index_o   (lowest)
  );

  assign retained   = !chosen && left != {PORTS{1'b0}};
  assign new_mask   = retained ? mask : less;
  assign eject_o    = equal && !chosen && !retained;
  assign ports_o    = retained || !chosen && !any ? {PORTS{1'b0}}
                    : ONE << (chosen ? dimension : lowest);
  assign header_o   = {new_mask, destination};
  assign vc_o       = {2'b00, !chosen && !retained};
  assign priority_o = new_mask != {PORTS{1'b0}};

endmodule

`default_nettype wire
