// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// followed_queue -- one packet of one queue, any of both, between the links of an adapter.
//
// The solver chooses the queue, which stays the same, and the packet.  At both ends at most one VC
// of a link is valid: of what comes in this is assumed, of what goes out it must hold.
`default_nettype none

module followed_queue #(
  parameter PORTS       = 1,                          // links, 1 .. 4
  parameter VCS         = 1,                          // VCs of a link, 1 .. 4
  parameter PACKET_BITS = 2,                          // >= 1
  parameter CAPACITY    = 1,                          // most packets of a queue inside, >= 1
  parameter WAIT        = 0,                          // most cycles without an offer, < 8
  parameter QUEUES      = PORTS*VCS,                  // derived, do not set
  parameter COUNT_BITS  = $clog2(CAPACITY + 2)        // derived, do not set
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire                         pick_i,         // follow the packet that enters
  input  wire [QUEUES-1:0]            in_valid_i,
  input  wire [QUEUES-1:0]            enters_i,       // the whole packet has come in
  input  wire [PORTS*PACKET_BITS-1:0] packets_i,      // what enters, of each link
  input  wire [QUEUES-1:0]            out_valid_i,
  input  wire [QUEUES-1:0]            leaves_i,       // the whole packet goes out
  output wire                         judged_o,       // there was a reset: laws hold
  output wire [3:0]                   queue_o,        // that is followed
  output wire [1:0]                   link_o,         // of it
  output wire                         first_o,        // the next to leave is the followed packet
  output wire [PACKET_BITS-1:0]       packet_o,       // the followed packet
  output wire [COUNT_BITS-1:0]        inside_o        // packets of the queue
);

  (* anyconst *) reg [1:0] link;
  (* anyconst *) reg [1:0] vc;
  wire [3:0]               queue = link*VCS + vc;
  wire                     in_ok;
  wire                     out_ok;

  assign queue_o = queue;
  assign link_o  = link;

  one_vc #(.PORTS(PORTS), .VCS(VCS)) u_in (.valid_i(in_valid_i), .ok_o(in_ok));
  one_vc #(.PORTS(PORTS), .VCS(VCS)) u_out (.valid_i(out_valid_i), .ok_o(out_ok));

  followed_packet #(
    .PACKET_BITS(PACKET_BITS), .CAPACITY(CAPACITY), .WAIT(WAIT)
  ) u_packet (
    .clk(clk), .rst(rst), .pick_i(pick_i), .enters_i(enters_i[queue]),
    .packet_i(packets_i[link*PACKET_BITS +: PACKET_BITS]),
    .offered_i(out_valid_i[queue]), .leaves_i(leaves_i[queue]),
    .judged_o(judged_o), .first_o(first_o), .packet_o(packet_o), .inside_o(inside_o)
  );

  always @* begin
    assume (link < PORTS && vc < VCS);
    assume (in_ok);
    if (judged_o) begin
      one_vc: assert (out_ok);
    end
  end

endmodule

`default_nettype wire
