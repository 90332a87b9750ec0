// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// prove_flits_to_packet -- what docs/adapters.md says of flits_to_packet and of axis_to_link.
`default_nettype none

module prove_flits_to_packet #(
  parameter AXIS        = 0,                          // 1: axis_to_link, which has one VC
  parameter PORTS       = 1,
  parameter VCS         = 1,
  parameter PACKET_BITS = 3,
  parameter FLIT_BITS   = 2,
  parameter FLITS       = (PACKET_BITS + FLIT_BITS - 1) / FLIT_BITS, // derived, do not set
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input wire                       clk,
  input wire                       rst,
  input wire                       pick,
  input wire [QUEUES-1:0]          in_valid,
  input wire [PORTS*FLIT_BITS-1:0] in_flit,
  input wire [PORTS-1:0]           in_head,
  input wire [PORTS-1:0]           in_tail,
  input wire [QUEUES-1:0]          out_ready
);

  wire [QUEUES-1:0]            in_ready;
  wire [QUEUES-1:0]            out_valid;
  wire [PORTS*PACKET_BITS-1:0] out_packet;
  wire [QUEUES-1:0]            heads;                 // the next flit of a VC is the first one
  wire [QUEUES-1:0]            tails;                 // and the last one
  wire [QUEUES-1:0]            marked;                // a flit of it is marked right
  wire [QUEUES-1:0]            takes = in_valid & in_ready;
  wire                         judged;
  wire                         first;
  wire [3:0]                   queue;
  wire [1:0]                   link;
  wire [PACKET_BITS-1:0]       packet;
  wire [1:0]                   inside;
  reg  [FLITS*FLIT_BITS-1:0]   come_q;                // the last flits of the queue, newest above
  wire [FLITS*FLIT_BITS-1:0]   flits;                 // and the one that comes

  genvar q;

  generate
    if (AXIS) begin : g_axis
      axis_to_link #(
        .PORTS(PORTS), .PACKET_BITS(PACKET_BITS), .BEAT_BITS(FLIT_BITS)
      ) u_link (
        .clk(clk), .rst(rst),
        .tvalid_i(in_valid), .tdata_i(in_flit), .tlast_i(in_tail), .tready_o(in_ready),
        .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready)
      );
    end else begin : g_flits
      flits_to_packet #(
        .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .FLIT_BITS(FLIT_BITS)
      ) u_packet (
        .clk(clk), .rst(rst),
        .in_valid_i(in_valid), .in_flit_i(in_flit), .in_head_i(in_head), .in_tail_i(in_tail),
        .in_ready_o(in_ready),
        .out_valid_o(out_valid), .out_packet_o(out_packet), .out_ready_i(out_ready)
      );
    end

    // The sender marks its flits right: so it mixes none of two packets of a VC.
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      reg [3:0] count_q;                              // flits of a packet that have come

      assign heads[q]  = count_q == 0;
      assign tails[q]  = count_q == FLITS-1;
      assign marked[q] = (AXIS || in_head[q/VCS] == heads[q]) && in_tail[q/VCS] == tails[q];

      always @(posedge clk) begin
        if (rst) begin
          count_q <= 4'd0;
        end else if (takes[q]) begin
          count_q <= tails[q] ? 4'd0 : count_q + 1'b1;
        end
      end
    end
  endgenerate

  followed_queue #(
    .PORTS(PORTS), .VCS(VCS), .PACKET_BITS(PACKET_BITS), .CAPACITY(1), .WAIT(VCS-1)
  ) u_followed (
    .clk(clk), .rst(rst), .pick_i(pick),
    .in_valid_i(in_valid), .enters_i(takes & tails),
    .packets_i({PORTS{flits[PACKET_BITS-1:0]}}),
    .out_valid_i(out_valid), .leaves_i(out_valid & out_ready),
    .judged_o(judged), .queue_o(queue), .link_o(link), .first_o(first), .packet_o(packet),
    .inside_o(inside)
  );

  promise u_promise (
    .clk(clk), .rst(rst), .judged_i(judged), .kept_i((takes & ~marked) == 0)
  );

  assign flits = {in_flit[link*FLIT_BITS +: FLIT_BITS], come_q} >> FLIT_BITS;

  always @(posedge clk) begin
    if (takes[queue]) begin
      come_q <= flits;
    end
  end

  always @* begin
    if (judged) begin
      same: assert (!first || !out_valid[queue] ||
                    out_packet[link*PACKET_BITS +: PACKET_BITS] == packet);
      ready: assert (in_ready[queue] == (inside == 0));
      some_vc: assert (inside == 0 || out_valid[link*VCS +: VCS] != 0);
    end
  end

endmodule

`default_nettype wire
