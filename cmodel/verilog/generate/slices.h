/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* slices -- a module with the ports of a switch around one whose links are others: credits,
 * outputs that depend on inputs, links of some cycles (docs/own-switch.md). */
#ifndef LOCKHOP_VERILOG_GENERATE_SLICES_H
#define LOCKHOP_VERILOG_GENERATE_SLICES_H

#include "run/machine/machine.h"

#include <stdbool.h>
#include <stdio.h>

/* The module that Lockhop writes. */
#define SLICES_MODULE "sliced_switch"

/* All zero: links as of a switch. */
struct link_style {
  uint32_t credits;  /* in_ready_o and out_ready_i of the switch are credits of as many
                        buffers; 0: they are ready */
  bool lane_credits; /* inject_ready_o is too */
  uint32_t latency;  /* cycles of a link, beyond that of the switch */
  bool cut;          /* its outputs may depend on its inputs */
  bool settles;      /* its in_ready_o may; a slice is at each lane, none at links */
};

static inline bool link_style_plain(const struct link_style *style)
{
  return style->credits == 0 && style->latency == 0 && !style->cut && !style->settles;
}

/* Print SLICES_MODULE around the module `inner`, with modules of tb/adapters/. */
void slices_print(const struct link_style *style, const char *inner,
                  const struct shape *shape, FILE *file);

#endif
