// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// axis_to_link -- AXI-Stream, a packet in BEATS beats, to links of whole packets.
//
// docs/adapters.md specifies it.  It holds one packet of each link; the low bits come first.  A
// packet whose last beat comes in cycle t is offered from cycle t+1 on.  No output depends
// combinationally on an input.  A packet of another length ends the simulation.
`default_nettype none

module axis_to_link #(
  parameter PORTS       = 2,                          // links with one VC, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter BEAT_BITS   = 16,                         // of tdata, >= 1
  parameter BEATS       = (PACKET_BITS + BEAT_BITS - 1) / BEAT_BITS  // derived, do not set
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [PORTS-1:0]             tvalid_i,
  input  wire [PORTS*BEAT_BITS-1:0]   tdata_i,
  input  wire [PORTS-1:0]             tlast_i,
  output wire [PORTS-1:0]             tready_o,
  output wire [PORTS-1:0]             out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [PORTS-1:0]             out_ready_i
);

  localparam COUNT_BITS = $clog2(BEATS + 1);
  localparam ALL_BITS   = BEATS*BEAT_BITS;

  genvar p;

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [ALL_BITS-1:0]   packet_q;
      reg  [COUNT_BITS-1:0] count_q;                  // beats that have come
      wire                  beat = tvalid_i[p] && tready_o[p];
      wire                  leaves = out_valid_o[p] && out_ready_i[p];
      wire                  last = count_q + 1'b1 == BEATS[COUNT_BITS-1:0];

      assign tready_o[p]    = count_q != BEATS[COUNT_BITS-1:0];
      assign out_valid_o[p] = count_q == BEATS[COUNT_BITS-1:0];
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = packet_q[PACKET_BITS-1:0];

      always @(posedge clk) begin
        if (beat) begin
          packet_q[count_q*BEAT_BITS +: BEAT_BITS] <= tdata_i[p*BEAT_BITS +: BEAT_BITS];
          if (!rst && tlast_i[p] != last) begin
            $error("link %0d: tlast is %0d in beat %0d of %0d", p, tlast_i[p], count_q, BEATS);
          end
        end
        count_q <= rst || leaves ? {COUNT_BITS{1'b0}} : count_q + {{COUNT_BITS-1{1'b0}}, beat};
      end
    end
  endgenerate

endmodule

`default_nettype wire
