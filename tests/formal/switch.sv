// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- with the route unit of the paper: a packet is ejected only at its destination, and goes
// out only by the port of e-cube routing.
//
// values: NETWORK=hypercube:2+deterministic DEPTH=1; NETWORK=hypercube:2+deterministic DEPTH=2
// values: NETWORK=hypercube:2+deterministic DEPTH=1 VCS=2
// values: NETWORK=hypercube:2+deterministic DEPTH=1 SENDS=1
// values: NETWORK=hypercube:2+deterministic DEPTH=2 FORM=2
// values: NETWORK=hypercube:2+deterministic DEPTH=2 FORM=2 PUSHES=1
// bug: arrived[STORE +: CHANNELS] & taken => taken[STORE +: CHANNELS] & taken
// bug: assign queues = ports => assign queues = ports << 1
//
// What holds of every route unit is in switch_*.sv.
`default_nettype none

module prove_switch #(
  parameter PORTS = 2, parameter VCS = 1, parameter DEPTH = 1, parameter SENDS = 0,
  parameter FORM = 0, parameter PUSHES = 0, parameter HEADER_BITS = 2,
  parameter ADDRESS_BITS = 2,
  parameter QUEUES = PORTS*VCS, parameter CHANNELS = QUEUES + 1,
  parameter PACKET_BITS = HEADER_BITS + 1
) (
  input wire                         clk,
  input wire                         rst,
  input wire [ADDRESS_BITS-1:0]      here_i,
  input wire [63:0]                  seed_i,
  input wire                         phase_i,
  input wire [QUEUES-1:0]            in_valid_i,
  input wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  input wire [QUEUES-1:0]            out_ready_i,
  input wire                         inject_valid_i,
  input wire [PACKET_BITS-1:0]       inject_packet_i
);

  wire [QUEUES-1:0]               in_ready;
  wire [QUEUES-1:0]               out_valid;
  wire [PORTS*PACKET_BITS-1:0]    out_packet;
  wire                            inject_ready;
  wire [CHANNELS-1:0]             eject_valid;
  wire [CHANNELS*PACKET_BITS-1:0] eject_packet;

  reg                    reset_q = 1'b0;          // there was a reset
  reg [ADDRESS_BITS-1:0] here_q;
  reg                    home;                    // what is ejected belongs here
  reg                    way;                     // what goes out, to the port of bitfix
  reg [ADDRESS_BITS-1:0] other;
  integer c;
  integer q;

  switch #(
    .PORTS(PORTS), .LANES(1), .VCS(VCS), .DEPTH(DEPTH), .SENDS(SENDS), .PHASE_BITS(1),
    .HEADER_BITS(HEADER_BITS), .DATA_BITS(1), .ADDRESS_BITS(ADDRESS_BITS), .PUSHES(PUSHES),
    .FORM(FORM)
  ) u_switch (
    .clk(clk), .rst(rst), .here_i(here_i), .seed_i(seed_i), .phase_i(phase_i),
    .in_valid_i(in_valid_i), .in_packet_i(in_packet_i), .in_ready_o(in_ready),
    .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready_i),
    .inject_valid_i(inject_valid_i), .inject_packet_i(inject_packet_i),
    .inject_ready_o(inject_ready), .eject_valid_o(eject_valid), .eject_packet_o(eject_packet)
  );

  always @* begin
    home  = 1'b1;
    way   = 1'b1;
    other = {ADDRESS_BITS{1'b0}};
    for (q = 0; q < QUEUES; q = q + 1) begin
      if (out_valid[q]) begin
        other = out_packet[(q/VCS)*PACKET_BITS +: ADDRESS_BITS] ^ here_q;
        if ((other & (~other + 1'b1)) != 1 << (q/VCS)) way = 1'b0;
      end
    end
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (eject_valid[c] && eject_packet[c*PACKET_BITS +: ADDRESS_BITS] != here_q) home = 1'b0;
    end
    if (reset_q && !rst) begin
      home_only: assert (home);
      own_port: assert (way);
      reached_last: assert (!(out_valid[QUEUES-VCS] && eject_valid != 0 && !inject_ready));
      reached_first: assert (!(out_valid[0] && (&eject_valid)));
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
    if (rst) here_q <= here_i;
  end

endmodule

`default_nettype wire
