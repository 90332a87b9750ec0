// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// least_queue -- which of several ways of a packet has the emptiest output queues.
//
// Twin of cmodel/switch/component/least_queue.h.  Combinational.  A way is what the route unit says
// for one word: ports and a VC.  At a way wait the packets in the queues of this VC at these ports.
`default_nettype none

module least_queue #(
  parameter PORTS      = 4,                       // ports of the switch
  parameter VCS        = 2,                       // output queues of a port
  parameter COUNT_BITS = 3,                       // bits of a count
  parameter WAYS       = PORTS + 1,               // derived, do not set: words
  parameter WORD_BITS  = $clog2(PORTS + 1)        // derived, do not set
) (
  input  wire [PORTS*VCS*COUNT_BITS-1:0] counts_i, // packets in each output queue
  input  wire [WAYS*PORTS-1:0]           ways_i,   // [word] ports
  input  wire [WAYS*3-1:0]               vcs_i,    // [word] VC; VCS or more is the highest
  output reg  [WORD_BITS-1:0]            word_o    // the highest of the emptiest with ports
);

  // All ports together.
  localparam SUM_BITS = COUNT_BITS + $clog2(PORTS + 1);

  reg  [SUM_BITS-1:0]       fewest;               // of the ways so far
  reg                       any;                  // one of them has ports
  wire [WAYS*SUM_BITS-1:0]  waiting;              // [word]
  integer i;

  genvar w;

  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      reg [SUM_BITS-1:0]   sum;
      reg [COUNT_BITS-1:0] mine;                  // of the port, in the VC

      integer p;
      integer k;

      always @* begin
        sum  = {SUM_BITS{1'b0}};
        mine = {COUNT_BITS{1'b0}};
        for (p = 0; p < PORTS; p = p + 1) begin
          mine = counts_i[(p*VCS + VCS - 1)*COUNT_BITS +: COUNT_BITS];
          for (k = 0; k < VCS - 1; k = k + 1) begin
            if (vcs_i[3*w +: 3] == k[2:0]) begin
              mine = counts_i[(p*VCS + k)*COUNT_BITS +: COUNT_BITS];
            end
          end
          if (ways_i[w*PORTS + p]) begin
            sum = sum + {{SUM_BITS-COUNT_BITS{1'b0}}, mine};
          end
        end
      end

      assign waiting[w*SUM_BITS +: SUM_BITS] = sum;
    end
  endgenerate

  always @* begin
    word_o = {WORD_BITS{1'b0}};
    fewest = {SUM_BITS{1'b0}};
    any    = 1'b0;
    for (i = 0; i < WAYS; i = i + 1) begin
      if (ways_i[i*PORTS +: PORTS] != {PORTS{1'b0}}
          && (!any || waiting[i*SUM_BITS +: SUM_BITS] <= fewest)) begin
        word_o = i[WORD_BITS-1:0];
        fewest = waiting[i*SUM_BITS +: SUM_BITS];
        any    = 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
