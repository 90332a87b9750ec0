/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shown -- what the switches of a caller's design show at their pins, and a machine of
 * them: its links are what was shown, and nothing in it is clocked.
 */
#ifndef LOCKHOP_TOOL_API_SHOWN_H
#define LOCKHOP_TOOL_API_SHOWN_H

#include "include/lockhop.h"
#include "run/machine/machine.h"

struct shown {
  const struct shape *shape;
  uint32_t switches;               /* that are shown: all of a machine */
  uint64_t *valid, *ready, *eject; /* [switches] of struct links */
  struct packet *out, *ejected;    /* [switches][channels]; of out, by port */
  uint32_t *active;                /* [switches] all of them */
  struct machine_ops ops;          /* of the machine */
};

/* Nothing is valid and nothing ready.  Error: ERR_ENVIRONMENT; then close it, too. */
bool shown_open(struct shown *shown, const struct shape *shape, uint32_t switches,
                struct err *err);

void shown_close(struct shown *shown);

/* The outputs of switch `sw` in this cycle.  Bits beyond widths are ignored. */
void shown_put(struct shown *shown, uint32_t sw, const struct lockhop_outputs *outputs);

/* A packet, less the bits beyond its widths. */
struct packet shown_packet(const struct shape *shape, const struct lockhop_packet *packet);

/* The machine; `shown` must stay where it is, and stays the caller's. */
struct machine shown_machine(struct shown *shown);

#endif
