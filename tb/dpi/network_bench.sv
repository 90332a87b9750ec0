// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// network_bench -- a generated network; bind.sv has put a checker beside every switch inside it.
//
// It stands for a design of one's own: nothing here compares.  The lanes get what the terminals of
// a golden network offer with the traffic of `lockhop cosim`, so that a difference is where cosim
// reports it.  Its links are inside: nobody can stall them, and a run in which they are is refused.
//
// With --compare flow or delivery in +run the switches inside are judged by what they do; the
// checkers show what they do after the rising edge of clk, and inputs come with the falling one.
//
// +random: every lane offers packets for all terminals half the time, for +cycles=N cycles (300);
// each cycle has any phase.  +seed=N (1) is where the random numbers start.  With several terminals
// at a switch each has its share of the lanes, and the data say for which one a packet is.

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

  logic                                     clk = 1;
  // What the network gets from the next falling edge of clk on, and what it gets.
  logic                                     rst = 1, rst_q;
  logic [SWITCHES*64-1:0]                   seed = '0, seed_q;
  logic [PHASE_BITS-1:0]                    phase = '0, phase_q;
  logic [SWITCHES*LANES-1:0]                inject_valid = '0, inject_valid_q;
  logic [SWITCHES*LANES*PACKET_BITS-1:0]    inject_packet = '0, inject_packet_q;
  wire  [SWITCHES*LANES-1:0]                inject_ready;
  wire  [SWITCHES*CHANNELS-1:0]             eject_valid;
  wire  [SWITCHES*CHANNELS*PACKET_BITS-1:0] eject_packet;

  chandle          golden;
  string           run;
  longint unsigned cycles = 0;    // clocked since the first reset
  longint unsigned ejected = 0;
  longint unsigned state = 1;     // of random numbers, the same in every simulator

  network #(
    .LANES     (LANES),
    .DEPTH     (DEPTH),
    .STORE     (STORE),
    .DATA_BITS (DATA_BITS)
  ) u_network (
    .clk             (clk),
    .rst             (rst_q),
    .seed_i          (seed_q),
    .phase_i         (phase_q),
    .inject_valid_i  (inject_valid_q),
    .inject_packet_i (inject_packet_q),
    .inject_ready_o  (inject_ready),
    .eject_valid_o   (eject_valid),
    .eject_packet_o  (eject_packet)
  );

  always @(negedge clk) begin
    rst_q           <= rst;
    seed_q          <= seed;
    phase_q         <= phase;
    inject_valid_q  <= inject_valid;
    inject_packet_q <= inject_packet;
  end

  function automatic longint unsigned draw();
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  endfunction

  // Ends between two edges, when the outputs of the next cycle are there.
  task automatic clock();
    #2 clk = 0;
    #5 clk = 1;
    ejected += 64'($countones(eject_valid));
    #3;
  endtask

  task automatic fail(int unsigned code, string text);
    golden_ends(code);
    $fatal(1, "%s", text);
  endtask

  // --- the traffic of cosim ---

  // What golden_inputs and its like tell.
  bit              g_rst;
  int unsigned     g_phase;
  longint unsigned g_here, g_seed, g_in_valid, g_out_ready, g_inject_valid;
  longint unsigned g_header, g_data;

  task automatic follow();
    for (int s = 0; s < SWITCHES; s++) begin
      golden_inputs(golden, s, g_rst, g_here, g_seed, g_phase, g_in_valid, g_out_ready,
                    g_inject_valid);
      seed[s*64 +: 64] = g_seed;
      inject_valid[s*LANES +: LANES] = LANES'(g_inject_valid);
      for (int l = 0; l < LANES; l++) begin
        golden_injected(golden, l, g_header, g_data);
        inject_packet[(s*LANES + l)*PACKET_BITS +: PACKET_BITS] =
            {DATA_BITS'(g_data), HEADER_BITS'(g_header)};
      end
    end
    rst   = g_rst;
    phase = PHASE_BITS'(g_phase);
  endtask

  task automatic run_cosim();
    while (golden_tick(golden)) begin
      if (golden_stalled(golden))
        fail(2, "the links of a generated network are inside it and cannot be stalled");
      follow();
      cycles++;
      clock();
    end
    if (golden_error(golden) != "")
      fail(golden_code(golden), golden_error(golden));
    finish(golden_outcome(golden), golden_code(golden));
  endtask

  // --- random packets ---

  int unsigned terminals;
  int unsigned each = 0;          // terminals at a switch; their numbers follow each other

  task automatic count_terminals();
    int unsigned first = golden_source(golden, 0);

    terminals = golden_parameter(golden, "TERMINALS");
    for (int terminal = 0; terminal < terminals; terminal++) begin
      int unsigned at = golden_source(golden, terminal);

      if (at == first)
        each++;
    end
  endtask

  // A terminal sends from the switch it is attached to, on lanes of its own.
  task automatic offer();
    int own = LANES / each;

    for (int terminal = 0; terminal < terminals; terminal++)
      for (int lane = 0; lane < own; lane++) begin
        int at = golden_source(golden, terminal)*LANES + terminal % each*own + lane;
        int unsigned to = 32'(draw() % 64'(terminals));

        inject_valid[at] = draw() % 2 == 0;
        inject_packet[at*PACKET_BITS +: PACKET_BITS] =
            {DATA_BITS'(golden_data(golden, to, draw())),
             HEADER_BITS'(golden_header(golden, terminal, to, draw()))};
      end
  endtask

  // The terminal field is the lowest of the data: what is ejected is for a terminal of the switch.
  task automatic look_at_fields();
    longint unsigned fields = 1;

    while (fields < 64'(each))
      fields *= 2;
    for (int channel = 0; channel < SWITCHES*CHANNELS; channel++) begin
      longint unsigned data =
          64'(eject_packet[channel*PACKET_BITS + HEADER_BITS +: DATA_BITS]);

      if (eject_valid[channel] && data % fields >= 64'(each))
        fail(1, $sformatf("switch %0d ejects a packet for terminal %0d there, of %0d",
                          channel / CHANNELS, data % fields, each));
    end
  endtask

  task automatic run_random();
    int count = 300;

    if (golden_is_judged(run))
      fail(2, "+random: what is judged has the traffic of +run; tb/monitor judges any packets");
    if ($value$plusargs("cycles=%d", count)) ;
    if ($value$plusargs("seed=%d", state)) ;
    state = state * 64'h9e3779b97f4a7c15 | 1;
    count_terminals();
    for (int cycle = 0; cycle < count; cycle++) begin
      offer();
      phase = PHASE_BITS'(draw());
      cycles++;
      clock();
      look_at_fields();
    end
    finish("PASS", 0);
  endtask

  // --- all ---

  // A name inside the checker: without bind.sv this bench is not compiled.
  task automatic finish(string verdict, int unsigned code);
    if (u_network.s0.u_checker.cycle != cycles)
      fail(1, $sformatf("of %0d cycles %0d were compared", cycles,
                        u_network.s0.u_checker.cycle));
    if (golden_is_judged(run)) begin
      $display("%s", golden_ending(golden));
    end else begin
      $display("%0d cycles of %0d switches agree, %0d packets arrived", cycles, SWITCHES,
               ejected);
      if (verdict == "PASS" && ejected == 0) begin
        verdict = "VACUOUS";
        code    = 1;
      end
      $display("%s", verdict);
    end
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
    if (golden_parameter(golden, "SWITCHES") != SWITCHES)
      fail(2, $sformatf("the design has %0d switches, and what +run says has %0d", SWITCHES,
                        golden_parameter(golden, "SWITCHES")));
    for (int i = CHANNELS - 1; i >= 0; i--) begin
      for (int s = 0; s < SWITCHES; s++)
        seed[s*64 +: 64] = golden_seed(golden, s, i);
      clock();
    end
    rst = 0;
    ejected = 0;
    if ($test$plusargs("random"))
      run_random();
    else
      run_cosim();
  end

endmodule
