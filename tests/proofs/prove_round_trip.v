// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// prove_round_trip -- an adapter and the one that leads back: each does what the other expects.
`default_nettype none

module prove_round_trip #(
  parameter CREDITS     = 0,                          // > 0: link_to_credit, credit_to_link
  parameter AXIS        = 0,                          // 1: link_to_axis, axis_to_link; else flits
  parameter PORTS       = 1,
  parameter VCS         = 1,
  parameter PACKET_BITS = 3,
  parameter FLIT_BITS   = 2,
  parameter FLITS       = (PACKET_BITS + FLIT_BITS - 1) / FLIT_BITS, // derived, do not set
  parameter QUEUES      = PORTS*VCS,                  // derived, do not set
  parameter CAPACITY    = CREDITS > 0 ? CREDITS : 2   // derived, do not set
) (
  input wire                         clk,
  input wire                         rst,
  input wire                         pick,
  input wire [QUEUES-1:0]            in_valid,
  input wire [PORTS*PACKET_BITS-1:0] in_packet,
  input wire [QUEUES-1:0]            out_ready
);

  // In a cycle the flits of one VC move, and a VC whose packet is whole may have the turn then.
  localparam WAIT = CREDITS > 0 ? VCS : VCS*FLITS + VCS - 1;

  wire [QUEUES-1:0]            in_ready;
  wire [QUEUES-1:0]            out_valid;
  wire [PORTS*PACKET_BITS-1:0] out_packet;
  wire [QUEUES-1:0]            valid;
  wire [QUEUES-1:0]            back;                  // ready, or credits
  wire [PORTS*PACKET_BITS-1:0] sent;
  wire [PORTS*FLIT_BITS-1:0]   flit;
  wire [PORTS-1:0]             head;
  wire [PORTS-1:0]             tail;
  wire                         judged;
  wire                         first;
  wire [3:0]                   queue;
  wire [1:0]                   link;
  wire [PACKET_BITS-1:0]       packet;
  wire [$clog2(CAPACITY+2)-1:0] inside;

  generate
    if (CREDITS > 0) begin : g_credit
      link_to_credit #(
        .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CREDITS(CREDITS)
      ) u_there (
        .clk(clk), .rst(rst),
        .in_valid_i(in_valid), .in_packet_i(in_packet), .in_ready_o(in_ready),
        .out_valid_o(valid), .out_packet_o(sent), .out_credit_i(back)
      );
      credit_to_link #(
        .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CREDITS(CREDITS)
      ) u_back (
        .clk(clk), .rst(rst),
        .in_valid_i(valid), .in_packet_i(sent), .in_credit_o(back),
        .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready)
      );
    end else if (AXIS) begin : g_axis
      link_to_axis #(
        .PORTS(PORTS), .PACKET_BITS(PACKET_BITS), .BEAT_BITS(FLIT_BITS)
      ) u_there (
        .clk(clk), .rst(rst),
        .in_valid_i(in_valid), .in_packet_i(in_packet), .in_ready_o(in_ready),
        .tvalid_o(valid), .tdata_o(flit), .tlast_o(tail), .tready_i(back)
      );
      axis_to_link #(
        .PORTS(PORTS), .PACKET_BITS(PACKET_BITS), .BEAT_BITS(FLIT_BITS)
      ) u_back (
        .clk(clk), .rst(rst),
        .tvalid_i(valid), .tdata_i(flit), .tlast_i(tail), .tready_o(back),
        .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready)
      );
    end else begin : g_flits
      packet_to_flits #(
        .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .FLIT_BITS(FLIT_BITS)
      ) u_there (
        .clk(clk), .rst(rst),
        .in_valid_i(in_valid), .in_packet_i(in_packet), .in_ready_o(in_ready),
        .out_valid_o(valid), .out_flit_o(flit), .out_head_o(head), .out_tail_o(tail),
        .out_ready_i(back)
      );
      flits_to_packet #(
        .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .FLIT_BITS(FLIT_BITS)
      ) u_back (
        .clk(clk), .rst(rst),
        .in_valid_i(valid), .in_flit_i(flit), .in_head_i(head), .in_tail_i(tail),
        .in_ready_o(back),
        .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready)
      );
    end
  endgenerate

  followed_queue #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CAPACITY(CAPACITY), .WAIT(WAIT)
  ) u_followed (
    .clk(clk), .rst(rst), .pick_i(pick),
    .in_valid_i(in_valid), .enters_i(in_valid & in_ready), .packets_i(in_packet),
    .out_valid_i(out_valid), .leaves_i(out_valid & out_ready),
    .judged_o(judged), .queue_o(queue), .link_o(link), .first_o(first), .packet_o(packet),
    .inside_o(inside)
  );

  always @* begin
    if (judged) begin
      same: assert (!first || !out_valid[queue] ||
                    out_packet[link*PACKET_BITS +: PACKET_BITS] == packet);
    end
  end

endmodule

`default_nettype wire
