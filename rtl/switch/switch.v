// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- one switch: input queues, route units, waiting store, router, output queues.
//
// Twin of cmodel/switch/bank/switch.c; docs/switch.md specifies both.  Latency: one
// cycle; a packet that enters an input queue at the end of cycle t is on the link of its
// output port in cycle t+1.  No output depends combinationally on an input, rst included
// (Moore law; scripts/check_moore.sh proves it).  The module route_unit is defined by a
// generated file, route.v, that instantiates a module of rtl/route/.
`default_nettype none

module switch #(
  parameter PORTS         = 10,                       // network ports, 1..63
  parameter LANES         = 1,                        // injection lanes, 1..63
  parameter VCS           = 1,                        // VCs of packets on a link, 1..8
  parameter DEPTH         = 16,                       // packets in an output queue, >= 1
  parameter STORE         = 0,                        // places of the waiting store, 0..255
  parameter PRIORITY_BITS = 0,                        // 1..16: ordered queues; 0: FIFOs
  parameter ARBITER       = 0,                        // 0: in turn; VCs: 1 lowest, 2 highest
  parameter SENDS         = 0,                        // ports that send in a cycle; 0: all
  parameter PHASE_BITS    = 1,                        // bits of the phase, 1..16
  parameter RANDOM        = 0,                        // words: none, 1 to 3 LFSRs, 4, 5 queues
  parameter HEADER_BITS   = 10,                       // bits the route unit reads, 1..64
  parameter DATA_BITS     = 40,                       // bits it does not, 1..64
  parameter ADDRESS_BITS  = 10,                       // bits of a switch address, 1..32
  parameter PUSHES        = 0,                        // packets a queue takes in a cycle; 0: all
  parameter QUEUES        = PORTS*VCS,                // derived, do not set; at most 63
  parameter CHANNELS      = QUEUES + LANES,           // derived, do not set; at most 64
  parameter PACKET_BITS   = HEADER_BITS + DATA_BITS,  // derived, do not set
  parameter FORM          = 0                         // 0: for simulators; 1: small in gates;
                                                      // 2: for packets to one port at most
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [ADDRESS_BITS-1:0]         here_i,           // sampled while rst is 1
  input  wire [63:0]                     seed_i,           // of the LFSRs, read while rst is 1
  input  wire [PHASE_BITS-1:0]           phase_i,          // phase of the next cycle
  input  wire [QUEUES-1:0]               in_valid_i,       // links from the neighbours
  input  wire [PORTS*PACKET_BITS-1:0]    in_packet_i,
  output wire [QUEUES-1:0]               in_ready_o,
  output wire [QUEUES-1:0]               out_valid_o,      // links to the neighbours
  output wire [PORTS*PACKET_BITS-1:0]    out_packet_o,
  input  wire [QUEUES-1:0]               out_ready_i,
  input  wire [LANES-1:0]                inject_valid_i,   // lanes from the terminal
  input  wire [LANES*PACKET_BITS-1:0]    inject_packet_i,
  output wire [LANES-1:0]                inject_ready_o,
  output wire [CHANNELS-1:0]             eject_valid_o,    // to the terminal, which takes it
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);

  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam HOLDERS    = STORE + CHANNELS;   // what can hold a packet to be routed
  localparam KEPT_BITS  = PRIORITY_BITS > 0 ? PRIORITY_BITS : 1;  // of a priority
  localparam ARBITERS   = VCS > 1 ? PORTS : 0;
  localparam WORD_BITS  = $clog2(PORTS + 1);  // of a word that stands for a port

  // What is offered to the channels: network channels first, then lanes.
  wire [QUEUES*PACKET_BITS-1:0]   network_packets;
  wire [CHANNELS-1:0]             offered = {inject_valid_i, in_valid_i};
  wire [CHANNELS*PACKET_BITS-1:0] offered_packets = {inject_packet_i, network_packets};
  wire [CHANNELS-1:0]             ready;

  // Holders in the order of the router: the places of the waiting store, then the channels.
  wire [HOLDERS-1:0]              full;       // holder h holds a packet
  wire [HOLDERS-1:0]              arrived;    // its route unit says eject
  wire [HOLDERS-1:0]              leaves;     // and names no port: it just leaves by eject
  wire [HOLDERS-1:0]              waits;      // its route unit says wait
  wire [HOLDERS*PORTS-1:0]        ports;      // [holder] its mask of output ports
  wire [HOLDERS*3-1:0]            vcs;        // [holder] the VC it continues in
  wire [HOLDERS*KEPT_BITS-1:0]    priorities; // [holder] its priority in the output queue
  wire [HOLDERS*QUEUES-1:0]       queues;     // [holder] its mask of output queues
  wire [HOLDERS*PACKET_BITS-1:0]  routed;     // [holder] it, with its new header
  wire [HOLDERS-1:0]              taken;      // the router takes it

  wire [CHANNELS*PACKET_BITS-1:0] held;       // [channel] its packet as it came
  wire [CHANNELS-1:0]             stored;     // the waiting store takes it
  wire [CHANNELS*32-1:0]          words;      // [channel] its random word
  wire [QUEUES*HOLDERS-1:0]       push;       // [queue][holder]
  wire [QUEUES*COUNT_BITS-1:0]    counts;     // [queue]
  wire [QUEUES-1:0]               shown;      // queue q shows a packet
  wire [QUEUES*PACKET_BITS-1:0]   first;      // [queue] that packet
  wire [QUEUES*KEPT_BITS-1:0]     urgency;    // [queue] and its priority
  wire [QUEUES-1:0]               linked;     // and its VC has the link
  wire [QUEUES-1:0]               sent;       // it leaves at this edge, if there is one

  // Inputs and signals that some parameters do not need.
  wire unused_ok = &{1'b0, seed_i, waits, vcs, priorities, urgency, words, held};

  reg [ADDRESS_BITS-1:0] here_q;
  reg [PHASE_BITS-1:0]   phase_q;

  genvar c;
  genvar h;
  genvar p;
  genvar q;
  genvar w;

  assign {inject_ready_o, in_ready_o} = ready;
  assign eject_valid_o  = leaves[STORE +: CHANNELS]
                          | arrived[STORE +: CHANNELS] & taken[STORE +: CHANNELS];
  assign eject_packet_o = routed[STORE*PACKET_BITS +: CHANNELS*PACKET_BITS];

  always @(posedge clk) begin
    phase_q <= rst ? {PHASE_BITS{1'b0}} : phase_i;
    if (rst) begin
      here_q <= here_i;
    end
  end

  generate
    if (VCS > 1) begin : g_copies
      for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
        assign network_packets[q*PACKET_BITS +: PACKET_BITS] =
            in_packet_i[(q/VCS)*PACKET_BITS +: PACKET_BITS];
      end
    end else begin : g_no_copies
      assign network_packets = in_packet_i;
    end

    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      localparam HOLDER = STORE + c;

      wire [PACKET_BITS-1:0] packet;
      wire [15:0]            own_priority;
      wire                   unused_priority = &{1'b0, own_priority};

      input_queue #(.PACKET_BITS(PACKET_BITS)) u_input_queue (
        .clk      (clk),
        .rst      (rst),
        .valid_i  (offered[c]),
        .packet_i (offered_packets[c*PACKET_BITS +: PACKET_BITS]),
        .ready_o  (ready[c]),
        .taken_i  (leaves[HOLDER] || taken[HOLDER] || stored[c]),
        .full_o   (full[HOLDER]),
        .packet_o (packet)
      );

      assign held[c*PACKET_BITS +: PACKET_BITS] = packet;

      route_unit #(
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS),
        .PHASE_BITS   (PHASE_BITS)
      ) u_route (
        .here_i     (here_q),
        .header_i   (packet[HEADER_BITS-1:0]),
        .phase_i    (phase_q),
        .random_i   (words[c*32 +: 32]),
        .eject_o    (arrived[HOLDER]),
        .wait_o     (waits[HOLDER]),
        .ports_o    (ports[HOLDER*PORTS +: PORTS]),
        .header_o   (routed[HOLDER*PACKET_BITS +: HEADER_BITS]),
        .vc_o       (vcs[HOLDER*3 +: 3]),
        .priority_o (own_priority)
      );

      assign priorities[HOLDER*KEPT_BITS +: KEPT_BITS] = own_priority[KEPT_BITS-1:0];
      assign routed[HOLDER*PACKET_BITS + HEADER_BITS +: DATA_BITS] =
          packet[HEADER_BITS +: DATA_BITS];
    end

    // Words: LFSRs, or by the queues: of the lanes one of two ways, of all channels a port.
    if (RANDOM == 4 || RANDOM == 5) begin : g_choices
      localparam WAYS  = RANDOM == 4 ? 2 : PORTS + 1;
      localparam FIRST = RANDOM == 4 ? QUEUES : 0;

      for (c = 0; c < FIRST; c = c + 1) begin : g_no_choice
        assign words[c*32 +: 32] = 32'd0;
      end

      for (c = FIRST; c < CHANNELS; c = c + 1) begin : g_channel
        wire [WAYS*PORTS-1:0] ways;             // [word] the ports that the route unit names
        wire [WAYS*3-1:0]     way_vcs;          // [word] and its VC

        for (w = 0; w < WAYS; w = w + 1) begin : g_way
          localparam [31:0] WORD = w;

          wire                   own_eject;
          wire                   own_wait;
          wire [HEADER_BITS-1:0] own_header;
          wire [15:0]            own_priority;
          wire                   unused_way = &{1'b0, own_eject, own_wait, own_header,
                                                own_priority};

          route_unit #(
            .PORTS        (PORTS),
            .HEADER_BITS  (HEADER_BITS),
            .ADDRESS_BITS (ADDRESS_BITS),
            .PHASE_BITS   (PHASE_BITS)
          ) u_route (
            .here_i     (here_q),
            .header_i   (held[c*PACKET_BITS +: HEADER_BITS]),
            .phase_i    (phase_q),
            .random_i   (WORD),
            .eject_o    (own_eject),
            .wait_o     (own_wait),
            .ports_o    (ways[w*PORTS +: PORTS]),
            .header_o   (own_header),
            .vc_o       (way_vcs[w*3 +: 3]),
            .priority_o (own_priority)
          );
        end

        if (RANDOM == 4) begin : g_two
          wire chosen;
          wire unused_vcs = &{1'b0, way_vcs};

          queue_choice #(
            .PORTS      (PORTS),
            .VCS        (VCS),
            .COUNT_BITS (COUNT_BITS)
          ) u_queue_choice (
            .counts_i (counts),
            .short_i  (ways[0 +: PORTS]),
            .long_i   (ways[PORTS +: PORTS]),
            .long_o   (chosen)
          );

          assign words[c*32 +: 32] = {31'd0, chosen};
        end else begin : g_least
          wire [WORD_BITS-1:0] least;

          least_queue #(
            .PORTS      (PORTS),
            .VCS        (VCS),
            .COUNT_BITS (COUNT_BITS)
          ) u_least_queue (
            .counts_i (counts),
            .ways_i   (ways),
            .vcs_i    (way_vcs),
            .word_o   (least)
          );

          assign words[c*32 +: 32] = {{32-WORD_BITS{1'b0}}, least};
        end
      end
    end else if (RANDOM > 0) begin : g_random
      random_bits #(
        .CHANNELS (CHANNELS),
        .SHARED   (RANDOM == 2 ? 1 : 0),
        .STEPS    (RANDOM == 3 ? 1 : 0)
      ) u_random_bits (
        .clk     (clk),
        .rst     (rst),
        .seed_i  (seed_i),
        .enter_i (offered & ready),
        .word_o  (words)
      );
    end else begin : g_no_random
      assign words = {CHANNELS*32{1'b0}};
    end

    if (STORE > 0) begin : g_store
      wire [STORE*PACKET_BITS-1:0] packets;   // [place]

      waiting_store #(
        .CHANNELS    (CHANNELS),
        .STORE       (STORE),
        .PACKET_BITS (PACKET_BITS)
      ) u_waiting_store (
        .clk       (clk),
        .rst       (rst),
        .wait_i    (full[STORE +: CHANNELS] & waits[STORE +: CHANNELS]
                    & ~taken[STORE +: CHANNELS]),
        .packets_i (held),
        .taken_o   (stored),
        .full_o    (full[STORE-1:0]),
        .packets_o (packets),
        .leave_i   (taken[STORE-1:0])
      );

      for (w = 0; w < STORE; w = w + 1) begin : g_place
        wire [15:0] own_priority;
        wire        unused_priority = &{1'b0, own_priority};

        route_unit #(
          .PORTS        (PORTS),
          .HEADER_BITS  (HEADER_BITS),
          .ADDRESS_BITS (ADDRESS_BITS),
          .PHASE_BITS   (PHASE_BITS)
        ) u_route (
          .here_i     (here_q),
          .header_i   (packets[w*PACKET_BITS +: HEADER_BITS]),
          .phase_i    (phase_q),
          .random_i   (32'd0),
          .eject_o    (arrived[w]),
          .wait_o     (waits[w]),
          .ports_o    (ports[w*PORTS +: PORTS]),
          .header_o   (routed[w*PACKET_BITS +: HEADER_BITS]),
          .vc_o       (vcs[w*3 +: 3]),
          .priority_o (own_priority)
        );

        assign priorities[w*KEPT_BITS +: KEPT_BITS] = own_priority[KEPT_BITS-1:0];
        assign routed[w*PACKET_BITS + HEADER_BITS +: DATA_BITS] =
            packets[w*PACKET_BITS + HEADER_BITS +: DATA_BITS];
      end
    end else begin : g_no_store
      assign stored = {CHANNELS{1'b0}};
    end

    for (h = 0; h < HOLDERS; h = h + 1) begin : g_leaves
      assign leaves[h] = full[h] && arrived[h] && ports[h*PORTS +: PORTS] == {PORTS{1'b0}};
    end

    // The queues of a mask of ports: those of one VC.
    if (VCS > 1) begin : g_vcs
      localparam [2:0] LAST = VCS[2:0] - 3'd1;

      for (h = 0; h < HOLDERS; h = h + 1) begin : g_holder
        wire [2:0]        said = vcs[h*3 +: 3];
        wire [2:0]        which = said < LAST ? said : LAST;
        wire [QUEUES-1:0] lowest;             // the queues of VC 0

        for (p = 0; p < PORTS; p = p + 1) begin : g_port
          assign lowest[p*VCS +: VCS] = {{VCS-1{1'b0}}, ports[h*PORTS + p]};
        end

        assign queues[h*QUEUES +: QUEUES] = lowest << which;
      end
    end else begin : g_one_vc
      assign queues = ports;
    end
  endgenerate

  generate
    if (PUSHES == 1) begin : g_turns
      // A packet that just leaves by eject has an empty mask, and asks for no queue.
      turn_router #(
        .CHANNELS (HOLDERS),
        .PORTS    (QUEUES),
        .DEPTH    (DEPTH)
      ) u_router (
        .clk     (clk),
        .rst     (rst),
        .valid_i (full),
        .ports_i (queues),
        .count_i (counts),
        .taken_o (taken),
        .push_o  (push)
      );
    end else if (FORM == 2) begin : g_unicast
      rank_router #(
        .CHANNELS (HOLDERS),
        .PORTS    (QUEUES),
        .DEPTH    (DEPTH)
      ) u_router (
        .valid_i (full & ~leaves),
        .ports_i (queues),
        .count_i (counts),
        .taken_o (taken),
        .push_o  (push)
      );
    end else if (FORM == 0 || FORM == 1) begin : g_any
      router #(
        .CHANNELS (HOLDERS),
        .PORTS    (QUEUES),
        .DEPTH    (DEPTH)
      ) u_router (
        .valid_i (full & ~leaves),
        .ports_i (queues),
        .count_i (counts),
        .taken_o (taken),
        .push_o  (push)
      );
    end

    // Parameters that no switch has: no module has these names, which tell why.
    if (FORM != 0 && FORM != 1 && FORM != 2) begin : g_wrong_form
      switch_FORM_must_be_0_or_1_or_2 u_wrong ();
    end
    if (PORTS < 1 || VCS < 1 || VCS > 8 || PORTS*VCS > 63) begin : g_wrong_queues
      switch_PORTS_times_VCS_must_be_1_to_63_and_VCS_1_to_8 u_wrong ();
    end
    if (LANES < 1 || PORTS*VCS + LANES > 64) begin : g_wrong_lanes
      switch_PORTS_times_VCS_and_LANES_must_be_at_most_64 u_wrong ();
    end
    if (DEPTH < 1 || STORE < 0 || STORE > 255) begin : g_wrong_depth
      switch_DEPTH_must_be_1_or_more_and_STORE_0_to_255 u_wrong ();
    end
    if (PRIORITY_BITS < 0 || PRIORITY_BITS > 16 || ARBITER < 0 || ARBITER > 2)
    begin : g_wrong_order
      switch_PRIORITY_BITS_must_be_0_to_16_and_ARBITER_0_to_2 u_wrong ();
    end
    if (SENDS < 0 || RANDOM < 0 || RANDOM > 5) begin : g_wrong_random
      switch_SENDS_must_be_0_or_more_and_RANDOM_0_to_5 u_wrong ();
    end
    if (PUSHES < 0 || PUSHES > 1 || PUSHES == 1 && STORE > 0) begin : g_wrong_pushes
      switch_PUSHES_must_be_0_or_1_and_0_with_STORE u_wrong ();
    end
    if (PHASE_BITS < 1 || PHASE_BITS > 16 || ADDRESS_BITS < 1 || ADDRESS_BITS > 32)
    begin : g_wrong_phase
      switch_PHASE_BITS_must_be_1_to_16_and_ADDRESS_BITS_1_to_32 u_wrong ();
    end
    if (HEADER_BITS < 1 || HEADER_BITS > 64 || DATA_BITS < 1 || DATA_BITS > 64)
    begin : g_wrong_packet
      switch_HEADER_BITS_and_DATA_BITS_must_be_1_to_64 u_wrong ();
    end
  endgenerate

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      if (PRIORITY_BITS > 0) begin : g_ordered
        priority_queue #(
          .CHANNELS      (HOLDERS),
          .DEPTH         (DEPTH),
          .PACKET_BITS   (PACKET_BITS),
          .PRIORITY_BITS (PRIORITY_BITS)
        ) u_output_queue (
          .clk          (clk),
          .rst          (rst),
          .push_i       (push[q*HOLDERS +: HOLDERS]),
          .packets_i    (routed),
          .priorities_i (priorities),
          .valid_o      (shown[q]),
          .packet_o     (first[q*PACKET_BITS +: PACKET_BITS]),
          .priority_o   (urgency[q*KEPT_BITS +: KEPT_BITS]),
          .ready_i      (sent[q]),
          .count_o      (counts[q*COUNT_BITS +: COUNT_BITS])
        );
      end else if (FORM > 0 && PUSHES == 1) begin : g_single
        single_queue #(
          .CHANNELS    (HOLDERS),
          .DEPTH       (DEPTH),
          .PACKET_BITS (PACKET_BITS)
        ) u_output_queue (
          .clk       (clk),
          .rst       (rst),
          .push_i    (push[q*HOLDERS +: HOLDERS]),
          .packets_i (routed),
          .valid_o   (shown[q]),
          .packet_o  (first[q*PACKET_BITS +: PACKET_BITS]),
          .ready_i   (sent[q]),
          .count_o   (counts[q*COUNT_BITS +: COUNT_BITS])
        );

        assign urgency[q*KEPT_BITS +: KEPT_BITS] = {KEPT_BITS{1'b0}};
      end else if (FORM > 0) begin : g_placed
        placed_queue #(
          .CHANNELS    (HOLDERS),
          .DEPTH       (DEPTH),
          .PACKET_BITS (PACKET_BITS)
        ) u_output_queue (
          .clk       (clk),
          .rst       (rst),
          .push_i    (push[q*HOLDERS +: HOLDERS]),
          .packets_i (routed),
          .valid_o   (shown[q]),
          .packet_o  (first[q*PACKET_BITS +: PACKET_BITS]),
          .ready_i   (sent[q]),
          .count_o   (counts[q*COUNT_BITS +: COUNT_BITS])
        );

        assign urgency[q*KEPT_BITS +: KEPT_BITS] = {KEPT_BITS{1'b0}};
      end else begin : g_fifo
        output_queue #(
          .CHANNELS    (HOLDERS),
          .DEPTH       (DEPTH),
          .PACKET_BITS (PACKET_BITS)
        ) u_output_queue (
          .clk       (clk),
          .rst       (rst),
          .push_i    (push[q*HOLDERS +: HOLDERS]),
          .packets_i (routed),
          .valid_o   (shown[q]),
          .packet_o  (first[q*PACKET_BITS +: PACKET_BITS]),
          .ready_i   (sent[q]),
          .count_o   (counts[q*COUNT_BITS +: COUNT_BITS])
        );

        assign urgency[q*KEPT_BITS +: KEPT_BITS] = {KEPT_BITS{1'b0}};
      end
    end

    // Which of its queues a port sends from.
    for (p = 0; p < ARBITERS; p = p + 1) begin : g_port
      reg [PACKET_BITS-1:0] packet;
      integer i;

      link_arbiter #(
        .VCS     (VCS),
        .ARBITER (ARBITER)
      ) u_link_arbiter (
        .clk     (clk),
        .rst     (rst),
        .valid_i (shown[p*VCS +: VCS]),
        .ready_i (out_ready_i[p*VCS +: VCS]),
        .sent_i  (sent[p*VCS +: VCS]),
        .grant_o (linked[p*VCS +: VCS])
      );

      always @* begin
        packet = first[p*VCS*PACKET_BITS +: PACKET_BITS];
        for (i = 1; i < VCS; i = i + 1) begin
          if (linked[p*VCS + i]) begin
            packet = first[(p*VCS + i)*PACKET_BITS +: PACKET_BITS];
          end
        end
      end

      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = packet;
    end

    if (VCS == 1) begin : g_no_arbiters
      assign linked       = shown;
      assign out_packet_o = first;
    end

    // Which of the ports send.
    if (SENDS > 0) begin : g_sends
      send_arbiter #(
        .QUEUES        (QUEUES),
        .SENDS         (SENDS),
        .PRIORITY_BITS (PRIORITY_BITS),
        .ARBITER       (ARBITER)
      ) u_send_arbiter (
        .clk          (clk),
        .rst          (rst),
        .valid_i      (linked),
        .ready_i      (out_ready_i),
        .priorities_i (urgency),
        .grant_o      (out_valid_o)
      );
    end else begin : g_no_sends
      assign out_valid_o = linked;
    end

    // A queue that shows nothing pays no heed to what it is told.
    if (VCS > 1 || SENDS > 0) begin : g_chosen
      assign sent = out_ready_i & out_valid_o;
    end else begin : g_all
      assign sent = out_ready_i;
    end
  endgenerate

endmodule

`default_nettype wire
