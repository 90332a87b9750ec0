// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// switch_packet -- no loss, no duplication, no change, capacity, idle is a fixpoint: of a switch
// with any route unit.
//
// with: any_switch.svh route_unit.v
// values: DEPTH=1; DEPTH=2; DEPTH=2 FORM=1; DEPTH=2 FORM=2; DEPTH=2 LANES=2 night
// values: PORTS=3 night; SENDS=1 PRIORITY_BITS=1 DEPTH=2 night
// values: PORTS=1 VCS=2; PORTS=1 VCS=2 ARBITER=1; PORTS=1 VCS=2 ARBITER=2 night
// values: VCS=2 DEPTH=2 night; SENDS=1; SENDS=1 ARBITER=1 night; SENDS=1 VCS=2 night
// values: STORE=1 night; STORE=2; STORE=1 VCS=2 night; STORE=2 PRIORITY_BITS=1 DEPTH=2 night
// values: PRIORITY_BITS=1 DEPTH=2; PRIORITY_BITS=2 DEPTH=3 night
// values: PUSHES=1; PUSHES=1 FORM=1 DEPTH=2; PUSHES=1 FORM=2 DEPTH=2 night; PUSHES=1 VCS=2 night
// values: RANDOM=1; RANDOM=2; RANDOM=3; RANDOM=4; RANDOM=5; RANDOM=1 PUSHES=1 night
// values: STORE=1 VCS=2 PRIORITY_BITS=1 DEPTH=2 SENDS=1 RANDOM=1 night
// values: PUSHES=1 VCS=2 PRIORITY_BITS=1 DEPTH=2 SENDS=1 RANDOM=5 night
// values: PORTS=4 DEPTH=4 night; PORTS=3 VCS=2 DEPTH=3 night
// bug DEPTH=1: switch.v: || taken[HOLDER] || stored[c] => || stored[c]
// bug DEPTH=1: switch.v: | arrived[STORE +: CHANNELS] & taken => | arrived[STORE +: CHANNELS] & full
// bug DEPTH=1: switch.v: leaves[h] = full[h] && arrived[h] => leaves[h] = arrived[h]
// bug DEPTH=1: switch.v: leaves[h] = full[h] && arrived[h] => leaves[h] = full[h]
// bug DEPTH=1: router.v: (wanted & full) == {PORTS{1'b0}} => (wanted & full) != wanted
// bug DEPTH=2: output_queue.v: pushed = pushed << PACKET_BITS => pushed = pushed
// bug DEPTH=2: output_queue.v: if (!valid_o) begin => if (1'b1) begin
// bug VCS=2: switch.v: first[(p*VCS + i)*PACKET_BITS => first[(p*VCS)*PACKET_BITS
// bug VCS=2: switch.v: sent = out_ready_i & out_valid_o => sent = out_ready_i
// bug SENDS=1: switch.v: sent = out_ready_i & out_valid_o => sent = out_ready_i & linked
// bug STORE=2: switch.v: & ~taken[STORE +: CHANNELS]) => & ~leaves[STORE +: CHANNELS])
// bug STORE=2: waiting_store.v: packets >> PACKET_BITS & ~NONE => packets & ~NONE
// bug PRIORITY_BITS=1: priority_queue.v: count_q <= filled - ONE => count_q <= filled
// bug PUSHES=1: turn_router.v: first = asks & ~( => first = asks & (~late |
// bug RANDOM=1: switch.v: (offered & ready) => (offered)
//
// One packet, any, is marked by a bit of its data, and followed.  A model says where it must be: in
// which channel, in the store, or in which queues; and counts the packets of each queue.  The
// second bit of data stands for all that are only moved.
`default_nettype none

module prove_switch_packet (
  input wire clk,
  input wire rst
);

localparam DATA_BITS = 2;

`include "any_switch.svh"

reg                         came_q;               // the marked packet came since the reset
reg [PACKET_BITS-1:0]       packet_q;             // as it came
reg                         header_q;             // as it left its channel or place
reg [CHANNELS-1:0]          in_q;                 // it is in this channel
reg [CHANNELS-1:0]          stays_q;              // and was there in the cycle before
reg                         store_q;              // or in the store
reg [QUEUES-1:0]            due_q;                // or in these queues
reg [QUEUES*COUNT_BITS-1:0] held_q;               // [queue] packets that it was given, and has
reg [CHANNELS*32-1:0]       words_q;              // of the cycle before
reg                         idle_q;               // nothing was inside, and nothing came

// The same after this cycle.
reg                         came;
reg [PACKET_BITS-1:0]       marked;
reg                         header;
reg [CHANNELS-1:0]          in;
reg                         store;
reg [QUEUES-1:0]            due;
reg [QUEUES*COUNT_BITS-1:0] kept;

reg [7:0]                   filled;
reg                         in_store;
reg                         in_place;
reg                         once;
reg                         same;
reg                         home;
reg                         ready_right;
reg                         fits;
reg                         counted;
reg                         same_word;
reg                         queues_empty;
wire                        idle = full == 0 && queues_empty;
integer c;
integer h;
integer q;

always @* begin
  came         = came_q;
  marked       = packet_q;
  header       = header_q;
  in           = in_q;
  store        = store_q;
  due          = due_q;
  kept         = held_q;
  filled       = 8'd0;
  in_store     = 1'b0;
  in_place     = 1'b1;
  once         = 1'b1;
  same         = 1'b1;
  home         = 1'b1;
  ready_right  = 1'b1;
  fits         = 1'b1;
  counted      = 1'b1;
  same_word    = 1'b1;
  queues_empty = 1'b1;

  // It goes from its channel or place to all queues that its route unit names now.
  for (h = 0; h < HOLDERS; h = h + 1) begin
    if (full[h] && packets[h*PACKET_BITS + 1]) begin
      if (packets[h*PACKET_BITS +: PACKET_BITS] != packet_q) same = 1'b0;
      if (h < STORE && in_store) in_place = 1'b0;
      if (h < STORE) in_store = 1'b1;
      if (taken[h]) begin
        if (names[h*QUEUES +: QUEUES] == 0) once = 1'b0;
        if (h < STORE) store = 1'b0;
        due    = due | names[h*QUEUES +: QUEUES];
        header = routed[h*PACKET_BITS];
      end
    end
  end
  if (in_store != store_q) in_place = 1'b0;

  // From a channel it may also just leave by eject, or go to the store.
  for (c = 0; c < CHANNELS; c = c + 1) begin
    h = STORE + c;
    if (!full[h] && !ready[c]) ready_right = 1'b0;
    if ((full[h] && packets[h*PACKET_BITS + 1]) != in_q[c]) in_place = 1'b0;
    if (in_q[c]) begin
      if (taken[h] || ejects[h] && names[h*QUEUES +: QUEUES] == 0 || stored[c]) in[c] = 1'b0;
      if (stored[c] && (taken[h] || !waits[h])) once = 1'b0;
      if (stored[c]) store = 1'b1;
      if (ready[c] == in[c]) ready_right = 1'b0;
      if (ejected[c] != (ejects[h] && !in[c])) home = 1'b0;
      if (stays_q[c] && RANDOM < 3 && words[c*32 +: 32] != words_q[c*32 +: 32]) same_word = 1'b0;
      if (stays_q[c] && RANDOM == 3 && words[c*32 +: 32] != words_q[c*32 +: 32] +
          (words_q[c*32 + 27 +: 5] == 5'd31 ? 32'd0 : 32'd1 << 27)) same_word = 1'b0;
    end
    if (ejected[c] && eject_packets[c*PACKET_BITS + 1]) begin
      if (!in_q[c]) home = 1'b0;
      if (eject_packets[c*PACKET_BITS +: PACKET_BITS] != {packet_q[2:1], routed[h*PACKET_BITS]})
        same = 1'b0;
    end
  end

  // From each of its queues it leaves once.
  for (q = 0; q < QUEUES; q = q + 1) begin
    filled = {{8-COUNT_BITS{1'b0}}, held_q[q*COUNT_BITS +: COUNT_BITS]};
    if (filled != 0) queues_empty = 1'b0;
    if (counts[q*COUNT_BITS +: COUNT_BITS] != filled || due_q[q] && filled == 0) counted = 1'b0;
    for (h = 0; h < HOLDERS; h = h + 1) begin
      filled = filled + {7'd0, full[h] && taken[h] && names[h*QUEUES + q]};
    end
    if (filled > DEPTH || shows[q] && filled == 0) fits = 1'b0;
    if (shows[q] && show_packets[q*PACKET_BITS + 1]) begin
      if (!due[q]) once = 1'b0;
      if (show_packets[q*PACKET_BITS +: PACKET_BITS] != {packet_q[2:1], header}) same = 1'b0;
      if (sent[q]) due[q] = 1'b0;
    end
    filled = filled - {7'd0, sent[q]};
    kept[q*COUNT_BITS +: COUNT_BITS] = filled[COUNT_BITS-1:0];
  end

  // It comes, once.
  for (c = 0; c < CHANNELS; c = c + 1) begin
    if (enters[c] && enter_packets[c*PACKET_BITS + 1]) begin
      if (reset_q) assume (!came);
      came   = 1'b1;
      in[c]  = 1'b1;
      marked = enter_packets[c*PACKET_BITS +: PACKET_BITS];
    end
  end

  if (reset_q && !rst) begin
    law_place: assert (in_place);                 // channels and store hold it, if at all, once
    law_once: assert (once);                      // it leaves only where it is due
    law_same: assert (same);
    law_home: assert (home);                      // and by eject only when the unit says so
    law_ready: assert (ready_right);
    law_fits: assert (fits);
    law_loss: assert (counted);                   // where it is due, there it is
    law_word: assert (same_word);
    law_idle: assert (!idle_q || idle);
    law_quiet: assert (!idle || shows == 0 && ejected == 0 && (&ready));
  end
end

// Each mechanism is reached: assertions that must fail.
wire [CHANNELS-1:0] stays    = in_q & in;
wire [CHANNELS-1:0] asks     = stays & ~ejects[STORE +: CHANNELS];
wire                last     = in_q[CHANNELS-1];
wire [QUEUES-1:0]   last_due = names[(HOLDERS-1)*QUEUES +: QUEUES];
wire                room     = held_q[COUNT_BITS-1:0] < DEPTH;     // in queue 0

generate
  always @* if (reset_q && !rst) begin
    reached_link: assert ((due_q & ~due) == 0);
    reached_eject: assert ((ejected & in_q) == 0);
    reached_lane: assert (!(last && !in[CHANNELS-1]));
    reached_stay: assert (asks == 0);
    reached_idle: assert (!(came_q && idle_q));
    reached_reset: assert (came_q || idle_q || full == 0);
  end
  if (PORTS > 1 && FORM < 2 && PUSHES == 0) begin : g_copies
    always @* if (reset_q && !rst) begin
      reached_copies: assert ((due_q & (due_q - 1'b1)) == 0);
      reached_apart: assert ((due_q & (due_q - 1'b1)) == 0 || due == 0 || due == due_q);
      reached_full: assert (!(last && asks[CHANNELS-1] && last_due[0] && room &&
                              (last_due & (last_due - 1'b1)) != 0));
      reached_both: assert (!(last && ejected[CHANNELS-1] && taken[HOLDERS-1]));
    end
  end
  if (VCS > 1) begin : g_vcs
    always @* if (reset_q && !rst) begin
      reached_high: assert (!(due_q[1] && sent[1] && held_q[COUNT_BITS-1:0] != 0));
      reached_low: assert (!(due_q[0] && sent[0] && held_q[COUNT_BITS +: COUNT_BITS] != 0));
      reached_above: assert (!(last && taken[HOLDERS-1] && vcs[(HOLDERS-1)*3 +: 3] == 3'd7));
    end
  end
  if (SENDS > 0) begin : g_sends
    always @* if (reset_q && !rst) begin
      reached_budget: assert (!(due_q[0] && !shows[0] && shows[QUEUES-1]));
    end
  end
  if (STORE > 0) begin : g_store
    always @* if (reset_q && !rst) begin
      reached_leave: assert (!(store_q && !store));
      reached_no_place: assert ((asks & waits[STORE +: CHANNELS]) == 0 || !(&full[STORE-1:0]));
    end
  end
  if (DEPTH > 1) begin : g_depth
    always @* if (reset_q && !rst) begin
      reached_behind: assert (!(due_q[0] && held_q[COUNT_BITS-1:0] == DEPTH && sent[0] && due[0]));
    end
  end
  if (PUSHES == 1) begin : g_turns
    always @* if (reset_q && !rst) begin
      reached_turn: assert (!(asks[CHANNELS-1] && last_due[0] && room));
      reached_turn_first: assert (!(asks[0] && names[0] && room));
    end
  end
  if (RANDOM > 0) begin : g_random
    always @* if (reset_q && !rst) begin
      reached_word: assert (!(asks[CHANNELS-1] && words[(CHANNELS-1)*32 +: 32] != 0));
    end
  end
endgenerate

always @(posedge clk) begin
  came_q   <= !rst && came;
  packet_q <= marked;
  header_q <= header;
  in_q     <= rst ? {CHANNELS{1'b0}} : in;
  stays_q  <= in_q & in;
  store_q  <= !rst && store;
  due_q    <= rst ? {QUEUES{1'b0}} : due;
  held_q   <= rst ? {QUEUES*COUNT_BITS{1'b0}} : kept;
  words_q  <= words;
  idle_q   <= !rst && idle && enters == 0;
end

endmodule

`default_nettype wire
