// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// axis_to_link -- AXI-Stream, a packet in BEATS beats, to links of whole packets.
//
// docs/adapters.md specifies it.  Beats are flits, tlast is the tail, and the beat after it is the
// head: flits_to_packet does all.  A packet of another length ends the simulation.
`default_nettype none

module axis_to_link #(
  parameter PORTS       = 2,                          // links with one VC, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter BEAT_BITS   = 16                          // of tdata, >= 1
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [PORTS-1:0]             tvalid_i,
  input  wire [PORTS*BEAT_BITS-1:0]   tdata_i,
  input  wire [PORTS-1:0]             tlast_i,
  output wire [PORTS-1:0]             tready_o,
  output wire [PORTS-1:0]             out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [PORTS-1:0]             out_ready_i
);

  reg [PORTS-1:0] first_q;                            // the next beat begins a packet

  flits_to_packet #(
    .PORTS       (PORTS),
    .PACKET_BITS (PACKET_BITS),
    .FLIT_BITS   (BEAT_BITS)
  ) u_packet (
    .clk          (clk),
    .rst          (rst),
    .in_valid_i   (tvalid_i),
    .in_flit_i    (tdata_i),
    .in_head_i    (first_q),
    .in_tail_i    (tlast_i),
    .in_ready_o   (tready_o),
    .out_valid_o  (out_valid_o),
    .out_packet_o (out_packet_o),
    .out_ready_i  (out_ready_i)
  );

  always @(posedge clk) begin
    first_q <= rst ? {PORTS{1'b1}}
             : tvalid_i & tready_o & tlast_i | ~(tvalid_i & tready_o) & first_q;
  end

endmodule

`default_nettype wire
