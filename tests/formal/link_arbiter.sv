// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_arbiter -- at most one grant, only to a VC with a packet, one whenever there is a packet; and
// in turn every VC that can send does so within VCS + 1 cycles.
//
// values: VCS=1 ARBITER=0; VCS=2 ARBITER=0; VCS=3 ARBITER=0; VCS=8 ARBITER=0; VCS=3 ARBITER=1; VCS=3 ARBITER=2
// bug: first & (~first + ONE) => first
// bug: above != NONE ? above : candidates => candidates
//
// A neighbour that takes a packet of a VC does so until it gets one, as an input queue does.
`default_nettype none

module prove_link_arbiter #(
  parameter VCS = 2, parameter ARBITER = 0
) (
  input wire           clk,
  input wire           rst,
  input wire [VCS-1:0] valid_i,
  input wire [VCS-1:0] ready_i
);

  wire [VCS-1:0] grant;
  wire [VCS-1:0] sent = grant & ready_i;
  reg            reset_q = 1'b0;                  // there was a reset
  reg            after_q = 1'b0;                  // and a cycle without one behind it
  reg  [VCS-1:0] open_q;                          // ready, and nothing sent, in the cycle before
  reg  [VCS*4-1:0] waited_q;                      // [VC] cycles in which it could send, and did not
  reg               in_turn;                      // nothing waits for longer
  integer v;
  integer k;

  link_arbiter #(.VCS(VCS), .ARBITER(ARBITER)) u_arbiter (
    .clk(clk), .rst(rst), .valid_i(valid_i), .ready_i(ready_i), .sent_i(sent), .grant_o(grant)
  );

  always @* begin
    in_turn = 1'b1;
    for (v = 0; v < VCS; v = v + 1) begin
      if (waited_q[v*4 +: 4] > VCS) in_turn = 1'b0;
    end
    if (reset_q && !rst) begin
      assume (!after_q || (open_q & ~ready_i) == 0);
      one: assert ((grant & (grant - 1'b1)) == 0);
      asked: assert ((grant & ~valid_i) == 0);
      some: assert ((grant != 0) == (valid_i != 0));
      turn: assert (ARBITER != 0 || in_turn);
      reached: assert (!(after_q && (valid_i == {VCS{1'b1}}) && sent[VCS-1]));
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
    after_q <= reset_q && !rst;
    open_q  <= ready_i & ~sent;
    for (k = 0; k < VCS; k = k + 1) begin
      waited_q[k*4 +: 4] <= rst || !valid_i[k] || !ready_i[k] || sent[k] ? 4'd0
                            : waited_q[k*4 +: 4] + {3'd0, waited_q[k*4 +: 4] != 4'd15};
    end
  end

endmodule

`default_nettype wire
