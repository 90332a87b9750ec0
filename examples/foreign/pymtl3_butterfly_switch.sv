// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch -- the 2x2 router of a butterfly that pymtl3_router.py makes, for butterfly:D.
//
// Theirs is a network of D + 1 levels of 2x2 routers, ours one of D + 1 levels of switches with two
// links each: inside they are the same.  At the first level the terminal is at input 0, and at the
// last at output 0.  Their router goes by the highest bit of its tag, and shifts the tag by this bit.
// So the tag begins with the bit of our header that this level decides.  That bit is lost on the way
// through, and comes back as the number of the output: a wrong output is a wrong header, too.
//
// The router has no parameters: D and DATA_BITS are those of the script's arguments.
//
// lockhop: lanes=1 vcs=1 store=0 sends=0 data=40
`default_nettype none

module switch #(
  parameter PORTS        = 2,
  parameter HEADER_BITS  = 3,                         // D, at least 2
  parameter DATA_BITS    = 40,
  parameter ADDRESS_BITS = 5,                         // of {level, row}
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

  localparam LEVEL_BITS  = ADDRESS_BITS - HEADER_BITS;
  localparam [LEVEL_BITS-1:0] LAST = LEVEL_BITS'(HEADER_BITS);  // the last level
  localparam THEIRS      = DATA_BITS + HEADER_BITS + 1;

  reg  [LEVEL_BITS-1:0]  level_q;                     // here_i means nothing after a reset
  wire                   first = level_q == 0;
  wire                   last  = level_q == LAST;
  wire [1:0]             in_valid, out_valid, out_ready;
  wire [PACKET_BITS-1:0] in_packet [0:1], out_packet [0:1];
  wire [THEIRS-1:0]      recv_msg [0:1], send_msg [0:1];
  wire [0:0]             recv_val [0:1], recv_rdy [0:1], send_val [0:1], send_rdy [0:1];

  always_ff @(posedge clk) begin
    if (rst) begin
      level_q <= here_i[ADDRESS_BITS-1:HEADER_BITS];
    end
  end

  assign in_valid       = first ? {1'b0, inject_valid_i} : in_valid_i;
  assign in_packet[0]   = first ? inject_packet_i : in_packet_i[0 +: PACKET_BITS];
  assign in_packet[1]   = in_packet_i[PACKET_BITS +: PACKET_BITS];
  assign in_ready_o     = first ? 2'b00 : {recv_rdy[1], recv_rdy[0]};
  assign inject_ready_o = first && recv_rdy[0];
  assign out_valid_o    = last ? 2'b00 : out_valid;
  assign out_packet_o   = {out_packet[1], out_packet[0]};
  assign out_ready      = last ? {1'b0, eject_ready_i[0]} : out_ready_i;
  assign eject_valid_o  = {2'b00, last && out_valid[0]};
  assign eject_packet_o = {{2*PACKET_BITS{1'b0}}, out_packet[0]};

  for (genvar k = 0; k < 2; k++) begin : g_link
    localparam [0:0] NUMBER = k;

    wire [HEADER_BITS-1:0] to      = in_packet[k][HEADER_BITS-1:0];
    // Bit level_q to the top, those below it behind, then the others.
    wire [HEADER_BITS-1:0] turned  = to << (LAST - 1'b1 - level_q) | to >> (level_q + 1'b1);
    wire [HEADER_BITS:0]   tag     = last ? {1'b0, to} : {turned, 1'b0};
    // What comes out, with the number of the output in the place of the bit that was lost.
    wire [HEADER_BITS:0]   left    = send_msg[k][HEADER_BITS:0];
    wire [HEADER_BITS-1:0] whole   = {NUMBER, left[HEADER_BITS:2]};
    wire [HEADER_BITS-1:0] back    = whole >> (LAST - 1'b1 - level_q) | whole << (level_q + 1'b1);
    wire [HEADER_BITS-1:0] header  = last ? left[HEADER_BITS:1] : back;

    assign recv_msg[k]   = {in_packet[k][PACKET_BITS-1:HEADER_BITS], tag};
    assign recv_val[k]   = in_valid[k];
    assign out_packet[k] = {send_msg[k][THEIRS-1:HEADER_BITS+1], header};
    assign out_valid[k]  = send_val[k];
    assign send_rdy[k]   = out_ready[k];
  end

  pymtl3_butterfly_router u_router (
    .clk       (clk),
    .reset     (rst),
    .pos       ('0),                                  // not read
    .recv__msg (recv_msg),
    .recv__val (recv_val),
    .recv__rdy (recv_rdy),
    .send__msg (send_msg),
    .send__val (send_val),
    .send__rdy (send_rdy)
  );

endmodule

`default_nettype wire
