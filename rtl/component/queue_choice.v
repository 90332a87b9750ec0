// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// queue_choice -- which of two ways a packet goes, by the packets that wait at their ports.
//
// Twin of cmodel/switch/component/queue_choice.h.  Combinational.  The long way has 5 hops and the
// short one 3: the long one is chosen when 5 times what waits there is less than 3 times what waits
// at the other.
`default_nettype none

module queue_choice #(
  parameter PORTS      = 8,                       // ports of the switch
  parameter VCS        = 3,                       // output queues of a port
  parameter COUNT_BITS = 5                        // bits of a count
) (
  input  wire [PORTS*VCS*COUNT_BITS-1:0] counts_i, // packets in each output queue
  input  wire [PORTS-1:0]                short_i,  // ports of the short way
  input  wire [PORTS-1:0]                long_i,   // ports of the long way
  output wire                            long_o    // the packet goes the long way
);

  // All queues together, times 5.
  localparam SUM_BITS = COUNT_BITS + $clog2(PORTS*VCS) + 3;

  reg [SUM_BITS-1:0] at_short;                    // packets that wait for the ports of the way
  reg [SUM_BITS-1:0] at_long;

  integer p;
  integer q;

  always @* begin
    at_short = {SUM_BITS{1'b0}};
    at_long  = {SUM_BITS{1'b0}};
    for (p = 0; p < PORTS; p = p + 1) begin
      for (q = p*VCS; q < p*VCS + VCS; q = q + 1) begin
        if (short_i[p]) begin
          at_short = at_short
                     + {{SUM_BITS-COUNT_BITS{1'b0}}, counts_i[q*COUNT_BITS +: COUNT_BITS]};
        end
        if (long_i[p]) begin
          at_long = at_long
                    + {{SUM_BITS-COUNT_BITS{1'b0}}, counts_i[q*COUNT_BITS +: COUNT_BITS]};
        end
      end
    end
  end

  assign long_o = (at_long << 2) + at_long < (at_short << 1) + at_short;

endmodule

`default_nettype wire
