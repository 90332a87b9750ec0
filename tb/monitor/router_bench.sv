// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// router_bench -- four routers as hypercube:2, with traffic of its own: it stands for a bench of
// yours.  It knows nothing of Lockhop; bind.sv puts a monitor beside each router.
//
// Each terminal sends +packets=N packets (40) to random terminals, half of them before a reset in
// mid-run.  When nothing has moved for +quiet=N cycles (300) the simulation ends, whatever has
// arrived.  With EJECT_READY the router has eject_ready_i (build.sh looks), and +refuse lets each
// terminal refuse what is ejected in half of the cycles.

module router_bench;

  localparam int PORTS       = 2;
  localparam int SWITCHES    = 1 << PORTS;
  localparam int DATA_BITS   = 40;
  localparam int PACKET_BITS = PORTS + DATA_BITS;
  localparam int RESET_AT    = 25;    // cycle of the reset in mid-run

  logic                         clk = 0;
  logic                         rst = 1;
  int                           cycle = 0;
  int                           packets = 40;
  int                           quiet = 300;
  bit                           refuse = 0;
  int                           still = 0;      // cycles without any packet
  int                           arrived = 0;    // since the last reset
  wire  [PORTS-1:0]             valid   [SWITCHES];
  wire  [PORTS-1:0]             ready   [SWITCHES];
  wire  [PORTS*PACKET_BITS-1:0] packet  [SWITCHES];
  wire  [PORTS:0]               eject   [SWITCHES];
  wire  [PORTS:0]               ejected [SWITCHES];   // and taken
  bit                           moves   [SWITCHES];

  always #5 clk = ~clk;

  for (genvar s = 0; s < SWITCHES; s++) begin : g_router
    logic [PORTS-1:0]             in_valid;
    logic [PORTS-1:0]             out_ready;
    logic [PORTS*PACKET_BITS-1:0] in_packet;
    logic                         inject_valid = 0;
    logic [PACKET_BITS-1:0]       inject_packet;
    wire                          inject_ready;
    logic [PORTS:0]               eject_ready = '1;
    int                           sent = 0;

    // Port p leads to the router whose number differs in bit p, and there to port p.
    for (genvar p = 0; p < PORTS; p++) begin : g_port
      assign in_valid[p]  = valid[s ^ (1 << p)][p];
      assign out_ready[p] = ready[s ^ (1 << p)][p];
      assign in_packet[p*PACKET_BITS +: PACKET_BITS] =
          packet[s ^ (1 << p)][p*PACKET_BITS +: PACKET_BITS];
    end

    switch #(
      .PORTS        (PORTS),
      .LANES        (1),
      .DEPTH        (2),
      .HEADER_BITS  (PORTS),
      .DATA_BITS    (DATA_BITS),
      .ADDRESS_BITS (PORTS)
    ) u_switch (
      .clk             (clk),
      .rst             (rst),
      .here_i          (PORTS'(s)),
      .seed_i          ('0),
      .phase_i         ('0),
      .in_valid_i      (in_valid),
      .in_packet_i     (in_packet),
      .in_ready_o      (ready[s]),
      .out_valid_o     (valid[s]),
      .out_packet_o    (packet[s]),
      .out_ready_i     (out_ready),
      .inject_valid_i  (inject_valid),
      .inject_packet_i (inject_packet),
      .inject_ready_o  (inject_ready),
`ifdef EJECT_READY
      .eject_ready_i   (eject_ready),
`endif
      .eject_valid_o   (eject[s]),
      .eject_packet_o  ()
    );

    assign ejected[s] = eject[s] & eject_ready;
    assign moves[s]   = inject_valid && inject_ready || (valid[s] & out_ready) != 0 ||
                        ejected[s] != 0;

    always @(posedge clk)
      if (refuse)
        eject_ready <= (PORTS+1)'($urandom);

    // The terminal: a destination, and data that no other packet has.
    always @(posedge clk)
      if (rst) begin
        inject_valid <= 0;
      end else if (!inject_valid || inject_ready) begin
        inject_valid <= 0;
        if (sent < (cycle < RESET_AT ? packets/2 : packets) && $urandom_range(2) != 0) begin
          inject_valid  <= 1;
          inject_packet <= {16'(s), 24'(sent), PORTS'($urandom)};
          sent          <= sent + 1;
        end
      end
  end

  always @(posedge clk) begin
    cycle <= cycle + 1;
    rst   <= cycle < 3 || (cycle >= RESET_AT && cycle < RESET_AT + 3);
    still <= still + 1;
    for (int s = 0; s < SWITCHES; s++) begin
      if (moves[s])
        still <= 0;
      if (!rst && cycle > RESET_AT)
        arrived = arrived + $countones(ejected[s]);
    end
    if (cycle > RESET_AT + 10 && still >= quiet) begin
      $display("%0d packets arrived after the reset in mid-run", arrived);
      $finish;
    end
  end

  initial begin
    if ($value$plusargs("packets=%d", packets)) ;
    if ($value$plusargs("quiet=%d", quiet)) ;
`ifdef EJECT_READY
    refuse = $test$plusargs("refuse") != 0;
`endif
  end

endmodule
