// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch_checker -- a golden switch beside any instance of `switch`: it gets the same inputs,
// and must show the same outputs in every cycle.
//
// bind.sv puts one beside every switch of a design.  +run='SPEC --routing R' says what the
// switches are; all else is a parameter of the instance.  Nothing is compared before the first
// reset, which must be long enough to seed random words.  After a difference the simulation ends
// at the next falling edge of clk, so that all switches that differ in that cycle are named.
//
// With --compare flow or delivery in +run there is no golden switch: after the rising edge of clk
// it shows what the switch shows to the judge of network_bench, whose inputs come at the falling
// edge; at the rising edge the switch must show the same.

module switch_checker
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
  parameter int DATA_BITS     = 1,
  parameter int ADDRESS_BITS  = 1,
  parameter int QUEUES        = PORTS*VCS,                // derived, do not set
  parameter int CHANNELS      = QUEUES + LANES,           // derived, do not set
  parameter int PACKET_BITS   = HEADER_BITS + DATA_BITS   // derived, do not set
) (
  input logic                            clk,
  input logic                            rst,
  input logic [ADDRESS_BITS-1:0]         here,
  input logic [63:0]                     seed,
  input logic [PHASE_BITS-1:0]           phase,
  input logic [QUEUES-1:0]               in_valid,
  input logic [PORTS*PACKET_BITS-1:0]    in_packet,
  input logic [QUEUES-1:0]               in_ready,
  input logic [QUEUES-1:0]               out_valid,
  input logic [PORTS*PACKET_BITS-1:0]    out_packet,
  input logic [QUEUES-1:0]               out_ready,
  input logic [LANES-1:0]                inject_valid,
  input logic [LANES*PACKET_BITS-1:0]    inject_packet,
  input logic [LANES-1:0]                inject_ready,
  input logic [CHANNELS-1:0]             eject_valid,
  input logic [CHANNELS*PACKET_BITS-1:0] eject_packet
);

  // Edges of reset that a switch needs.
  localparam int RESETS = RANDOM % 2 == 1 ? CHANNELS : 1;

  longint unsigned cycle = 0;    // cycles compared: the number of the next one
  int              resets = 0;   // edges of the reset that goes on, or was the last
  bit              opened = 0;
  bit              was_rst = 0;  // at the last edge
  bit              differs = 0;
  bit              judged = 0;
  chandle          golden;
  string           where;        // the instance beside which this checker is

  longint unsigned g_in_ready, g_out_valid, g_inject_ready, g_eject_valid;
  longint unsigned g_header, g_data;

  // --- opening ---

  // The path of this instance less its last name.
  function automatic void name_instance(string path);
    int last = path.len() - 1;

    while (last > 0 && path[last] != ".")
      last--;
    where = path.substr(0, last - 1);
  endfunction

  task automatic open_golden(string path);
    string run;

    name_instance(path);
    if (!$value$plusargs("run=%s", run))
      fail(2, "+run='SPEC --routing R' is missing");
    judged = golden_is_judged(run);
    if (judged)
      golden = golden_open_place(64'(here));
    else
      golden = golden_open_switch(run, PORTS, LANES, VCS, DEPTH, STORE, PRIORITY_BITS, ARBITER,
                                  SENDS, PHASE_BITS, RANDOM, HEADER_BITS, DATA_BITS,
                                  ADDRESS_BITS);
    if (golden_error(golden) != "")
      fail(golden_code(golden), golden_error(golden));
    opened = 1;
  endtask

  // The exit code is that of `lockhop cosim`, where the simulator lets C choose it.
  task automatic fail(int unsigned code, string text);
    golden_ends(code);
    $fatal(1, "%s: %s", where, text);
  endtask

  // --- comparing, in the order of lockhop cosim ---

  typedef enum int {
    NOTHING, OUT_VALID, OUT_HEADER, OUT_DATA, IN_READY, INJECT_READY, EJECT_VALID, EJECT_HEADER,
    EJECT_DATA
  } field_t;

  field_t      field;    // that differs first
  int          index;    // of a queue, a lane or a channel
  logic [63:0] should, is;

  // The lowest bit that differs, in four states; 64: none does.
  function automatic int lowest(logic [63:0] a, logic [63:0] b);
    /* verilator no_inline_task */
    for (int i = 0; i < 64; i++)
      if (a[i] !== b[i])
        return i;
    return 64;
  endfunction

  // The fields are in the order in which they are named.
  task automatic compare_mask(field_t which, logic [63:0] golden_mask, logic [63:0] dut_mask);
    if (golden_mask !== dut_mask && (field == NOTHING || which < field)) begin
      field  = which;
      index  = lowest(golden_mask, dut_mask);
      should = 64'(golden_mask[index]);
      is     = 64'(dut_mask[index]);
    end
  endtask

  task automatic compare_word(field_t which, int at, logic [63:0] golden_word,
                              logic [63:0] dut_word);
    if (golden_word !== dut_word && (field == NOTHING || which < field)) begin
      field  = which;
      index  = at;
      should = golden_word;
      is     = dut_word;
    end
  endtask

  task automatic compare_packets();
    for (int q = 0; q < QUEUES; q++)
      if (g_out_valid[q]) begin
        golden_out_packet(golden, q/VCS, g_header, g_data);
        compare_word(OUT_HEADER, q, g_header,
                     64'(out_packet[(q/VCS)*PACKET_BITS +: HEADER_BITS]));
        compare_word(OUT_DATA, q, g_data,
                     64'(out_packet[(q/VCS)*PACKET_BITS + HEADER_BITS +: DATA_BITS]));
      end
    for (int c = 0; c < CHANNELS; c++)
      if (g_eject_valid[c]) begin
        golden_eject_packet(golden, c, g_header, g_data);
        compare_word(EJECT_HEADER, c, g_header,
                     64'(eject_packet[c*PACKET_BITS +: HEADER_BITS]));
        compare_word(EJECT_DATA, c, g_data,
                     64'(eject_packet[c*PACKET_BITS + HEADER_BITS +: DATA_BITS]));
      end
  endtask

  task automatic report();
    string place, name;

    if (field == INJECT_READY)
      place = $sformatf("channel %0d (lane %0d)", QUEUES + index, index);
    else if (field > INJECT_READY && index >= QUEUES)
      place = $sformatf("channel %0d (lane %0d)", index, index - QUEUES);
    else if (field > INJECT_READY)
      place = $sformatf("channel %0d", index);
    else if (VCS > 1)
      place = $sformatf("port %0d VC %0d", index/VCS, index%VCS);
    else
      place = $sformatf("port %0d", index);
    name = field.name();
    $display("first difference: cycle %0d, %s, %s, %s: golden 0x%0h, dut 0x%0h", cycle, where,
             place, name.tolower(), should, is);
    differs = 1;
  endtask

  task automatic compare();
    field = NOTHING;
    golden_outputs(golden, 0, g_in_ready, g_out_valid, g_inject_ready, g_eject_valid);
    compare_mask(OUT_VALID, g_out_valid, 64'(out_valid));
    compare_mask(IN_READY, g_in_ready, 64'(in_ready));
    compare_mask(INJECT_READY, g_inject_ready, 64'(inject_ready));
    compare_mask(EJECT_VALID, g_eject_valid, 64'(eject_valid));
    compare_packets();
    if (field != NOTHING)
      report();
    else
      cycle++;
  endtask

  // --- judged ---

  function automatic string show(bit settled);
    for (int q = 0; q < QUEUES; q++)
      if (out_valid[q])
        golden_show_packet(golden, 0, q/VCS, 64'(out_packet[(q/VCS)*PACKET_BITS +: HEADER_BITS]),
                           64'(out_packet[(q/VCS)*PACKET_BITS + HEADER_BITS +: DATA_BITS]));
    for (int c = 0; c < CHANNELS; c++)
      if (eject_valid[c])
        golden_show_packet(golden, 1, c, 64'(eject_packet[c*PACKET_BITS +: HEADER_BITS]),
                           64'(eject_packet[c*PACKET_BITS + HEADER_BITS +: DATA_BITS]));
    return golden_show(golden, settled, 64'(in_ready), 64'(out_valid), 64'(inject_ready),
                       64'(eject_valid));
  endfunction

  task automatic settle();
    string said;

    said = show(1);
    if (said == "" && !rst && $isunknown({in_ready, out_valid, inject_ready, eject_valid}))
      said = $sformatf("first difference: cycle %0d, %s shows an x", cycle, where);
    if (said == "") begin
      cycle++;
    end else begin
      $display("%s", said);
      differs = 1;
    end
  endtask

  // --- every edge ---

  task automatic tick();
    for (int p = 0; p < PORTS; p++)
      golden_in_packet(golden, p, 64'(in_packet[p*PACKET_BITS +: HEADER_BITS]),
                       64'(in_packet[p*PACKET_BITS + HEADER_BITS +: DATA_BITS]));
    for (int l = 0; l < LANES; l++)
      golden_inject_packet(golden, l, 64'(inject_packet[l*PACKET_BITS +: HEADER_BITS]),
                           64'(inject_packet[l*PACKET_BITS + HEADER_BITS +: DATA_BITS]));
    golden_tick_switch(golden, rst, 64'(here), seed, 32'(phase), 64'(in_valid),
                       64'(out_ready), 64'(inject_valid));
  endtask

  always @(posedge clk) begin
    if (!opened)
      open_golden($sformatf("%m"));
    if (!rst && resets > 0 && resets < RESETS)
      fail(2, $sformatf("a reset of %0d edges; %0d are needed to seed its random words", resets,
                        RESETS));
    if (!differs && (cycle > 0 || (!rst && resets > 0))) begin
      if (judged)
        settle();
      else
        compare();
    end
    resets = !rst ? resets : was_rst ? resets + 1 : 1;
    was_rst = rst;
    if (!judged)
      tick();
  end

  string ignored;

  always @(posedge clk) begin
    #1;
    if (opened && judged && !differs)
      ignored = show(0);
  end

  always @(negedge clk)
    if (differs) begin
      $display("DIFFER");
      fail(1, judged ? "breaks the Moore law" : "differs from its golden switch");
    end

  final begin
    if (cycle == 0)
      $display("ERROR: %s: nothing was compared", where);
    golden_close(golden);
  end

endmodule
