// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// cosim_bench -- every switch of a golden network as a design under test, with the stimuli of
// `lockhop cosim`.
//
// Each design gets what came in at the pins of its switch of the golden network, and has a
// checker, whose cycle 0 is the first after reset: so the first difference is where cosim
// reports it.  The parameters are those of the switch; shape (tb/common/) prints them for a run.

module cosim_bench
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

  logic                    clk = 0;
  chandle                  golden;
  string                   run;
  longint unsigned         cycles = 0;
  logic [SWITCHES-1:0]     agreed;   // a checker has compared all cycles

  // What golden_inputs and its like tell.
  bit                      g_rst;
  int unsigned             g_phase;
  longint unsigned         g_here, g_seed, g_in_valid, g_out_ready, g_inject_valid;
  longint unsigned         g_header, g_data;

  // The pins of all switches.
  logic                          rst           [SWITCHES];
  logic [ADDRESS_BITS-1:0]       here          [SWITCHES];
  logic [63:0]                   seed          [SWITCHES];
  logic [PHASE_BITS-1:0]         phase         [SWITCHES];
  logic [QUEUES-1:0]             in_valid      [SWITCHES];
  logic [PORTS*PACKET_BITS-1:0]  in_packet     [SWITCHES];
  logic [QUEUES-1:0]             out_ready     [SWITCHES];
  logic [LANES-1:0]              inject_valid  [SWITCHES];
  logic [LANES*PACKET_BITS-1:0]  inject_packet [SWITCHES];

  generate
    for (genvar s = 0; s < SWITCHES; s++) begin : g_switch
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
        .rst             (rst[s]),
        .here_i          (here[s]),
        .seed_i          (seed[s]),
        .phase_i         (phase[s]),
        .in_valid_i      (in_valid[s]),
        .in_packet_i     (in_packet[s]),
        .in_ready_o      (),
        .out_valid_o     (),
        .out_packet_o    (),
        .out_ready_i     (out_ready[s]),
        .inject_valid_i  (inject_valid[s]),
        .inject_packet_i (inject_packet[s]),
        .inject_ready_o  (),
        .eject_valid_o   (),
        .eject_packet_o  ()
      );

      // The checker of bind.sv.
      assign agreed[s] = u_switch.u_checker.cycle == cycles;
    end
  endgenerate

  task automatic clock();
    #5 clk = 1;
    #5 clk = 0;
  endtask

  // As after power-up; the highest channel's random word is seeded first.
  task automatic reset();
    for (int left = CHANNELS - 1; left >= 0; left--) begin
      for (int s = 0; s < SWITCHES; s++) begin
        rst[s]          = 1;
        here[s]         = ADDRESS_BITS'(golden_here(golden, s));
        seed[s]         = golden_seed(golden, s, left);
        in_valid[s]     = '0;
        inject_valid[s] = '0;
        out_ready[s]    = '0;
      end
      clock();
    end
  endtask

  task automatic drive(int s);
    golden_inputs(golden, s, g_rst, g_here, g_seed, g_phase, g_in_valid, g_out_ready,
                  g_inject_valid);
    rst[s]          = g_rst;
    here[s]         = ADDRESS_BITS'(g_here);
    seed[s]         = g_seed;
    phase[s]        = PHASE_BITS'(g_phase);
    in_valid[s]     = QUEUES'(g_in_valid);
    out_ready[s]    = QUEUES'(g_out_ready);
    inject_valid[s] = LANES'(g_inject_valid);
    for (int p = 0; p < PORTS; p++) begin
      golden_came_in(golden, p, g_header, g_data);
      in_packet[s][p*PACKET_BITS +: PACKET_BITS] =
          {DATA_BITS'(g_data), HEADER_BITS'(g_header)};
    end
    for (int l = 0; l < LANES; l++) begin
      golden_injected(golden, l, g_header, g_data);
      inject_packet[s][l*PACKET_BITS +: PACKET_BITS] =
          {DATA_BITS'(g_data), HEADER_BITS'(g_header)};
    end
  endtask

  initial begin
    if (!$value$plusargs("run=%s", run))
      $fatal(1, "+run='SPEC TRAFFIC OPTIONS' is missing");
    golden = golden_open_network(run);
    if (golden_error(golden) != "")
      $fatal(1, "%s", golden_error(golden));
    if (golden_parameter(golden, "SWITCHES") != SWITCHES)
      $fatal(1, "the bench has %0d switches, and +run has %0d", SWITCHES,
             golden_parameter(golden, "SWITCHES"));
    reset();
    while (golden_tick(golden)) begin
      for (int s = 0; s < SWITCHES; s++)
        drive(s);
      cycles++;
      clock();
    end
    #1;
    if (golden_error(golden) != "" || agreed != '1)
      $fatal(1, "%0d cycles were not all compared: %s", cycles, golden_error(golden));
    $display("%0d cycles of %0d switches agree", cycles, SWITCHES);
    $display("%s", golden_outcome(golden));
    if (golden_outcome(golden) != "PASS")
      $fatal(1, "the golden network ends so");
    golden_close(golden);
    $finish;
  end

endmodule
