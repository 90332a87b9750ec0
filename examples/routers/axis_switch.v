// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- axis_router between adapters, with the ports of a switch that it needs.
//
// The terminal is lane 0; what comes out of the last port is ejected on channel 0.  A packet takes
// as many beats of WIDTH bits as it needs.
//
// lockhop: lanes=1 vcs=1 store=0 sends=0
`default_nettype none

module switch #(
  parameter PORTS        = 4,
  parameter HEADER_BITS  = 4,
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 4,
  parameter WIDTH        = HEADER_BITS > 16 ? HEADER_BITS : 16,
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                           clk,
  input  wire                           rst,
  input  wire [ADDRESS_BITS-1:0]        here_i,
  input  wire [PORTS-1:0]               in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0]   in_packet_i,
  output wire [PORTS-1:0]               in_ready_o,
  output wire [PORTS-1:0]               out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0]   out_packet_o,
  input  wire [PORTS-1:0]               out_ready_i,
  input  wire                           inject_valid_i,
  input  wire [PACKET_BITS-1:0]         inject_packet_i,
  output wire                           inject_ready_o,
  output wire [PORTS:0]                 eject_valid_o,
  output wire [(PORTS+1)*PACKET_BITS-1:0] eject_packet_o,
  input  wire [PORTS:0]                 eject_ready_i
);

  wire [PORTS:0]           s_valid, s_ready, s_last, m_valid, m_ready, m_last;
  wire [(PORTS+1)*WIDTH-1:0] s_data, m_data;
  wire [PACKET_BITS-1:0]   ejected;
  wire                     ejects;
  wire                     unused_ok = &{1'b0, eject_ready_i[PORTS:1]};

  link_to_axis #(.PORTS(PORTS+1), .PACKET_BITS(PACKET_BITS), .BEAT_BITS(WIDTH)) u_in (
    .clk(clk), .rst(rst),
    .in_valid_i({inject_valid_i, in_valid_i}), .in_packet_i({inject_packet_i, in_packet_i}),
    .in_ready_o({inject_ready_o, in_ready_o}),
    .tvalid_o(s_valid), .tdata_o(s_data), .tlast_o(s_last), .tready_i(s_ready)
  );

  axis_router #(.N(PORTS), .HEADER(HEADER_BITS), .ID(ADDRESS_BITS), .WIDTH(WIDTH)) u_router (
    .aclk(clk), .aresetn(~rst), .id(here_i),
    .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
    .s_axis_tlast(s_last),
    .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
    .m_axis_tlast(m_last)
  );

  axis_to_link #(.PORTS(PORTS+1), .PACKET_BITS(PACKET_BITS), .BEAT_BITS(WIDTH)) u_out (
    .clk(clk), .rst(rst),
    .tvalid_i(m_valid), .tdata_i(m_data), .tlast_i(m_last), .tready_o(m_ready),
    .out_valid_o({ejects, out_valid_o}), .out_packet_o({ejected, out_packet_o}),
    .out_ready_i({eject_ready_i[0], out_ready_i})
  );

  assign eject_valid_o  = {{PORTS{1'b0}}, ejects};
  assign eject_packet_o = {{PORTS*PACKET_BITS{1'b0}}, ejected};

endmodule

`default_nettype wire
