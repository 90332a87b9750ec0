// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// random_bench -- one switch as the design under test, with random stimuli at all its pins and
// the checker of bind.sv.
//
// For +cycles=N cycles (2000) packets with headers from every terminal to every other come in on
// ports and lanes, neighbours are ready or not, and now and then there is a reset, after which the
// switch is another one of the network.  +seed=N (1) is where the random numbers start.  Of routings
// whose headers mean something only on the packet's own way, take cosim_bench.

module random_bench
  import golden_dpi::*;
#(
  parameter int PORTS         = 1,
  parameter int LANES         = 1,
  parameter int VCS           = 1,
  parameter int DEPTH         = 1,
  parameter int STORE         = 0,
  parameter int PRIORITY_BITS = 0,
  parameter int ARBITER       = 0,
  parameter int SENDS         = 0,
  parameter int PHASE_BITS    = 1,
  parameter int RANDOM        = 0,
  parameter int HEADER_BITS   = 1,
  parameter int DATA_BITS     = 40,
  parameter int ADDRESS_BITS  = 1,
  parameter int CHANNELS      = PORTS*VCS + LANES         // derived
);

  localparam int QUEUES      = PORTS*VCS;
  localparam int PACKET_BITS = HEADER_BITS + DATA_BITS;

  logic                         clk = 0;
  logic                         rst = 1;
  logic [ADDRESS_BITS-1:0]      here;
  logic [63:0]                  seed;
  logic [PHASE_BITS-1:0]        phase;
  logic [QUEUES-1:0]            in_valid;
  logic [PORTS*PACKET_BITS-1:0] in_packet;
  logic [QUEUES-1:0]            out_ready;
  logic [LANES-1:0]             inject_valid;
  logic [LANES*PACKET_BITS-1:0] inject_packet;
  wire  [QUEUES-1:0]            out_valid;

  chandle          golden;          // for addresses and headers alone
  string           run;
  int              cycles = 2000;
  longint unsigned sent = 0;        // packets that left by a port
  longint unsigned state = 1;       // of random numbers, the same in every simulator

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
    .in_ready_o      (),
    .out_valid_o     (out_valid),
    .out_packet_o    (),
    .out_ready_i     (out_ready),
    .inject_valid_i  (inject_valid),
    .inject_packet_i (inject_packet),
    .inject_ready_o  (),
    .eject_valid_o   (),
    .eject_packet_o  ()
  );

  function automatic longint unsigned draw();
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  endfunction

  function automatic int below(int limit);
    return int'((draw() >> 16) % 64'(limit));
  endfunction

  function automatic logic [PACKET_BITS-1:0] packet();
    int terminals = golden_parameter(golden, "TERMINALS");

    return {DATA_BITS'(draw()),
            HEADER_BITS'(golden_header(golden, below(terminals), below(terminals), draw()))};
  endfunction

  // All pins but rst, here and seed: new every cycle, and most of the time busy.
  task automatic drive();
    phase     = PHASE_BITS'(draw());
    in_valid  = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (below(4) != 0)
        in_valid[p*VCS + below(VCS)] = 1;        // at most one VC of a port
      in_packet[p*PACKET_BITS +: PACKET_BITS] = packet();
    end
    for (int q = 0; q < QUEUES; q++)
      out_ready[q] = below(4) != 0;
    for (int l = 0; l < LANES; l++) begin
      inject_valid[l] = below(4) != 0;
      inject_packet[l*PACKET_BITS +: PACKET_BITS] = packet();
    end
  endtask

  task automatic clock();
    drive();
    #5 clk = 1;
    sent += 64'($countones(out_valid & out_ready));
    #5 clk = 0;
  endtask

  task automatic reset();
    here = ADDRESS_BITS'(golden_here(golden, below(golden_parameter(golden, "SWITCHES"))));
    rst  = 1;
    for (int i = 0; i < CHANNELS; i++) begin
      seed = draw();
      clock();
    end
    rst = 0;
  endtask

  initial begin
    if (!$value$plusargs("run=%s", run))
      $fatal(1, "+run='SPEC TRAFFIC OPTIONS' is missing");
    if ($value$plusargs("cycles=%d", cycles)) ;
    if ($value$plusargs("seed=%d", state)) ;
    state = state * 64'h9e3779b97f4a7c15 | 1;
    golden = golden_open_network(run);
    if (golden_error(golden) != "")
      $fatal(1, "%s", golden_error(golden));
    for (int cycle = 0; cycle < cycles; cycle++) begin
      if (cycle == 0 || below(200) == 0)
        reset();
      clock();
    end
    #1;
    if (u_switch.u_checker.cycle < 64'(cycles) || sent == 0)
      $fatal(1, "VACUOUS: %0d cycles compared, %0d packets sent", u_switch.u_checker.cycle,
             sent);
    $display("%0d cycles agree, %0d packets sent", u_switch.u_checker.cycle, sent);
    $display("PASS");
    golden_close(golden);
    $finish;
  end

endmodule
