// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch_bench -- one switch as the design under test, with the checker of bind.sv.
//
// Stimuli of `lockhop cosim`: the design gets what comes in at the pins of switch +switch=N (0)
// of a golden network; the checker's cycle 0 is the first after reset, so a difference is where
// cosim reports it for that switch.
//
// +random: for +cycles=N cycles (2000) packets with headers from every terminal to every other come
// in on ports and lanes, neighbours are ready or not, and now and then there is a reset, after
// which the switch is another one of the network.  +seed=N (1) is where the random numbers start.
// Of routings whose headers mean something only on a packet's own way, take the stimuli of cosim.

module switch_bench
  import golden_dpi::*;
#(
  parameter int SWITCHES      = 1,
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
  bit                           rst;
  logic [ADDRESS_BITS-1:0]      here;
  longint unsigned              seed;
  logic [PHASE_BITS-1:0]        phase;
  logic [QUEUES-1:0]            in_valid;
  logic [PORTS*PACKET_BITS-1:0] in_packet;
  logic [QUEUES-1:0]            out_ready;
  logic [LANES-1:0]             inject_valid;
  logic [LANES*PACKET_BITS-1:0] inject_packet;
  wire  [QUEUES-1:0]            out_valid;

  chandle                       golden;
  string                        run;
  longint unsigned              cycles = 0;    // clocked since the first reset
  longint unsigned              sent = 0;      // packets that left by a port

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

  // The checker samples at the rising edge, with the inputs of that edge.
  task automatic clock();
    #5 clk = 1;
    if (!rst)
      sent += 64'($countones(out_valid & out_ready));
    #5 clk = 0;
  endtask

  task automatic idle();
    phase        = '0;
    in_valid     = '0;
    out_ready    = '0;
    inject_valid = '0;
  endtask

  // --- stimuli of cosim ---

  // What golden_inputs and its like tell.
  int unsigned     g_phase;
  longint unsigned g_here, g_in_valid, g_out_ready, g_inject_valid;
  longint unsigned g_header, g_data;

  task automatic follow(int sw);
    golden_inputs(golden, sw, rst, g_here, seed, g_phase, g_in_valid, g_out_ready,
                  g_inject_valid);
    here         = ADDRESS_BITS'(g_here);
    phase        = PHASE_BITS'(g_phase);
    in_valid     = QUEUES'(g_in_valid);
    out_ready    = QUEUES'(g_out_ready);
    inject_valid = LANES'(g_inject_valid);
    for (int p = 0; p < PORTS; p++) begin
      golden_came_in(golden, p, g_header, g_data);
      in_packet[p*PACKET_BITS +: PACKET_BITS] = {DATA_BITS'(g_data), HEADER_BITS'(g_header)};
    end
    for (int l = 0; l < LANES; l++) begin
      golden_injected(golden, l, g_header, g_data);
      inject_packet[l*PACKET_BITS +: PACKET_BITS] = {DATA_BITS'(g_data), HEADER_BITS'(g_header)};
    end
  endtask

  task automatic run_cosim();
    int sw = 0;

    if ($value$plusargs("switch=%d", sw) && (sw < 0 || sw >= SWITCHES))
      fail(2, $sformatf("+switch=%0d: there are switches 0 to %0d", sw, SWITCHES - 1));
    $display("switch %0d", sw);
    // As after power-up; the highest channel's random words are seeded first.
    idle();
    rst  = 1;
    here = ADDRESS_BITS'(golden_here(golden, sw));
    for (int left = CHANNELS - 1; left >= 0; left--) begin
      seed = golden_seed(golden, sw, left);
      clock();
    end
    while (golden_tick(golden)) begin
      follow(sw);
      cycles++;
      clock();
    end
    if (golden_error(golden) != "")
      fail(golden_code(golden), golden_error(golden));
    $display("%0d cycles of switch %0d agree, %0d packets sent", cycles, sw, sent);
    finish(golden_outcome(golden), golden_code(golden));
  endtask

  // --- random stimuli ---

  longint unsigned state = 1;   // the same numbers in every simulator

  function automatic int below(int limit);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return int'((state >> 16) % 64'(limit));
  endfunction

  function automatic logic [PACKET_BITS-1:0] packet();
    int terminals = golden_parameter(golden, "TERMINALS");
    int source    = below(terminals);

    return {DATA_BITS'(state),
            HEADER_BITS'(golden_header(golden, source, below(terminals), state))};
  endfunction

  // All pins but rst, here and seed: new in every cycle, and most of the time busy.
  task automatic draw();
    phase     = PHASE_BITS'(below(1 << PHASE_BITS));
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
    if (!rst || cycles > 0)
      cycles++;
    clock();
  endtask

  task automatic reset_random();
    here = ADDRESS_BITS'(golden_here(golden, below(SWITCHES)));
    rst  = 1;
    for (int i = 0; i < CHANNELS; i++) begin
      seed = 64'(below(1 << 30));
      draw();
    end
    rst = 0;
  endtask

  task automatic run_random();
    int count = 2000;

    if ($value$plusargs("cycles=%d", count)) ;
    if ($value$plusargs("seed=%d", state)) ;
    state = state * 64'h9e3779b97f4a7c15 | 1;
    for (int cycle = 0; cycle < count; cycle++) begin
      if (cycle == 0 || below(200) == 0)
        reset_random();
      draw();
    end
    $display("%0d cycles agree, %0d packets sent", cycles, sent);
    if (sent == 0)
      finish("VACUOUS", 1);
    finish("PASS", 0);
  endtask

  // --- all ---

  task automatic fail(int unsigned code, string text);
    golden_ends(code);
    $fatal(1, "%s", text);
  endtask

  // Is the design compiled for this run?  All else the checker compares.
  task automatic expect_parameter(string name, int unsigned value);
    if (golden_parameter(golden, name) != value)
      fail(2, $sformatf("the design has %s %0d, and what +run says has %0d", name, value,
                        golden_parameter(golden, name)));
  endtask

  task automatic finish(string verdict, int unsigned code);
    if (u_switch.u_checker.cycle != cycles)
      fail(1, $sformatf("of %0d cycles %0d were compared", cycles, u_switch.u_checker.cycle));
    $display("%s", verdict);
    if (verdict != "PASS")
      fail(code, "no PASS");
    golden_ends(0);
    golden_close(golden);
    $finish;
  endtask

  initial begin
    if (!$value$plusargs("run=%s", run))
      fail(2, "+run='SPEC TRAFFIC OPTIONS' is missing");
    golden = golden_open_network(run);
    if (golden_error(golden) != "")
      fail(golden_code(golden), golden_error(golden));
    if (golden_is_judged(run))
      fail(2, "--compare judges a whole network: take network_bench");
    expect_parameter("SWITCHES", SWITCHES);
    expect_parameter("PORTS", PORTS);
    expect_parameter("LANES", LANES);
    expect_parameter("VCS", VCS);
    expect_parameter("DEPTH", DEPTH);
    expect_parameter("STORE", STORE);
    expect_parameter("SENDS", SENDS);
    expect_parameter("DATA_BITS", DATA_BITS);
    if ($test$plusargs("random"))
      run_random();
    else
      run_cosim();
  end

endmodule
