/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* deadlock -- finds a cycle of channels that wait for each other.
 *
 * A packet in a channel waits for the full output queue of its port and VC.  That queue
 * waits for the channel of the VC at the far end of its link, and the packet there waits
 * for another queue. Every waiting channel waits for exactly one other, so following them
 * ends in a cycle: the deadlock.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_DEADLOCK_H
#define LOCKHOP_RUN_LOCKSTEP_DEADLOCK_H

#include "run/machine/machine.h"

/* One link of the cycle: switch `at` cannot send packets of the VC on `port`, because the
 * far end waits for the next link of the cycle. */
struct waiting_port {
  uint32_t at;
  uint32_t port;
  uint32_t vc;
};

/* Find a cycle of waiting ports.  Fills cycle[capacity] and returns the full length of the
 * cycle; 0: there is none, or the machine cannot tell (no waits_for). */
size_t deadlock_find(const struct shape *shape, const struct machine *machine,
                     struct waiting_port *cycle, size_t capacity);

#endif
