// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// network_bench -- a generated network with random packets; bind.sv has put a checker beside every
// switch inside it.
//
// It stands for a design of one's own: nothing here compares.  Every lane offers packets for all
// terminals half the time, for +cycles=N cycles (300).  The phase stays 0.

module network_bench
  import golden_dpi::*;
#(
  parameter int SWITCHES     = 1,
  parameter int LANES        = 1,
  parameter int CHANNELS     = 2,
  parameter int PHASE_BITS   = 1,
  parameter int HEADER_BITS  = 1,
  parameter int DATA_BITS    = 40,
  parameter int DEPTH        = 1,
  parameter int STORE        = 0,
  parameter int PACKET_BITS  = HEADER_BITS + DATA_BITS   // derived, do not set
);

  logic                                     clk = 0;
  logic                                     rst = 1;
  logic [SWITCHES*64-1:0]                   seed = '0;
  logic [PHASE_BITS-1:0]                    phase = '0;
  logic [SWITCHES*LANES-1:0]                inject_valid = '0;
  logic [SWITCHES*LANES*PACKET_BITS-1:0]    inject_packet = '0;
  wire  [SWITCHES*LANES-1:0]                inject_ready;
  wire  [SWITCHES*CHANNELS-1:0]             eject_valid;
  wire  [SWITCHES*CHANNELS*PACKET_BITS-1:0] eject_packet;

  chandle          golden;        // for headers and seeds alone
  string           run;
  int              cycles = 300;
  longint unsigned ejected = 0;
  longint unsigned state = 1;     // of random numbers, the same in every simulator

  network #(
    .LANES     (LANES),
    .DEPTH     (DEPTH),
    .STORE     (STORE),
    .DATA_BITS (DATA_BITS)
  ) u_network (
    .clk             (clk),
    .rst             (rst),
    .seed_i          (seed),
    .phase_i         (phase),
    .inject_valid_i  (inject_valid),
    .inject_packet_i (inject_packet),
    .inject_ready_o  (inject_ready),
    .eject_valid_o   (eject_valid),
    .eject_packet_o  (eject_packet)
  );

  function automatic longint unsigned draw();
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  endfunction

  task automatic clock();
    #5 clk = 1;
    ejected += 64'($countones(eject_valid));
    #5 clk = 0;
  endtask

  // A terminal sends from the switch it is attached to.
  task automatic offer(int terminals);
    for (int terminal = 0; terminal < terminals; terminal++)
      for (int lane = 0; lane < LANES; lane++) begin
        int at = golden_source(golden, terminal)*LANES + lane;
        longint unsigned to = draw() % 64'(terminals);

        inject_valid[at] = draw() % 2 == 0;
        inject_packet[at*PACKET_BITS +: PACKET_BITS] =
            {DATA_BITS'(draw()), HEADER_BITS'(golden_header(golden, terminal, 32'(to), draw()))};
      end
  endtask

  initial begin
    if (!$value$plusargs("run=%s", run))
      $fatal(1, "+run='SPEC TRAFFIC OPTIONS' is missing");
    if ($value$plusargs("cycles=%d", cycles)) ;
    golden = golden_open_network(run);
    if (golden_error(golden) != "")
      $fatal(1, "%s", golden_error(golden));
    for (int i = CHANNELS - 1; i >= 0; i--) begin
      for (int s = 0; s < SWITCHES; s++)
        seed[s*64 +: 64] = golden_seed(golden, s, i);
      clock();
    end
    rst = 0;
    ejected = 0;
    for (int cycle = 0; cycle < cycles; cycle++) begin
      offer(golden_parameter(golden, "TERMINALS"));
      clock();
    end
    // A name inside the checker: without bind.sv this bench is not compiled.
    $display("%0d cycles of %0d switches agree, %0d packets arrived",
             u_network.s0.u_checker.cycle, SWITCHES, ejected);
    if (u_network.s0.u_checker.cycle > 0 && ejected > 0)
      $display("PASS");
    else
      $fatal(1, "VACUOUS");
    golden_close(golden);
    $finish;
  end

endmodule
