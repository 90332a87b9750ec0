// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// prove_credit_to_link -- what docs/adapters.md says of credit_to_link.
`default_nettype none

module prove_credit_to_link #(
  parameter PORTS       = 1,
  parameter VCS         = 1,
  parameter PACKET_BITS = 2,
  parameter CREDITS     = 2,
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input wire                         clk,
  input wire                         rst,
  input wire                         pick,
  input wire [QUEUES-1:0]            in_valid,
  input wire [PORTS*PACKET_BITS-1:0] in_packet,
  input wire [QUEUES-1:0]            out_ready
);

  wire [QUEUES-1:0]            in_credit;
  wire [QUEUES-1:0]            out_valid;
  wire [PORTS*PACKET_BITS-1:0] out_packet;
  wire [QUEUES*4-1:0]          opened;
  wire                         judged;
  wire                         first;
  wire [3:0]                   queue;
  wire [1:0]                   link;
  wire [PACKET_BITS-1:0]       packet;
  wire [$clog2(CREDITS+2)-1:0] inside;

  credit_to_link #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CREDITS(CREDITS)
  ) u_link (
    .clk(clk), .rst(rst),
    .in_valid_i(in_valid), .in_packet_i(in_packet), .in_credit_o(in_credit),
    .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready)
  );

  followed_queue #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CAPACITY(CREDITS), .WAIT(VCS-1)
  ) u_followed (
    .clk(clk), .rst(rst), .pick_i(pick),
    .in_valid_i(in_valid), .enters_i(in_valid), .packets_i(in_packet),
    .out_valid_i(out_valid), .leaves_i(out_valid & out_ready),
    .judged_o(judged), .queue_o(queue), .link_o(link), .first_o(first), .packet_o(packet),
    .inside_o(inside)
  );

  open_credits #(.QUEUES(QUEUES), .CREDITS(CREDITS), .RECEIVER(1)) u_credits (
    .clk(clk), .rst(rst), .judged_i(judged), .sent_i(in_valid), .credit_i(in_credit),
    .open_o(opened)
  );

  always @* begin
    if (judged) begin
      same: assert (!first || !out_valid[queue] ||
                    out_packet[link*PACKET_BITS +: PACKET_BITS] == packet);
      none_kept: assert (opened[queue*4 +: 4] == inside + in_credit[queue]);
      some_vc: assert (inside == 0 || out_valid[link*VCS +: VCS] != 0);
    end
  end

endmodule

`default_nettype wire
