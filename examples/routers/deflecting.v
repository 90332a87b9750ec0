// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- a bufferless router that deflects packets, to be judged by what arrives.
//
// A packet from a link leaves in the next cycle: by the port that it wants, or, where another
// packet has that, by a free one.  There always is one, so links are always ready and must
// never be stalled.  A lane waits until the port that its packet wants is free.  The order in
// which channels choose moves on by one in each cycle, so that no two packets push each other
// round for ever.  One VC, no phases, no multicast; a header must be right at every switch:
//
//     lockhop cosim hypercube:4 random --packets 8 --compare delivery --waive order \
//       --dut examples/routers/deflecting.v
// lockhop: vcs=1 sends=0 store=0
`default_nettype none

module switch #(
  parameter PORTS         = 4,
  parameter LANES         = 1,
  parameter VCS           = 1,
  parameter DEPTH         = 2,
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

  reg  [CHANNELS-1:0]             valid_q;
  reg  [CHANNELS*PACKET_BITS-1:0] packet_q;           // [channel]
  wire [CHANNELS*PACKET_BITS-1:0] onward;             // [channel] with the header to send
  wire [CHANNELS*PORTS-1:0]       want;               // [channel] one port
  wire [CHANNELS-1:0]             ejects;
  reg  [31:0]                     turn_q;             // link that chooses first
  reg  [CHANNELS-1:0]             moves;              // packet leaves by a port
  reg  [PORTS-1:0]                used;
  reg  [PORTS-1:0]                free;               // lowest port that is not used
  reg  [PORTS*PACKET_BITS-1:0]    sent;               // [port]
  reg  [ADDRESS_BITS-1:0]         here_q;
  integer                         c;
  integer                         i;
  integer                         p;
  wire                            unused_ok = &{1'b0, seed_i, phase_i, out_ready_i};

  assign in_ready_o     = {QUEUES{1'b1}};
  assign inject_ready_o = ~valid_q[QUEUES +: LANES] | moves[QUEUES +: LANES]
                        | ejects[QUEUES +: LANES];
  assign out_valid_o    = used;
  assign out_packet_o   = sent;
  assign eject_valid_o  = valid_q & ejects;
  assign eject_packet_o = onward;

  genvar g;
  generate
    for (g = 0; g < CHANNELS; g = g + 1) begin : g_channel
      assign onward[g*PACKET_BITS + HEADER_BITS +: DATA_BITS] =
        packet_q[g*PACKET_BITS + HEADER_BITS +: DATA_BITS];

      /* verilator lint_off PINCONNECTEMPTY */
      route_unit #(
        .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS),
        .PHASE_BITS(PHASE_BITS)
      ) u_route (
        .here_i(here_q), .header_i(packet_q[g*PACKET_BITS +: HEADER_BITS]),
        .phase_i({PHASE_BITS{1'b0}}), .random_i(32'd0), .eject_o(ejects[g]), .wait_o(),
        .ports_o(want[g*PORTS +: PORTS]), .header_o(onward[g*PACKET_BITS +: HEADER_BITS]),
        .vc_o(), .priority_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */
    end
  endgenerate

  // Links choose the port that they want, then those that did not get it a free one, then lanes.
  always @* begin
    used  = 0;
    moves = 0;
    sent  = 0;
    free  = 0;
    for (i = 0; i < 2*PORTS + LANES; i = i + 1) begin
      c = i < 2*PORTS ? (i + turn_q) % PORTS : i - PORTS;
      free = ~used & -(~used);
      if (valid_q[c] && !ejects[c] && !moves[c]) begin
        if ((want[c*PORTS +: PORTS] & used) == 0) begin
          free = want[c*PORTS +: PORTS];
        end else if (i < PORTS || i >= 2*PORTS) begin
          free = 0;
        end
        moves[c] = free != 0;
        for (p = 0; p < PORTS; p = p + 1) begin
          if (free[p]) begin
            sent[p*PACKET_BITS +: PACKET_BITS] = free == want[c*PORTS +: PORTS] ?
              onward[c*PACKET_BITS +: PACKET_BITS] : packet_q[c*PACKET_BITS +: PACKET_BITS];
          end
        end
        used = used | free;
      end
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      here_q  <= here_i;
      valid_q <= 0;
      turn_q  <= 0;
    end else begin
      turn_q  <= turn_q == PORTS - 1 ? 0 : turn_q + 1;
      valid_q <= {inject_valid_i | ~inject_ready_o & valid_q[QUEUES +: LANES], in_valid_i};
    end
    packet_q[0 +: PORTS*PACKET_BITS] <= in_packet_i;
    for (i = 0; i < LANES; i = i + 1) begin
      if (inject_ready_o[i]) begin
        packet_q[(QUEUES + i)*PACKET_BITS +: PACKET_BITS] <=
          inject_packet_i[i*PACKET_BITS +: PACKET_BITS];
      end
    end
  end

endmodule

`default_nettype wire
