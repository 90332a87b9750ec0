// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// link_turn -- of the queues of a link that hold a packet one offers it; they take turns.
//
// docs/adapters.md specifies it; other adapters have it inside.  In every cycle another VC is the
// first that is looked at, so that a queue that holds a packet offers it within VCS cycles.  The
// outputs depend on holds_i and packets_i in the same cycle: these must come from registers.
`default_nettype none

module link_turn #(
  parameter PORTS       = 2,                          // links, >= 1
  parameter VCS         = 1,                          // VCs of a link, >= 1
  parameter PACKET_BITS = 40,                         // >= 1
  parameter QUEUES      = PORTS*VCS                   // derived, do not set
) (
  input  wire                          clk,
  input  wire                          rst,
  input  wire [QUEUES-1:0]             holds_i,
  input  wire [QUEUES*PACKET_BITS-1:0] packets_i,     // what each queue would offer
  output wire [QUEUES-1:0]             out_valid_o,   // at most one VC of a link
  output wire [PORTS*PACKET_BITS-1:0]  out_packet_o   // 0 if none is valid
);

  localparam VC_BITS = VCS > 1 ? $clog2(VCS) : 1;

  localparam [31:0] LAST_VC = VCS - 1;

  genvar p;

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      reg  [VC_BITS-1:0]     turn_q;                  // the VC that is looked at first
      reg  [PACKET_BITS-1:0] packet;
      wire [VCS-1:0]         holds = holds_i[p*VCS +: VCS];
      wire [VCS-1:0]         behind = holds & ({VCS{1'b1}} << turn_q);
      wire [VCS-1:0]         next = behind != {VCS{1'b0}} ? behind : holds;
      wire [VCS-1:0]         offered = next & (~next + 1'b1);  // the lowest of them
      integer                v;

      always @(posedge clk) begin
        turn_q <= rst || turn_q == LAST_VC[VC_BITS-1:0] ? {VC_BITS{1'b0}} : turn_q + 1'b1;
      end

      always @* begin
        packet = {PACKET_BITS{1'b0}};
        for (v = 0; v < VCS; v = v + 1) begin
          packet = packet | {PACKET_BITS{offered[v]}}
                            & packets_i[(p*VCS + v)*PACKET_BITS +: PACKET_BITS];
        end
      end

      assign out_valid_o[p*VCS +: VCS] = offered;
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = packet;
    end
  endgenerate

endmodule

`default_nettype wire
