// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// sync_counter -- decodes the hop counter of a header: the hop made now, and the next count.
//
// Twin of cmodel/switch/component/sync_counter.h.  Combinational.  The counter holds the hops that
// are left: odd ones are local, even ones global.  With HOLDS = 0 a local hop by port 0 is
// skipped, and the next hop is made at once.
`default_nettype none

module sync_counter #(
  parameter LAST  = 5,                            // the highest hop, 4 or 5
  parameter HOLDS = 1                             // 1: a local hop by port 0 takes a step
) (
  input  wire [2:0] count_i,                      // hops left
  input  wire       still_i,                      // the local hop of count_i has port 0
  output wire       arrived_o,                    // the packet is at its destination
  output wire [2:0] hop_o,                        // the hop made now, 1..LAST; 0: none
  output wire [2:0] next_o                        // hops left after it
);

  wire above   = count_i > LAST[2:0];             // it asks for no hop, now or later
  wire omitted = HOLDS == 0 && count_i[0] && still_i;

  // With HOLDS = 1 nothing depends on it.
  wire unused_ok = &{1'b0, still_i};

  assign hop_o     = above ? 3'd0 : count_i - {2'd0, omitted};
  assign arrived_o = !above && hop_o == 3'd0;
  assign next_o    = above ? count_i : arrived_o ? 3'd0 : hop_o - 3'd1;

endmodule

`default_nettype wire
