// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_group -- route unit of the maximal dragonfly: the header carries the destination.
//
// Twin of cmodel/switch/route/sync_group.c.  Combinational.  The counter of the header selects the
// router, or the global port, of this hop; the group of this router and that of the destination
// select the link that joins them.
`default_nettype none

module sync_group #(
  parameter PORTS        = 8,                     // equal to K + M + 1
  parameter HEADER_BITS  = 13,                    // equal to 2*L + Q + G + 3
  parameter ADDRESS_BITS = 6,                     // equal to L + Q
  parameter K            = 3,                     // global ports, >= 1
  parameter M            = 4,                     // routers in a group, >= 2; K + M <= 62
  parameter WIRING       = 0,                     // 0: absolute; 1: relative
  parameter COLUMNS      = 0,                     // 0: port-major; 1: router-major
  parameter HOLDS        = 1                      // 1: a local hop by port 0 takes a step
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // group and router
  input  wire [HEADER_BITS-1:0]  header_i,        // destination, deflection, counter
  output wire                    eject_o,         // the packet is at its destination
  output wire [PORTS-1:0]        ports_o,         // one bit: the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new counter
  output wire [2:0]              vc_o,            // 2 for hops 5, 4; 1 for 3, 2; 0 for 1
  output wire                    priority_o       // 1 for hop 3 and those before it
);

  localparam G = K > 1 ? $clog2(K) : 1;
  localparam L = $clog2(M);
  localparam Q = $clog2(K*M + 1);
  localparam NUMBER_BITS = G > L ? G : L;

  wire [2:0]             b;                       // hops left
  wire [G-1:0]           via_c;                   // global port of hop 4
  wire [L-1:0]           via_p;                   // router to go to in hop 5
  wire [Q-1:0]           to_g;                    // destination
  wire [L-1:0]           to_p;
  wire [Q-1:0]           here_g;                  // this router
  wire [L-1:0]           here_p;
  wire [L-1:0]           exit_p;                  // router with the link to group to_g
  wire [G-1:0]           exit_c;                  // its global port
  wire [2:0]             count;                   // hops left from here
  wire [L-1:0]           local_row;
  wire [L-1:0]           local_port;
  wire [2:0]             hop;
  wire [2:0]             next;
  reg  [NUMBER_BITS-1:0] number;

  assign {b, via_c, via_p, to_g, to_p} = header_i;
  assign {here_g, here_p} = here_i;

  assign count     = b == 3'd3 && to_g == here_g ? 3'd1 : b;
  assign local_row = count[2] ? via_p : count[1] ? exit_p : to_p;

  group_table #(
    .K       (K),
    .M       (M),
    .WIRING  (WIRING),
    .COLUMNS (COLUMNS)
  ) u_groups (
    .here_i (here_g),
    .to_i   (to_g),
    .p_o    (exit_p),
    .port_o (exit_c)
  );

  port_table #(.SIZE(M)) u_local (
    .row_i    (local_row),
    .column_i (here_p),
    .port_o   (local_port)
  );

  sync_counter #(
    .LAST  (5),
    .HOLDS (HOLDS)
  ) u_counter (
    .count_i   (count),
    .still_i   (local_port == {L{1'b0}}),
    .arrived_o (eject_o),
    .hop_o     (hop),
    .next_o    (next)
  );

  always @* begin
    number = {NUMBER_BITS{1'b0}};
    if (hop[0]) begin
      number[L-1:0] = local_port;
    end else begin
      number[G-1:0] = hop[2] ? via_c : exit_c;
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

  assign header_o   = {next, via_c, via_p, to_g, to_p};
  assign vc_o       = {1'b0, hop[2:1]};
  assign priority_o = hop >= 3'd3;

endmodule

`default_nettype wire
