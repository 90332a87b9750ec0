// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bitfix_mask -- route unit of the hypercube: random dimensions first, then bitfix.
//
// Twin of cmodel/switch/route/bitfix_mask.c.  Combinational.  The header is the destination and,
// above it, the mask of the dimensions that have not been considered yet.  In the first phase
// (the mask is not 0) the packet crosses the lowest of them whose random bit is 1.  When there
// is none, the mask becomes 0 and the packet leaves by a random port (FORCED = 1), or starts
// its second phase at once (FORCED = 0): bitfix on the destination.
`default_nettype none

module bitfix_mask #(
  parameter PORTS        = 10,                    // dimensions of the hypercube, 1..20
  parameter HEADER_BITS  = 2*PORTS,               // equal to 2*PORTS
  parameter ADDRESS_BITS = PORTS,                 // equal to PORTS
  parameter FORCED       = 1,                     // 1: a forced hop ends the first phase
  parameter SHARED       = 0                      // 1: it goes by the dimensions' bits
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // mask, destination
  input  wire [31:0]             random_i,        // the channel's random word
  output wire                    eject_o,         // the packet is at its destination
  output wire [PORTS-1:0]        ports_o,         // one bit: the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new mask
  output wire [2:0]              vc_o,            // 0 chosen hop; then forced hop, second phase
  output wire                    priority_o       // the new mask is not 0
);

  localparam INDEX_BITS = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam [PORTS-1:0] ONE = 1;
  localparam [2:0] LAST_VC = FORCED != 0 ? 3'd2 : 3'd1;

  wire [PORTS-1:0]      destination = header_i[PORTS-1:0];
  wire [PORTS-1:0]      mask = header_i[PORTS +: PORTS];
  wire [PORTS-1:0]      new_mask;
  wire                  chosen;                   // a dimension is chosen
  wire [INDEX_BITS-1:0] dimension;
  wire                  forced;                   // this is the forced hop
  wire [INDEX_BITS-1:0] alternate;
  wire [PORTS-1:0]      differ;
  wire                  equal;
  wire                  any;
  wire [INDEX_BITS-1:0] lowest;                   // dimension that differs
  wire [INDEX_BITS-1:0] index;                    // the port it leaves by, if it does

  dimension_selector #(.WIDTH(PORTS)) u_dimension (
    .mask_i   (mask),
    .random_i (random_i[PORTS-1:0]),
    .any_o    (chosen),
    .index_o  (dimension)
  );

  mask_generator #(.WIDTH(PORTS)) u_mask (
    .mask_i  (mask),
    .any_i   (chosen),
    .index_i (dimension),
    .mask_o  (new_mask)
  );

  generate
    if (FORCED != 0) begin : g_forced
      assign forced = mask != {PORTS{1'b0}} && !chosen;

      alternate_destination_selector #(
        .WIDTH  (PORTS),
        .SHARED (SHARED)
      ) u_alternate (
        .random_i (random_i),
        .index_o  (alternate)
      );
    end else begin : g_unforced
      wire unused_ok = &{1'b0, random_i};

      assign forced    = 1'b0;
      assign alternate = {INDEX_BITS{1'b0}};
    end
  endgenerate

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

  assign index      = chosen ? dimension : forced ? alternate : lowest;
  assign eject_o    = equal && !chosen && !forced;
  assign ports_o    = chosen || forced || any ? ONE << index : {PORTS{1'b0}};
  assign header_o   = {new_mask, destination};
  assign vc_o       = chosen ? 3'd0 : forced ? 3'd1 : LAST_VC;
  assign priority_o = new_mask != {PORTS{1'b0}};

endmodule

`default_nettype wire
