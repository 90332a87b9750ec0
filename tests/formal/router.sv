// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// router -- a packet goes to exactly the queues that it asks for, or to none; no queue overflows; a
// packet that is not taken found one of its queues full.
//
// values: CHANNELS=3 PORTS=2 DEPTH=1; CHANNELS=3 PORTS=2 DEPTH=2; CHANNELS=5 PORTS=4 DEPTH=4
// bug: (wanted & full) == {PORTS{1'b0}} => (wanted & full) != wanted
// bug: count_i[p*COUNT_BITS +: COUNT_BITS] == FULL => 1'b0
`default_nettype none

module prove_router #(
  parameter CHANNELS = 3, parameter PORTS = 2, parameter DEPTH = 2,
  parameter COUNT_BITS = $clog2(DEPTH + 1)
) (
  input wire                        clk,
  input wire [CHANNELS-1:0]         valid_i,
  input wire [CHANNELS*PORTS-1:0]   ports_i,
  input wire [PORTS*COUNT_BITS-1:0] count_i
);

  wire [CHANNELS-1:0]       taken;
  wire [PORTS*CHANNELS-1:0] push;
  reg  [PORTS*8-1:0]        used;                 // [port] places, with the pushes so far
  reg                       fits;
  reg                       takes_right;
  reg                       pushes_right;
  reg                       in_bounds;
  integer c;
  integer p;

  router #(.CHANNELS(CHANNELS), .PORTS(PORTS), .DEPTH(DEPTH)) u_router (
    .valid_i(valid_i), .ports_i(ports_i), .count_i(count_i), .taken_o(taken), .push_o(push)
  );

  always @* begin
    takes_right  = 1'b1;
    pushes_right = 1'b1;
    in_bounds    = 1'b1;
    for (p = 0; p < PORTS; p = p + 1) begin
      used[p*8 +: 8] = count_i[p*COUNT_BITS +: COUNT_BITS];
      assume (used[p*8 +: 8] <= DEPTH);
    end
    for (c = 0; c < CHANNELS; c = c + 1) begin
      fits = ports_i[c*PORTS +: PORTS] != 0;
      for (p = 0; p < PORTS; p = p + 1) begin
        if (ports_i[c*PORTS + p] && used[p*8 +: 8] == DEPTH) fits = 1'b0;
      end
      if (taken[c] != (valid_i[c] && fits)) takes_right = 1'b0;
      for (p = 0; p < PORTS; p = p + 1) begin
        if (push[p*CHANNELS + c] != (taken[c] && ports_i[c*PORTS + p])) pushes_right = 1'b0;
        used[p*8 +: 8] = used[p*8 +: 8] + {7'd0, push[p*CHANNELS + c]};
      end
    end
    for (p = 0; p < PORTS; p = p + 1) begin
      if (used[p*8 +: 8] > DEPTH) in_bounds = 1'b0;
    end
    takes: assert (takes_right);
    all_or_none: assert (pushes_right);
    overflow: assert (in_bounds);
    reached: assert (!(valid_i == {CHANNELS{1'b1}} && taken[CHANNELS-1] && !taken[0]));
  end

endmodule

`default_nettype wire
