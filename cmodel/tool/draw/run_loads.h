/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run_loads -- counts the packets that cross each link and enter each switch in a run. */
#ifndef LOCKHOP_TOOL_DRAW_RUN_LOADS_H
#define LOCKHOP_TOOL_DRAW_RUN_LOADS_H

#include "run/lockstep/run.h"

struct run_loads {
  struct shape shape;
  /* [switches * ports] packets that crossed the link that leaves by the port, on all of its
   * virtual channels; a copy of a packet is one of its own. */
  uint64_t *links;
  /* [switches] packets that entered, from the terminal or by a link from another switch. */
  uint64_t *switches;
};

/* Error: ERR_ENVIRONMENT when memory is short; *loads can be closed then. */
bool run_loads_open(struct run_loads *loads, const struct shape *shape, struct err *err);

/* A run_observer, of struct run_loads. */
bool run_loads_add(void *self, const struct run_cycle *cycle, struct err *err);

void run_loads_close(struct run_loads *loads);

#endif
