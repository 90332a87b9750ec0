// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- the torus router that pymtl3_router.py makes, for torus:AxB, A and B above 2, with
// --link credit=2 and --compare delivery.
//
// Its y is our dimension 0, its x is dimension 1.  The VC of a packet is a field of it there; on our
// links it is the VC of the queue.  The source of a packet is compared with the place of the router
// alone, to see whether it has turned from y to x: so it follows from the port by which it comes.
// What is ejected has credits too, and waits in buffers of the adapter.
//
// The router has no parameters: its sizes and DATA_BITS are those of the script's arguments.
//
// lockhop: lanes=1 vcs=2 store=0 sends=0 data=40
`default_nettype none

module switch #(
  parameter PORTS        = 4,
  parameter VCS          = 2,                         // no other number
  parameter HEADER_BITS  = 4,
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 4,
  parameter Y_BITS       = ADDRESS_BITS / 2,
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                             clk,
  input  wire                             rst,
  input  wire [ADDRESS_BITS-1:0]          here_i,
  input  wire [2*PORTS-1:0]               in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0]     in_packet_i,
  output wire [2*PORTS-1:0]               in_credit_o,
  output wire [2*PORTS-1:0]               out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0]     out_packet_o,
  input  wire [2*PORTS-1:0]               out_credit_i,
  input  wire                             inject_valid_i,
  input  wire [PACKET_BITS-1:0]           inject_packet_i,
  output wire                             inject_credit_o,
  output wire [2*PORTS:0]                 eject_valid_o,
  output wire [(2*PORTS+1)*PACKET_BITS-1:0] eject_packet_o,
  input  wire [2*PORTS:0]                 eject_ready_i
);

  localparam LINKS  = PORTS + 1;                      // the terminal is the last, as theirs is
  localparam X_BITS = ADDRESS_BITS - Y_BITS;
  localparam THEIRS = PACKET_BITS + 1 + ADDRESS_BITS; // with the VC and the source

  reg  [ADDRESS_BITS-1:0]            here_q;          // theirs must not change
  wire [LINKS-1:0][1:0]              in_valid, out_valid, in_credit, out_credit;
  wire [LINKS-1:0][PACKET_BITS-1:0]  in_packet, out_packet;
  wire [PACKET_BITS-1:0]             ejected;
  wire [1:0]                         ejects;
  wire [THEIRS-1:0]                  recv_msg [0:LINKS-1], send_msg [0:LINKS-1];
  wire [0:0]                         recv_en [0:LINKS-1], send_en [0:LINKS-1];
  wire [0:0]                         recv_yum [0:LINKS-1][0:1], send_yum [0:LINKS-1][0:1];
  wire                               unused_ok = &{1'b0, eject_ready_i[2*PORTS:2]};

  always_ff @(posedge clk) begin
    if (rst) begin
      here_q <= here_i;
    end
  end

  assign in_valid        = {1'b0, inject_valid_i, in_valid_i};
  assign in_packet       = {inject_packet_i, in_packet_i};
  assign in_credit_o     = in_credit[PORTS-1:0];
  assign inject_credit_o = in_credit[PORTS][0];
  assign out_valid_o     = out_valid[PORTS-1:0];
  assign out_packet_o    = out_packet[PORTS-1:0];
  assign out_credit[PORTS-1:0] = out_credit_i;
  assign eject_valid_o   = {{2*PORTS-1{1'b0}}, ejects};
  assign eject_packet_o  = {{(2*PORTS-1)*PACKET_BITS{1'b0}}, ejected, ejected};

  credit_to_link #(.PORTS(1), .VCS(2), .CREDITS(2), .PACKET_BITS(PACKET_BITS)) u_eject (
    .clk(clk), .rst(rst),
    .in_valid_i(out_valid[PORTS]), .in_packet_i(out_packet[PORTS]),
    .in_credit_o(out_credit[PORTS]),
    .out_valid_o(ejects), .out_packet_o(ejected), .out_ready_i(eject_ready_i[1:0])
  );

  for (genvar k = 0; k < LINKS; k++) begin : g_link
    localparam PLACE = k == 2 ? 3 : k == 3 ? 2 : k;   // north 0, south 1, west 2, east 3

    // It has moved in y, or in x, or not at all.
    wire [X_BITS-1:0] source_x = here_q[ADDRESS_BITS-1:Y_BITS] ^ X_BITS'(k == 2 || k == 3);
    wire [Y_BITS-1:0] source_y = here_q[Y_BITS-1:0] ^ Y_BITS'(k < 2);

    assign recv_msg[PLACE] = {in_packet[k][PACKET_BITS-1:HEADER_BITS], in_valid[k][1],
                              source_x, source_y, in_packet[k][HEADER_BITS-1:0]};
    assign recv_en[PLACE]  = |in_valid[k];
    assign in_credit[k]    = {recv_yum[PLACE][1], recv_yum[PLACE][0]};
    assign out_packet[k]   = {send_msg[PLACE][THEIRS-1 -: DATA_BITS],
                              send_msg[PLACE][HEADER_BITS-1:0]};
    assign out_valid[k]    = {send_en[PLACE] &  send_msg[PLACE][HEADER_BITS+ADDRESS_BITS],
                              send_en[PLACE] & ~send_msg[PLACE][HEADER_BITS+ADDRESS_BITS]};
    assign send_yum[PLACE][0] = out_credit[k][0];
    assign send_yum[PLACE][1] = out_credit[k][1];
  end

  pymtl3_torus_router u_router (
    .clk       (clk),
    .reset     (rst),
    .pos       (here_q),
    .recv__en  (recv_en),
    .recv__msg (recv_msg),
    .recv__yum (recv_yum),
    .send__en  (send_en),
    .send__msg (send_msg),
    .send__yum (send_yum)
  );

endmodule

`default_nettype wire
