// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_vector -- route unit of the swapped dragonfly: the header carries the port numbers.
//
// Twin of cmodel/switch/route/sync_vector.c.  Combinational.  The counter in the header selects
// the port number of this hop, so the fields need not stand in the order in which they are used.
`default_nettype none

module sync_vector #(
  parameter PORTS        = 8,                     // equal to K + M + 1
  parameter HEADER_BITS  = 11,                    // equal to 2*L + G + 5
  parameter ADDRESS_BITS = 6,                     // at least 2*L
  parameter K            = 3,                     // global ports, >= 1
  parameter M            = 4,                     // local ports, with 0, >= 2; K + M <= 62
  parameter HOLDS        = 1                      // 1: a local hop by port 0 takes a step
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // place of this switch: ..., drawer, router
  input  wire [HEADER_BITS-1:0]  header_i,        // source vector
  output wire                    eject_o,         // for the terminal here; with ports: a copy
  output wire [PORTS-1:0]        ports_o,         // the ports it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,        // with the new counter
  output wire [2:0]              vc_o,            // 2 for hops 5, 4; 1 for 3, 2; 0 for 1
  output wire                    priority_o       // 1 for hop 3 and those before it
);

  localparam G = K > 1 ? $clog2(K) : 1;
  localparam L = $clog2(M);
  localparam NUMBER_BITS = G > L ? G : L;

  wire                   skip_self;               // no broadcast from a router to itself
  wire                   broadcast;
  wire [2:0]             b;                       // hops left
  wire [G-1:0]           gamma;                   // global port
  wire [L-1:0]           delta;                   // local port of hop 3
  wire [L-1:0]           pi;                      // local port of hop 1
  wire [L-1:0]           local_port = b[1] ? delta : pi;
  wire                   arrived;
  wire [2:0]             hop;
  wire [2:0]             next;
  reg  [NUMBER_BITS-1:0] number;

  // What is above the drawer, the cabinet, does not matter.
  wire unused_ok = &{1'b0, here_i};

  assign {skip_self, broadcast, b, gamma, delta, pi} = header_i;

  sync_counter #(
    .LAST  (4),
    .HOLDS (HOLDS)
  ) u_counter (
    .count_i   (b),
    .still_i   (!broadcast && local_port == {L{1'b0}}),
    .arrived_o (arrived),
    .hop_o     (hop),
    .next_o    (next)
  );

  always @* begin
    number = {NUMBER_BITS{1'b0}};
    if (hop[0]) begin
      number[L-1:0] = local_port;
    end else begin
      number[G-1:0] = gamma;
    end
  end

  sync_ports #(
    .K (K),
    .M (M)
  ) u_ports (
    .hop_i    (hop),
    .number_i (number),
    .all_i    (broadcast),
    .skip_i   (skip_self && here_i[2*L-1:L] == here_i[L-1:0]),
    .ports_o  (ports_o)
  );

  // With skip_self no copy of a broadcast comes back to the drawer of its source: hop 2, which
  // it makes there, is the time to read it.
  assign eject_o    = arrived || broadcast && skip_self && hop == 3'd2;
  assign header_o   = {skip_self, broadcast, next, hop == 3'd4 ? {G{1'b0}} : gamma, delta, pi};
  assign vc_o       = {1'b0, hop[2:1]};
  assign priority_o = hop >= 3'd3;

endmodule

`default_nettype wire
