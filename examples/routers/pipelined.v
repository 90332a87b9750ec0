// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- a router of two stages with round-robin arbitration, to be judged by its flow.
//
// A packet that enters a channel waits in a buffer of two; the first stage routes the oldest
// and keeps the answer in a register; the second moves it into the FIFO of its output port,
// one packet per port and cycle, channels in turn.  So a hop takes three cycles or more, and
// nothing here happens when docs/switch.md says so.  One VC, no phases, no multicast:
//
//     lockhop cosim hypercube:4 random --compare flow --dut examples/routers/pipelined.v
// lockhop: vcs=1 sends=0 store=0
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

  wire [CHANNELS-1:0]             offered = {inject_valid_i, in_valid_i};
  wire [CHANNELS*PACKET_BITS-1:0] offered_packets = {inject_packet_i, in_packet_i};
  wire [CHANNELS-1:0]             ready;
  wire [CHANNELS*PACKET_BITS-1:0] routed;             // [channel] packet of the second stage
  wire [CHANNELS*PORTS-1:0]       wanted;             // [channel] the port it goes to
  wire [PORTS*CHANNELS-1:0]       granted;            // [port] the channel that has it
  reg  [ADDRESS_BITS-1:0]         here_q;
  reg  [PHASE_BITS-1:0]           phase_q;
  wire                            unused_ok = &{1'b0, seed_i};

  genvar c;
  genvar p;

  assign {inject_ready_o, in_ready_o} = ready;
  assign eject_packet_o = routed;

  always @(posedge clk) begin
    phase_q <= rst ? {PHASE_BITS{1'b0}} : phase_i;
    if (rst) begin
      here_q <= here_i;
    end
  end

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      reg  [PACKET_BITS-1:0] first_q;                 // the older of the two
      reg  [PACKET_BITS-1:0] second_q;
      reg  [1:0]             count_q;
      reg  [PACKET_BITS-1:0] packet_q;                // of the second stage
      reg  [PORTS-1:0]       ports_q;
      reg                    eject_q;
      reg                    full_q;
      wire [HEADER_BITS-1:0] header;
      wire [PORTS-1:0]       ports;
      wire                   eject;
      wire [PORTS-1:0]       has;                     // the port takes it
      wire                   leaves = full_q && (eject_q || has != 0);
      wire                   moves = count_q != 0 && (!full_q || leaves);
      wire                   enters = offered[c] && ready[c];
      wire [PACKET_BITS-1:0] offer = offered_packets[c*PACKET_BITS +: PACKET_BITS];

      /* verilator lint_off PINCONNECTEMPTY */
      route_unit #(
        .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS),
        .PHASE_BITS(PHASE_BITS)
      ) u_route (
        .here_i(here_q), .header_i(first_q[HEADER_BITS-1:0]), .phase_i(phase_q),
        .random_i(32'd0), .eject_o(eject), .wait_o(), .ports_o(ports), .header_o(header),
        .vc_o(), .priority_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */

      assign ready[c] = count_q != 2;
      assign routed[c*PACKET_BITS +: PACKET_BITS] = packet_q;
      assign wanted[c*PORTS +: PORTS] = full_q && !eject_q ? ports_q : {PORTS{1'b0}};
      assign eject_valid_o[c] = full_q && eject_q;
      for (p = 0; p < PORTS; p = p + 1) begin : g_has
        assign has[p] = granted[p*CHANNELS + c];
      end

      always @(posedge clk) begin
        count_q <= rst ? 2'd0 : count_q + {1'b0, enters} - {1'b0, moves};
        full_q  <= !rst && (moves || full_q && !leaves);
        if (moves) begin
          packet_q <= {first_q[PACKET_BITS-1:HEADER_BITS], header};
          ports_q  <= ports;
          eject_q  <= eject;
          first_q  <= second_q;
        end
        if (enters && count_q == {1'b0, moves}) begin
          first_q <= offer;
        end else if (enters) begin
          second_q <= offer;
        end
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [PACKET_BITS-1:0] fifo_q [0:DEPTH-1];      // the oldest in place 0
      reg  [COUNT_BITS-1:0]  count_q;
      reg  [CHANNELS-1:0]    turn_q;                  // one bit: the channel that had it last
      reg  [CHANNELS-1:0]    grant;
      reg  [PACKET_BITS-1:0] taken;
      reg                    found;
      integer                i;
      wire                   leaves = out_valid_o[p] && out_ready_i[p];
      wire [COUNT_BITS-1:0]  left = count_q - {{(COUNT_BITS-1){1'b0}}, leaves};

      assign out_valid_o[p] = count_q != 0;
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = fifo_q[0];
      assign granted[p*CHANNELS +: CHANNELS] = grant;

      // The first channel above the last one, else the first of all.
      always @* begin
        grant = 0;
        taken = 0;
        found = count_q == DEPTH[COUNT_BITS-1:0];
        for (i = 0; i < CHANNELS; i = i + 1) begin
          if (!found && wanted[i*PORTS + p] && turn_q < ({{(CHANNELS-1){1'b0}}, 1'b1} << i)) begin
            found = 1'b1;
            grant[i] = 1'b1;
            taken = routed[i*PACKET_BITS +: PACKET_BITS];
          end
        end
        for (i = 0; i < CHANNELS; i = i + 1) begin
          if (!found && wanted[i*PORTS + p]) begin
            found = 1'b1;
            grant[i] = 1'b1;
            taken = routed[i*PACKET_BITS +: PACKET_BITS];
          end
        end
      end

      always @(posedge clk) begin
        count_q <= rst ? {COUNT_BITS{1'b0}} : left + {{(COUNT_BITS-1){1'b0}}, grant != 0};
        if (rst) begin
          turn_q <= 0;
        end else if (grant != 0) begin
          turn_q <= grant;
        end
        for (i = 0; i + 1 < DEPTH; i = i + 1) begin
          if (leaves) begin
            fifo_q[i] <= fifo_q[i + 1];
          end
        end
        if (grant != 0) begin
          fifo_q[left[INDEX_BITS-1:0]] <= taken;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
