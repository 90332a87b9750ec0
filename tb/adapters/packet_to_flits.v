// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// packet_to_flits -- links of whole packets to links of flits, a packet in FLITS flits.
//
// docs/adapters.md specifies it.  It holds one packet of each queue; the low bits go first.  A
// packet that is taken in cycle t is on out_flit_o from cycle t+1 on, if its VC has its turn.
// Flits of the VCs of a link mix, those of a VC do not.  No output depends combinationally on an
// input.
`default_nettype none

module packet_to_flits #(
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
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [QUEUES-1:0]            in_ready_o,
  output wire [QUEUES-1:0]            out_valid_o,    // at most one VC of a link
  output wire [PORTS*FLIT_BITS-1:0]   out_flit_o,
  output wire [PORTS-1:0]             out_head_o,     // the first flit of its packet
  output wire [PORTS-1:0]             out_tail_o,     // the last one
  input  wire [QUEUES-1:0]            out_ready_i
);

  localparam COUNT_BITS = $clog2(FLITS + 1);
  localparam ALL_BITS   = FLITS*FLIT_BITS;
  localparam TURN_BITS  = FLIT_BITS + 2;              // a flit, its head and its tail

  wire [QUEUES-1:0]           holds;
  wire [QUEUES*TURN_BITS-1:0] flits;
  wire [PORTS*TURN_BITS-1:0]  offered;

  link_turn #(
    .PORTS       (PORTS),
    .VCS         (VCS),
    .PACKET_BITS (TURN_BITS)
  ) u_turn (
    .clk          (clk),
    .rst          (rst),
    .holds_i      (holds),
    .packets_i    (flits),
    .out_valid_o  (out_valid_o),
    .out_packet_o (offered)
  );

  genvar p;
  genvar q;

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      assign {out_tail_o[p], out_head_o[p], out_flit_o[p*FLIT_BITS +: FLIT_BITS]} =
        offered[p*TURN_BITS +: TURN_BITS];
    end

    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
      reg  [ALL_BITS-1:0]   rest_q;                   // what was not sent yet
      reg  [COUNT_BITS-1:0] left_q;                   // flits of it
      wire                  enters = in_valid_i[q] && in_ready_o[q];
      wire                  leaves = out_valid_o[q] && out_ready_i[q];
      wire                  head = left_q == FLITS[COUNT_BITS-1:0];
      wire                  tail = left_q == {{COUNT_BITS-1{1'b0}}, 1'b1};

      assign holds[q]      = left_q != {COUNT_BITS{1'b0}};
      assign in_ready_o[q] = !holds[q];
      assign flits[q*TURN_BITS +: TURN_BITS] = {tail, head, rest_q[FLIT_BITS-1:0]};

      always @(posedge clk) begin
        if (enters) begin
          rest_q <= {{ALL_BITS-PACKET_BITS{1'b0}},
                     in_packet_i[(q/VCS)*PACKET_BITS +: PACKET_BITS]};
        end else if (leaves) begin
          rest_q <= rest_q >> FLIT_BITS;
        end
        left_q <= rst    ? {COUNT_BITS{1'b0}}
                : enters ? FLITS[COUNT_BITS-1:0]
                         : left_q - {{COUNT_BITS-1{1'b0}}, leaves};
      end
    end
  endgenerate

endmodule

`default_nettype wire
