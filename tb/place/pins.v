// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
//
// pins -- a switch behind four pins, so that it can be placed in a device: its inputs come from a
// shift register, its outputs go into another one.
//
// Every path from or to a pin of the switch so begins or ends at a register, as it does between
// two switches.  Bits of in_q, highest first: rst, here, seed, phase, in_valid, in_packet,
// out_ready, inject_valid, inject_packet; of out_q: in_ready, out_valid, out_packet, inject_ready,
// eject_valid, eject_packet.
`default_nettype none

module pins #(
  parameter PORTS         = 4,
  parameter LANES         = 1,
  parameter VCS           = 1,
  parameter DEPTH         = 4,
  parameter STORE         = 0,
  parameter PRIORITY_BITS = 0,
  parameter ARBITER       = 0,
  parameter SENDS         = 0,
  parameter PHASE_BITS    = 1,
  parameter RANDOM        = 0,
  parameter HEADER_BITS   = 4,
  parameter DATA_BITS     = 40,
  parameter ADDRESS_BITS  = 4
) (
  input  wire clk,
  input  wire in_i,    // the next bit of in_q
  input  wire load_i,  // the outputs of the switch go into out_q, which otherwise shifts
  output wire out_o    // the highest bit of out_q
);

  localparam QUEUES      = PORTS*VCS;
  localparam CHANNELS    = QUEUES + LANES;
  localparam PACKET_BITS = HEADER_BITS + DATA_BITS;
  localparam IN          = 1 + ADDRESS_BITS + 64 + PHASE_BITS + 2*QUEUES + LANES
                         + (PORTS + LANES)*PACKET_BITS;
  localparam OUT         = 2*QUEUES + LANES + CHANNELS + (PORTS + CHANNELS)*PACKET_BITS;

  reg  [IN-1:0]                   in_q;
  reg  [OUT-1:0]                  out_q;
  wire                            rst;
  wire [ADDRESS_BITS-1:0]         here;
  wire [63:0]                     seed;
  wire [PHASE_BITS-1:0]           phase;
  wire [QUEUES-1:0]               in_valid, in_ready, out_valid, out_ready;
  wire [PORTS*PACKET_BITS-1:0]    in_packet, out_packet;
  wire [LANES-1:0]                inject_valid, inject_ready;
  wire [LANES*PACKET_BITS-1:0]    inject_packet;
  wire [CHANNELS-1:0]             eject_valid;
  wire [CHANNELS*PACKET_BITS-1:0] eject_packet;

  assign {rst, here, seed, phase, in_valid, in_packet, out_ready, inject_valid, inject_packet}
       = in_q;
  assign out_o = out_q[OUT-1];

  always @(posedge clk) begin
    in_q <= {in_q[IN-2:0], in_i};
    if (load_i)
      out_q <= {in_ready, out_valid, out_packet, inject_ready, eject_valid, eject_packet};
    else
      out_q <= {out_q[OUT-2:0], 1'b0};
  end

  switch #(
    .PORTS         (PORTS),
    .LANES         (LANES),
    .VCS           (VCS),
    .DEPTH         (DEPTH),
    .STORE         (STORE),
    .PRIORITY_BITS (PRIORITY_BITS),
    .ARBITER       (ARBITER),
    .SENDS         (SENDS),
    .PHASE_BITS    (PHASE_BITS),
    .RANDOM        (RANDOM),
    .HEADER_BITS   (HEADER_BITS),
    .DATA_BITS     (DATA_BITS),
    .ADDRESS_BITS  (ADDRESS_BITS)
  ) u_switch (
    .clk             (clk),
    .rst             (rst),
    .here_i          (here),
    .seed_i          (seed),
    .phase_i         (phase),
    .in_valid_i      (in_valid),
    .in_packet_i     (in_packet),
    .in_ready_o      (in_ready),
    .out_valid_o     (out_valid),
    .out_packet_o    (out_packet),
    .out_ready_i     (out_ready),
    .inject_valid_i  (inject_valid),
    .inject_packet_i (inject_packet),
    .inject_ready_o  (inject_ready),
    .eject_valid_o   (eject_valid),
    .eject_packet_o  (eject_packet)
  );

endmodule
