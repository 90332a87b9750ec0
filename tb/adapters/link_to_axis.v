// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_to_axis -- links of whole packets to AXI-Stream, a packet in BEATS beats.
//
// docs/adapters.md specifies it.  It holds one packet of each link; the low bits go first, and
// tlast is 1 in the last beat.  A packet that is taken in cycle t is on tdata from cycle t+1 on.
// No output depends combinationally on an input.
`default_nettype none

module link_to_axis #(
  parameter PORTS       = 2,                          // links with one VC, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter BEAT_BITS   = 16,                         // of tdata, >= 1
  parameter BEATS       = (PACKET_BITS + BEAT_BITS - 1) / BEAT_BITS  // derived, do not set
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [PORTS-1:0]             in_valid_i,
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [PORTS-1:0]             in_ready_o,
  output wire [PORTS-1:0]             tvalid_o,
  output wire [PORTS*BEAT_BITS-1:0]   tdata_o,
  output wire [PORTS-1:0]             tlast_o,
  input  wire [PORTS-1:0]             tready_i
);

  localparam COUNT_BITS = $clog2(BEATS + 1);
  localparam ALL_BITS   = BEATS*BEAT_BITS;

  genvar p;

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [ALL_BITS-1:0]   rest_q;                   // what was not sent yet
      reg  [COUNT_BITS-1:0] left_q;                   // beats of it
      wire                  enters = in_valid_i[p] && in_ready_o[p];
      wire                  beat = tvalid_o[p] && tready_i[p];

      assign in_ready_o[p] = left_q == {COUNT_BITS{1'b0}};
      assign tvalid_o[p]   = left_q != {COUNT_BITS{1'b0}};
      assign tlast_o[p]    = left_q == {{COUNT_BITS-1{1'b0}}, 1'b1};
      assign tdata_o[p*BEAT_BITS +: BEAT_BITS] = rest_q[BEAT_BITS-1:0];

      always @(posedge clk) begin
        if (enters) begin
          rest_q <= {{ALL_BITS-PACKET_BITS{1'b0}}, in_packet_i[p*PACKET_BITS +: PACKET_BITS]};
        end else if (beat) begin
          rest_q <= rest_q >> BEAT_BITS;
        end
        left_q <= rst    ? {COUNT_BITS{1'b0}}
                : enters ? BEATS[COUNT_BITS-1:0]
                         : left_q - {{COUNT_BITS-1{1'b0}}, beat};
      end
    end
  endgenerate

endmodule

`default_nettype wire
