// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// destination_exchange -- at its immediate destination, a packet goes on to the final one.
//
// Twin of cmodel/switch/component/destination_exchange.h.  Combinational.
`default_nettype none

module destination_exchange #(
  parameter WIDTH = 10                            // bits of an address, 1..32
) (
  input  wire [WIDTH-1:0] immediate_i,            // where the packet is going now
  input  wire [WIDTH-1:0] final_i,                // where it is going in the end
  input  wire [WIDTH-1:0] here_i,                 // address of the switch
  input  wire             exchange_i,             // it may exchange
  output wire             arrived_o,              // immediate_i is here_i
  output wire [WIDTH-1:0] immediate_o             // where it is going from here
);

  assign arrived_o   = immediate_i == here_i;
  assign immediate_o = arrived_o && exchange_i ? final_i : immediate_i;

endmodule

`default_nettype wire
