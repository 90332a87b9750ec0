/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route -- what every route unit offers, and the table of them.
 *
 * A route unit is combinational: header and own address in; eject, or a mask of output
 * ports, and the header to continue with, out.  It is the only part of a switch that knows
 * the topology. RTL twins: rtl/route/<name>.v, all with the ports of `route_unit` in
 * docs/switch.md.
 */
#ifndef LOCKHOP_ROUTE_ROUTE_H
#define LOCKHOP_ROUTE_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

struct route_in {
  uint64_t here;   /* address of this switch */
  uint64_t header; /* of the packet */
};

struct route_out {
  bool eject;      /* the packet is at its destination */
  uint64_t ports;  /* mask of output ports; 0 when eject */
  uint64_t header; /* the header it continues with */
};

struct route_unit {
  const char *name; /* of the unit, its C file and its Verilog module */
  struct route_out (*comb)(const struct route_in *in);
};

#endif
