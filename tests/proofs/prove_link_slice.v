// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// prove_link_slice -- what docs/adapters.md says of link_slice.
`default_nettype none

module prove_link_slice #(
  parameter PORTS       = 1,
  parameter VCS         = 1,
  parameter PACKET_BITS = 2,
  parameter DEPTH       = 2,
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input wire                         clk,
  input wire                         rst,
  input wire                         pick,
  input wire [QUEUES-1:0]            in_valid,
  input wire [PORTS*PACKET_BITS-1:0] in_packet,
  input wire [QUEUES-1:0]            out_ready
);

  wire [QUEUES-1:0]            in_ready;
  wire [QUEUES-1:0]            out_valid;
  wire [QUEUES-1:0]            left;
  wire [PORTS*PACKET_BITS-1:0] out_packet;
  reg  [QUEUES-1:0]            leaves_q;
  wire                         judged;
  wire                         first;
  wire [3:0]                   queue;
  wire [1:0]                   link;
  wire [PACKET_BITS-1:0]       packet;
  wire [$clog2(DEPTH+2)-1:0]   inside;

  link_slice #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .DEPTH(DEPTH)
  ) u_slice (
    .clk(clk), .rst(rst),
    .in_valid_i(in_valid), .in_packet_i(in_packet), .in_ready_o(in_ready),
    .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready), .left_o(left)
  );

  followed_queue #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CAPACITY(DEPTH), .WAIT(VCS-1)
  ) u_followed (
    .clk(clk), .rst(rst), .pick_i(pick),
    .in_valid_i(in_valid), .enters_i(in_valid & in_ready), .packets_i(in_packet),
    .out_valid_i(out_valid), .leaves_i(out_valid & out_ready),
    .judged_o(judged), .queue_o(queue), .link_o(link), .first_o(first), .packet_o(packet),
    .inside_o(inside)
  );

  always @(posedge clk) leaves_q <= rst ? {QUEUES{1'b0}} : out_valid & out_ready;

  always @* begin
    if (judged) begin
      same: assert (!first || !out_valid[queue] ||
                    out_packet[link*PACKET_BITS +: PACKET_BITS] == packet);
      ready: assert (in_ready[queue] == (inside != DEPTH));
      some_vc: assert (inside == 0 || out_valid[link*VCS +: VCS] != 0);
      left_bit: assert (left == leaves_q);
    end
  end

endmodule

`default_nettype wire
