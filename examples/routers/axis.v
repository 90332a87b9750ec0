// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// axis_router -- a wormhole router with AXI-Stream ports and a reset that is low and asynchronous.
//
// N ports to neighbours, and the terminal as the last port.  A packet comes in beats, its header
// in the first one; an output that has taken a first beat serves this input until tlast.  An input
// holds one beat.  Outputs take the inputs in turn.  axis.map connects it to links of whole
// packets:
//
//     lockhop wrapper hypercube:4 --dut examples/routers/axis.v --dut "--top axis_router" \
//       --map examples/routers/axis.map -o wrapper.v
//     lockhop cosim hypercube:4 random --compare flow --dut wrapper.v --dut examples/routers/axis.v
`default_nettype none

module axis_router #(
  parameter N      = 4,                               // ports to neighbours
  parameter HEADER = 4,                               // bits of the header
  parameter ID     = 4,                               // bits of the router's address
  parameter WIDTH  = 16,                              // bits of a beat, at least HEADER
  parameter ALL    = N + 1                            // derived, do not set
) (
  input  wire                 aclk,
  input  wire                 aresetn,
  input  wire [ID-1:0]        id,                     // while aresetn is 0
  input  wire [ALL-1:0]       s_axis_tvalid,
  output wire [ALL-1:0]       s_axis_tready,
  input  wire [ALL*WIDTH-1:0] s_axis_tdata,
  input  wire [ALL-1:0]       s_axis_tlast,
  output wire [ALL-1:0]       m_axis_tvalid,
  input  wire [ALL-1:0]       m_axis_tready,
  output wire [ALL*WIDTH-1:0] m_axis_tdata,
  output wire [ALL-1:0]       m_axis_tlast
);

  wire [ALL-1:0]       taken;                         // the beat of an input leaves
  wire [ALL*ALL-1:0]   wants;                         // [input] the output of its beat
  wire [ALL*WIDTH-1:0] beats;                         // with the header with which they go on
  wire [ALL-1:0]       lasts;
  wire [ALL*ALL-1:0]   serves;                        // [output] the input that it serves
  reg  [ID-1:0]        id_q;

  genvar c;
  genvar o;

  always @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      id_q <= id;
    end
  end

  generate
    for (c = 0; c < ALL; c = c + 1) begin : g_input
      reg  [WIDTH-1:0]  beat_q;
      reg               last_q;
      reg               full_q;
      reg               first_q;                      // it is the first of its packet
      reg  [ALL-1:0]    way_q;                        // of the packet whose first beat has left
      wire              takes = s_axis_tvalid[c] && s_axis_tready[c];
      wire [HEADER-1:0] header;
      wire [N-1:0]      ports;
      wire              eject;
      wire              unused_wait;
      wire [18:0]       unused;
      wire [ALL-1:0]    way = first_q ? {eject, eject ? {N{1'b0}} : ports} : way_q;
      wire [ALL-1:0]    served;

      route_unit #(
        .PORTS(N), .HEADER_BITS(HEADER), .ADDRESS_BITS(ID), .PHASE_BITS(1)
      ) u_route (
        .here_i(id_q), .header_i(beat_q[HEADER-1:0]), .phase_i(1'b0), .random_i(32'd0),
        .eject_o(eject), .wait_o(unused_wait), .ports_o(ports), .vc_o(unused[2:0]),
        .priority_o(unused[18:3]), .header_o(header)
      );

      for (o = 0; o < ALL; o = o + 1) begin : g_output
        assign served[o] = serves[o*ALL+c] && m_axis_tready[o];
      end
      assign taken[c] = served != {ALL{1'b0}};
      assign s_axis_tready[c] = !full_q;
      assign wants[c*ALL +: ALL] = full_q ? way : {ALL{1'b0}};
      assign lasts[c] = last_q;
      assign beats[c*WIDTH +: WIDTH] = first_q ? {beat_q[WIDTH-1:HEADER], header} : beat_q;

      always @(posedge aclk or negedge aresetn) begin
        if (!aresetn) begin
          full_q  <= 1'b0;
          first_q <= 1'b1;
        end else begin
          full_q <= takes || full_q && !taken[c];
          if (takes) begin
            beat_q <= s_axis_tdata[c*WIDTH +: WIDTH];
            last_q <= s_axis_tlast[c];
          end
          if (taken[c]) begin
            first_q <= last_q;
            way_q   <= way;
          end
        end
      end
    end

    for (o = 0; o < ALL; o = o + 1) begin : g_output
      reg  [ALL-1:0]   kept_q;                        // the input that it goes on to serve
      reg  [ALL-1:0]   turn_q;                        // one bit: the input that is asked first
      reg  [ALL-1:0]   serve;
      reg  [WIDTH-1:0] beat;
      integer          i;

      always @* begin
        serve = {ALL{1'b0}};
        beat = {WIDTH{1'b0}};
        for (i = 0; i < 2*ALL; i = i + 1) begin
          if (wants[(i%ALL)*ALL+o] && serve == 0 && (kept_q == 0 || kept_q[i%ALL]) &&
              (i >= ALL || (turn_q >> i) == 1 || (turn_q & ((1 << i) - 1)) != 0)) begin
            serve[i%ALL] = 1'b1;
            beat = beats[(i%ALL)*WIDTH +: WIDTH];
          end
        end
      end

      assign serves[o*ALL +: ALL] = serve;
      assign m_axis_tvalid[o] = serve != 0;
      assign m_axis_tlast[o]  = (serve & lasts) != 0;
      assign m_axis_tdata[o*WIDTH +: WIDTH] = beat;

      always @(posedge aclk or negedge aresetn) begin
        if (!aresetn) begin
          kept_q <= {ALL{1'b0}};
          turn_q <= {{ALL-1{1'b0}}, 1'b1};
        end else if (serve != 0) begin
          kept_q <= m_axis_tready[o] && m_axis_tlast[o] ? {ALL{1'b0}} : serve;
          if (m_axis_tready[o] && m_axis_tlast[o]) begin
            turn_q <= {turn_q[ALL-2:0], turn_q[ALL-1]};
          end
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
