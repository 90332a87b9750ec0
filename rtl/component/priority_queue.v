// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// priority_queue -- an output queue ordered by a priority: highest first, FIFO among equals.
//
// Twin of cmodel/switch/component/priority_queue.h.  Latency: none; a packet pushed is shown, and
// may leave, in the same cycle, if no packet held goes before it.  The packets are kept in
// order: the first to leave is at place count_q - 1, and a push enters above the places of
// lower priorities and moves the others one place up; a pop moves nothing.  Reset empties the
// queue and leaves the packets as they are.
`default_nettype none

module priority_queue #(
  parameter CHANNELS      = 11,                   // channels that can push
  parameter DEPTH         = 16,                   // packets, >= 1
  parameter PACKET_BITS   = 50,                   // 1..128
  parameter PRIORITY_BITS = 1,                    // 1..16
  parameter COUNT_BITS    = $clog2(DEPTH + 1)     // derived, do not set
) (
  input  wire                              clk,
  input  wire                              rst,
  input  wire [CHANNELS-1:0]               push_i,        // append the packet of channel c;
                                                          // at most DEPTH - count_o bits are 1
  input  wire [CHANNELS*PACKET_BITS-1:0]   packets_i,     // [channel]
  input  wire [CHANNELS*PRIORITY_BITS-1:0] priorities_i,  // [channel]
  output reg                               valid_o,       // a packet is held or being pushed
  output reg  [PACKET_BITS-1:0]            packet_o,      // the oldest of the highest priority
  output reg  [PRIORITY_BITS-1:0]          priority_o,    // its priority
  input  wire                              ready_i,       // it leaves at this edge, if valid
  output wire [COUNT_BITS-1:0]             count_o        // packets held, before the pushes
);

  localparam ENTRY_BITS = PRIORITY_BITS + PACKET_BITS;    // priority above, packet below
  localparam [COUNT_BITS-1:0] ONE = 1;
  localparam [DEPTH-1:0] NO_PLACE = 0;
  localparam [DEPTH-1:0] PLACE_0 = 1;

  reg [DEPTH*ENTRY_BITS-1:0] entries_q;           // [place]
  reg [COUNT_BITS-1:0]       count_q;             // places in use, from 0
  reg [COUNT_BITS-1:0]       filled;              // count_q and this cycle's pushes
  integer c;

  // entries_q after this cycle's pushes.  A function, because as a variable it would be
  // worked out, in simulation, even when nothing is pushed.
  function automatic [DEPTH*ENTRY_BITS-1:0] pushed(input [CHANNELS-1:0] chosen);
    reg [DEPTH-1:0]         used;                 // places in use, so far
    reg [DEPTH-1:0]         lower;                // those with a lower priority
    reg [DEPTH-1:0]         place;                // the one above them: here it enters
    reg [PRIORITY_BITS-1:0] own;
    integer k;
    integer s;
    begin
      pushed = entries_q;
      used   = ~(~NO_PLACE << count_q);
      lower  = NO_PLACE;
      for (k = 0; k < CHANNELS; k = k + 1) begin
        if (chosen[k]) begin
          own = priorities_i[k*PRIORITY_BITS +: PRIORITY_BITS];
          for (s = 0; s < DEPTH; s = s + 1) begin
            lower[s] = pushed[s*ENTRY_BITS + PACKET_BITS +: PRIORITY_BITS] < own;
          end
          lower = lower & used;
          place = (lower << 1 | PLACE_0) & ~lower;
          used  = used << 1 | PLACE_0;
          for (s = DEPTH - 1; s > 0; s = s - 1) begin
            if (!lower[s] && !place[s]) begin
              pushed[s*ENTRY_BITS +: ENTRY_BITS] = pushed[(s-1)*ENTRY_BITS +: ENTRY_BITS];
            end
          end
          for (s = 0; s < DEPTH; s = s + 1) begin
            if (place[s]) begin
              pushed[s*ENTRY_BITS +: ENTRY_BITS] =
                  {own, packets_i[k*PACKET_BITS +: PACKET_BITS]};
            end
          end
        end
      end
    end
  endfunction

  assign count_o = count_q;

  always @* begin
    valid_o    = 1'b0;
    packet_o   = {PACKET_BITS{1'b0}};
    priority_o = {PRIORITY_BITS{1'b0}};
    filled     = count_q;
    if (count_q != {COUNT_BITS{1'b0}}) begin
      valid_o = 1'b1;
      {priority_o, packet_o} = entries_q[{{32-COUNT_BITS{1'b0}}, count_q - ONE}*ENTRY_BITS
                                         +: ENTRY_BITS];
    end
    if (push_i != {CHANNELS{1'b0}}) begin
      for (c = 0; c < CHANNELS; c = c + 1) begin
        if (push_i[c]) begin
          if (!valid_o || priorities_i[c*PRIORITY_BITS +: PRIORITY_BITS] > priority_o) begin
            packet_o   = packets_i[c*PACKET_BITS +: PACKET_BITS];
            priority_o = priorities_i[c*PRIORITY_BITS +: PRIORITY_BITS];
          end
          valid_o = 1'b1;
          filled  = filled + ONE;
        end
      end
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      count_q <= {COUNT_BITS{1'b0}};
    end else if (valid_o && ready_i) begin
      count_q <= filled - ONE;
    end else begin
      count_q <= filled;
    end
    // A packet that meets an empty queue and leaves at once need not be stored.
    if (push_i != {CHANNELS{1'b0}} && !(filled == ONE && ready_i)) begin
      entries_q <= pushed(push_i);
    end
  end

endmodule

`default_nettype wire
