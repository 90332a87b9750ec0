/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watchdog -- what a process that may hang or crash tells the one that watches it.
 *
 * A design under test is code that runs in our process: it can loop for ever, eat all
 * memory, or crash.  So the work runs in a child, and this page is shared with the parent,
 * which sees how far it is and how it ended (cli/supervise.h).
 */
#ifndef LOCKHOP_BASE_WATCHDOG_H
#define LOCKHOP_BASE_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

struct watchdog {
  volatile uint64_t beats; /* changes whenever an evaluation of the design has ended */
  volatile uint64_t cycle; /* what is being evaluated */
  volatile uint32_t at;    /* the switch */
  volatile bool resetting; /* reset, and not yet a cycle */
  volatile bool armed;     /* a design is being evaluated now: the beats must go on */
  volatile bool finished;  /* the work has come to its end by itself */
};

#endif
