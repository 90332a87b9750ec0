// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// mesh_router -- a store-and-forward router of a 2-D mesh, in SystemVerilog with a package.
//
// A packet is stored in the FIFO of its input.  When it is the oldest there, the XY rule of
// mesh_pkg.sv names its direction, and the register of that output takes it; outputs serve
// inputs in turn.  Then it is forwarded, to a neighbour or to the terminal.  Nothing of rtl/
// is in it.  Its ports are the standard ones without _i and _o, of types of the package; its
// reset is active at 0.  One VC, no phases, no priorities, 40 bits of data:
//
//     lockhop cosim mesh:4x4 random --routing dimension-order --compare flow \
//       --dut examples/routers/mesh.f
//
// lockhop: data=40
`default_nettype none

module mesh_router
  import mesh_pkg::*;
#(
  parameter int  LANES  = 1,
  parameter int  DEPTH  = 2,                          // packets in a FIFO
  localparam int INPUTS = int'(LOCAL) + LANES         // neighbours and lanes
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  address_t             here,
  input  wire [LOCAL-1:0]      in_valid,
  input  packet_t [LOCAL-1:0]  in_packet,
  output logic [LOCAL-1:0]     in_ready,
  output logic [LOCAL-1:0]     out_valid,
  output packet_t [LOCAL-1:0]  out_packet,
  input  wire [LOCAL-1:0]      out_ready,
  input  wire [LANES-1:0]      inject_valid,
  input  packet_t [LANES-1:0]  inject_packet,
  output logic [LANES-1:0]     inject_ready,
  output logic [INPUTS-1:0]    eject_valid,           // channel 0 alone
  output packet_t [INPUTS-1:0] eject_packet
);

  typedef logic [$clog2(DEPTH+1)-1:0] count_t;
  typedef logic [$clog2(INPUTS)-1:0]  input_t;

  address_t             here_q;
  packet_t [DEPTH-1:0]  fifo_q [INPUTS];              // the oldest in place 0
  count_t               count_q [INPUTS];
  packet_t [INPUTS-1:0] packet;                       // that is offered
  logic [INPUTS-1:0]    offered, full, leaves;
  logic [LOCAL:0]       takes;                        // the register is free, or sends
  logic [LOCAL:0]       found;                        // an input has a packet for it:
  input_t               chosen [LOCAL+1];             // this one
  input_t               last_q [LOCAL+1];             // that it served last
  logic [LOCAL:0]       valid_q;                      // the register is full
  packet_t [LOCAL:0]    packet_q;

  assign offered                  = {inject_valid, in_valid};
  assign packet                   = {inject_packet, in_packet};
  assign {inject_ready, in_ready} = ~full;
  assign takes                    = ~valid_q | {1'b1, out_ready};
  assign out_valid                = valid_q[LOCAL-1:0];
  assign out_packet               = packet_q[LOCAL-1:0];
  assign eject_valid              = INPUTS'(valid_q[LOCAL]);
  assign eject_packet             = {INPUTS{packet_q[LOCAL]}};

  always_comb begin
    found  = '0;
    leaves = '0;
    for (int o = 0; o <= LOCAL; o++) begin
      chosen[o] = last_q[o];
      for (int i = 0; i < INPUTS; i++)
        if (!found[o]) begin
          chosen[o] = chosen[o] == input_t'(INPUTS - 1) ? '0 : chosen[o] + 1'b1;
          found[o]  = takes[o] && count_q[chosen[o]] != 0 &&
                      way(here_q, fifo_q[chosen[o]][0].to) == direction_t'(o);
        end
      if (found[o])
        leaves[chosen[o]] = 1'b1;
    end
  end

  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    count_t left;

    assign left    = count_q[i] - count_t'(leaves[i]);
    assign full[i] = count_q[i] == count_t'(DEPTH);

    always_ff @(posedge clk) begin
      if (leaves[i])
        fifo_q[i] <= fifo_q[i] >> $bits(packet_t);
      for (int place = 0; place < DEPTH; place++)
        if (offered[i] && !full[i] && left == count_t'(place))
          fifo_q[i][place] <= packet[i];
      count_q[i] <= rst_n ? left + count_t'(offered[i] && !full[i]) : '0;
    end
  end

  always_ff @(posedge clk) begin
    valid_q <= rst_n ? found | ~takes : '0;
    for (int o = 0; o <= LOCAL; o++) begin
      if (found[o])
        packet_q[o] <= fifo_q[chosen[o]][0];
      if (found[o] || !rst_n)
        last_q[o] <= rst_n ? chosen[o] : '0;
    end
    if (!rst_n) here_q <= here;
  end

endmodule

`default_nettype wire
