// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_table -- route unit of the swapped dragonfly: the header carries the destination.
//
// Twin of cmodel/switch/route/sync_table.c.  Combinational.  The counter of the header selects the
// coordinate of this hop.  The header also holds the position of the packet, and each hop updates
// it.  So a router needs no more than two small tables, which are the same in all routers.
`default_nettype none

module sync_table #(
  parameter PORTS        = 8,                     // equal to K + M + 1
  parameter HEADER_BITS  = 19,                    // equal to 5*L + 3*G + 3
  parameter ADDRESS_BITS = 6,
  parameter K            = 3,                     // cabinets and global ports, >= 1
  parameter M            = 4,                     // drawers, routers in one, >= 2; K + M <= 62
  parameter HOLDS        = 1                      // 1: a local hop by port 0 takes a step
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // not used
  input  wire [HEADER_BITS-1:0]  header_i,        // destination, location, deflection
  output wire                    eject_o,         // the packet is at its destination
  output wire [PORTS-1:0]        ports_o,         // one bit: the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new location and counter
  output wire [2:0]              vc_o,            // 2 for hops 5, 4; 1 for 3, 2; 0 for 1
  output wire                    priority_o       // 1 for hop 3 and those before it
);

  localparam G = K > 1 ? $clog2(K) : 1;
  localparam L = $clog2(M);
  localparam NUMBER_BITS = G > L ? G : L;

  wire [2:0]             b;                       // hops left
  wire [G-1:0]           via_c;                   // cabinet to go to in hop 4
  wire [L-1:0]           via_p;                   // router to go to in hop 5
  wire [G-1:0]           at_c;                    // location
  wire [L-1:0]           at_d;
  wire [L-1:0]           at_p;
  wire [G-1:0]           to_c;                    // destination
  wire [L-1:0]           to_d;
  wire [L-1:0]           to_p;
  wire [L-1:0]           local_row;
  wire [G-1:0]           global_row;
  wire [L-1:0]           local_port;
  wire [G-1:0]           global_port;
  wire [2:0]             hop;
  wire [2:0]             next;
  reg  [NUMBER_BITS-1:0] number;
  reg  [G-1:0]           new_c;                   // location after the hop
  reg  [L-1:0]           new_d;
  reg  [L-1:0]           new_p;

  wire unused_ok = &{1'b0, here_i};

  assign {b, via_c, via_p, at_c, at_d, at_p, to_c, to_d, to_p} = header_i;

  // By b, because hop needs the port; when it is a local hop, the two are equal.
  assign local_row  = b[2] ? via_p : b[1] ? to_d : to_p;
  assign global_row = hop[2] ? via_c : to_c;

  port_table #(.SIZE(M)) u_local (
    .row_i    (local_row),
    .column_i (at_p),
    .port_o   (local_port)
  );

  port_table #(.SIZE(K)) u_global (
    .row_i    (global_row),
    .column_i (at_c),
    .port_o   (global_port)
  );

  sync_counter #(
    .LAST  (5),
    .HOLDS (HOLDS)
  ) u_counter (
    .count_i   (b),
    .still_i   (local_port == {L{1'b0}}),
    .arrived_o (eject_o),
    .hop_o     (hop),
    .next_o    (next)
  );

  always @* begin
    number = {NUMBER_BITS{1'b0}};
    new_c  = at_c;
    new_d  = at_d;
    new_p  = at_p;
    if (hop[0]) begin
      number[L-1:0] = local_port;
      new_p         = local_row;
    end else if (hop != 3'd0) begin
      number[G-1:0] = global_port;
      new_c         = global_row;
      new_d         = at_p;
      new_p         = at_d;
    end
  end

  sync_ports #(
    .K (K),
    .M (M)
  ) u_ports (
    .hop_i    (hop),
    .number_i (number),
    .all_i    (1'b0),
    .skip_i   (1'b0),
    .ports_o  (ports_o)
  );

  assign header_o   = {next, via_c, via_p, new_c, new_d, new_p, to_c, to_d, to_p};
  assign vc_o       = {1'b0, hop[2:1]};
  assign priority_o = hop >= 3'd3;

endmodule

`default_nettype wire
