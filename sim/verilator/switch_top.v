// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch_top -- one switch with every port padded to 64-bit words, as sim/dut.h describes.
//
// The top module of the array of switches: it is Verilated once and instantiated for every
// switch of a network.  A mask is 64 bits; a packet is a slot of SLOT_BITS, header in the low
// bits, data above it.  A bit of a mask is a queue, lane or channel; the in and out packets are
// one per port.  The golden inputs feed nothing: through them a waveform also shows
// what the golden model did.  A switch of the user's may have an input eject_ready_i.
`default_nettype none

// The module of the switch: of the user's that is not one as it is, a wrapper.
`ifndef LOCKHOP_SWITCH
`define LOCKHOP_SWITCH switch
`endif

module switch_top #(
  parameter PORTS         = 3,                 // network ports, 1..63
  parameter LANES         = 1,                 // injection lanes, 1..63
  parameter VCS           = 1,                 // VCs of packets on a link, 1..8
  parameter DEPTH         = 4,                 // packets in an output queue, >= 1
  parameter STORE         = 0,                 // places of the waiting store, 0..255
  parameter PRIORITY_BITS = 0,                 // 1..16: ordered queues; 0: FIFOs
  parameter ARBITER       = 0,                 // 0: in turn; 1: the lowest VC; 2: the highest
  parameter SENDS         = 0,                 // ports that send in a cycle; 0: all
  parameter PHASE_BITS    = 1,                 // bits of the phase, 1..16
  parameter RANDOM        = 0,                 // LFSRs: none, 1 each, 2 shared, 3 steps
  parameter HEADER_BITS   = 3,                 // 1..64
  parameter DATA_BITS     = 40,                // 1..64
  parameter ADDRESS_BITS  = 3,                 // 1..32
  parameter SLOT_BITS     = 64,                // 64, or 128 when a packet has more bits
  parameter QUEUES        = PORTS*VCS,         // derived, do not set; at most 63
  parameter CHANNELS      = QUEUES + LANES     // derived, do not set; at most 64
) (
  input  wire                               clk,
  input  wire                               rst,
  input  wire [63:0]                        here_i,
  input  wire [63:0]                        seed_i,
  input  wire [63:0]                        phase_i,          // low PHASE_BITS
  input  wire [63:0]                        in_valid_i,
  input  wire [PORTS*SLOT_BITS-1:0]         in_packet_i,      // [port]
  output wire [63:0]                        in_ready_o,
  output wire [63:0]                        out_valid_o,
  output wire [PORTS*SLOT_BITS-1:0]         out_packet_o,     // [port]
  input  wire [63:0]                        out_ready_i,
  input  wire [63:0]                        inject_valid_i,
  input  wire [LANES*SLOT_BITS-1:0]         inject_packet_i,  // [lane]
  output wire [63:0]                        inject_ready_o,
  output wire [63:0]                        eject_valid_o,
  output wire [CHANNELS*SLOT_BITS-1:0]      eject_packet_o    // [channel]
`ifdef LOCKHOP_EJECT_READY
  , input wire [63:0]                       eject_ready_i
`endif
`ifndef LOCKHOP_UNSHOWN
  , input wire [63:0]                       golden_valid_i,   // waveform alone, from here on
  input  wire [63:0]                        golden_ready_i,
  input  wire [63:0]                        golden_eject_i,
  input  wire [PORTS*SLOT_BITS-1:0]         golden_packet_i,  // [port]
  input  wire [63:0]                        differ_i,
  input  wire [63:0]                        cycle_i
`endif
);

  localparam PACKET_BITS = HEADER_BITS + DATA_BITS;

  wire [QUEUES-1:0]               in_ready;
  wire [QUEUES-1:0]               out_valid;
  wire [LANES-1:0]                inject_ready;
  wire [CHANNELS-1:0]             eject_valid;
  wire [PORTS*PACKET_BITS-1:0]    in_packet;
  wire [PORTS*PACKET_BITS-1:0]    out_packet;
  wire [LANES*PACKET_BITS-1:0]    inject_packet;
  wire [CHANNELS*PACKET_BITS-1:0] eject_packet;

  genvar k;

  generate
    for (k = 0; k < PORTS; k = k + 1) begin : g_port
      assign in_packet[k*PACKET_BITS +: PACKET_BITS] = in_packet_i[k*SLOT_BITS +: PACKET_BITS];
      assign out_packet_o[k*SLOT_BITS +: SLOT_BITS]
        = {{SLOT_BITS-PACKET_BITS{1'b0}}, out_packet[k*PACKET_BITS +: PACKET_BITS]};
    end
    for (k = 0; k < LANES; k = k + 1) begin : g_lane
      assign inject_packet[k*PACKET_BITS +: PACKET_BITS]
        = inject_packet_i[k*SLOT_BITS +: PACKET_BITS];
    end
    for (k = 0; k < CHANNELS; k = k + 1) begin : g_channel
      assign eject_packet_o[k*SLOT_BITS +: SLOT_BITS]
        = {{SLOT_BITS-PACKET_BITS{1'b0}}, eject_packet[k*PACKET_BITS +: PACKET_BITS]};
    end
  endgenerate

`ifndef LOCKHOP_UNSHOWN
  generate
    for (k = 0; k < PORTS; k = k + 1) begin : g_golden
      wire [PACKET_BITS-1:0] packet = golden_packet_i[k*SLOT_BITS +: PACKET_BITS];
    end
  endgenerate
`endif

  assign in_ready_o     = {{64-QUEUES{1'b0}}, in_ready};
  assign out_valid_o    = {{64-QUEUES{1'b0}}, out_valid};
  assign inject_ready_o = {{64-LANES{1'b0}}, inject_ready};
  assign eject_valid_o  = {{64-CHANNELS{1'b0}}, eject_valid};

  `LOCKHOP_SWITCH #(
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
`ifdef LOCKHOP_PUSHES
    , .PUSHES      (`LOCKHOP_PUSHES)
`endif
  ) u_switch (
    .clk             (clk),
    .rst             (rst),
    .here_i          (here_i[ADDRESS_BITS-1:0]),
    .seed_i          (seed_i),
    .phase_i         (phase_i[PHASE_BITS-1:0]),
    .in_valid_i      (in_valid_i[QUEUES-1:0]),
    .in_packet_i     (in_packet),
    .in_ready_o      (in_ready),
    .out_valid_o     (out_valid),
    .out_packet_o    (out_packet),
    .out_ready_i     (out_ready_i[QUEUES-1:0]),
    .inject_valid_i  (inject_valid_i[LANES-1:0]),
    .inject_packet_i (inject_packet),
    .inject_ready_o  (inject_ready),
    .eject_valid_o   (eject_valid),
    .eject_packet_o  (eject_packet)
`ifdef LOCKHOP_EJECT_READY
    , .eject_ready_i (eject_ready_i[CHANNELS-1:0])
`endif
  );

endmodule

`default_nettype wire
