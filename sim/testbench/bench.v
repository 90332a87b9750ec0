// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bench -- drives the pins of a design from one file and compares its outputs with another.
//
// Verilog-2005, in four states: an x where a value is expected is a mismatch.  The design is one
// switch (PINS = 1), fed at all its input pins, or a network (PINS = 0), fed at its lanes.  The
// files hold what the golden model was given and what it showed; docs/verilog.md and the README
// beside the files say how.  A cycle has 10 time units: outputs are compared before the inputs
// change and again after it (Moore law), then comes the rising edge of clk.  Signals of switch s
// are at s*QUEUES, s*LANES and so on, index 0 in the low bits.  The last line that it prints is
// PASS or FAIL.
`default_nettype none

module bench #(
  parameter        STIMULUS     = "stimulus.txt",
  parameter        EXPECTED     = "expected.txt",
  parameter [63:0] KEY          = 0,                 // of the files that belong to this bench
  parameter        PINS         = 1,                 // 1: one switch; 0: a network
  parameter        LINKS        = 1,                 // 0: what is on links is not seen
  parameter        FIRST        = 0,                 // number of the first switch
  parameter        SWITCHES     = 1,
  parameter        RESET        = 1,                 // rising edges with rst 1 before cycle 0
  parameter        CYCLES       = 1,                 // that are compared
  parameter        PORTS        = 1,
  parameter        LANES        = 1,
  parameter        VCS          = 1,
  parameter        PHASE_BITS   = 1,
  parameter        HEADER_BITS  = 1,
  parameter        DATA_BITS    = 1,
  parameter        ADDRESS_BITS = 1,
  parameter        QUEUES       = PORTS*VCS,               // derived, do not set
  parameter        CHANNELS     = QUEUES + LANES,          // derived, do not set
  parameter        PACKET_BITS  = HEADER_BITS + DATA_BITS  // derived, do not set
) (
  output reg                                       clk,
  output reg                                       rst,
  output reg  [ADDRESS_BITS-1:0]                   here,
  output reg  [SWITCHES*64-1:0]                    seed,
  output reg  [PHASE_BITS-1:0]                     phase,
  output reg  [SWITCHES*QUEUES-1:0]                in_valid,
  output reg  [SWITCHES*PORTS*PACKET_BITS-1:0]     in_packet,
  output reg  [SWITCHES*QUEUES-1:0]                out_ready,
  output reg  [SWITCHES*LANES-1:0]                 inject_valid,
  output reg  [SWITCHES*LANES*PACKET_BITS-1:0]     inject_packet,
  input  wire [SWITCHES*QUEUES-1:0]                in_ready,
  input  wire [SWITCHES*QUEUES-1:0]                out_valid,
  input  wire [SWITCHES*PORTS*PACKET_BITS-1:0]     out_packet,
  input  wire [SWITCHES*LANES-1:0]                 inject_ready,
  input  wire [SWITCHES*CHANNELS-1:0]              eject_valid,
  input  wire [SWITCHES*CHANNELS*PACKET_BITS-1:0]  eject_packet
);

  integer stimulus, expected;           // the files
  integer cycle, number, items, lines, at, s, k;
  integer packets;                      // expected so far
  reg     failed, found;
  reg     moved;                        // the inputs of this cycle have changed already

  // A line of a file.
  reg                            line_rst;
  reg [PHASE_BITS-1:0]           line_phase;
  reg [ADDRESS_BITS-1:0]         line_here;
  reg [63:0]                     line_seed;
  reg [QUEUES-1:0]               line_in_valid, line_out_ready, line_in_ready, line_out_valid;
  reg [LANES-1:0]                line_inject_valid, line_inject_ready;
  reg [CHANNELS-1:0]             line_eject_valid;
  reg [PORTS*PACKET_BITS-1:0]    line_in_packet, line_out_packet;
  reg [LANES*PACKET_BITS-1:0]    line_inject_packet;
  reg [CHANNELS*PACKET_BITS-1:0] line_eject_packet;

  // What the design is to be given next: pins change as a whole.
  reg [SWITCHES*64-1:0]                next_seed;
  reg [SWITCHES*LANES-1:0]             next_inject_valid;
  reg [SWITCHES*LANES*PACKET_BITS-1:0] next_inject_packet;

  // What it should show, and the bits of packets that count.
  reg [SWITCHES*QUEUES-1:0]               e_in_ready, e_out_valid;
  reg [SWITCHES*PORTS*PACKET_BITS-1:0]    e_out_packet, out_counts;
  reg [SWITCHES*LANES-1:0]                e_inject_ready;
  reg [SWITCHES*CHANNELS-1:0]             e_eject_valid;
  reg [SWITCHES*CHANNELS*PACKET_BITS-1:0] e_eject_packet, eject_counts;

  // The exit status, where a simulator has one: Verilog-2005 has none.
  task finish;
    begin
      if (failed)
        $display("FAIL");
      else
        $display("PASS");
`ifdef VERILATOR
      $c("std::exit(", failed, ");");
`else
`ifdef __ICARUS__
      if (failed)
        $finish_and_return(1);
`endif
      $finish(0);
`endif
    end
  endtask

  // --- the files ---

  task skip_line;
    input integer file;
    integer       c;
    begin
      c = $fgetc(file);
      while (c != 10 && c != -1)
        c = $fgetc(file);
    end
  endtask

  // The first line is "lockhop-testbench 1 KEY", the second names the columns.
  task read_title;
    input integer file;
    reg [63:0]    key;
    begin
      items = $fscanf(file, "lockhop-testbench %d %h", number, key);
      if (items != 2 || number != 1 || key != KEY)
        failed = 1;
      skip_line(file);
      skip_line(file);
    end
  endtask

  task open_files;
    begin
      stimulus = $fopen(STIMULUS, "r");
      if (stimulus == 0)
        $display("cannot open %0s", STIMULUS);
      expected = $fopen(EXPECTED, "r");
      if (expected == 0)
        $display("cannot open %0s", EXPECTED);
      failed = stimulus == 0 || expected == 0;
      if (!failed)
        read_title(stimulus);
      if (!failed)
        read_title(expected);
      if (failed && stimulus != 0 && expected != 0)
        $display("%0s and %0s are not the files of this bench", STIMULUS, EXPECTED);
    end
  endtask

  task read_stimulus;
    begin
      items = $fscanf(stimulus, "%d %h %h %d", number, line_rst, line_phase, lines);
      failed = items != 4 || number != cycle;
      next_seed = 0;
      next_inject_valid = 0;
      next_inject_packet = 0;
      for (k = 0; k < lines && !failed; k = k + 1) begin
        items = $fscanf(stimulus, "%d %h %h %h", at, line_seed, line_inject_valid,
                        line_inject_packet);
        failed = items != 4 || at < FIRST || at >= FIRST + SWITCHES;
        if (PINS != 0 && !failed) begin
          items = $fscanf(stimulus, "%h %h %h %h", line_here, line_in_valid, line_in_packet,
                          line_out_ready);
          failed = items != 4;
        end
        if (!failed) begin
          next_seed[(at-FIRST)*64 +: 64] = line_seed;
          next_inject_valid[(at-FIRST)*LANES +: LANES] = line_inject_valid;
          next_inject_packet[(at-FIRST)*LANES*PACKET_BITS +: LANES*PACKET_BITS]
            = line_inject_packet;
        end
      end
      if (PINS != 0 && lines != 1)
        failed = 1;
      if (failed)
        $display("%0s: cycle %0d is not there as it was written", STIMULUS, cycle);
    end
  endtask

  task drive;
    begin
      rst = line_rst;
      phase = line_phase;
      seed = next_seed;
      inject_valid = next_inject_valid;
      inject_packet = next_inject_packet;
      here = PINS != 0 ? line_here : {ADDRESS_BITS{1'b0}};
      in_valid = PINS != 0 ? {SWITCHES{line_in_valid}} : {SWITCHES*QUEUES{1'b0}};
      in_packet = PINS != 0 ? {SWITCHES{line_in_packet}} : {SWITCHES*PORTS*PACKET_BITS{1'b0}};
      out_ready = PINS != 0 ? {SWITCHES{line_out_ready}} : {SWITCHES*QUEUES{1'b0}};
    end
  endtask

  // A switch that has no line takes what comes, and shows nothing.
  task read_expected;
    begin
      items = $fscanf(expected, "%d %d", number, lines);
      failed = items != 2 || number != cycle;
      e_in_ready = {SWITCHES*QUEUES{1'b1}};
      e_inject_ready = {SWITCHES*LANES{1'b1}};
      e_out_valid = 0;
      e_eject_valid = 0;
      out_counts = 0;
      eject_counts = 0;
      for (k = 0; k < lines && !failed; k = k + 1) begin
        items = $fscanf(expected, "%d %h %h %h %h %h %h", at, line_out_valid, line_out_packet,
                        line_in_ready, line_inject_ready, line_eject_valid, line_eject_packet);
        failed = items != 7 || at < FIRST || at >= FIRST + SWITCHES;
        if (!failed)
          expect_line(at - FIRST);
      end
      if (failed)
        $display("%0s: cycle %0d is not there as it was written", EXPECTED, cycle);
    end
  endtask

  task expect_line;
    input integer sw;
    begin
      e_out_valid[sw*QUEUES +: QUEUES] = line_out_valid;
      e_out_packet[sw*PORTS*PACKET_BITS +: PORTS*PACKET_BITS] = line_out_packet;
      e_in_ready[sw*QUEUES +: QUEUES] = line_in_ready;
      e_inject_ready[sw*LANES +: LANES] = line_inject_ready;
      e_eject_valid[sw*CHANNELS +: CHANNELS] = line_eject_valid;
      e_eject_packet[sw*CHANNELS*PACKET_BITS +: CHANNELS*PACKET_BITS] = line_eject_packet;
      for (s = 0; s < PORTS; s = s + 1)
        if (line_out_valid[s*VCS +: VCS] != 0) begin
          out_counts[(sw*PORTS + s)*PACKET_BITS +: PACKET_BITS] = {PACKET_BITS{1'b1}};
          if (LINKS != 0)
            packets = packets + 1;
        end
      for (s = 0; s < CHANNELS; s = s + 1)
        if (line_eject_valid[s]) begin
          eject_counts[(sw*CHANNELS + s)*PACKET_BITS +: PACKET_BITS] = {PACKET_BITS{1'b1}};
          packets = packets + 1;
        end
    end
  endtask

  // --- the comparison ---

  // The first of a cycle is the one that is reported: that of the lowest switch, and there in
  // the order of `locate`.
  task begin_report;
    input integer        sw;
    input [8*16-1:0]     port;
    input integer        index;
    begin
      found = 1;
      failed = 1;
      $write("cycle %0d, switch %0d, %0s[%0d]", cycle, FIRST + sw, port, index);
    end
  endtask

  task end_report;
    begin
      if (moved)
        $write(", when an input had changed in the same cycle");
      $write("\n");
    end
  endtask

  task bit_differs;
    input integer    sw;
    input [8*16-1:0] port;
    input integer    index;
    input            wanted;
    input            seen;
    begin
      if (!found && seen !== wanted) begin
        begin_report(sw, port, index);
        $write(": expected %b, seen %b", wanted, seen);
        end_report;
      end
    end
  endtask

  task header_differs;
    input integer           sw;
    input [8*16-1:0]        port;
    input integer           index;
    input [HEADER_BITS-1:0] wanted;
    input [HEADER_BITS-1:0] seen;
    begin
      if (!found && seen !== wanted) begin
        begin_report(sw, port, index);
        $write(" header: expected %h, seen %h", wanted, seen);
        end_report;
      end
    end
  endtask

  task data_differs;
    input integer         sw;
    input [8*16-1:0]      port;
    input integer         index;
    input [DATA_BITS-1:0] wanted;
    input [DATA_BITS-1:0] seen;
    begin
      if (!found && seen !== wanted) begin
        begin_report(sw, port, index);
        $write(" data: expected %h, seen %h", wanted, seen);
        end_report;
      end
    end
  endtask

  task locate_links;
    input integer sw;
    begin
      for (k = 0; k < QUEUES; k = k + 1)
        bit_differs(sw, "out_valid_o", k, e_out_valid[sw*QUEUES + k], out_valid[sw*QUEUES + k]);
      for (k = 0; k < PORTS; k = k + 1)
        if (out_counts[(sw*PORTS + k)*PACKET_BITS])
          header_differs(sw, "out_packet_o", k,
                         e_out_packet[(sw*PORTS + k)*PACKET_BITS +: HEADER_BITS],
                         out_packet[(sw*PORTS + k)*PACKET_BITS +: HEADER_BITS]);
      for (k = 0; k < PORTS; k = k + 1)
        if (out_counts[(sw*PORTS + k)*PACKET_BITS])
          data_differs(sw, "out_packet_o", k,
                       e_out_packet[(sw*PORTS + k)*PACKET_BITS + HEADER_BITS +: DATA_BITS],
                       out_packet[(sw*PORTS + k)*PACKET_BITS + HEADER_BITS +: DATA_BITS]);
      for (k = 0; k < QUEUES; k = k + 1)
        bit_differs(sw, "in_ready_o", k, e_in_ready[sw*QUEUES + k], in_ready[sw*QUEUES + k]);
    end
  endtask

  task locate_terminal;
    input integer sw;
    begin
      for (k = 0; k < LANES; k = k + 1)
        bit_differs(sw, "inject_ready_o", k, e_inject_ready[sw*LANES + k],
                    inject_ready[sw*LANES + k]);
      for (k = 0; k < CHANNELS; k = k + 1)
        bit_differs(sw, "eject_valid_o", k, e_eject_valid[sw*CHANNELS + k],
                    eject_valid[sw*CHANNELS + k]);
      for (k = 0; k < CHANNELS; k = k + 1)
        if (eject_counts[(sw*CHANNELS + k)*PACKET_BITS])
          header_differs(sw, "eject_packet_o", k,
                         e_eject_packet[(sw*CHANNELS + k)*PACKET_BITS +: HEADER_BITS],
                         eject_packet[(sw*CHANNELS + k)*PACKET_BITS +: HEADER_BITS]);
      for (k = 0; k < CHANNELS; k = k + 1)
        if (eject_counts[(sw*CHANNELS + k)*PACKET_BITS])
          data_differs(sw, "eject_packet_o", k,
                       e_eject_packet[(sw*CHANNELS + k)*PACKET_BITS + HEADER_BITS +: DATA_BITS],
                       eject_packet[(sw*CHANNELS + k)*PACKET_BITS + HEADER_BITS +: DATA_BITS]);
    end
  endtask

  task locate;
    begin
      for (s = 0; s < SWITCHES && !found; s = s + 1) begin
        if (LINKS != 0)
          locate_links(s);
        locate_terminal(s);
      end
    end
  endtask

  // An x is 0 where it does not count, and stays an x where it does.
  task compare;
    begin
      found = 0;
      if ((LINKS != 0 && (out_valid !== e_out_valid || in_ready !== e_in_ready ||
            ((out_packet ^ e_out_packet) & out_counts) !== 0)) ||
          inject_ready !== e_inject_ready || eject_valid !== e_eject_valid ||
          ((eject_packet ^ e_eject_packet) & eject_counts) !== 0)
        begin
          failed = 1;
          locate;
        end
    end
  endtask

  initial begin
    clk = 0;
    packets = 0;
    open_files;
    cycle = -RESET;
    while (!failed && cycle < CYCLES) begin
      moved = 0;
      #1
      if (cycle >= 0) begin
        read_expected;
        if (!failed)
          compare;
      end
      if (!failed)
        read_stimulus;
      #1
      if (!failed)
        drive;
      moved = 1;
      #2
      if (!failed && cycle >= 0)
        compare;
      #1 clk = 1;
      #5 clk = 0;
      cycle = cycle + 1;
    end
    if (!failed)
      $display("%0d cycles compared, with %0d packets", cycle, packets);
    finish;
  end

endmodule

`default_nettype wire
