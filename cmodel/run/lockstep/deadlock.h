/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* deadlock -- when nothing can move any more: who waits for whom.
 *
 * A packet kept in a channel waits for the output queue of its port and VC, which is
 * full and waits for the channel of that VC at the far end of its link, which keeps a
 * packet that waits for a queue of its own. Every waiting channel waits for one other, so
 * following them ends in a cycle: the deadlock.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_DEADLOCK_H
#define LOCKHOP_RUN_LOCKSTEP_DEADLOCK_H

#include "run/machine/machine.h"

/* One link of the cycle: switch `at` cannot send packets of the VC by `port`, because
 * the far end waits for the next. */
struct waiting_port {
  uint32_t at;
  uint32_t port;
  uint32_t vc;
};

/* Find a cycle of waiting ports: cycle[capacity] filled, its whole length returned; 0 when
 * there is none, or when the machine cannot tell (no waits_for). */
size_t deadlock_find(const struct shape *shape, const struct machine *machine,
                     struct waiting_port *cycle, size_t capacity);

#endif
