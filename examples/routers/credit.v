// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// credit_router -- an input-queued router whose links have credits and no ready.
//
// A sender may send while it has a credit; it starts with one for each of the BUFFERS of the
// receiver, and gets it back when the packet has left.  An input keeps its packets in order; an
// output serves its inputs in turn.  One VC, no phases; it has only the ports that it needs:
//
//     lockhop cosim hypercube:4 random --compare flow --link credit=4 \
//       --dut examples/routers/credit.v --dut "--top credit_router"
`default_nettype none

module credit_router #(
  parameter PORTS        = 4,
  parameter LANES        = 1,
  parameter HEADER_BITS  = 4,
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 4,
  parameter BUFFERS      = 4,                         // of an input, a power of 2
  parameter CHANNELS     = PORTS + LANES,             // derived, do not set
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst_n,
  input  wire [ADDRESS_BITS-1:0]         here_i,
  input  wire [PORTS-1:0]                in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0]    in_packet_i,
  output wire [PORTS-1:0]                in_credit_o,
  output reg  [PORTS-1:0]                out_valid_o,
  output reg  [PORTS*PACKET_BITS-1:0]    out_packet_o,
  input  wire [PORTS-1:0]                out_credit_i,
  input  wire [LANES-1:0]                inject_valid_i,
  input  wire [LANES*PACKET_BITS-1:0]    inject_packet_i,
  output wire [LANES-1:0]                inject_credit_o,
  output wire [CHANNELS-1:0]             eject_valid_o,
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);

  localparam INDEX_BITS = $clog2(BUFFERS);
  localparam COUNT_BITS = INDEX_BITS + 1;

  wire [CHANNELS-1:0]             valid = {inject_valid_i, in_valid_i};
  wire [CHANNELS*PACKET_BITS-1:0] packets = {inject_packet_i, in_packet_i};
  wire [CHANNELS*PORTS-1:0]       wants;              // [channel] the port of its oldest packet
  wire [CHANNELS*PACKET_BITS-1:0] oldest;             // with the header with which it goes on
  wire [PORTS*CHANNELS-1:0]       granted;            // [port] the channel that it serves
  reg  [CHANNELS-1:0]             credit_q;
  reg  [ADDRESS_BITS-1:0]         here_q;

  genvar c;
  genvar p;

  assign {inject_credit_o, in_credit_o} = credit_q;
  assign eject_packet_o = oldest;

  always @(posedge clk) begin
    if (!rst_n) begin
      here_q <= here_i;
    end
  end

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      reg  [PACKET_BITS-1:0] buffer_q [0:BUFFERS-1];
      reg  [INDEX_BITS-1:0]  first_q;
      reg  [COUNT_BITS-1:0]  count_q;
      wire [INDEX_BITS-1:0]  free = first_q + count_q[INDEX_BITS-1:0];
      wire [PACKET_BITS-1:0] packet = buffer_q[first_q];
      wire                   holds = count_q != 0;
      wire [PORTS-1:0]       served;                  // by a port
      wire [HEADER_BITS-1:0] header;
      wire [PORTS-1:0]       ports;
      wire                   eject;
      wire                   leaves = eject_valid_o[c] || served != 0;
      wire                   unused_wait;
      wire [18:0]            unused;

      route_unit #(
        .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS), .PHASE_BITS(1)
      ) u_route (
        .here_i(here_q), .header_i(packet[HEADER_BITS-1:0]), .phase_i(1'b0), .random_i(32'd0),
        .eject_o(eject), .wait_o(unused_wait), .ports_o(ports), .vc_o(unused[2:0]),
        .priority_o(unused[18:3]), .header_o(header)
      );

      assign eject_valid_o[c] = holds && eject;
      assign wants[c*PORTS +: PORTS] = holds && !eject ? ports : {PORTS{1'b0}};
      assign oldest[c*PACKET_BITS +: PACKET_BITS] = {packet[PACKET_BITS-1:HEADER_BITS], header};
      for (p = 0; p < PORTS; p = p + 1) begin : g_port
        assign served[p] = granted[p*CHANNELS+c];
      end

      always @(posedge clk) begin
        if (valid[c]) begin
          buffer_q[free] <= packets[c*PACKET_BITS +: PACKET_BITS];
        end
        credit_q[c] <= rst_n && leaves;
        first_q <= !rst_n ? {INDEX_BITS{1'b0}} : first_q + {{INDEX_BITS-1{1'b0}}, leaves};
        count_q <= !rst_n ? {COUNT_BITS{1'b0}} : count_q + {{COUNT_BITS-1{1'b0}}, valid[c]}
                                               - {{COUNT_BITS-1{1'b0}}, leaves};
      end
    end

    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [COUNT_BITS-1:0]  credits_q;
      reg  [CHANNELS-1:0]    turn_q;                  // the channel that is looked at first
      reg  [CHANNELS-1:0]    grant;
      reg  [PACKET_BITS-1:0] packet;
      integer                i;

      // Channels from the turn on, then those before it.
      always @* begin
        grant = {CHANNELS{1'b0}};
        packet = {PACKET_BITS{1'b0}};
        for (i = 0; i < 2*CHANNELS; i = i + 1) begin
          if (credits_q != 0 && grant == 0 && wants[(i%CHANNELS)*PORTS+p] &&
              (i >= CHANNELS || (turn_q >> i) == 1 || (turn_q & ((1 << i) - 1)) != 0)) begin
            grant[i%CHANNELS] = 1'b1;
            packet = oldest[(i%CHANNELS)*PACKET_BITS +: PACKET_BITS];
          end
        end
      end

      assign granted[p*CHANNELS +: CHANNELS] = grant;

      always @(posedge clk) begin
        out_valid_o[p] <= rst_n && grant != 0;
        out_packet_o[p*PACKET_BITS +: PACKET_BITS] <= packet;
        turn_q <= !rst_n ? {{CHANNELS-1{1'b0}}, 1'b1} : {turn_q[CHANNELS-2:0], turn_q[CHANNELS-1]};
        credits_q <= !rst_n ? BUFFERS[COUNT_BITS-1:0]
                            : credits_q + {{COUNT_BITS-1{1'b0}}, out_credit_i[p]}
                                        - {{COUNT_BITS-1{1'b0}}, grant != 0};
      end
    end
  endgenerate

endmodule

`default_nettype wire
