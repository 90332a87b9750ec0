// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// waiting_store -- holds packets that wait for another phase, in order of arrival.
//
// Twin of cmodel/switch/component/waiting_store.h.  Latency: one cycle.  Place 0 is the oldest, and
// the places in use are the lowest.  At the edge those that leave are removed, the others
// close up, and those taken are appended in ascending channel order.  A packet that leaves
// does not free its place in the same cycle.  Reset empties the store and leaves the packets
// as they are.
`default_nettype none

module waiting_store #(
  parameter CHANNELS    = 11,                     // channels that can wait, 1..64
  parameter STORE       = 8,                      // places, 1..255
  parameter PACKET_BITS = 50                      // 1..128
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [CHANNELS-1:0]             wait_i,     // channel c holds a packet to wait
  input  wire [CHANNELS*PACKET_BITS-1:0] packets_i,  // [channel]
  output reg  [CHANNELS-1:0]             taken_o,    // its packet enters at this edge
  output wire [STORE-1:0]                full_o,     // place s holds a packet
  output wire [STORE*PACKET_BITS-1:0]    packets_o,  // [place]
  input  wire [STORE-1:0]                leave_i     // its packet leaves at this edge
);

  localparam [STORE-1:0] ONE = 1;
  localparam [STORE*PACKET_BITS-1:0] NONE = 0;

  reg [STORE-1:0]             full_q;             // bit s: place s is in use
  reg [STORE*PACKET_BITS-1:0] packets_q;          // [place]
  reg [STORE-1:0]             used;               // full_q and the packets taken, so far
  integer c;

  assign full_o    = full_q;
  assign packets_o = packets_q;

  always @* begin
    taken_o = {CHANNELS{1'b0}};
    used    = full_q;
    if (wait_i != {CHANNELS{1'b0}}) begin
      for (c = 0; c < CHANNELS; c = c + 1) begin
        if (wait_i[c] && !used[STORE-1]) begin
          taken_o[c] = 1'b1;
          used       = (used << 1) | ONE;
        end
      end
    end
  end

  // What is held after the edge.  Functions, because as variables they would be worked out, in
  // simulation, even when nothing leaves or enters.  Each is all that a `<=` assigns: of a function
  // that assigns to a part of a word, Verilator 5.032 miscompiles a call of which a part is
  // assigned, or with which something is done first.
  function automatic [STORE-1:0] kept(input [STORE-1:0] leave);  // in use when those have left
    integer s;
    begin
      kept = full_q;
      for (s = STORE - 1; s >= 0; s = s - 1) begin
        if (leave[s]) begin
          kept = kept >> 1;
        end
      end
    end
  endfunction

  function automatic [STORE-1:0] next_full(input [CHANNELS-1:0] enter);
    integer k;
    begin
      next_full = kept(leave_i);
      for (k = 0; k < CHANNELS; k = k + 1) begin
        if (enter[k]) begin
          next_full = (next_full << 1) | ONE;
        end
      end
    end
  endfunction

  function automatic [STORE*PACKET_BITS-1:0] next_packets(input [CHANNELS-1:0] enter);
    reg [STORE-1:0]             full;
    reg [STORE-1:0]             free;             // the lowest place that is free
    reg [STORE*PACKET_BITS-1:0] packets;
    integer k;
    integer s;
    begin
      packets = packets_q;
      for (s = STORE - 1; s >= 0; s = s - 1) begin
        if (leave_i[s]) begin                     // those above it each move down a place
          packets = (packets & ~(~NONE << s*PACKET_BITS)) |
                    (packets >> PACKET_BITS & ~NONE << s*PACKET_BITS);
        end
      end
      full = kept(leave_i);
      for (k = 0; k < CHANNELS; k = k + 1) begin
        if (enter[k]) begin
          free = (full << 1 | ONE) & ~full;
          full = (full << 1) | ONE;
          for (s = 0; s < STORE; s = s + 1) begin
            if (free[s]) begin
              packets[s*PACKET_BITS +: PACKET_BITS] = packets_i[k*PACKET_BITS +: PACKET_BITS];
            end
          end
        end
      end
      next_packets = packets;
    end
  endfunction

  always @(posedge clk) begin
    if (rst) begin
      full_q <= {STORE{1'b0}};
    end else if (leave_i != {STORE{1'b0}} || taken_o != {CHANNELS{1'b0}}) begin
      full_q    <= next_full(taken_o);
      packets_q <= next_packets(taken_o);
    end
  end

endmodule

`default_nettype wire
