// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- bsg_wormhole_router of BaseJump STL, for mesh:AxB --routing dimension-order.
//
// A packet goes through the router as FLITS flits of FLIT_BITS bits: the header flit has the
// destination and, above it, the number of flits that follow.  The adapters of docs/adapters.md cut
// packets into flits and join them again.  A and B have as many bits: mesh:4x4, mesh:3x4.  The
// router's valid depends on ready in the same cycle, which the adapters allow.
//
// lockhop: lanes=1 vcs=1 store=0 sends=0
`include "bsg_noc_links.vh"
`default_nettype none

module switch #(
  parameter PORTS        = 4,
  parameter HEADER_BITS  = 4,
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 4,
  parameter FLIT_BITS    = 16,                        // >= HEADER_BITS + LENGTH_BITS
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                             clk,
  input  wire                             rst,
  input  wire [ADDRESS_BITS-1:0]          here_i,
  input  wire [PORTS-1:0]                 in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0]     in_packet_i,
  output wire [PORTS-1:0]                 in_ready_o,
  output wire [PORTS-1:0]                 out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0]     out_packet_o,
  input  wire [PORTS-1:0]                 out_ready_i,
  input  wire                             inject_valid_i,
  input  wire [PACKET_BITS-1:0]           inject_packet_i,
  output wire                             inject_ready_o,
  output wire [PORTS:0]                   eject_valid_o,
  output wire [(PORTS+1)*PACKET_BITS-1:0] eject_packet_o,
  input  wire [PORTS:0]                   eject_ready_i
);

  localparam LENGTH_BITS = 4;
  localparam LONG_BITS   = PACKET_BITS + LENGTH_BITS; // a packet with its length
  localparam FLITS       = (LONG_BITS + FLIT_BITS - 1) / FLIT_BITS;
  localparam LINKS       = PORTS + 1;                 // theirs: the terminal is link 0
  localparam [LENGTH_BITS-1:0] FOLLOW = LENGTH_BITS'(FLITS - 1);

  reg  [ADDRESS_BITS-1:0]            here_q;          // theirs must not change
  wire [LINKS-1:0]                   in_valid, in_ready, out_valid, out_ready, last;
  wire [LINKS-1:0][FLIT_BITS-1:0]    in_flit, out_flit;
  wire [LINKS-1:0][FLIT_BITS+1:0]    link_in, link_out;  // {valid, ready, flit}
  wire [LINKS-1:0][PACKET_BITS-1:0]  in_packet, out_packet;
  wire [LINKS-1:0][LONG_BITS-1:0]    in_long, out_long;

  always_ff @(posedge clk) begin
    if (rst) begin
      here_q <= here_i;
    end
  end

  assign in_packet      = {in_packet_i, inject_packet_i};
  assign out_packet_o   = out_packet[LINKS-1:1];
  assign eject_packet_o = {{PORTS*PACKET_BITS{1'b0}}, out_packet[0]};

  assign eject_valid_o[PORTS:1] = {PORTS{1'b0}};

  for (genvar k = 0; k < LINKS; k++) begin : g_link
    reg [LENGTH_BITS-1:0] flit_q;                     // of the packet that goes out

    assign in_long[k]    = {in_packet[k][PACKET_BITS-1:HEADER_BITS], FOLLOW,
                            in_packet[k][HEADER_BITS-1:0]};
    assign out_packet[k] = {out_long[k][LONG_BITS-1:HEADER_BITS+LENGTH_BITS],
                            out_long[k][HEADER_BITS-1:0]};
    assign link_in[k]    = {in_valid[k], out_ready[k], in_flit[k]};
    assign {out_valid[k], in_ready[k], out_flit[k]} = link_out[k];
    assign last[k]       = flit_q == FOLLOW;

    always_ff @(posedge clk) begin
      if (rst) begin
        flit_q <= '0;
      end else if (out_valid[k] && out_ready[k]) begin
        flit_q <= last[k] ? '0 : flit_q + 1'b1;
      end
    end
  end

  link_to_axis #(.PORTS(LINKS), .PACKET_BITS(LONG_BITS), .BEAT_BITS(FLIT_BITS)) u_in (
    .clk(clk), .rst(rst),
    .in_valid_i({in_valid_i, inject_valid_i}), .in_packet_i(in_long),
    .in_ready_o({in_ready_o, inject_ready_o}),
    .tvalid_o(in_valid), .tdata_o(in_flit), .tlast_o(), .tready_i(in_ready)
  );

  bsg_wormhole_router #(
    .flit_width_p       (FLIT_BITS),
    .dims_p             (2),
    .cord_markers_pos_p ('{ADDRESS_BITS, ADDRESS_BITS / 2, 0}),
    .len_width_p        (LENGTH_BITS)
  ) u_router (
    .clk_i(clk), .reset_i(rst), .link_i(link_in), .link_o(link_out), .my_cord_i(here_q)
  );

  axis_to_link #(.PORTS(LINKS), .PACKET_BITS(LONG_BITS), .BEAT_BITS(FLIT_BITS)) u_out (
    .clk(clk), .rst(rst),
    .tvalid_i(out_valid), .tdata_i(out_flit), .tlast_i(last), .tready_o(out_ready),
    .out_valid_o({out_valid_o, eject_valid_o[0]}), .out_packet_o(out_long),
    .out_ready_i({out_ready_i, eject_ready_i[0]})
  );

endmodule

`default_nettype wire
