// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// hamming_two_phase -- route unit of products of complete graphs: by way of an intermediate
// destination.
//
// Twin of cmodel/switch/route/hamming_two_phase.c; docs/switches/intermediate.md.  Combinational.
// The header is the immediate destination and, above it, the final one.  A packet that has reached
// the immediate destination gets the final one instead, and then goes as in hamming.
`default_nettype none

module hamming_two_phase #(
  parameter PORTS        = 7,                     // as of hamming
  parameter HEADER_BITS  = 12,                    // equal to 2*ADDRESS_BITS
  parameter ADDRESS_BITS = 6,                     // the bits of all digits, 1..32
  parameter DIMENSIONS   = 3,                     // 1..20
  parameter [16*DIMENSIONS-1:0] SIZES = {16'd2, 16'd3, 16'd5}  // [dimension], each >= 2
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // final destination, immediate destination
  output wire                    eject_o,         // the packet is at its final destination
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new immediate destination
  output wire [2:0]              vc_o             // 0 in the first phase, 1 in the second
);

  wire [ADDRESS_BITS-1:0] last = header_i[ADDRESS_BITS +: ADDRESS_BITS];
  wire [ADDRESS_BITS-1:0] immediate;
  wire                    arrived;
  wire [ADDRESS_BITS-1:0] same;                   // it does not change on its way

  wire unused_ok = &{1'b0, arrived, same};

  destination_exchange #(.WIDTH(ADDRESS_BITS)) u_exchange (
    .immediate_i (header_i[ADDRESS_BITS-1:0]),
    .final_i     (last),
    .here_i      (here_i),
    .exchange_i  (1'b1),
    .arrived_o   (arrived),
    .immediate_o (immediate)
  );

  hamming #(
    .PORTS        (PORTS),
    .HEADER_BITS  (ADDRESS_BITS),
    .ADDRESS_BITS (ADDRESS_BITS),
    .DIMENSIONS   (DIMENSIONS),
    .SIZES        (SIZES)
  ) u_hamming (
    .here_i   (here_i),
    .header_i (immediate),
    .eject_o  (eject_o),
    .ports_o  (ports_o),
    .header_o (same)
  );

  assign header_o = {last, immediate};
  assign vc_o     = {2'b00, immediate == last && !eject_o};

endmodule

`default_nettype wire
