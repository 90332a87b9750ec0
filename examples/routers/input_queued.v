// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- a router with a FIFO per input channel and virtual channels, to be judged by its flow.
//
// A packet waits in the FIFO of its channel.  The head of every FIFO is routed, and asks for its
// port while the register of its output queue, a port and a VC, is free or just sent; a port takes
// one head per cycle, channels in turn.  Then the packet waits in that register for the link,
// which offers one VC per cycle, in turn, first those that were ready in the cycle before.  A hop
// takes two cycles or more.  No phases, no multicast, no priorities, no budget of sends, no store:
//
//     lockhop cosim torus:4x4 random --compare flow --dut examples/routers/input_queued.v
// lockhop: sends=0 store=0
`default_nettype none

module switch #(
  parameter PORTS         = 4,
  parameter LANES         = 1,
  parameter VCS           = 1,
  parameter DEPTH         = 2,                        // packets in a FIFO
  parameter STORE         = 0,
  parameter PRIORITY_BITS = 0,
  parameter ARBITER       = 0,
  parameter SENDS         = 0,
  parameter PHASE_BITS    = 1,
  parameter RANDOM        = 0,
  parameter HEADER_BITS   = 4,
  parameter DATA_BITS     = 40,
  parameter ADDRESS_BITS  = 4,
  parameter QUEUES        = PORTS*VCS,                // derived, do not set
  parameter CHANNELS      = QUEUES + LANES,           // derived, do not set
  parameter PACKET_BITS   = HEADER_BITS + DATA_BITS   // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [ADDRESS_BITS-1:0]         here_i,
  input  wire [63:0]                     seed_i,
  input  wire [PHASE_BITS-1:0]           phase_i,
  input  wire [QUEUES-1:0]               in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0]    in_packet_i,
  output wire [QUEUES-1:0]               in_ready_o,
  output wire [QUEUES-1:0]               out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0]    out_packet_o,
  input  wire [QUEUES-1:0]               out_ready_i,
  input  wire [LANES-1:0]                inject_valid_i,
  input  wire [LANES*PACKET_BITS-1:0]    inject_packet_i,
  output wire [LANES-1:0]                inject_ready_o,
  output wire [CHANNELS-1:0]             eject_valid_o,
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);

  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam INDEX_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  wire [CHANNELS-1:0]             ready;
  wire [CHANNELS*PACKET_BITS-1:0] heads;              // [channel] routed: with its new header
  wire [CHANNELS*QUEUES-1:0]      wanted;             // [channel] the queue that its head wants
  wire [QUEUES-1:0]               free;               // the queue's register takes a packet
  wire [PORTS*CHANNELS-1:0]       granted;            // [port] the channel whose head it takes
  reg  [ADDRESS_BITS-1:0]         here_q;
  reg  [31:0]                     random_q;           // an LFSR, for all channels
  wire                            unused_ok = &{1'b0, phase_i, seed_i[63:32]};

  genvar c;
  genvar p;
  genvar v;

  assign {inject_ready_o, in_ready_o} = ready;
  assign eject_packet_o = heads;

  always @(posedge clk) begin
    random_q <= {1'b0, random_q[31:1]} ^ (random_q[0] ? 32'ha3000000 : 32'd0);
    if (rst) begin
      here_q   <= here_i;
      random_q <= seed_i[31:0] | 32'd1;
    end
  end

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      reg  [PACKET_BITS-1:0] fifo_q [0:DEPTH-1];      // the oldest in place 0
      reg  [COUNT_BITS-1:0]  count_q;
      wire                   full = count_q != 0;
      wire [HEADER_BITS-1:0] header;
      wire [PORTS-1:0]       ports;
      wire                   eject;
      wire [2:0]             vc_of_unit;
      wire [31:0]            vc = {29'd0, vc_of_unit} < VCS ? {29'd0, vc_of_unit} : VCS - 1;
      wire [PORTS-1:0]       has;                     // the port takes the head
      wire                   leaves = eject_valid_o[c] || has != 0;
      wire                   enters;
      wire [PACKET_BITS-1:0] offer;
      wire [COUNT_BITS-1:0]  left = leaves ? count_q - 1'b1 : count_q;
      integer                i;

      /* verilator lint_off PINCONNECTEMPTY */
      route_unit #(
        .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS),
        .PHASE_BITS(PHASE_BITS)
      ) u_route (
        .here_i(here_q), .header_i(fifo_q[0][HEADER_BITS-1:0]), .phase_i({PHASE_BITS{1'b0}}),
        .random_i(random_q), .eject_o(eject), .wait_o(), .ports_o(ports), .header_o(header),
        .vc_o(vc_of_unit), .priority_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */

      if (c < QUEUES) begin : g_link
        assign offer = in_packet_i[c/VCS*PACKET_BITS +: PACKET_BITS];
        assign enters = in_valid_i[c] && ready[c];
      end else begin : g_lane
        assign offer = inject_packet_i[(c-QUEUES)*PACKET_BITS +: PACKET_BITS];
        assign enters = inject_valid_i[c-QUEUES] && ready[c];
      end
      assign ready[c] = count_q != DEPTH[COUNT_BITS-1:0];
      assign heads[c*PACKET_BITS +: PACKET_BITS] = {fifo_q[0][PACKET_BITS-1:HEADER_BITS], header};
      assign eject_valid_o[c] = full && eject;
      for (p = 0; p < PORTS; p = p + 1) begin : g_wanted
        assign has[p] = granted[p*CHANNELS + c];
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          assign wanted[c*QUEUES + p*VCS + v] = full && !eject && ports[p] && vc == v;
        end
      end

      always @(posedge clk) begin
        count_q <= rst ? {COUNT_BITS{1'b0}} : enters ? left + 1'b1 : left;
        for (i = 0; i + 1 < DEPTH; i = i + 1) begin
          if (leaves) begin
            fifo_q[i] <= fifo_q[i + 1];
          end
        end
        if (enters) begin
          fifo_q[left[INDEX_BITS-1:0]] <= offer;
        end
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [VCS*PACKET_BITS-1:0] packets_q;           // [VC] the registers of the output queues
      reg  [VCS-1:0]             full_q;
      reg  [VCS-1:0]             blocked_q;           // the VC was not ready in the cycle before
      reg  [VCS-1:0]             later_q;             // VCs above the one that was sent last
      reg  [CHANNELS-1:0]        after_q;             // channels above the one that had it last
      reg  [PACKET_BITS-1:0]     taken;
      reg  [VCS-1:0]             into;                // the VC that gets it
      reg  [PACKET_BITS-1:0]     shown;
      integer                    i;

      wire [CHANNELS-1:0]        request;

      for (c = 0; c < CHANNELS; c = c + 1) begin : g_request
        assign request[c] = (wanted[c*QUEUES + p*VCS +: VCS] & free[p*VCS +: VCS]) != 0;
      end

      // In turn: the lowest bit above the last one, else the lowest of all.
      wire [CHANNELS-1:0] next = (request & after_q) != 0 ? request & after_q : request;
      wire [CHANNELS-1:0] grant = next & -next;
      wire [VCS-1:0]      hopeful = (full_q & ~blocked_q) != 0 ? full_q & ~blocked_q : full_q;
      wire [VCS-1:0]      turn = (hopeful & later_q) != 0 ? hopeful & later_q : hopeful;
      wire [VCS-1:0]      offered = turn & -turn;
      wire [VCS-1:0]      sent = offered & out_ready_i[p*VCS +: VCS];

      assign free[p*VCS +: VCS] = ~full_q | sent;
      assign granted[p*CHANNELS +: CHANNELS] = grant;
      assign out_valid_o[p*VCS +: VCS] = offered;
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = shown;

      always @* begin
        taken = 0;
        into = 0;
        shown = 0;
        for (i = 0; i < CHANNELS; i = i + 1) begin
          taken = taken | {PACKET_BITS{grant[i]}} & heads[i*PACKET_BITS +: PACKET_BITS];
          into = into | {VCS{grant[i]}} & wanted[i*QUEUES + p*VCS +: VCS];
        end
        for (i = 0; i < VCS; i = i + 1) begin
          shown = shown | {PACKET_BITS{offered[i]}} & packets_q[i*PACKET_BITS +: PACKET_BITS];
        end
      end

      always @(posedge clk) begin
        full_q    <= rst ? {VCS{1'b0}} : full_q & ~sent | into;
        blocked_q <= rst ? {VCS{1'b0}} : ~out_ready_i[p*VCS +: VCS];
        if (rst || sent != 0) begin
          later_q <= rst ? {VCS{1'b0}} : -sent & ~sent;
        end
        if (rst || grant != 0) begin
          after_q <= rst ? {CHANNELS{1'b0}} : -grant & ~grant;
        end
        for (i = 0; i < VCS; i = i + 1) begin
          if (into[i]) begin
            packets_q[i*PACKET_BITS +: PACKET_BITS] <= taken;
          end
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
