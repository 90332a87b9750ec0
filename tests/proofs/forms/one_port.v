// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// one_port -- a route unit never names several ports, whatever its inputs are; a packet that it
// ejects does not wait, and goes to no port.
`default_nettype none

module one_port #(
  parameter PORTS        = 1,
  parameter HEADER_BITS  = 1,
  parameter ADDRESS_BITS = 1,
  parameter PHASE_BITS   = 1
) (
  input wire [ADDRESS_BITS-1:0] here_i,
  input wire [HEADER_BITS-1:0]  header_i,
  input wire [PHASE_BITS-1:0]   phase_i,
  input wire [31:0]             random_i
);

  wire             eject;
  wire             waits;
  wire [PORTS-1:0] ports;

  route_unit u_route (
    .here_i(here_i), .header_i(header_i), .phase_i(phase_i), .random_i(random_i),
    .eject_o(eject), .wait_o(waits), .ports_o(ports), .header_o(), .vc_o(), .priority_o()
  );

  always @* begin
    one:     assert ((ports & (ports - 1'b1)) == {PORTS{1'b0}});
    plain:   assert (!eject || ports == {PORTS{1'b0}});
    moves:   assert (!eject || !waits);
    reached: assert (ports == {PORTS{1'b0}});
  end

endmodule

`default_nettype wire
