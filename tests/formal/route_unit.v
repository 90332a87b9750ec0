// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// route_unit -- any route unit: its answer is left open, and prove_twin.py makes it that of an
// unknown function of its inputs, the same one in C.
//
// The parameters of the switch are macros.
`default_nettype none

module route_unit #(
  parameter PORTS        = 2,
  parameter HEADER_BITS  = 2,
  parameter ADDRESS_BITS = 1,
  parameter PHASE_BITS   = 1
) (
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [HEADER_BITS-1:0]  header_i,
  input  wire [PHASE_BITS-1:0]   phase_i,
  input  wire [31:0]             random_i,
  output wire                    eject_o,
  output wire                    wait_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [2:0]              vc_o,
  output wire [15:0]             priority_o
);

  (* keep *) wire [ADDRESS_BITS-1:0] open_0 = here_i;
  (* keep *) wire [HEADER_BITS-1:0]  open_1 = header_i;
  (* keep *) wire [PHASE_BITS-1:0]   open_2 = phase_i;
  (* keep *) wire [31:0]             open_3 = random_i;
  (* keep *) wire [63:0]             open_answer = $anyseq;

  wire [PORTS-1:0] ports = open_answer[32 +: PORTS];

  assign eject_o    = open_answer[0];
  assign wait_o     = open_answer[1];
  assign vc_o       = open_answer[4:2];
  assign priority_o = open_answer[20:5];
  assign ports_o    = `PUSHES == 1 && eject_o ? {PORTS{1'b0}} :
                      `FORM == 2 || `PUSHES == 1 ? ports & -ports : ports;
  assign header_o   = open_answer[48 +: HEADER_BITS];

endmodule

`default_nettype wire
