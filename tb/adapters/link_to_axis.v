// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_to_axis -- links of whole packets to AXI-Stream, a packet in BEATS beats.
//
// docs/adapters.md specifies it.  Beats are flits, and tlast is the tail: packet_to_flits does all.
`default_nettype none

module link_to_axis #(
  parameter PORTS       = 2,                          // links with one VC, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter BEAT_BITS   = 16                          // of tdata, >= 1
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [PORTS-1:0]             in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [PORTS-1:0]             in_ready_o,
  output wire [PORTS-1:0]             tvalid_o,
  output wire [PORTS*BEAT_BITS-1:0]   tdata_o,
  output wire [PORTS-1:0]             tlast_o,
  input  wire [PORTS-1:0]             tready_i
);

  wire [PORTS-1:0] unused_head;

  packet_to_flits #(
    .PORTS       (PORTS),
    .PACKET_BITS (PACKET_BITS),
    .FLIT_BITS   (BEAT_BITS)
  ) u_flits (
    .clk         (clk),
    .rst         (rst),
    .in_valid_i  (in_valid_i),
    .in_packet_i (in_packet_i),
    .in_ready_o  (in_ready_o),
    .out_valid_o (tvalid_o),
    .out_flit_o  (tdata_o),
    .out_head_o  (unused_head),
    .out_tail_o  (tlast_o),
    .out_ready_i (tready_i)
  );

endmodule

`default_nettype wire
