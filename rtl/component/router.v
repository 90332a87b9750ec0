// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// router -- pushes the packets of all channels into their output queues, in one cycle.
//
// Twin of cmodel/switch/component/router.h.  Combinational.  Channels are served in ascending
// order.  A packet is taken when every queue of its mask has a free place, counted from the
// registers of the queues less the places given to lower channels; otherwise it gets no place in
// any queue and blocks no other channel.  A pop in the same cycle does not free a place, because
// outputs would then depend on out_ready_i (Moore law).
`default_nettype none

module router #(
  parameter CHANNELS   = 11,                      // inputs, 1..64
  parameter PORTS      = 10,                      // output queues, 1..63
  parameter DEPTH      = 16,                      // packets in a queue, >= 1
  parameter COUNT_BITS = $clog2(DEPTH + 1)        // derived, do not set
) (
  input  wire [CHANNELS-1:0]         valid_i,     // channel c holds a packet to be routed
  input  wire [CHANNELS*PORTS-1:0]   ports_i,     // [channel] the queues it must go to
  input  wire [PORTS*COUNT_BITS-1:0] count_i,     // [port] packets in the queue's registers
  output reg  [CHANNELS-1:0]         taken_o,     // its packet leaves the input queue
  output reg  [PORTS*CHANNELS-1:0]   push_o       // [port] the channels the queue appends
);

  localparam [COUNT_BITS-1:0] FULL = DEPTH[COUNT_BITS-1:0];

  reg [PORTS*COUNT_BITS-1:0] used;                // [port] places used, so far
  reg [PORTS-1:0]            full;                // bit p: no place left, so far
  reg [PORTS-1:0]            wanted;              // the mask of the channel in turn
  integer c;
  integer p;

  always @* begin
    taken_o = {CHANNELS{1'b0}};
    push_o  = {PORTS*CHANNELS{1'b0}};
    used    = count_i;
    wanted  = {PORTS{1'b0}};
    for (p = 0; p < PORTS; p = p + 1) begin
      full[p] = count_i[p*COUNT_BITS +: COUNT_BITS] == FULL;
    end
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (valid_i[c]) begin
        wanted = ports_i[c*PORTS +: PORTS];
        if (wanted != {PORTS{1'b0}} && (wanted & full) == {PORTS{1'b0}}) begin
          taken_o[c] = 1'b1;
          for (p = 0; p < PORTS; p = p + 1) begin
            if (wanted[p]) begin
              push_o[p*CHANNELS + c] = 1'b1;
              used[p*COUNT_BITS +: COUNT_BITS] = used[p*COUNT_BITS +: COUNT_BITS] + 1'b1;
              full[p] = used[p*COUNT_BITS +: COUNT_BITS] == FULL;
            end
          end
        end
      end
    end
  end

endmodule

`default_nettype wire
