// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch, broken: the lowest data bit of a packet ejected from a lane channel is flipped.
//
// Visible only when a node sends a packet to itself (a packet that arrives from a
// neighbour is ejected from a network channel): at eject_packet_o of the lane's channel,
// in the cycle after the injection, data bit 0.  Headers are right.
`default_nettype none

module switch #(
  parameter PORTS        = 10,                        // network ports, 1..63
  parameter LANES        = 1,                         // injection lanes, 1..63
  parameter DEPTH        = 16,                        // packets in an output queue, >= 1
  parameter HEADER_BITS  = 10,                        // bits the route unit reads, 1..64
  parameter DATA_BITS    = 40,                        // bits it does not, 1..64
  parameter ADDRESS_BITS = 10,                        // bits of a switch address, 1..32
  parameter CHANNELS     = PORTS + LANES,             // derived, do not set; at most 64
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [ADDRESS_BITS-1:0]         here_i,           // sampled while rst is 1
  input  wire [PORTS-1:0]                in_valid_i,       // links from the neighbours
  input  wire [PORTS*PACKET_BITS-1:0]    in_packet_i,
  output wire [PORTS-1:0]                in_ready_o,
  output wire [PORTS-1:0]                out_valid_o,      // links to the neighbours
  output wire [PORTS*PACKET_BITS-1:0]    out_packet_o,
  input  wire [PORTS-1:0]                out_ready_i,
  input  wire [LANES-1:0]                inject_valid_i,   // lanes from the compute node
  input  wire [LANES*PACKET_BITS-1:0]    inject_packet_i,
  output wire [LANES-1:0]                inject_ready_o,
  output wire [CHANNELS-1:0]             eject_valid_o,    // to the node, which takes it
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);

  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam [PACKET_BITS-1:0] ZERO = 0;
  localparam [PACKET_BITS-1:0] ONE = 1;
  localparam [PACKET_BITS-1:0] DATA_BIT_0 = ONE << HEADER_BITS;

  // What is offered to the channels: network ports first, then lanes.
  wire [CHANNELS-1:0]             offered = {inject_valid_i, in_valid_i};
  wire [CHANNELS*PACKET_BITS-1:0] offered_packets = {inject_packet_i, in_packet_i};
  wire [CHANNELS-1:0]             ready;

  wire [CHANNELS-1:0]             full;       // channel c holds a packet
  wire [CHANNELS-1:0]             arrived;    // its route unit says eject
  wire [CHANNELS*PORTS-1:0]       ports;      // [channel] its mask of output ports
  wire [CHANNELS*PACKET_BITS-1:0] routed;     // [channel] it, with its new header
  wire [CHANNELS-1:0]             taken;      // the router takes it
  wire [PORTS*CHANNELS-1:0]       push;       // [port][channel]
  wire [PORTS*COUNT_BITS-1:0]     counts;     // [port]

  reg [ADDRESS_BITS-1:0] here_q;

  genvar c;
  genvar p;

  assign {inject_ready_o, in_ready_o} = ready;
  assign eject_valid_o  = full & arrived;

  always @(posedge clk) begin
    if (rst) begin
      here_q <= here_i;
    end
  end

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      wire [PACKET_BITS-1:0] packet;

      input_queue #(.PACKET_BITS(PACKET_BITS)) u_input_queue (
        .clk      (clk),
        .rst      (rst),
        .valid_i  (offered[c]),
        .packet_i (offered_packets[c*PACKET_BITS +: PACKET_BITS]),
        .ready_o  (ready[c]),
        .taken_i  (eject_valid_o[c] || taken[c]),
        .full_o   (full[c]),
        .packet_o (packet)
      );

      route_unit #(
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS)
      ) u_route (
        .here_i   (here_q),
        .header_i (packet[HEADER_BITS-1:0]),
        .eject_o  (arrived[c]),
        .ports_o  (ports[c*PORTS +: PORTS]),
        .header_o (routed[c*PACKET_BITS +: HEADER_BITS])
      );

      assign routed[c*PACKET_BITS + HEADER_BITS +: DATA_BITS] =
          packet[HEADER_BITS +: DATA_BITS];

      assign eject_packet_o[c*PACKET_BITS +: PACKET_BITS] =
          routed[c*PACKET_BITS +: PACKET_BITS] ^ (c < PORTS ? ZERO : DATA_BIT_0);  // WRONG
    end
  endgenerate

  router #(
    .CHANNELS (CHANNELS),
    .PORTS    (PORTS),
    .DEPTH    (DEPTH)
  ) u_router (
    .valid_i (full & ~arrived),
    .ports_i (ports),
    .count_i (counts),
    .taken_o (taken),
    .push_o  (push)
  );

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      output_queue #(
        .CHANNELS    (CHANNELS),
        .DEPTH       (DEPTH),
        .PACKET_BITS (PACKET_BITS)
      ) u_output_queue (
        .clk       (clk),
        .rst       (rst),
        .push_i    (push[p*CHANNELS +: CHANNELS]),
        .packets_i (routed),
        .valid_o   (out_valid_o[p]),
        .packet_o  (out_packet_o[p*PACKET_BITS +: PACKET_BITS]),
        .ready_i   (out_ready_i[p]),
        .count_o   (counts[p*COUNT_BITS +: COUNT_BITS])
      );
    end
  endgenerate

endmodule

`default_nettype wire
