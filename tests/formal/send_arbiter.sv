// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// send_arbiter -- so many grants as there are packets, at most SENDS, each to a queue with a packet;
// and in turn every queue that can send does so within QUEUES + 1 cycles.
//
// values: QUEUES=2 SENDS=1 ARBITER=0; QUEUES=4 SENDS=1 ARBITER=0; QUEUES=4 SENDS=2 ARBITER=0; QUEUES=4 SENDS=2 ARBITER=1
// bug: ahead < LIMIT => ahead <= LIMIT
// bug: ~{QUEUES{1'b0}} << last_q << 1 => ~{QUEUES{1'b0}} << last_q
//
// A neighbour that takes a packet does so until it gets one, as an input queue does.
`default_nettype none

module prove_send_arbiter #(
  parameter QUEUES = 4, parameter SENDS = 1, parameter ARBITER = 0
) (
  input wire              clk,
  input wire              rst,
  input wire [QUEUES-1:0] valid_i,
  input wire [QUEUES-1:0] ready_i
);

  wire [QUEUES-1:0] grant;
  wire [QUEUES-1:0] sent = grant & ready_i;
  reg               reset_q = 1'b0;               // there was a reset
  reg               after_q = 1'b0;               // and a cycle without one behind it
  reg  [QUEUES-1:0] open_q;                       // ready, and nothing sent, in the cycle before
  reg  [QUEUES*4-1:0] waited_q;                   // [queue] cycles in which it could, and did not
  reg  [7:0]        grants;
  reg  [7:0]        asks;
  reg               in_turn;                      // nothing waits for longer
  integer q;
  integer k;

  send_arbiter #(
    .QUEUES(QUEUES), .SENDS(SENDS), .PRIORITY_BITS(0), .ARBITER(ARBITER)
  ) u_arbiter (
    .clk(clk), .rst(rst), .valid_i(valid_i), .ready_i(ready_i), .priorities_i({QUEUES{1'b0}}),
    .grant_o(grant)
  );

  always @* begin
    in_turn = 1'b1;
    for (q = 0; q < QUEUES; q = q + 1) begin
      if (waited_q[q*4 +: 4] > QUEUES) in_turn = 1'b0;
    end
    grants = 8'd0;
    asks   = 8'd0;
    for (q = 0; q < QUEUES; q = q + 1) begin
      grants = grants + {7'd0, grant[q]};
      asks   = asks + {7'd0, valid_i[q]};
    end
    if (reset_q && !rst) begin
      assume (!after_q || (open_q & ~ready_i) == 0);
      budget: assert (grants == (asks < SENDS ? asks : SENDS));
      asked: assert ((grant & ~valid_i) == 0);
      turn: assert (ARBITER != 0 || in_turn);
      reached: assert (!(after_q && valid_i == {QUEUES{1'b1}} && sent[QUEUES-1]));
    end
  end

  always @(posedge clk) begin
    reset_q <= reset_q || rst;
    after_q <= reset_q && !rst;
    open_q  <= ready_i & ~sent;
    for (k = 0; k < QUEUES; k = k + 1) begin
      waited_q[k*4 +: 4] <= rst || !valid_i[k] || !ready_i[k] || sent[k] ? 4'd0
                            : waited_q[k*4 +: 4] + {3'd0, waited_q[k*4 +: 4] != 4'd15};
    end
  end

endmodule

`default_nettype wire
