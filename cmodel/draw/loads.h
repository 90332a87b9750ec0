/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* loads -- how many packets cross each link, and enter each switch, in a run. */
#ifndef LOCKHOP_DRAW_LOADS_H
#define LOCKHOP_DRAW_LOADS_H

#include "check/run.h"

struct loads {
  struct shape shape;
  /* [switches * ports] packets that crossed the link that leaves by the port, on all of its
   * virtual channels; a copy of a packet is one of its own. */
  uint64_t *links;
  /* [switches] packets that entered, from the terminal or by a link from another switch. */
  uint64_t *switches;
};

/* Error: ERR_ENVIRONMENT when memory is short; *loads can be closed then. */
bool loads_open(struct loads *loads, const struct shape *shape, struct err *err);

/* A run_observer, of struct loads. */
bool loads_add(void *self, const struct run_cycle *cycle, struct err *err);

void loads_close(struct loads *loads);

#endif
