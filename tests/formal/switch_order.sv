// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch_order -- two packets that come by the same channel and leave by the same queue, or by
// eject, do so in the order in which they came: of a switch with any route unit.
//
// with: any_switch.svh route_unit.v
// values: DEPTH=1 night; DEPTH=2; DEPTH=2 FORM=1; DEPTH=2 FORM=2; DEPTH=2 LANES=2 night
// values: PORTS=3 night; PRIORITY_BITS=1 DEPTH=2 SENDS=1 night
// values: PORTS=1 VCS=2; PORTS=1 VCS=2 ARBITER=1 night; PORTS=1 VCS=2 ARBITER=2 night
// values: VCS=2 DEPTH=2 night; VCS=2 DEPTH=2 SENDS=1 night; SENDS=1; SENDS=1 ARBITER=1 night
// values: STORE=1 night; STORE=2; STORE=1 VCS=2 night; STORE=2 PRIORITY_BITS=1 DEPTH=2 night
// values: PRIORITY_BITS=1 DEPTH=2; PRIORITY_BITS=2 DEPTH=3 night
// values: PUSHES=1; PUSHES=1 FORM=1 DEPTH=2; PUSHES=1 FORM=2 DEPTH=2 night; PUSHES=1 VCS=2 night
// values: RANDOM=1 night; RANDOM=2 night; RANDOM=3 night
// values: RANDOM=4 DEPTH=2 night; RANDOM=5 DEPTH=2
// values: STORE=1 VCS=2 PRIORITY_BITS=1 DEPTH=2 SENDS=1 RANDOM=1 night
// values: PUSHES=1 VCS=2 PRIORITY_BITS=1 DEPTH=2 SENDS=1 RANDOM=5 night
// values: PORTS=4 DEPTH=4 night; PORTS=3 VCS=2 DEPTH=3 night
// bug FORM=1: placed_queue.v: head_q  <= PLACE_0 => head_q  <= next(PLACE_0)
// bug FORM=2: rank_router.v: DEPTH - s; => DEPTH - s + 1;
// bug PRIORITY_BITS=1: priority_queue.v: PRIORITY_BITS] < own => PRIORITY_BITS] <= own
// bug PUSHES=1 FORM=1: single_queue.v: place[s] = below => place[s] = !below
// bug STORE=2: switch.v: eject_packet_o = routed[STORE*PACKET_BITS +: => eject_packet_o = routed[0 +:
//
// Two packets, any, are marked by bits of their data: 1 is the earlier, 2 the later.  With
// priorities the later may go first if its own is higher.  With a store it may if the earlier has
// been in it.
`default_nettype none

module prove_switch_order (
  input wire clk,
  input wire rst
);

localparam DATA_BITS = 2;

`include "any_switch.svh"

reg [1:0]           came_q;                       // [packet] it came
reg [CHANNELS-1:0]  by_q;                         // the channel by which the earlier one came
reg                 waited_q;                     // the earlier one was in the store
reg [KEPT_BITS-1:0] first_q;                      // its priority when it left channel or store
reg [KEPT_BITS-1:0] second_q;                     // that of the later one
reg [QUEUES-1:0]    passed_q;                     // queues by which the later one has left
reg                 ejected_q;                    // it was ejected
reg [QUEUES-1:0]    to_q;                         // queues into which the earlier one went
reg [QUEUES-1:0]    left_q;                       // and by which it has left
reg                 home_q;                       // it was ejected

// The same after this cycle.
reg [1:0]           came;
reg [CHANNELS-1:0]  by;
reg                 waited;
reg [KEPT_BITS-1:0] first;
reg [KEPT_BITS-1:0] second;
reg [QUEUES-1:0]    passed;
reg                 gone;
reg [QUEUES-1:0]    to;
reg [QUEUES-1:0]    left;
reg                 home;

reg                 right;
reg                 eject_right;
reg                 overtakes;
reg                 behind;                       // the later one goes into a queue behind it
reg [1:0]           mark;
integer c;
integer h;
integer q;

always @* begin
  came        = came_q;
  by          = by_q;
  waited      = waited_q;
  first       = first_q;
  second      = second_q;
  passed      = passed_q;
  gone        = ejected_q;
  to          = to_q;
  left        = left_q;
  home        = home_q;
  right       = 1'b1;
  eject_right = 1'b1;
  overtakes   = 1'b0;
  behind      = 1'b0;
  for (h = 0; h < HOLDERS; h = h + 1) begin
    mark = packets[h*PACKET_BITS + 1 +: 2];
    if (full[h] && taken[h] && mark == 2'd1) begin
      first = priorities[h*KEPT_BITS +: KEPT_BITS];
      to    = names[h*QUEUES +: QUEUES];
    end
    if (full[h] && taken[h] && mark == 2'd2) begin
      second = priorities[h*KEPT_BITS +: KEPT_BITS];
      behind = (names[h*QUEUES +: QUEUES] & to_q & ~left_q) != 0;
    end
    if (h < STORE && full[h] && mark == 2'd1) waited = 1'b1;
  end
  for (q = 0; q < QUEUES; q = q + 1) begin
    mark = show_packets[q*PACKET_BITS + 1 +: 2];
    if (sent[q] && mark == 2'd1 && passed_q[q]) begin
      overtakes = 1'b1;
      if (!waited && (PRIORITY_BITS == 0 || first >= second)) right = 1'b0;
    end
    if (sent[q] && mark == 2'd1) left[q] = 1'b1;
    if (sent[q] && mark == 2'd2) passed[q] = 1'b1;
  end
  for (c = 0; c < CHANNELS; c = c + 1) begin
    mark = eject_packets[c*PACKET_BITS + 1 +: 2];
    if (ejected[c] && mark == 2'd1 && (ejected_q || !by_q[c])) eject_right = 1'b0;
    if (ejected[c] && mark == 2'd1) home = 1'b1;
    if (ejected[c] && mark == 2'd2) gone = 1'b1;
  end
  for (c = 0; c < CHANNELS; c = c + 1) begin
    mark = enter_packets[c*PACKET_BITS + 1 +: 2];
    if (enters[c] && mark != 2'd0) begin
      if (reset_q) assume (mark == 2'd1 && !came[0] ||
                           mark == 2'd2 && came_q == 2'd1 && !came[1] && by_q[c]);
      came = came | mark;
      if (mark == 2'd1) by = 1 << c;
    end
  end

  if (reset_q && !rst) begin
    law_order: assert (right);
    law_eject: assert (eject_right);
  end
end

// Each mechanism is reached: assertions that must fail.
wire link = (left_q & passed & ~passed_q) != 0;   // the later one leaves by a queue, too

generate
  always @* if (reset_q && !rst) begin
    reached_first: assert (!(link && by_q[0]));
    reached_lane: assert (!(link && by_q[CHANNELS-1]));
    reached_last: assert (!(link && passed[QUEUES-1]));
    reached_eject: assert (!(home_q && gone && !ejected_q));
  end
  if (DEPTH > 1) begin : g_depth
    always @* if (reset_q && !rst) begin
      reached_behind: assert (!behind);
    end
  end
  if (STORE > 0) begin : g_store
    always @* if (reset_q && !rst) begin
      reached_wait: assert (!(waited_q && link));
    end
  end
  if (STORE > 0 || PRIORITY_BITS > 0 && DEPTH > 1) begin : g_overtakes
    always @* if (reset_q && !rst) begin
      reached_overtake: assert (!overtakes);
    end
  end
  if (PORTS > 1 && FORM < 2 && PUSHES == 0) begin : g_copies
    always @* if (reset_q && !rst) begin
      reached_copies: assert ((left & passed & (left & passed) - 1'b1) == 0);
      reached_between: assert (!((left & passed) != 0 && (to_q & ~left_q) != 0));
    end
  end
endgenerate

always @(posedge clk) begin
  came_q    <= rst ? 2'd0 : came;
  by_q      <= by;
  waited_q  <= !rst && waited;
  first_q   <= first;
  second_q  <= second;
  passed_q  <= rst ? {QUEUES{1'b0}} : passed;
  ejected_q <= !rst && gone;
  to_q      <= rst ? {QUEUES{1'b0}} : to;
  left_q    <= rst ? {QUEUES{1'b0}} : left;
  home_q    <= !rst && home;
end

endmodule

`default_nettype wire
