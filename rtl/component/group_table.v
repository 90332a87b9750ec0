// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// group_table -- the router and global port that join a group of the maximal dragonfly to another.
//
// Twin of cmodel/switch/component/group_table.h.  Combinational.  The two groups give a column, and
// a ROM with one plane for each bit gives the router and the port of that column.
`default_nettype none

module group_table #(
  parameter K          = 3,                       // global ports of a router, 1..60
  parameter M          = 4,                       // routers of a group, >= 2; K + M <= 62
  parameter WIRING     = 0,                       // 0: absolute; 1: relative
  parameter COLUMNS    = 0,                       // 0: port-major; 1: router-major
  parameter P_BITS     = M > 1 ? $clog2(M) : 1,   // derived, do not set
  parameter PORT_BITS  = K > 1 ? $clog2(K) : 1,   // derived, do not set
  parameter GROUP_BITS = $clog2(K*M + 1)          // derived, do not set
) (
  input  wire [GROUP_BITS-1:0] here_i,            // the group of this router
  input  wire [GROUP_BITS-1:0] to_i,              // the group to go to
  output wire [P_BITS-1:0]     p_o,               // router with the link; 0 when there is none
  output wire [PORT_BITS-1:0]  port_o             // its global port
);

  localparam SIDE = 1 << GROUP_BITS;
  localparam LINKS = K*M;                         // of a group; the number of the last one
  localparam [GROUP_BITS-1:0] LAST = LINKS[GROUP_BITS-1:0];
  localparam [GROUP_BITS-1:0] ONE  = {{GROUP_BITS-1{1'b0}}, 1'b1};

  wire                  joined;                   // there is such a link
  wire [GROUP_BITS-1:0] column;

  genvar i;

  // Bit number `place` of the router (what = 0) or of the port (what = 1) of all columns.
  function [SIDE-1:0] plane(input integer place, input integer what);
    integer j;
    integer p;
    integer port;
    begin
      plane = {SIDE{1'b0}};
      for (j = 0; j < K*M; j = j + 1) begin
        p    = COLUMNS == 0 ? j % M : j / K;
        port = COLUMNS == 0 ? j / M : j % K;
        plane[j] = ((what == 0 ? p : port) >> place) % 2 == 1;
      end
    end
  endfunction

  assign joined = here_i != to_i && here_i <= LAST && to_i <= LAST;

  generate
    if (WIRING == 0) begin : g_absolute
      assign column = to_i < here_i ? to_i : to_i - ONE;
    end else begin : g_relative
      assign column = to_i > here_i ? to_i - here_i - ONE : to_i - here_i + LAST;
    end

    for (i = 0; i < P_BITS; i = i + 1) begin : g_router
      localparam [SIDE-1:0] PLANE = plane(i, 0);

      assign p_o[i] = joined && PLANE[column];
    end

    for (i = 0; i < PORT_BITS; i = i + 1) begin : g_port
      localparam [SIDE-1:0] PLANE = plane(i, 1);

      assign port_o[i] = joined && PLANE[column];
    end
  endgenerate

endmodule

`default_nettype wire
