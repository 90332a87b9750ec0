// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- an input-queued router with virtual output queues, to be judged by its flow.
//
// A packet is routed as it enters, and waits in a FIFO of its channel and its output port, or of
// its channel and ejection.  One iteration of iSLIP joins channels and ports: each port grants
// one channel, each channel accepts one port, and turns move only where a grant is accepted.
// A register per port holds what is on the link.  One VC, no phases, no multicast:
//
//     lockhop cosim hypercube:4 random --compare flow --dut examples/routers/voq.v
// lockhop: vcs=1 sends=0 store=0
`default_nettype none

module switch #(
  parameter PORTS         = 4,
  parameter LANES         = 1,
  parameter VCS           = 1,
  parameter DEPTH         = 2,                        // packets in each FIFO
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

  localparam OUTPUTS    = PORTS + 1;                  // the ports, and ejection above them
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam INDEX_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  wire [CHANNELS-1:0]                     offered = {inject_valid_i, in_valid_i};
  wire [CHANNELS*PACKET_BITS-1:0]         offered_packets = {inject_packet_i, in_packet_i};
  wire [CHANNELS-1:0]                     ready;
  wire [OUTPUTS*CHANNELS*PACKET_BITS-1:0] oldest;     // [output][channel] first of the FIFO
  wire [OUTPUTS*CHANNELS-1:0]             request;    // [output][channel] the FIFO has one
  wire [PORTS*CHANNELS-1:0]               grant;      // [port][channel] at most one in a port
  wire [PORTS*CHANNELS-1:0]               accept;     // [port][channel] and in a channel
  reg  [ADDRESS_BITS-1:0]                 here_q;
  reg  [PHASE_BITS-1:0]                   phase_q;
  wire                                    unused_ok = &{1'b0, seed_i};

  genvar c;
  genvar p;

  assign {inject_ready_o, in_ready_o} = ready;
  assign eject_valid_o = request[PORTS*CHANNELS +: CHANNELS];
  assign eject_packet_o = oldest[PORTS*CHANNELS*PACKET_BITS +: CHANNELS*PACKET_BITS];

  always @(posedge clk) begin
    phase_q <= rst ? {PHASE_BITS{1'b0}} : phase_i;
    if (rst) begin
      here_q <= here_i;
    end
  end

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      wire [PACKET_BITS-1:0] offer = offered_packets[c*PACKET_BITS +: PACKET_BITS];
      wire [HEADER_BITS-1:0] header;
      wire [OUTPUTS-1:0]     bound;                   // the output of the offer
      wire [OUTPUTS-1:0]     full;
      wire [PORTS-1:0]       granted;                 // ports that grant the channel
      reg  [PORTS-1:0]       turn_q;                  // ports above the last that was accepted
      wire [PORTS-1:0]       ahead = granted & turn_q;
      wire [PORTS-1:0]       accepted = ahead != 0 ? ahead & -ahead : granted & -granted;
      wire [OUTPUTS-1:0]     leaves = {1'b1, accepted};

      /* verilator lint_off PINCONNECTEMPTY */
      route_unit #(
        .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS),
        .PHASE_BITS(PHASE_BITS)
      ) u_route (
        .here_i(here_q), .header_i(offer[HEADER_BITS-1:0]), .phase_i(phase_q),
        .random_i(32'd0), .eject_o(bound[PORTS]), .wait_o(), .ports_o(bound[PORTS-1:0]),
        .header_o(header), .vc_o(), .priority_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */

      assign ready[c] = full == 0;

      always @(posedge clk) begin
        if (rst) begin
          turn_q <= 0;
        end else if (accepted != 0) begin
          turn_q <= -(accepted << 1);
        end
      end

      for (p = 0; p < PORTS; p = p + 1) begin : g_accept
        assign granted[p] = grant[p*CHANNELS + c];
        assign accept[p*CHANNELS + c] = accepted[p];
      end

      for (p = 0; p < OUTPUTS; p = p + 1) begin : g_queue
        reg  [PACKET_BITS-1:0] fifo_q [0:DEPTH-1];    // the oldest in place 0
        reg  [COUNT_BITS-1:0]  count_q;
        integer                i;
        wire                   enters = offered[c] && ready[c] && bound[p];
        wire                   pops = leaves[p] && count_q != 0;
        wire [COUNT_BITS-1:0]  left = count_q - {{(COUNT_BITS-1){1'b0}}, pops};

        assign full[p] = count_q == DEPTH[COUNT_BITS-1:0];
        assign request[p*CHANNELS + c] = count_q != 0;
        assign oldest[(p*CHANNELS + c)*PACKET_BITS +: PACKET_BITS] = fifo_q[0];

        always @(posedge clk) begin
          count_q <= rst ? {COUNT_BITS{1'b0}} : left + {{(COUNT_BITS-1){1'b0}}, enters};
          for (i = 0; i + 1 < DEPTH; i = i + 1) begin
            if (pops) begin
              fifo_q[i] <= fifo_q[i + 1];
            end
          end
          if (enters) begin
            fifo_q[left[INDEX_BITS-1:0]] <= {offer[PACKET_BITS-1:HEADER_BITS], header};
          end
        end
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [PACKET_BITS-1:0] packet_q;                // on the link
      reg                    valid_q;
      reg  [CHANNELS-1:0]    turn_q;                  // channels above the last that accepted
      reg  [PACKET_BITS-1:0] taken;
      integer                i;
      wire                   free = !valid_q || out_ready_i[p];
      wire [CHANNELS-1:0]    asks = free ? request[p*CHANNELS +: CHANNELS] : {CHANNELS{1'b0}};
      wire [CHANNELS-1:0]    ahead = asks & turn_q;
      wire [CHANNELS-1:0]    accepts = accept[p*CHANNELS +: CHANNELS];

      assign out_valid_o[p] = valid_q;
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = packet_q;
      assign grant[p*CHANNELS +: CHANNELS] = ahead != 0 ? ahead & -ahead : asks & -asks;

      always @* begin
        taken = 0;
        for (i = 0; i < CHANNELS; i = i + 1) begin
          if (accepts[i]) begin
            taken = oldest[(p*CHANNELS + i)*PACKET_BITS +: PACKET_BITS];
          end
        end
      end

      always @(posedge clk) begin
        valid_q <= !rst && (accepts != 0 || !free);
        if (rst) begin
          turn_q <= 0;
        end else if (accepts != 0) begin
          turn_q   <= -(accepts << 1);
          packet_q <= taken;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
