// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// random_bits -- the LFSRs of a switch: a random word for each channel.
//
// Twin of cmodel/switch/component/random_bits.h.  Latency: a channel's word changes at the edge at
// which a packet enters it.  An LFSR has 64 bits, polynomial x^64 + x^4 + x^3 + x + 1, and
// advances by 32 shifts at once; its word is its high half.  With SHARED = 0 every channel has
// one; with SHARED = 1 there is one, and the channels keep the words they took from it.  While
// rst is 1 the seed moves up from channel to channel; the words kept are not reset.  With
// STEPS = 1 the five high bits of a word count the cycles since a packet entered the channel.
`default_nettype none

module random_bits #(
  parameter CHANNELS = 11,                        // 1..64
  parameter SHARED   = 0,                         // 1: one LFSR for all channels
  parameter STEPS    = 0                          // 1: words count cycles; SHARED must be 0
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire [63:0]            seed_i,           // read while rst is 1; 0 stands for 1
  input  wire [CHANNELS-1:0]    enter_i,          // a packet enters channel c at this edge
  output wire [CHANNELS*32-1:0] word_o            // [channel]
);

  wire [63:0] first = seed_i == 64'd0 ? 64'd1 : seed_i;

  // The state after 32 shifts.
  function [63:0] advanced(input [63:0] state);
    advanced = {state[31:0], 32'd0} ^ {32'd0, state[63:32]} ^ {31'd0, state[63:32], 1'd0} ^
               {29'd0, state[63:32], 3'd0} ^ {28'd0, state[63:32], 4'd0};
  endfunction

  genvar c;

  generate
    if (SHARED != 0) begin : g_shared
      reg  [63:0] state_q;
      wire [63:0] next = advanced(state_q);

      always @(posedge clk) begin
        if (rst) begin
          state_q <= first;
        end else if (enter_i != {CHANNELS{1'b0}}) begin
          state_q <= next;
        end
      end

      for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
        reg [31:0] word_q;

        assign word_o[c*32 +: 32] = word_q;

        always @(posedge clk) begin
          if (!rst && enter_i[c]) begin
            word_q <= next[63:32];
          end
        end
      end
    end else begin : g_apart
      reg  [CHANNELS*64-1:0] state_q;             // [channel]
      wire [CHANNELS*64-1:0] below;               // [channel] what it takes while rst is 1

      assign below[63:0] = first;

      for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
        if (c > 0) begin : g_below
          assign below[c*64 +: 64] = state_q[c*64-64 +: 64];
        end

        assign word_o[c*32 +: 27] = state_q[c*64+32 +: 27];

        if (STEPS != 0) begin : g_count
          reg [4:0] count_q;                      // cycles since a packet entered, at most 31

          assign word_o[c*32+27 +: 5] = count_q;

          always @(posedge clk) begin
            if (rst || enter_i[c]) begin
              count_q <= 5'd0;
            end else if (count_q != 5'd31) begin
              count_q <= count_q + 5'd1;
            end
          end
        end else begin : g_no_count
          assign word_o[c*32+27 +: 5] = state_q[c*64+59 +: 5];
        end

        always @(posedge clk) begin
          if (rst) begin
            state_q[c*64 +: 64] <= below[c*64 +: 64];
          end else if (enter_i[c]) begin
            state_q[c*64 +: 64] <= advanced(state_q[c*64 +: 64]);
          end
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
