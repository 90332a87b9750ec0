// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// waiting_store -- holds packets that wait for another phase, in order of arrival.
//
// Twin of cmodel/component/waiting_store.h.  Latency: one cycle.  Place 0 is the oldest, and
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

  // What is held after the edge: {full_q, packets_q}.  A function, because as a variable it
  // would be worked out, in simulation, even when nothing leaves or enters.
  function [STORE*(1+PACKET_BITS)-1:0] next(input [STORE-1:0] leave, input [CHANNELS-1:0] enter);
    reg [STORE-1:0]             full;
    reg [STORE-1:0]             free;             // the lowest place that is free
    reg [STORE*PACKET_BITS-1:0] packets;
    integer k;
    integer s;
    begin
      full    = full_q;
      packets = packets_q;
      for (s = STORE - 1; s >= 0; s = s - 1) begin
        if (leave[s]) begin                       // those above it each move down a place
          full    = full >> 1;
          packets = (packets & ~(~NONE << s*PACKET_BITS)) |
                    (packets >> PACKET_BITS & ~NONE << s*PACKET_BITS);
        end
      end
      for (k = 0; k < CHANNELS; k = k + 1) begin
        if (enter[k]) begin
          free = (full << 1 | ONE) & ~full;
          full = full | free;
          for (s = 0; s < STORE; s = s + 1) begin
            if (free[s]) begin
              packets[s*PACKET_BITS +: PACKET_BITS] = packets_i[k*PACKET_BITS +: PACKET_BITS];
            end
          end
        end
      end
      next = {full, packets};
    end
  endfunction

  always @(posedge clk) begin
    if (rst) begin
      full_q <= {STORE{1'b0}};
    end else if (leave_i != {STORE{1'b0}} || taken_o != {CHANNELS{1'b0}}) begin
      {full_q, packets_q} <= next(leave_i, taken_o);
    end
  end

endmodule

`default_nettype wire
