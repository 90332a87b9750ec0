/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* history -- what led to a difference: the last events of one switch, and the route of one
 * packet.
 *
 * An observer of a second run of the same stimulus.  It is told the difference that the
 * first run found, and keeps what a person needs to understand it.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_HISTORY_H
#define LOCKHOP_RUN_LOCKSTEP_HISTORY_H

#include "run/lockstep/run.h"

enum { HISTORY_CYCLES = 8, HISTORY_EVENTS = 640, HISTORY_HOPS = 64 };

/* One crossing of a link, or the entry into a lane (port = UINT32_MAX). */
struct crossing {
  uint64_t cycle;
  uint32_t at;   /* switch that the packet leaves, or enters through a lane */
  uint32_t port; /* by which it leaves */
  uint32_t vc;
};

/* What one machine did. */
struct history_side {
  char events[HISTORY_CYCLES][HISTORY_EVENTS]; /* of cycle t in [t % HISTORY_CYCLES] */
  struct crossing route[HISTORY_HOPS];         /* of the packet followed */
  size_t crossings; /* may exceed HISTORY_HOPS: the rest is not kept */
};

struct history {
  const struct shape *shape;
  struct difference difference;
  struct link *feeders; /* [ports] who sends to each port of the switch */
  bool follows;         /* a packet is followed */
  uint32_t number;      /* its number */
  struct history_side golden;
  struct history_side dut;
};

/* `number`: the packet to follow, UINT32_MAX: none.  Error: ERR_ENVIRONMENT when memory is
 * short. */
bool history_open(struct history *history, const struct shape *shape,
                  const struct difference *difference, uint32_t number, struct err *err);

/* Add a cycle; cycles after the difference are left out. */
void history_add(struct history *history, const struct run_cycle *cycle);

void history_print(const struct history *history, FILE *file);

void history_close(struct history *history);

/* The packet that a difference is about: the one offered or ejected there, in the golden
 * machine if it has one, otherwise in the DUT; for a ready bit the one that the neighbour
 * offers. UINT32_MAX: none. */
uint32_t difference_packet(const struct shape *shape, const struct run_cycle *cycle,
                           const struct difference *difference);

#endif
