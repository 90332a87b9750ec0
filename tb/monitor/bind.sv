// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// bind -- a flow_monitor beside every instance of `switch`, in whatever design is compiled with
// this file.  EJECT_READY: the switch has eject_ready_i.  For another network, a module of another name, or other names of ports, change it
// here.

`ifdef EJECT_READY
bind switch flow_monitor_ready #(
`else
bind switch flow_monitor #(
`endif
  .SPEC         ("hypercube:2"),
  .PORTS        (PORTS),
  .LANES        (LANES),
  .VCS          (VCS),
  .PHASE_BITS   (PHASE_BITS),
  .HEADER_BITS  (HEADER_BITS),
  .DATA_BITS    (DATA_BITS),
  .ADDRESS_BITS (ADDRESS_BITS)
) u_monitor (
  .clk           (clk),
  .rst           (rst),
  .here          (here_i),
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
`ifdef EJECT_READY
  .eject_ready   (eject_ready_i),
`endif
  .eject_packet  (eject_packet_o)
);
