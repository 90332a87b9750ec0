// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- the mesh router that pymtl3_router.py makes, for mesh:4x4 --routing dimension-order.
//
// The router has no parameters: its widths are those of the script's arguments.  It crosses y
// first, so its y is our dimension 0 and its x is dimension 1; {payload, dst_x, dst_y} is then our
// packet as it is.
//
// lockhop: lanes=1 vcs=1 store=0 sends=0 data=40
`default_nettype none

module switch #(
  parameter PORTS        = 4,
  parameter HEADER_BITS  = 4,
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 4,
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

  localparam LINKS = PORTS + 1;                       // the terminal is the last, as theirs is

  reg  [ADDRESS_BITS-1:0]            here_q;          // theirs must not change
  wire [LINKS-1:0]                   in_valid, in_ready, out_valid, out_ready;
  wire [LINKS-1:0][PACKET_BITS-1:0]  in_packet, out_packet;
  wire [PACKET_BITS-1:0]             recv_msg [0:LINKS-1], send_msg [0:LINKS-1];
  wire [0:0]                         recv_val [0:LINKS-1], recv_rdy [0:LINKS-1];
  wire [0:0]                         send_val [0:LINKS-1], send_rdy [0:LINKS-1];

  always_ff @(posedge clk) begin
    if (rst) begin
      here_q <= here_i;
    end
  end

  assign in_valid                     = {inject_valid_i, in_valid_i};
  assign in_packet                    = {inject_packet_i, in_packet_i};
  assign {inject_ready_o, in_ready_o} = in_ready;
  assign out_valid_o                  = out_valid[PORTS-1:0];
  assign out_packet_o                 = out_packet[PORTS-1:0];
  assign out_ready                    = {eject_ready_i[0], out_ready_i};
  assign eject_valid_o                = {{PORTS{1'b0}}, out_valid[PORTS]};
  assign eject_packet_o               = {{PORTS*PACKET_BITS{1'b0}}, out_packet[PORTS]};

  for (genvar k = 0; k < LINKS; k++) begin : g_link
    localparam THEIRS = k == 0 ? 1 : k == 1 ? 0 : k;  // north 0, south 1, west 2, east 3

    assign recv_msg[THEIRS] = in_packet[k];
    assign recv_val[THEIRS] = in_valid[k];
    assign in_ready[k]      = recv_rdy[THEIRS];
    assign out_packet[k]    = send_msg[THEIRS];
    assign out_valid[k]     = send_val[THEIRS];
    assign send_rdy[THEIRS] = out_ready[k];
  end

  pymtl3_mesh_router u_router (
    .clk       (clk),
    .reset     (rst),
    .pos       (here_q),
    .recv__msg (recv_msg),
    .recv__val (recv_val),
    .recv__rdy (recv_rdy),
    .send__msg (send_msg),
    .send__val (send_val),
    .send__rdy (send_rdy)
  );

endmodule

`default_nettype wire
