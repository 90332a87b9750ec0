// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// prove_packet_to_flits -- what docs/adapters.md says of packet_to_flits and of link_to_axis.
`default_nettype none

module prove_packet_to_flits #(
  parameter AXIS        = 0,                          // 1: link_to_axis, which has one VC
  parameter PORTS       = 1,
  parameter VCS         = 1,
  parameter PACKET_BITS = 3,
  parameter FLIT_BITS   = 2,
  parameter FLITS       = (PACKET_BITS + FLIT_BITS - 1) / FLIT_BITS, // derived, do not set
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input wire                         clk,
  input wire                         rst,
  input wire                         pick,
  input wire [QUEUES-1:0]            in_valid,
  input wire [PORTS*PACKET_BITS-1:0] in_packet,
  input wire [QUEUES-1:0]            out_ready
);

  wire [QUEUES-1:0]          in_ready;
  wire [QUEUES-1:0]          out_valid;
  wire [PORTS*FLIT_BITS-1:0] out_flit;
  wire [PORTS-1:0]           out_head;
  wire [PORTS-1:0]           out_tail;
  wire [QUEUES-1:0]          tails;                   // of a VC
  wire                       judged;
  wire                       first;
  wire [3:0]                 queue;
  wire [1:0]                 link;
  wire [PACKET_BITS-1:0]     packet;
  wire [1:0]                 inside;
  reg  [3:0]                 sent_q;                  // flits of the oldest packet of the queue
  wire [FLITS*FLIT_BITS-1:0] padded = packet;

  genvar q;

  generate
    if (AXIS) begin : g_axis
      link_to_axis #(
        .PORTS(PORTS), .PACKET_BITS(PACKET_BITS), .BEAT_BITS(FLIT_BITS)
      ) u_axis (
        .clk(clk), .rst(rst),
        .in_valid_i(in_valid), .in_packet_i(in_packet), .in_ready_o(in_ready),
        .tvalid_o(out_valid), .tdata_o(out_flit), .tlast_o(out_tail), .tready_i(out_ready)
      );
      assign out_head = {PORTS{sent_q == 4'd0}};        // it has none
    end else begin : g_flits
      packet_to_flits #(
        .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .FLIT_BITS(FLIT_BITS)
      ) u_flits (
        .clk(clk), .rst(rst),
        .in_valid_i(in_valid), .in_packet_i(in_packet), .in_ready_o(in_ready),
        .out_valid_o(out_valid), .out_flit_o(out_flit), .out_head_o(out_head),
        .out_tail_o(out_tail), .out_ready_i(out_ready)
      );
    end

    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      assign tails[q] = out_tail[q/VCS];
    end
  endgenerate

  followed_queue #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CAPACITY(1), .WAIT(VCS-1)
  ) u_followed (
    .clk(clk), .rst(rst), .pick_i(pick),
    .in_valid_i(in_valid), .enters_i(in_valid & in_ready), .packets_i(in_packet),
    .out_valid_i(out_valid), .leaves_i(out_valid & out_ready & tails),
    .judged_o(judged), .queue_o(queue), .link_o(link), .first_o(first), .packet_o(packet),
    .inside_o(inside)
  );

  always @(posedge clk) begin
    if (rst) begin
      sent_q <= 4'd0;
    end else if (out_valid[queue] && out_ready[queue]) begin
      sent_q <= sent_q == FLITS-1 ? 4'd0 : sent_q + 1'b1;
    end
  end

  always @* begin
    if (judged) begin
      ready: assert (in_ready[queue] == (inside == 0));
      some_vc: assert (inside == 0 || out_valid[link*VCS +: VCS] != 0);
      if (out_valid[queue]) begin
        head: assert (out_head[link] == (sent_q == 0));
        tail: assert (out_tail[link] == (sent_q == FLITS-1));
        same: assert (!first || out_flit[link*FLIT_BITS +: FLIT_BITS] ==
                                padded[sent_q*FLIT_BITS +: FLIT_BITS]);
      end
    end
  end

endmodule

`default_nettype wire
