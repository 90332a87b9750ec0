/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watch -- what a run reaches of a map, seen in the golden machine.
 *
 * The machine is looked at between its clock edges and does no more than without a watch.
 * What a cycle has done follows from its state, from what the watch remembers of the cycle
 * before (which channels held a packet, the counts of the queues), and from asking the
 * route unit again.  An item counts only where this is certain: of a packet that may wait
 * and has ports, and whose queue is full afterwards, nobody knows here where it went.
 */
#ifndef LOCKHOP_RUN_EXERCISE_WATCH_H
#define LOCKHOP_RUN_EXERCISE_WATCH_H

#include "run/exercise/marks.h"

struct exercise_watch {
  struct exercise_map *map; /* filled by exercise_watch_finish */
  struct shape shape;
  /* What the watch remembers, at the beginning of a cycle. */
  uint64_t *held;    /* [switches] bit c: channel c holds a packet */
  uint64_t *left;    /* [switches] bit c: one has left it in this cycle; 0 between cycles */
  uint32_t *counts;  /* [switches * queues] */
  uint16_t *lowest;  /* [switches * queues] lowest priority; NULL: queues are FIFOs */
  uint32_t *stored;  /* [switches] packets in the store; NULL: there is none */
  uint64_t *headers; /* [switches * STORE] of these, the oldest first; NULL likewise */
  struct exercise_decision *decisions; /* some that have been noted */
  /* What was reached: masks of the kinds with one place, and of the others. */
  uint64_t seen[EXERCISE_KINDS];
  uint64_t routed[SHAPE_CHANNELS];     /* of a channel: queues */
  uint64_t contenders[SHAPE_CHANNELS]; /* of a queue: bit k - 1, k at once */
  uint64_t pushes[SHAPE_CHANNELS];     /* likewise */
  uint64_t ones[SHAPE_CHANNELS], zeros[SHAPE_CHANNELS]; /* of a channel: bits of headers */
};

/* Can this machine be watched?  Verilog cannot. */
bool exercise_watch_can(const struct machine *machine);

/* The map must stay where it is.  Error: ERR_ENVIRONMENT. */
bool exercise_watch_open(struct exercise_watch *watch, struct exercise_map *map,
                         const struct shape *shape, struct err *err);
void exercise_watch_close(struct exercise_watch *watch);

/* The machine has been reset: nothing is in it. */
void exercise_watch_reset(struct exercise_watch *watch);

/* Every cycle, before its clock edge. */
void exercise_watch_cycle(struct exercise_watch *watch, const struct machine *machine,
                          const struct links *links, const struct stimulus *stimulus);

/* Put what was reached into the map. */
void exercise_watch_finish(struct exercise_watch *watch);

#endif
