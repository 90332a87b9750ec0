// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- capacity, no loss and no duplication by count, idle stays idle; of bitfix, packets leave
// only where they belong.
//
// values: NETWORK=hypercube:2+deterministic BITFIX=1 DEPTH=1; NETWORK=hypercube:2+deterministic BITFIX=1 DEPTH=2
// values: NETWORK=hypercube:2+deterministic BITFIX=1 DEPTH=1 VCS=2; NETWORK=hypercube:2+deterministic BITFIX=1 DEPTH=1 SENDS=1
// values: NETWORK=hypercube:1+rand-sync STORE=1 DEPTH=1; NETWORK=hypercube:1+rand-trans DEPTH=1
// values: NETWORK=hypercube:1+rand-trans-ooo DEPTH=1; NETWORK=hypercube:1+drand-trans-ooo DEPTH=1
// values: NETWORK=hypercube:2+deterministic BITFIX=1 DEPTH=2 FORM=2
// sees: full = u_switch.full
// sees: counts = u_switch.counts
// bug: || taken[HOLDER] || stored[c] => || stored[c]
// bug: leaves[h] = full[h] && arrived[h] => leaves[h] = full[h]
// bug: output_queue.v: count_q <= filled - ONE => count_q <= filled
//
// What is inside: packets in input queues, waiting store and output queues, by their registers.
`default_nettype none

module prove_switch #(
  parameter PORTS = 2, parameter VCS = 1, parameter DEPTH = 1, parameter STORE = 0,
  parameter PRIORITY_BITS = 0, parameter ARBITER = 0, parameter SENDS = 0, parameter FORM = 0,
  parameter PHASE_BITS = 1, parameter RANDOM = 0, parameter HEADER_BITS = 2,
  parameter ADDRESS_BITS = 2, parameter BITFIX = 0,
  parameter QUEUES = PORTS*VCS, parameter CHANNELS = QUEUES + 1,
  parameter PACKET_BITS = HEADER_BITS + 1, parameter COUNT_BITS = $clog2(DEPTH + 1)
) (
  input wire                         clk,
  input wire                         rst,
  input wire [ADDRESS_BITS-1:0]      here_i,
  input wire [63:0]                  seed_i,
  input wire [PHASE_BITS-1:0]        phase_i,
  input wire [QUEUES-1:0]            in_valid_i,
  input wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  input wire [QUEUES-1:0]            out_ready_i,
  input wire                         inject_valid_i,
  input wire [PACKET_BITS-1:0]       inject_packet_i
);

  localparam HOLDERS = STORE + CHANNELS;

  wire [QUEUES-1:0]               in_ready;
  wire [QUEUES-1:0]               out_valid;
  wire [PORTS*PACKET_BITS-1:0]    out_packet;
  wire                            inject_ready;
  wire [CHANNELS-1:0]             eject_valid;
  wire [CHANNELS*PACKET_BITS-1:0] eject_packet;
  (* keep *) wire [HOLDERS-1:0]           full;
  (* keep *) wire [QUEUES*COUNT_BITS-1:0] counts;

  reg                    reset_q = 1'b0;          // there was a reset
  reg [ADDRESS_BITS-1:0] here_q;
  reg [7:0]              held_q;                  // packets that came and did not leave
  reg                    idle_q;                  // nothing was inside, and nothing came
  reg [7:0]              came;
  reg [7:0]              left;
  reg [7:0]              inside;
  reg                    home;                    // what is ejected belongs here
  reg                    way;                     // what goes out, to the port of bitfix
  reg [ADDRESS_BITS-1:0] other;
  integer c;
  integer q;

  switch #(
    .PORTS(PORTS), .LANES(1), .VCS(VCS), .DEPTH(DEPTH), .STORE(STORE),
    .PRIORITY_BITS(PRIORITY_BITS), .ARBITER(ARBITER), .SENDS(SENDS), .PHASE_BITS(PHASE_BITS),
    .RANDOM(RANDOM), .HEADER_BITS(HEADER_BITS), .DATA_BITS(1), .ADDRESS_BITS(ADDRESS_BITS),
    .FORM(FORM)
  ) u_switch (
    .clk(clk), .rst(rst), .here_i(here_i), .seed_i(seed_i), .phase_i(phase_i),
    .in_valid_i(in_valid_i), .in_packet_i(in_packet_i), .in_ready_o(in_ready),
    .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready_i),
    .inject_valid_i(inject_valid_i), .inject_packet_i(inject_packet_i),
    .inject_ready_o(inject_ready), .eject_valid_o(eject_valid), .eject_packet_o(eject_packet)
  );

  always @* begin
    came   = {7'd0, inject_valid_i && inject_ready};
    left   = 8'd0;
    inside = 8'd0;
    home   = 1'b1;
    way    = 1'b1;
    other  = {ADDRESS_BITS{1'b0}};
    for (q = 0; q < QUEUES; q = q + 1) begin
      came   = came + {7'd0, in_valid_i[q] && in_ready[q]};
      left   = left + {7'd0, out_valid[q] && out_ready_i[q]};
      inside = inside + counts[q*COUNT_BITS +: COUNT_BITS];
      if (BITFIX != 0 && out_valid[q]) begin
        other = out_packet[(q/VCS)*PACKET_BITS +: ADDRESS_BITS] ^ here_q;
        if ((other & (~other + 1'b1)) != 1 << (q/VCS)) way = 1'b0;
      end
    end
    for (c = 0; c < CHANNELS; c = c + 1) begin
      left = left + {7'd0, eject_valid[c]};
      if (BITFIX != 0 && eject_valid[c]
          && eject_packet[c*PACKET_BITS +: ADDRESS_BITS] != here_q) home = 1'b0;
    end
    for (c = 0; c < HOLDERS; c = c + 1) begin
      inside = inside + {7'd0, full[c]};
    end
    if (reset_q && !rst) begin
      conserved: assert (inside == held_q);
      capacity: assert (held_q <= HOLDERS + QUEUES*DEPTH);
      idle: assert (!idle_q || inside == 0);
      empty: assert (inside != 0 ||
                     out_valid == 0 && eject_valid == 0 && (&in_ready) && inject_ready);
      home_only: assert (home);
      own_port: assert (way);
      reached: assert (!(out_valid != 0 && eject_valid != 0 && held_q > 2));
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
    if (rst) here_q <= here_i;
    held_q  <= rst ? 8'd0 : held_q + came - left;
    idle_q  <= !rst && inside == 0 && in_valid_i == 0 && !inject_valid_i;
  end

endmodule

`default_nettype wire
