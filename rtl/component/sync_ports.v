// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_ports -- the output ports of a hop, local or global, to one router or to all.
//
// Twin of cmodel/switch/component/sync_ports.h.  Combinational.  The mask is, from bit 0: the hold
// port of packets with a global hop still to make, local ports 1..M-1, global ports 0..K-1, and
// the hold port of the other packets.  Local port 0 has no wire; a hold port replaces it.
`default_nettype none

module sync_ports #(
  parameter K           = 3,                                       // global ports, >= 1
  parameter M           = 4,                                       // local ports, with 0, >= 2
  parameter NUMBER_BITS = K > M ? $clog2(K) : $clog2(M)            // derived, do not set
) (
  input  wire [2:0]             hop_i,            // odd: local, even: global; 0: none
  input  wire [NUMBER_BITS-1:0] number_i,         // of the local or the global port
  input  wire                   all_i,            // by all local or all global ports instead
  input  wire                   skip_i,           // and then not by global port 0
  output wire [K+M:0]           ports_o           // mask of output ports; or none
);

  localparam [M-1:0] LOCAL_ONE  = 1;
  localparam [K-1:0] GLOBAL_ONE = 1;

  // By port number: a number that is too large is shifted out.
  wire [M-1:0] locals  = all_i ? {M{1'b1}} : LOCAL_ONE << number_i;
  wire [K-1:0] globals = all_i ? {K{1'b1}} << skip_i : GLOBAL_ONE << number_i;
  wire         last    = hop_i == 3'd1;           // no global hop follows

  assign ports_o = hop_i == 3'd0 ? {K+M+1{1'b0}}
      : hop_i[0] ? {locals[0] && last, {K{1'b0}}, locals[M-1:1], locals[0] && !last}
      : {1'b0, globals, {M{1'b0}}};

endmodule

`default_nettype wire
