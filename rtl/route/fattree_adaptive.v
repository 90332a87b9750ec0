// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// fattree_adaptive -- route unit of k-ary n-trees: the word says by which way up.
//
// Twin of cmodel/switch/route/fattree_adaptive.c; docs/switches/adaptive.md.  Combinational.  The
// packet goes as in fattree, but up by the way that is as many places behind that of the header as
// the word says.
`default_nettype none

module fattree_adaptive #(
  parameter PORTS        = 4,                     // as of fattree
  parameter HEADER_BITS  = 4,                     // 2*(LEVELS-1)*$clog2(K)
  parameter ADDRESS_BITS = 4,                     // (LEVELS-1)*$clog2(K) + $clog2(LEVELS)
  parameter K            = 2,                     // ways up and down, 2..21
  parameter LEVELS       = 3                      // of switches, >= 2
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // level above the digits of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // ways up above the digits of the destination
  input  wire [31:0]             random_i,        // places behind the way of the header
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o         // header_i
);

  wire [PORTS-1:0] plain;                         // the ports of fattree: up above down
  reg  [K-1:0]     up;
  reg  [K-1:0]     next;                          // all ways, one place further
  integer i;

  assign ports_o = {up, plain[K-1:0]};

  always @* begin
    up   = plain[PORTS-1:K];
    next = plain[PORTS-1:K];
    for (i = 1; i < K; i = i + 1) begin
      next = {next[K-2:0], next[K-1]};
      if (random_i == i) begin
        up = next;
      end
    end
  end

  fattree #(
    .PORTS        (PORTS),
    .HEADER_BITS  (HEADER_BITS),
    .ADDRESS_BITS (ADDRESS_BITS),
    .K            (K),
    .LEVELS       (LEVELS)
  ) u_fattree (
    .here_i   (here_i),
    .header_i (header_i),
    .eject_o  (eject_o),
    .ports_o  (plain),
    .header_o (header_o)
  );

endmodule

`default_nettype wire
