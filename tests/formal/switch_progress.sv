// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch_progress -- what can move moves, and within so many cycles: of a switch with any route
// unit.
//
// with: any_switch.svh route_unit.v
// values: DEPTH=1; DEPTH=2 LEAVES=3; DEPTH=3 FORM=1 LEAVES=4 night; DEPTH=2 FORM=2 LEAVES=3
// values: PORTS=1 VCS=2 SENDS_IN=2 LEAVES=4; PORTS=1 VCS=2 DEPTH=2 SENDS_IN=2 LEAVES=6 night
// values: PORTS=1 VCS=3 SENDS_IN=4 LEAVES=6 night; PORTS=2 VCS=2 SENDS_IN=2 LEAVES=4 night
// values: PORTS=1 VCS=2 ARBITER=1 SENDS_IN=2 LEAVES=3
// values: PORTS=1 VCS=2 ARBITER=2 SENDS_IN=2 LEAVES=3
// values: SENDS=1 SENDS_IN=2 LEAVES=4; SENDS=1 DEPTH=2 SENDS_IN=2 LEAVES=6 night
// values: SENDS=1 PORTS=3 SENDS_IN=4 LEAVES=6 night; SENDS=1 ARBITER=1
// values: SENDS=1 PRIORITY_BITS=1 DEPTH=2 LEAVES=3 night; SENDS=1 VCS=2 SENDS_IN=7 LEAVES=12 night
// values: STORE=1 night; STORE=2; STORE=1 VCS=2 SENDS_IN=2 LEAVES=4 night
// values: PRIORITY_BITS=1 DEPTH=2 LEAVES=3; STORE=1 PRIORITY_BITS=1 DEPTH=2 LEAVES=3 night
// values: PUSHES=1 LEAVES=4; PUSHES=1 FORM=1 DEPTH=2 LEAVES=5; PUSHES=1 DEPTH=3 LEAVES=6 night
// values: PUSHES=1 PORTS=1 VCS=2 SENDS_IN=2 LEAVES=8 night
// values: PUSHES=1 SENDS=1 SENDS_IN=2 LEAVES=8 night
// values: RANDOM=1 night; RANDOM=2 night; RANDOM=3 night; RANDOM=4 night; RANDOM=5 night
// values: STORE=1 VCS=2 PRIORITY_BITS=1 DEPTH=2 SENDS=1 RANDOM=1 LEAVES=3 night
// values: PUSHES=1 VCS=2 PRIORITY_BITS=1 DEPTH=2 SENDS=1 RANDOM=5 LEAVES=7 night
// bug VCS=2: link_arbiter.v: above != NONE ? above : candidates => candidates
// bug VCS=2: switch.v: .sent_i  (sent[p*VCS +: VCS]) => .sent_i  (out_ready_i[p*VCS +: VCS])
// bug VCS=2: switch.v: said < LAST ? said : LAST => said
// bug SENDS=1: send_arbiter.v: << last_q << 1 => << last_q
// bug STORE=2: waiting_store.v: wait_i[c] && !used[STORE-1] => wait_i[c] && !used[0]
// bug DEPTH=2: router.v: c = 0; c < CHANNELS; c = c + 1 => c = CHANNELS - 1; c >= 0; c = c - 1
// bug DEPTH=1: switch.v: linked       = shown => linked = shown & {QUEUES{phase_q[0]}}
// bug DEPTH=1: switch.v: .taken_i  (leaves[HOLDER] || => .taken_i  (
// bug PUSHES=1: turn_router.v: = above(first) => = {CHANNELS{1'b0}}
//
// SENDS_IN: a queue whose neighbour takes a packet sends within so many cycles, if neighbours that
// take go on to do so until they get one, and no queue has a packet that goes before by rule.
// LEAVES: a packet, any, that is marked leaves the switch within so many cycles in which all
// neighbours take and nothing is in its way; `free` says what is.  Both numbers are exact.
`default_nettype none

module prove_switch_progress (
  input wire clk,
  input wire rst
);

localparam DATA_BITS = 1;

parameter SENDS_IN = 1;
parameter LEAVES   = 2;

`include "any_switch.svh"

localparam ENOUGH = 9;                            // cycles that show that something starves
localparam FIRST  = ARBITER == 2 ? QUEUES - 1 : 0;   // a queue with no rivals
localparam LAST   = ARBITER == 2 ? 0 : QUEUES - 1;

reg [QUEUES-1:0]         open_q;                  // the neighbour took, and got nothing
reg [QUEUES*4-1:0]       late_q;                  // [queue] cycles in which it could send but did not
reg [QUEUES*4-1:0]       starved_q;               // the same, with those that go before it
reg [CHANNELS*4-1:0]     turn_q;                  // [channel] cycles in which its queue took others
reg [3:0]                lane_q;                  // cycles in which the last lane waits for queue 0
reg [3:0]                copies_q;                // and channel 0 for all ports
reg [HOLDERS*QUEUES-1:0] named_q;                 // what was named in the cycle before
reg                      came_q;                  // the marked packet came
reg [CHANNELS-1:0]       in_q;                    // it is in this channel
reg [QUEUES-1:0]         due_q;                   // or in these queues
reg [4:0]                age_q;                   // for so many cycles, in which it was free

// The same after this cycle.
reg [QUEUES*4-1:0]       late;
reg [QUEUES*4-1:0]       starved;
reg [CHANNELS*4-1:0]     turn;
reg                      came;
reg [CHANNELS-1:0]       in;
reg [QUEUES-1:0]         due;

reg [QUEUES-1:0]         room;
reg [QUEUES-1:0]         asked;                   // a packet is to go to queue q
reg [QUEUES-1:0]         pushed;                  // and does
reg [QUEUES-1:0]         has;                     // queue q has a packet to send
reg [QUEUES-1:0]         rivals;                  // another has one that goes before it
reg                      takes_right;
reg                      stores_right;
reg                      ejects_right;
reg                      in_turn;
reg                      sends_right;
reg                      free;
reg                      stays;
reg                      several;
reg [QUEUES-1:0]         mine;
reg [7:0]                filled;
integer b;
integer c;
integer h;
integer k;
integer q;

wire withdrawn = (open_q & ~open) != 0;

// A count of cycles in a row.
function [3:0] next(input [3:0] count, input more);
  next = !more ? 4'd0 : count == 4'd15 ? count : count + 4'd1;
endfunction

// Router, store and eject.
always @* begin
  takes_right  = 1'b1;
  stores_right = 1'b1;
  ejects_right = 1'b1;
  asked        = {QUEUES{1'b0}};
  pushed       = {QUEUES{1'b0}};
  stays        = 1'b0;
  for (q = 0; q < QUEUES; q = q + 1) begin
    room[q] = counts[q*COUNT_BITS +: COUNT_BITS] < DEPTH;
  end
  for (h = 0; h < HOLDERS; h = h + 1) begin
    stays = names[h*QUEUES +: QUEUES] == 0;       // or else a queue is full, by lower ones too
    for (q = 0; q < QUEUES; q = q + 1) begin
      filled = {{8-COUNT_BITS{1'b0}}, counts[q*COUNT_BITS +: COUNT_BITS]};
      for (b = 0; b < h; b = b + 1) begin
        filled = filled + {7'd0, full[b] && taken[b] && names[b*QUEUES + q]};
      end
      if (names[h*QUEUES + q] && filled >= DEPTH) stays = 1'b1;
    end
    if (full[h] && PUSHES == 0 && taken[h] == stays) takes_right = 1'b0;
    if (full[h]) asked = asked | names[h*QUEUES +: QUEUES];
    if (full[h] && taken[h]) pushed = pushed | names[h*QUEUES +: QUEUES];
  end
  if (PUSHES == 1 && pushed != (asked & room)) takes_right = 1'b0;
  filled = 8'd0;
  for (h = 0; h < STORE; h = h + 1) filled = filled + {7'd0, full[h]};
  for (c = 0; c < CHANNELS; c = c + 1) begin
    h = STORE + c;
    if (full[h] && ejects[h] && names[h*QUEUES +: QUEUES] == 0 && !(ejected[c] && ready[c]))
      ejects_right = 1'b0;
    if (STORE > 0 && full[h] && waits[h] && !taken[h]) begin
      if (stored[c] != (filled < STORE)) stores_right = 1'b0;
      filled = filled + 8'd1;
    end
  end
end

// Turns: a channel that asks for the same queue all the time.
always @* begin
  turn    = turn_q;
  in_turn = 1'b1;
  for (c = 0; c < CHANNELS; c = c + 1) begin
    h    = STORE + c;
    mine = names[h*QUEUES +: QUEUES];
    if (PUSHES == 0 || !full[h] || taken[h] || mine == 0 || mine != named_q[h*QUEUES +: QUEUES])
      turn[c*4 +: 4] = 4'd0;
    if (PUSHES == 1 && full[h] && !taken[h] && (mine & room) != 0)
      turn[c*4 +: 4] = next(turn[c*4 +: 4], 1'b1);
    if (turn_q[c*4 +: 4] >= CHANNELS) in_turn = 1'b0;
  end
end

// Queues send.
always @* begin
  rivals      = {QUEUES{1'b0}};
  sends_right = 1'b1;
  for (q = 0; q < QUEUES; q = q + 1) begin
    has[q] = counts[q*COUNT_BITS +: COUNT_BITS] != 0 || pushed[q];
  end
  for (q = 0; q < QUEUES; q = q + 1) begin
    for (k = 0; k < QUEUES; k = k + 1) begin
      if (k != q && has[k] && (SENDS > 0 && (PRIORITY_BITS > 0 || ARBITER != 0) ||
          k / VCS == q / VCS && (ARBITER == 1 && k < q || ARBITER == 2 && k > q))) rivals[q] = 1'b1;
    end
    starved[q*4 +: 4] = next(starved_q[q*4 +: 4], has[q] && open[q] && !sent[q]);
    late[q*4 +: 4] = next(late_q[q*4 +: 4], has[q] && open[q] && !sent[q] && !rivals[q]
                                            && !withdrawn);
    if (late_q[q*4 +: 4] >= SENDS_IN) sends_right = 1'b0;
  end
end

// The marked packet.
always @* begin
  came    = came_q;
  in      = in_q;
  due     = due_q;
  free    = &open && (due_q & rivals) == 0;
  several = 1'b0;
  for (h = 0; h < HOLDERS; h = h + 1) begin
    mine = names[h*QUEUES +: QUEUES];
    if (PRIORITY_BITS > 0 && full[h] && taken[h] && (due_q & mine) != 0) free = 1'b0;
    if (full[h] && taken[h] && packets[h*PACKET_BITS + 1]) due = due | mine;
  end
  for (q = 0; q < QUEUES; q = q + 1) begin
    if (sent[q] && show_packets[q*PACKET_BITS + 1]) due[q] = 1'b0;
  end
  for (c = 0; c < CHANNELS; c = c + 1) begin
    h    = STORE + c;
    mine = names[h*QUEUES +: QUEUES];
    if (in_q[c]) begin
      if (ready[c]) in[c] = 1'b0;
      several = (mine & (mine - 1'b1)) != 0;
      if (!ejects[h] && mine == 0 || (mine & rivals) != 0) free = 1'b0;
      // Where a queue may have no room again, the unit must not change its mind.
      if ((PUSHES == 1 || VCS > 1 || SENDS > 0) && age_q != 0
          && mine != named_q[h*QUEUES +: QUEUES]) free = 1'b0;
      // The router takes lower ones first, and higher ones that need fewer queues.
      for (b = 0; b < HOLDERS; b = b + 1) begin
        if (PUSHES == 0 && full[b] && (b < h || b > h && several)) free = 1'b0;
      end
    end
  end
  for (c = 0; c < CHANNELS; c = c + 1) begin
    if (enters[c] && enter_packets[c*PACKET_BITS + 1]) begin
      if (reset_q) assume (!came);
      came  = 1'b1;
      in[c] = 1'b1;
    end
  end

  if (reset_q && !rst) begin
    law_take: assert (takes_right);
    law_store: assert (stores_right);
    law_eject: assert (ejects_right);
    law_turn: assert (in_turn);
    law_send: assert (sends_right);
    law_leave: assert (age_q < LEAVES);
  end
end

// Each bound is exact, and what has none starves: assertions that must fail.
wire lane_waits  = full[HOLDERS-1] && !ready[CHANNELS-1] && (&open)
                   && names[(HOLDERS-1)*QUEUES +: QUEUES] == 1;
wire copies_wait = full[STORE] && !ready[0] && (&open)
                   && (&ports[STORE*PORTS +: PORTS]) && vcs[STORE*3 +: 3] == 0;

generate
  always @* if (reset_q && !rst) begin
    reached_leave: assert (age_q < LEAVES - 1);
  end
  if (PUSHES == 1) begin : g_turns
    always @* if (reset_q && !rst) begin
      reached_turn: assert (turn_q[3:0] < CHANNELS - 1);
      reached_lane_turn: assert (turn_q[(CHANNELS-1)*4 +: 4] < CHANNELS - 1);
    end
  end else begin : g_order
    always @* if (reset_q && !rst) begin
      reached_starving_lane: assert (lane_q < ENOUGH);
    end
  end
  if (PUSHES == 0 && PORTS > 1 && FORM < 2 && (VCS > 1 || SENDS > 0)) begin : g_copies
    always @* if (reset_q && !rst) begin
      reached_starving_copies: assert (copies_q < ENOUGH);
    end
  end
  if (VCS > 1 || SENDS > 0) begin : g_arbiter
    if (SENDS_IN > 1) begin : g_late
      always @* if (reset_q && !rst) begin
        reached_late: assert (late_q[FIRST*4 +: 4] < SENDS_IN - 1);
      end
    end
    if (ARBITER != 0 || SENDS > 0 && PRIORITY_BITS > 0) begin : g_starves
      always @* if (reset_q && !rst) begin
        reached_starving: assert (starved_q[LAST*4 +: 4] < ENOUGH);
      end
    end
  end
endgenerate

always @(posedge clk) begin
  open_q    <= open & ~sent;
  late_q    <= rst ? {QUEUES*4{1'b0}} : late;
  starved_q <= rst ? {QUEUES*4{1'b0}} : starved;
  turn_q    <= rst ? {CHANNELS*4{1'b0}} : turn;
  lane_q    <= next(lane_q, !rst && lane_waits);
  copies_q  <= next(copies_q, !rst && copies_wait);
  named_q   <= names;
  came_q    <= !rst && came;
  in_q      <= rst ? {CHANNELS{1'b0}} : in;
  due_q     <= rst ? {QUEUES{1'b0}} : due;
  age_q     <= rst || !free || (in_q | due_q) == 0 || (in | due) == 0 ? 5'd0
               : age_q + {4'd0, age_q != 5'd31};
end

endmodule

`default_nettype wire
