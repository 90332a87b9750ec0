// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bench -- all switches of a golden network as designs under test, in four states.
//
// Every switch gets what came in at the pins of the same switch of the golden network, and
// must show what that shows, from the first cycle after reset on; see lockhop_vpi.c.  With
// --compare flow or delivery there is no golden network: each gets what the others send.
// The parameters are those of the switch; shape (tb/common/) prints them for a run.
`default_nettype none

module bench #(
  parameter SWITCHES      = 1,
  parameter PORTS         = 1,
  parameter LANES         = 1,
  parameter VCS           = 1,
  parameter DEPTH         = 1,
  parameter STORE         = 0,
  parameter PRIORITY_BITS = 0,
  parameter ARBITER       = 0,
  parameter SENDS         = 0,
  parameter PHASE_BITS    = 1,
  parameter RANDOM        = 0,
  parameter HEADER_BITS   = 1,
  parameter DATA_BITS     = 40,
  parameter ADDRESS_BITS  = 1
);

  localparam QUEUES      = PORTS*VCS;
  localparam CHANNELS    = QUEUES + LANES;
  localparam PACKET_BITS = HEADER_BITS + DATA_BITS;

  reg                                     clk;
  reg                                     rst;
  reg  [SWITCHES*ADDRESS_BITS-1:0]        here;
  reg  [SWITCHES*64-1:0]                  seed;
  reg  [PHASE_BITS-1:0]                   phase;
  reg  [SWITCHES*QUEUES-1:0]              in_valid;
  reg  [SWITCHES*PORTS*PACKET_BITS-1:0]   in_packet;
  wire [SWITCHES*QUEUES-1:0]              in_ready;
  wire [SWITCHES*QUEUES-1:0]              out_valid;
  wire [SWITCHES*PORTS*PACKET_BITS-1:0]   out_packet;
  reg  [SWITCHES*QUEUES-1:0]              out_ready;
  reg  [SWITCHES*LANES-1:0]               inject_valid;
  reg  [SWITCHES*LANES*PACKET_BITS-1:0]   inject_packet;
  wire [SWITCHES*LANES-1:0]               inject_ready;
  wire [SWITCHES*CHANNELS-1:0]            eject_valid;
  wire [SWITCHES*CHANNELS*PACKET_BITS-1:0] eject_packet;
  reg                                     going;

  genvar s;

  generate
    for (s = 0; s < SWITCHES; s = s + 1) begin : g_switch
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
        .here_i          (here[s*ADDRESS_BITS +: ADDRESS_BITS]),
        .seed_i          (seed[s*64 +: 64]),
        .phase_i         (phase),
        .in_valid_i      (in_valid[s*QUEUES +: QUEUES]),
        .in_packet_i     (in_packet[s*PORTS*PACKET_BITS +: PORTS*PACKET_BITS]),
        .in_ready_o      (in_ready[s*QUEUES +: QUEUES]),
        .out_valid_o     (out_valid[s*QUEUES +: QUEUES]),
        .out_packet_o    (out_packet[s*PORTS*PACKET_BITS +: PORTS*PACKET_BITS]),
        .out_ready_i     (out_ready[s*QUEUES +: QUEUES]),
        .inject_valid_i  (inject_valid[s*LANES +: LANES]),
        .inject_packet_i (inject_packet[s*LANES*PACKET_BITS +: LANES*PACKET_BITS]),
        .inject_ready_o  (inject_ready[s*LANES +: LANES]),
        .eject_valid_o   (eject_valid[s*CHANNELS +: CHANNELS]),
        .eject_packet_o  (eject_packet[s*CHANNELS*PACKET_BITS +: CHANNELS*PACKET_BITS])
      );
    end
  endgenerate

  initial begin
    if ($test$plusargs("wave")) begin
      $dumpfile("bench.fst");
      $dumpvars(0, bench);
    end
    clk   = 1'b0;
    going = $lockhop_open(SWITCHES, PORTS, LANES, VCS, DEPTH, STORE, SENDS, PHASE_BITS,
                          HEADER_BITS, DATA_BITS, ADDRESS_BITS);
    while (going) begin
      going = $lockhop_show(in_ready, out_valid, out_packet, inject_ready, eject_valid,
                            eject_packet);
      going = $lockhop_drive(rst, here, seed, phase, in_valid, in_packet, out_ready,
                             inject_valid, inject_packet);
      #5;
      if (going) begin
        going = $lockhop_compare(in_ready, out_valid, out_packet, inject_ready, eject_valid,
                                 eject_packet);
        clk = 1'b1;
      end
      #5 clk = 1'b0;
    end
    $finish(0);
  end

endmodule

`default_nettype wire
