// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// input_queue -- a packet that is accepted is shown until it is taken; one that is not, never; and
// what is ready stays so until a packet comes.
//
// values: PACKET_BITS=2; PACKET_BITS=44
// bug: valid_i || (full_q && !taken_i) => valid_i || full_q
`default_nettype none

module prove_input_queue #(
  parameter PACKET_BITS = 2
) (
  input wire                   clk,
  input wire                   rst,
  input wire                   valid_i,
  input wire [PACKET_BITS-1:0] packet_i,
  input wire                   taken_i
);

  wire                   ready;
  wire                   full;
  wire [PACKET_BITS-1:0] packet;
  reg                    reset_q = 1'b0;          // there was a reset
  reg                    inside_q;                // a packet that came and was not taken
  reg  [PACKET_BITS-1:0] came_q;                  // it

  input_queue #(.PACKET_BITS(PACKET_BITS)) u_queue (
    .clk(clk), .rst(rst), .valid_i(valid_i), .packet_i(packet_i), .taken_i(taken_i),
    .ready_o(ready), .full_o(full), .packet_o(packet)
  );

  always @* begin
    if (reset_q && !rst) begin
      assume (!taken_i || full);
      held: assert (full == inside_q);
      same: assert (!full || packet == came_q);
      fits: assert (!ready || !full || taken_i);
      takes: assert (full || ready);
      reached: assert (!(full && taken_i && valid_i && ready));
    end
  end

  always @(posedge clk) begin
    reset_q  <= reset_q || rst;
    inside_q <= !rst && (valid_i && ready || inside_q && !taken_i);
    if (valid_i && ready) came_q <= packet_i;
  end

endmodule

`default_nettype wire
