// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// one_vc -- whether at most one VC of each link is valid.
`default_nettype none

module one_vc #(
  parameter PORTS  = 1,                               // >= 1
  parameter VCS    = 1,                               // >= 1
  parameter QUEUES = PORTS*VCS                        // derived, do not set
) (
  input  wire [QUEUES-1:0] valid_i,
  output wire              ok_o
);

  wire [PORTS-1:0] ok;

  genvar p;

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      wire [VCS-1:0] valid = valid_i[p*VCS +: VCS];

      assign ok[p] = (valid & (valid - 1'b1)) == 0;
    end
  endgenerate

  assign ok_o = &ok;

endmodule

`default_nettype wire
