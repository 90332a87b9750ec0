// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// local_router -- a small router as a company may have one, with ports of its own.
//
// N ports to neighbours, and the terminal as the last port; packed arrays; a reset that is active
// at 0.  One buffer for each input; an output takes the lowest input that wants it, and keeps it
// until the packet is taken.  It follows nothing of docs/switch.md but valid and ready.  A wrapper
// connects it, written from local_port.map:
//
//     lockhop wrapper hypercube:3 --dut examples/routers/local_port.sv --dut "--top local_router" \
//       --map examples/routers/local_port.map -o build/wrapper.v
`default_nettype none

module local_router #(
  parameter int N = 4,                                // ports to neighbours
  parameter int H = 4,                                // bits of the header
  parameter int D = 40,                               // bits of the data
  parameter int A = 4,                                // bits of an address
  localparam int W = H + D,
  localparam int I = $clog2(N + 1)
) (
  input  wire                clk_i,
  input  wire                rst_ni,
  input  wire  [A-1:0]       id_i,
  input  wire  [N:0]         valid_i,
  input  wire  [N:0][W-1:0]  data_i,
  output logic [N:0]         ready_o,
  output logic [N:0]         valid_o,
  output logic [N:0][W-1:0]  data_o,
  input  wire  [N:0]         ready_i,
  output logic               busy_o
);

  logic [A-1:0]      id_q;
  logic [N:0]        full_q;                          // the buffer of an input
  logic [N:0][W-1:0] packet_q;
  logic [N:0][H-1:0] header;                          // with which it goes on
  logic [N:0][N:0]   wants;                           // [input] its output
  logic [N:0]        leaves;
  logic [N:0]        kept_q;                          // an output's offer was refused
  logic [N:0][I-1:0] input_q;                         // whose packet it was
  logic [N:0][I-1:0] chosen;

  assign ready_o = ~full_q;
  assign busy_o  = |full_q;

  for (genvar c = 0; c <= N; c++) begin : g_input
    wire         eject;
    wire [N-1:0] ports;
    wire [18:0]  unused;                              // one VC, no priorities
    wire         unused_wait;

    route_unit #(.PORTS(N), .HEADER_BITS(H), .ADDRESS_BITS(A), .PHASE_BITS(1)) u_route (
      .here_i(id_q), .header_i(packet_q[c][H-1:0]), .phase_i(1'b0), .random_i(32'd0),
      .eject_o(eject), .wait_o(unused_wait), .ports_o(ports), .vc_o(unused[2:0]),
      .priority_o(unused[18:3]), .header_o(header[c])
    );
    assign wants[c] = full_q[c] ? {eject, ports} : '0;
  end

  always_comb begin
    valid_o = '0;
    data_o  = '0;
    leaves  = '0;
    chosen  = '0;
    for (int o = 0; o <= N; o++)
      for (int c = 0; c <= N; c++)
        if (wants[c][o] && !valid_o[o] && (!kept_q[o] || input_q[o] == I'(c))) begin
          valid_o[o] = 1'b1;
          data_o[o]  = {packet_q[c][W-1:H], header[c]};
          chosen[o]  = I'(c);
          leaves[c]  = ready_i[o];
        end
  end

  always_ff @(posedge clk_i) begin
    input_q <= chosen;
    if (!rst_ni) begin
      id_q   <= id_i;
      full_q <= '0;
      kept_q <= '0;
    end else begin
      kept_q <= valid_o & ~ready_i;
      for (int c = 0; c <= N; c++) begin
        if (valid_i[c] && ready_o[c])
          packet_q[c] <= data_i[c];
        full_q[c] <= (full_q[c] || valid_i[c]) && !leaves[c];
      end
    end
  end

endmodule

`default_nettype wire
