// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bind -- a switch_checker beside every instance of `switch`, in whatever design is compiled with
// this file.  For a module of another name, or with other names of ports, change it here.

bind switch switch_checker #(
  .PORTS         (PORTS),
  .LANES         (LANES),
  .VCS           (VCS),
  .DEPTH         (DEPTH),
  .STORE         (STORE),
  .PRIORITY_BITS (PRIORITY_BITS),
  .ARBITER       (ARBITER),
  .SENDS         (SENDS),
  .PHASE_BITS    (PHASE_BITS),
  .RANDOM        (RANDOM),
  .HEADER_BITS   (HEADER_BITS),
  .DATA_BITS     (DATA_BITS),
  .ADDRESS_BITS  (ADDRESS_BITS)
) u_checker (
  .clk           (clk),
  .rst           (rst),
  .here          (here_i),
  .seed          (seed_i),
  .phase         (phase_i),
  .in_valid      (in_valid_i),
  .in_packet     (in_packet_i),
  .in_ready      (in_ready_o),
  .out_valid     (out_valid_o),
  .out_packet    (out_packet_o),
  .out_ready     (out_ready_i),
  .inject_valid  (inject_valid_i),
  .inject_packet (inject_packet_i),
  .inject_ready  (inject_ready_o),
  .eject_valid   (eject_valid_o),
  .eject_packet  (eject_packet_o)
);
