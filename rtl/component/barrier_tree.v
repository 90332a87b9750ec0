// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// barrier_tree -- tells all switches, in one cycle, that all of them are over with a phase.
//
// Twin of cmodel/switch/component/barrier_tree.h; docs/switches/two_phase.md.  Two binary trees of
// registers: one gathers over_i, one spreads what its root has found.  Every leaf is at the same
// depth, so the root sees all switches as they were in one and the same cycle.  Latency: phase_o
// is 1 from 2*log2(LEAVES) + 2 cycles after the first cycle in which all are over, until reset.
`default_nettype none

module barrier_tree #(
  parameter LEAVES = 8                            // switches, 2..2^20, a power of two
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              done_i,                // no terminal has a packet left to start
  input  wire [LEAVES-1:0] over_i,                // [switch] nothing moves in it
  output wire [LEAVES-1:0] phase_o                // [switch] the phase that it is told
);

  // Node 1 is the root, nodes 2 n and 2 n + 1 are below node n; the leaf of switch s is LEAVES + s.
  reg [2*LEAVES-1:1] up_q;                        // all leaves below were over
  reg [2*LEAVES-1:1] down_q;                      // the phase, on its way to the leaves

  genvar n;

  assign phase_o = down_q[2*LEAVES-1:LEAVES];

  always @(posedge clk) begin
    down_q[1] <= !rst && (down_q[1] || up_q[1]);
  end

  generate
    for (n = 1; n < LEAVES; n = n + 1) begin : g_node
      always @(posedge clk) begin
        up_q[n]         <= !rst && up_q[2*n] && up_q[2*n+1];
        down_q[2*n]     <= !rst && down_q[n];
        down_q[2*n + 1] <= !rst && down_q[n];
      end
    end

    for (n = 0; n < LEAVES; n = n + 1) begin : g_leaf
      always @(posedge clk) begin
        up_q[LEAVES + n] <= !rst && done_i && over_i[n];
      end
    end
  endgenerate

endmodule

`default_nettype wire
