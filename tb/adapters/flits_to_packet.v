// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// flits_to_packet -- links of flits, a packet in FLITS flits, to links of whole packets.
//
// docs/adapters.md specifies it.  It holds one packet of each queue; the low bits come first.  A
// packet whose last flit comes in cycle t is offered from cycle t+1 on, if its VC has its turn.
// Flits of the VCs of a link may mix, those of a VC may not.  No output depends combinationally
// on an input.  A head or a tail in another place ends the simulation.
`default_nettype none

module flits_to_packet #(
  parameter PORTS       = 2,                          // links, >= 1
  parameter VCS         = 1,                          // VCs of a link, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter FLIT_BITS   = 16,                         // >= 1
  parameter FLITS       = (PACKET_BITS + FLIT_BITS - 1) / FLIT_BITS, // derived, do not set
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [QUEUES-1:0]            in_valid_i,     // at most one VC of a link
  input  wire [PORTS*FLIT_BITS-1:0]   in_flit_i,
  input  wire [PORTS-1:0]             in_head_i,      // the first flit of its packet
  input  wire [PORTS-1:0]             in_tail_i,      // the last one
  output wire [QUEUES-1:0]            in_ready_o,
  output wire [QUEUES-1:0]            out_valid_o,    // at most one VC of a link
  output wire [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [QUEUES-1:0]            out_ready_i
);

  localparam COUNT_BITS = $clog2(FLITS + 1);
  localparam ALL_BITS   = FLITS*FLIT_BITS;

  wire [QUEUES-1:0]             holds;
  wire [QUEUES*PACKET_BITS-1:0] packets;

  link_turn #(
    .PORTS       (PORTS),
    .VCS         (VCS),
    .PACKET_BITS (PACKET_BITS)
  ) u_turn (
    .clk          (clk),
    .rst          (rst),
    .holds_i      (holds),
    .packets_i    (packets),
    .out_valid_o  (out_valid_o),
    .out_packet_o (out_packet_o)
  );

  genvar q;

  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      reg  [ALL_BITS-1:0]   packet_q;
      reg  [COUNT_BITS-1:0] count_q;                  // flits that have come
      wire                  enters = in_valid_i[q] && in_ready_o[q];
      wire                  leaves = out_valid_o[q] && out_ready_i[q];
      wire                  first = count_q == {COUNT_BITS{1'b0}};
      wire                  last = count_q + 1'b1 == FLITS[COUNT_BITS-1:0];
      wire                  unused_ok = &{1'b0, packet_q}; // bits behind the end of a packet

      assign holds[q]      = count_q == FLITS[COUNT_BITS-1:0];
      assign in_ready_o[q] = !holds[q];
      assign packets[q*PACKET_BITS +: PACKET_BITS] = packet_q[PACKET_BITS-1:0];

      always @(posedge clk) begin
        if (enters) begin
          packet_q[count_q*FLIT_BITS +: FLIT_BITS] <= in_flit_i[(q/VCS)*FLIT_BITS +: FLIT_BITS];
          if (!rst && in_head_i[q/VCS] != first) begin
            $error("queue %0d: head is %0d in flit %0d of %0d", q, in_head_i[q/VCS], count_q,
                   FLITS);
          end
          if (!rst && in_tail_i[q/VCS] != last) begin
            $error("queue %0d: tail or tlast is %0d in flit %0d of %0d", q, in_tail_i[q/VCS],
                   count_q, FLITS);
          end
        end
        count_q <= rst || leaves ? {COUNT_BITS{1'b0}} : count_q + {{COUNT_BITS-1{1'b0}}, enters};
      end
    end
  endgenerate

endmodule

`default_nettype wire
