// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// flow_monitor -- watches the pins of a switch and says which rule of docs/flow.md it breaks.
//
// It is an instance of any bench, or is bound to a module (bind.sv).  The bench makes the traffic.
// Pins are sampled at the rising edge of clk; what the edge changes is seen at the next one.
// Nothing is judged before the first reset.  At a broken rule it ends the simulation by $fatal,
// with rule, cycle and switch; when the simulation ends, packets that are lost are told.
//
// flow_monitor_ready is the same for a switch with eject_ready_i, whose terminal may refuse what is
// ejected.  Both are in one file, because whoever has compiled flow_monitor shall need no other file.
//
// flow_dpi.c and the library must be linked.  docs/benches.md, A monitor.

module flow_monitor #(
  parameter string SPEC       = "",                       // the network, e.g. "hypercube:4"
  parameter string ROUTING    = "",                       // "": the network's first
  parameter string OPTIONS    = "",                       // e.g. "--capacity 12 --waive order"
  parameter int    SWITCH     = -1,                       // -1: the one that `here` shows in reset
  parameter bit    FATAL      = 1,                        // 0: $warning, and all goes on
  parameter int    PORTS        = 1,
  parameter int    LANES        = 1,
  parameter int    VCS          = 1,
  parameter int    PHASE_BITS   = 1,
  parameter int    HEADER_BITS  = 1,
  parameter int    DATA_BITS    = 40,
  parameter int    ADDRESS_BITS = 1,
  parameter int    QUEUES       = PORTS*VCS,                // derived, do not set
  parameter int    CHANNELS     = QUEUES + LANES,           // derived, do not set
  parameter int    PACKET_BITS  = HEADER_BITS + DATA_BITS   // derived, do not set
) (
  input logic                            clk,
  input logic                            rst,
  input logic [ADDRESS_BITS-1:0]         here,           // with SWITCH -1
  input logic [PHASE_BITS-1:0]           phase,          // 0 where the routing has none
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

  flow_monitor_ready #(
    .SPEC         (SPEC),
    .ROUTING      (ROUTING),
    .OPTIONS      (OPTIONS),
    .SWITCH       (SWITCH),
    .FATAL        (FATAL),
    .PORTS        (PORTS),
    .LANES        (LANES),
    .VCS          (VCS),
    .PHASE_BITS   (PHASE_BITS),
    .HEADER_BITS  (HEADER_BITS),
    .DATA_BITS    (DATA_BITS),
    .ADDRESS_BITS (ADDRESS_BITS)
  ) u_ready (
    .clk           (clk),
    .rst           (rst),
    .here          (here),
    .phase         (phase),
    .in_valid      (in_valid),
    .in_packet     (in_packet),
    .in_ready      (in_ready),
    .out_valid     (out_valid),
    .out_packet    (out_packet),
    .out_ready     (out_ready),
    .inject_valid  (inject_valid),
    .inject_packet (inject_packet),
    .inject_ready  (inject_ready),
    .eject_valid   (eject_valid),
    .eject_ready   ({CHANNELS{1'b1}}),
    .eject_packet  (eject_packet)
  );

endmodule

module flow_monitor_ready #(
  parameter string SPEC       = "",                       // the network, e.g. "hypercube:4"
  parameter string ROUTING    = "",                       // "": the network's first
  parameter string OPTIONS    = "",                       // e.g. "--capacity 12 --waive order"
  parameter int    SWITCH     = -1,                       // -1: the one that `here` shows in reset
  parameter bit    FATAL      = 1,                        // 0: $warning, and all goes on
  parameter int    PORTS        = 1,
  parameter int    LANES        = 1,
  parameter int    VCS          = 1,
  parameter int    PHASE_BITS   = 1,
  parameter int    HEADER_BITS  = 1,
  parameter int    DATA_BITS    = 40,
  parameter int    ADDRESS_BITS = 1,
  parameter int    QUEUES       = PORTS*VCS,                // derived, do not set
  parameter int    CHANNELS     = QUEUES + LANES,           // derived, do not set
  parameter int    PACKET_BITS  = HEADER_BITS + DATA_BITS   // derived, do not set
) (
  input logic                            clk,
  input logic                            rst,
  input logic [ADDRESS_BITS-1:0]         here,           // with SWITCH -1
  input logic [PHASE_BITS-1:0]           phase,          // 0 where the routing has none
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
  input logic [CHANNELS-1:0]             eject_ready,
  input logic [CHANNELS*PACKET_BITS-1:0] eject_packet
);

  import "DPI-C" function chandle flow_open(
    string spec, string routing, string options, int unsigned sw, int unsigned ports,
    int unsigned lanes, int unsigned vcs, int unsigned phase_bits, int unsigned header_bits,
    int unsigned data_bits, int unsigned address_bits);
  import "DPI-C" function string flow_error(chandle flow);
  import "DPI-C" function void flow_packet(
    chandle flow, int unsigned bus, int unsigned index, longint unsigned header,
    longint unsigned data);
  import "DPI-C" function bit flow_tick(
    chandle flow, bit rst, longint unsigned here, int unsigned phase,
    longint unsigned in_valid, longint unsigned in_ready, longint unsigned out_valid,
    longint unsigned out_ready, longint unsigned inject_valid, longint unsigned inject_ready,
    longint unsigned eject_valid, longint unsigned eject_refused);
  import "DPI-C" function bit flow_end(chandle flow);
  import "DPI-C" function string flow_text(chandle flow);
  import "DPI-C" function void flow_close(chandle flow);

  // Buses of flow_packet.
  typedef enum int unsigned { IN, OUT, INJECT, EJECT } bus_t;

  chandle flow;
  bit     opened = 0;
  bit     begun  = 0;    // there was a reset
  bit     over   = 0;    // a rule is broken, or the monitor could not be opened

  task automatic tell(string text);
    over = 1;
    if (FATAL)
      $fatal(1, "%s", text);
    else
      $warning("%s", text);
  endtask

  task automatic open();
    opened = 1;
    flow   = flow_open(SPEC, ROUTING, OPTIONS, 32'(SWITCH), PORTS, LANES, VCS, PHASE_BITS,
                       HEADER_BITS, DATA_BITS, ADDRESS_BITS);
    if (flow_error(flow) != "")
      tell(flow_error(flow));
  endtask

  task automatic packet(bus_t bus, int index, logic [PACKET_BITS-1:0] value);
    flow_packet(flow, bus, index, 64'(value[HEADER_BITS-1:0]),
                64'(value[PACKET_BITS-1:HEADER_BITS]));
  endtask

  task automatic packets();
    for (int p = 0; p < PORTS; p++) begin
      if (in_valid[p*VCS +: VCS] != 0)
        packet(IN, p, in_packet[p*PACKET_BITS +: PACKET_BITS]);
      if (out_valid[p*VCS +: VCS] != 0)
        packet(OUT, p, out_packet[p*PACKET_BITS +: PACKET_BITS]);
    end
    for (int l = 0; l < LANES; l++)
      if (inject_valid[l])
        packet(INJECT, l, inject_packet[l*PACKET_BITS +: PACKET_BITS]);
    for (int c = 0; c < CHANNELS; c++)
      if (eject_valid[c])
        packet(EJECT, c, eject_packet[c*PACKET_BITS +: PACKET_BITS]);
  endtask

  always @(posedge clk) begin
    if (!opened)
      open();
    begun |= rst;
    if (begun && !over) begin
      packets();
      if (flow_tick(flow, rst, 64'(here), 32'(phase), 64'(in_valid), 64'(in_ready),
                    64'(out_valid), 64'(out_ready), 64'(inject_valid), 64'(inject_ready),
                    64'(eject_valid), 64'(~eject_ready)))
        tell(flow_text(flow));
    end
  end

  final begin
    if (!begun)
      tell("there was no reset, so nothing was judged");
    if (!over && flow_end(flow))
      tell(flow_text(flow));
    if (opened)
      flow_close(flow);
  end

endmodule
