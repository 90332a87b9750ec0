// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// same_router -- a router and a rank_router with the same inputs have the same outputs, where no
// packet goes to several queues and no queue holds more than it can.
`default_nettype none

module same_router #(
  parameter CHANNELS   = 3,
  parameter PORTS      = 2,
  parameter DEPTH      = 2,
  parameter COUNT_BITS = $clog2(DEPTH + 1)
) (
  input wire [CHANNELS-1:0]         valid_i,
  input wire [CHANNELS*PORTS-1:0]   ports_i,
  input wire [PORTS*COUNT_BITS-1:0] count_i
);

  wire [CHANNELS-1:0]       taken;
  wire [CHANNELS-1:0]       ranked_taken;
  wire [PORTS*CHANNELS-1:0] push;
  wire [PORTS*CHANNELS-1:0] ranked_push;
  reg  [PORTS-1:0]          mask;
  reg                       promised;
  integer i;

  router #(.CHANNELS(CHANNELS), .PORTS(PORTS), .DEPTH(DEPTH)) u_router (
    .valid_i(valid_i), .ports_i(ports_i), .count_i(count_i), .taken_o(taken), .push_o(push)
  );

  rank_router #(.CHANNELS(CHANNELS), .PORTS(PORTS), .DEPTH(DEPTH)) u_ranked (
    .valid_i(valid_i), .ports_i(ports_i), .count_i(count_i), .taken_o(ranked_taken),
    .push_o(ranked_push)
  );

  always @* begin
    promised = 1'b1;
    mask     = {PORTS{1'b0}};
    for (i = 0; i < CHANNELS; i = i + 1) begin
      mask     = ports_i[i*PORTS +: PORTS];
      promised = promised && (mask & (mask - 1'b1)) == {PORTS{1'b0}};
    end
    for (i = 0; i < PORTS; i = i + 1) begin
      promised = promised && count_i[i*COUNT_BITS +: COUNT_BITS] <= DEPTH;
    end
    assume (promised);
    taken_o: assert (ranked_taken == taken);
    push_o:  assert (ranked_push == push);
    reached: assert (taken == {CHANNELS{1'b0}} || taken == valid_i);
  end

endmodule

`default_nettype wire
