/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* history -- the events before a difference: the last ones of a switch, the route of a
 * packet.
 *
 * An observer of a second run with the same stimulus.  It knows the difference that the
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
  uint32_t port; /* output port */
  uint32_t vc;
};

/* The events of one machine. */
struct history_side {
  char events[HISTORY_CYCLES][HISTORY_EVENTS]; /* of cycle t in [t % HISTORY_CYCLES] */
  struct crossing route[HISTORY_HOPS];         /* of the packet followed */
  size_t crossings; /* may exceed HISTORY_HOPS; further ones are not kept */
};

struct history {
  const struct shape *shape;
  struct difference difference;
  struct link *feeders;       /* [ports] the far end of each input of the switch */
  bool follows;               /* a packet is followed */
  uint32_t number;            /* its number */
  bool alone;                 /* the design runs alone: its events are in `golden` */
  struct history_side golden; /* or the only machine */
  struct history_side dut;
};

/* `number`: the packet to follow, UINT32_MAX: none.  Error: ERR_ENVIRONMENT when memory is
 * short. */
bool history_open(struct history *history, const struct shape *shape,
                  const struct difference *difference, uint32_t number, struct err *err);

/* Add a cycle; cycles after the difference are ignored. */
void history_add(struct history *history, const struct run_cycle *cycle);

void history_print(const struct history *history, FILE *file);

void history_close(struct history *history);

/* The switch that shows that packet. */
uint32_t difference_shows(const struct shape *shape, const struct difference *difference);

/* The number of the packet concerned by a difference: of a broken rule, the one that the
 * fault is about, for which `cycle` may be NULL; otherwise the one offered or ejected
 * there, in the golden machine if it has one, otherwise in the DUT; for a ready bit, the
 * one that the neighbour offers.  UINT32_MAX: none. */
uint32_t difference_packet(const struct shape *shape, const struct run_cycle *cycle,
                           const struct difference *difference);

#endif
