// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// engine_top -- one collective engine with every port padded to 64-bit words, as sim/dut.h
// describes.
//
// The top module of an array of engines.  It has the pins and the parameters of switch_top, so
// that one shim serves both; the parameters that an engine does not have must be as given here.
// A word of the program comes by seed_i.
`default_nettype none

module engine_top #(
  parameter PORTS         = 3,                 // network ports, 1..63
  parameter LANES         = 1,                 // 1
  parameter VCS           = 1,                 // 1
  parameter DEPTH         = 1,                 // not used, as all that follow without a range
  parameter STORE         = 0,
  parameter PRIORITY_BITS = 0,
  parameter ARBITER       = 0,
  parameter SENDS         = 0,
  parameter PHASE_BITS    = 1,                 // bits of the phase, 1..16
  parameter RANDOM        = 0,
  parameter HEADER_BITS   = 1,                 // 1..64
  parameter DATA_BITS     = 40,                // 1..64
  parameter ADDRESS_BITS  = 3,                 // 1..32
  parameter PROGRAM       = 16,                // words of the program, 2..2^24
  parameter MEMORY        = 16,                // words of the memory, 1..2^24
  parameter SLOT_BITS     = 64,                // 64, or 128 when a packet has more bits
  parameter QUEUES        = PORTS*VCS,         // derived, do not set; at most 63
  parameter CHANNELS      = QUEUES + LANES     // derived, do not set; at most 64
) (
  input  wire                               clk,
  input  wire                               rst,
  input  wire [63:0]                        here_i,
  input  wire [63:0]                        seed_i,           // a word of the program
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

  wire [PORTS-1:0]                in_ready;
  wire [PORTS-1:0]                out_valid;
  wire                            inject_ready;
  wire [CHANNELS-1:0]             eject_valid;
  wire [PORTS*PACKET_BITS-1:0]    in_packet;
  wire [PORTS*PACKET_BITS-1:0]    out_packet;
  wire [CHANNELS*PACKET_BITS-1:0] eject_packet;

  genvar k;

  generate
    for (k = 0; k < PORTS; k = k + 1) begin : g_port
      assign in_packet[k*PACKET_BITS +: PACKET_BITS] = in_packet_i[k*SLOT_BITS +: PACKET_BITS];
      assign out_packet_o[k*SLOT_BITS +: SLOT_BITS]
        = {{SLOT_BITS-PACKET_BITS{1'b0}}, out_packet[k*PACKET_BITS +: PACKET_BITS]};
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

  assign in_ready_o     = {{64-PORTS{1'b0}}, in_ready};
  assign out_valid_o    = {{64-PORTS{1'b0}}, out_valid};
  assign inject_ready_o = {63'b0, inject_ready};
  assign eject_valid_o  = {{64-CHANNELS{1'b0}}, eject_valid};

  collective_engine #(
    .PORTS        (PORTS),
    .MEMORY       (MEMORY),
    .PROGRAM      (PROGRAM),
    .PHASE_BITS   (PHASE_BITS),
    .HEADER_BITS  (HEADER_BITS),
    .DATA_BITS    (DATA_BITS),
    .ADDRESS_BITS (ADDRESS_BITS)
  ) u_engine (
    .clk             (clk),
    .rst             (rst),
    .here_i          (here_i[ADDRESS_BITS-1:0]),
    .program_i       (seed_i),
    .phase_i         (phase_i[PHASE_BITS-1:0]),
    .in_valid_i      (in_valid_i[PORTS-1:0]),
    .in_packet_i     (in_packet),
    .in_ready_o      (in_ready),
    .out_valid_o     (out_valid),
    .out_packet_o    (out_packet),
    .out_ready_i     (out_ready_i[PORTS-1:0]),
    .inject_valid_i  (inject_valid_i[0]),
    .inject_packet_i (inject_packet_i[PACKET_BITS-1:0]),
    .inject_ready_o  (inject_ready),
    .eject_valid_o   (eject_valid),
    .eject_packet_o  (eject_packet)
  );

endmodule

`default_nettype wire
