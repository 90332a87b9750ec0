// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// comparator -- the address bits in which destination and here differ.
//
// Twin of cmodel/switch/component/comparator.h.  Combinational.
`default_nettype none

module comparator #(
  parameter WIDTH = 10                            // bits of an address, 1..64
) (
  input  wire [WIDTH-1:0] destination_i,
  input  wire [WIDTH-1:0] here_i,
  output wire [WIDTH-1:0] differ_o,               // bit i: the addresses differ in bit i
  output wire             equal_o                 // no bit differs
);

  assign differ_o = destination_i ^ here_i;
  assign equal_o  = differ_o == {WIDTH{1'b0}};

endmodule

`default_nettype wire
