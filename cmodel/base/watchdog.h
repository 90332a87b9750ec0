/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watchdog -- shared memory in which a process that may hang or crash shows its progress.
 *
 * A design under test is code that runs in our process: it can loop for ever, eat all
 * memory, or crash.  So the work runs in a child, which shares this page with the parent
 * (base/watch.h).  Its result is in base/report.h.
 */
#ifndef LOCKHOP_BASE_WATCHDOG_H
#define LOCKHOP_BASE_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

struct watchdog {
  volatile uint64_t beats; /* changes whenever an evaluation of the design has ended */
  volatile uint64_t cycle; /* what is being evaluated */
  volatile uint32_t at;    /* the switch; UINT32_MAX: all of them */
  volatile bool resetting; /* reset, and not yet a cycle */
  volatile bool armed;     /* code of the design runs now: the beats must go on */
  volatile bool heard;     /* a signal that asks for an end has been heard */
  volatile bool disk_full; /* no room for a page of a temporary file */
};

#endif
