// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// promise -- what a neighbour keeps to.
//
// In most proofs it is assumed, and no $error of the adapter may be reached.  With TOLD it is the
// other way round: in a run in which no $error is reached, it must hold.  So every broken promise
// ends the simulation in its cycle.
`default_nettype none

module promise (
  input wire clk,
  input wire rst,
  input wire judged_i,                                // there was a reset
  input wire kept_i
);

`ifdef TOLD
  always @(posedge clk) begin
    if (judged_i && !rst) begin
      promise: assert (kept_i);
    end
  end
`else
  always @* begin
    assume (!judged_i || kept_i);
  end
`endif

endmodule

`default_nettype wire
