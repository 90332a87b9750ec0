// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// collective_engine -- a node of the one-port model, which runs a program of steps.
//
// Twin of cmodel/switch/component/collective_engine.c; docs/switches/collective_engine.md
// specifies both, and the words of the program.  Latency: one cycle; a word that arrives at the
// end of cycle t can be on the next link, and is ejected, in cycle t+1.  No output depends
// combinationally on an input, not even on rst.  The program is written while rst is 1; a reset
// clears the state of the run, but neither of the two memories.
`default_nettype none

module collective_engine #(
  parameter PORTS        = 3,                         // network ports, 1..63
  parameter MEMORY       = 16,                        // words that it can store, 1..2^24
  parameter PROGRAM      = 16,                        // words of the program, 2..2^24
  parameter PHASE_BITS   = 1,                         // 1..16
  parameter HEADER_BITS  = 1,                         // bits of a packet without meaning, 1..64
  parameter DATA_BITS    = 40,                        // bits of a word, 1..64
  parameter ADDRESS_BITS = 3,                         // 1..32
  parameter CHANNELS     = PORTS + 1,                 // derived, do not set
  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS    // derived, do not set
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [ADDRESS_BITS-1:0]         here_i,           // not used
  input  wire [63:0]                     program_i,        // next word, while rst is 1
  input  wire [PHASE_BITS-1:0]           phase_i,          // phase of the next cycle
  input  wire [PORTS-1:0]                in_valid_i,       // links from the neighbours
  input  wire [PORTS*PACKET_BITS-1:0]    in_packet_i,
  output wire [PORTS-1:0]                in_ready_o,       // at most one
  output wire [PORTS-1:0]                out_valid_o,      // links to the neighbours; at most one
  output wire [PORTS*PACKET_BITS-1:0]    out_packet_o,
  input  wire [PORTS-1:0]                out_ready_i,
  input  wire                            inject_valid_i,   // the lane, while phase_q is 0
  input  wire [PACKET_BITS-1:0]          inject_packet_i,
  output wire                            inject_ready_o,
  output wire [CHANNELS-1:0]             eject_valid_o,    // at most one
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);

  localparam PROGRAM_W = $clog2(PROGRAM);
  localparam MEMORY_W  = MEMORY > 1 ? $clog2(MEMORY) : 1;
  localparam [31:0] PROGRAM_WORDS = PROGRAM;
  localparam [31:0] MEMORY_WORDS  = MEMORY;

  reg [63:0]           program_q [0:PROGRAM-1];
  reg [31:0]           write_q;                       // program word that is written next
  reg [DATA_BITS-1:0]  memory_q [0:MEMORY-1];
  reg [PHASE_BITS-1:0] phase_q;
  reg [15:0]           step_q;
  reg [23:0]           sent_q;                        // messages of this step
  reg [23:0]           received_q;
  reg [15:0]           send_word_q;                   // words of this message
  reg [15:0]           receive_word_q;
  reg [30:0]           send_index_q;                  // messages in all
  reg [30:0]           receive_index_q;
  reg [16:0]           delay_q;                       // cycles since the word before
  reg [30:0]           free_q;                        // where the next word is stored
  reg [CHANNELS-1:0]   eject_q;
  reg [DATA_BITS-1:0]  eject_data_q;

  genvar c;
  genvar p;
  integer i;

  // The program: its first two words and that of this step.
  wire [31:0] step_at    = {16'd0, step_q} + 32'd2;
  wire [63:0] first      = program_q[0];
  wire [63:0] lists      = program_q[1];
  wire [63:0] step       = step_at < PROGRAM_WORDS ? program_q[step_at[PROGRAM_W-1:0]] : 64'd0;
  wire [15:0] steps      = first[15:0];
  wire [15:0] last       = first[31:16];
  wire [16:0] startup    = {1'b0, first[47:32]};
  wire [16:0] gap        = {2'b00, first[62:48]};
  wire [30:0] send_at    = lists[30:0];
  wire [30:0] receive_at = lists[62:32];
  wire [23:0] sends      = step[35:12];
  wire [23:0] receives   = step[59:36];

  wire loading = phase_q == {PHASE_BITS{1'b0}};
  wire running = !loading && step_q < steps;

  // Send.
  wire [31:0] sends_at = {1'b0, send_at} + {2'b00, send_index_q[30:1]};
  wire [63:0] send_pair = sends_at < PROGRAM_WORDS ? program_q[sends_at[PROGRAM_W-1:0]] : 64'd0;
  wire [30:0] message  = send_index_q[0] ? send_pair[62:32] : send_pair[30:0];
  wire [31:0] word_at  = {1'b0, message} + {16'd0, send_word_q};
  wire [DATA_BITS-1:0] word =
      word_at < MEMORY_WORDS ? memory_q[word_at[MEMORY_W-1:0]] : {DATA_BITS{1'b0}};
  wire        starts   = sent_q == 24'd0 && send_word_q == 16'd0;
  wire [16:0] target   = starts ? startup + gap : gap;
  wire        sending  = running && sent_q < sends;
  wire        offered  = sending && delay_q >= target;
  wire        leaves   = (out_valid_o & out_ready_i) != {PORTS{1'b0}};
  wire        sent     = leaves && send_word_q == last;

  // Receive and load.
  wire        receiving = running && received_q < receives;
  wire        arrives   = (in_ready_o & in_valid_i) != {PORTS{1'b0}};
  wire        enters    = loading && inject_valid_i;
  wire        taken     = arrives || enters;
  wire        complete  = taken && receive_word_q == last;
  wire        received  = complete && arrives;
  wire [31:0] takes_at  = {1'b0, receive_at} + {5'd0, receive_index_q[30:4]};
  wire [63:0] flags     = takes_at < PROGRAM_WORDS ? program_q[takes_at[PROGRAM_W-1:0]] : 64'd0;
  wire        store     = flags[{1'b0, receive_index_q[3:0], 1'b0}];
  wire        eject     = flags[{1'b0, receive_index_q[3:0], 1'b1}];
  wire [CHANNELS-1:0]  channel = {enters, in_ready_o & in_valid_i};
  reg  [DATA_BITS-1:0] data;                          // of the word that is taken

  wire ends = running && (!sending || sent && sent_q + 24'd1 == sends)
              && (!receiving || received && received_q + 24'd1 == receives);

  // Bits without a meaning.
  wire unused_ok = &{1'b0, here_i, in_packet_i, inject_packet_i, first, lists, step, send_pair};

  assign inject_ready_o = loading;
  assign eject_valid_o  = eject_q;

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      localparam [5:0] PORT = p;

      assign out_valid_o[p] = offered && step[5:0] == PORT;
      assign in_ready_o[p]  = receiving && step[11:6] == PORT;
      assign out_packet_o[p*PACKET_BITS +: PACKET_BITS] = {word, {HEADER_BITS{1'b0}}};
    end

    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      assign eject_packet_o[c*PACKET_BITS +: PACKET_BITS] = {eject_data_q, {HEADER_BITS{1'b0}}};
    end
  endgenerate

  always @* begin
    data = inject_packet_i[HEADER_BITS +: DATA_BITS];
    for (i = 0; i < PORTS; i = i + 1) begin
      if (in_ready_o[i]) begin
        data = in_packet_i[i*PACKET_BITS + HEADER_BITS +: DATA_BITS];
      end
    end
  end

  // The program: a first word starts it again.
  always @(posedge clk) begin
    if (rst && (program_i[63] || write_q < PROGRAM_WORDS)) begin
      program_q[program_i[63] ? {PROGRAM_W{1'b0}} : write_q[PROGRAM_W-1:0]] <= program_i;
      write_q <= program_i[63] ? 32'd1 : write_q + 32'd1;
    end
  end

  always @(posedge clk) begin
    if (!rst && taken && store && {1'b0, free_q} < MEMORY_WORDS) begin
      memory_q[free_q[MEMORY_W-1:0]] <= data;
    end
    if (!rst && taken && eject) begin
      eject_data_q <= data;
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      phase_q         <= {PHASE_BITS{1'b0}};
      step_q          <= 16'd0;
      sent_q          <= 24'd0;
      received_q      <= 24'd0;
      send_word_q     <= 16'd0;
      receive_word_q  <= 16'd0;
      send_index_q    <= 31'd0;
      receive_index_q <= 31'd0;
      delay_q         <= 17'd0;
      free_q          <= 31'd0;
      eject_q         <= {CHANNELS{1'b0}};
    end else begin
      phase_q <= phase_i;
      eject_q <= taken && eject ? channel : {CHANNELS{1'b0}};

      if (leaves) begin
        send_word_q <= sent ? 16'd0 : send_word_q + 16'd1;
        delay_q     <= 17'd0;
      end else if (sending && delay_q < target) begin
        delay_q     <= delay_q + 17'd1;
      end
      if (sent) begin
        sent_q       <= sent_q + 24'd1;
        send_index_q <= send_index_q + 31'd1;
      end

      if (taken) begin
        receive_word_q <= complete ? 16'd0 : receive_word_q + 16'd1;
      end
      if (complete) begin
        receive_index_q <= receive_index_q + 31'd1;
      end
      if (received) begin
        received_q <= received_q + 24'd1;
      end
      if (taken && store) begin
        free_q <= free_q + 31'd1;
      end

      if (ends) begin
        step_q     <= step_q + 16'd1;
        sent_q     <= 24'd0;
        received_q <= 24'd0;
        delay_q    <= 17'd0;
      end
    end
  end

endmodule

`default_nettype wire
