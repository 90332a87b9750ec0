/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watch -- records which items of a map a run reaches, by observing the golden machine.
 *
 * The watch reads the machine between its clock edges; the machine does no extra work.  The
 * watch infers the events of a cycle from the state, from what it remembers of the cycle
 * before (channels with a packet, counts of the queues), and from calling the route unit
 * again.  An item counts only if that is certain.  One case is not: a packet that may wait
 * and has ports, when its queue is full afterwards, may be in the queue or in the store.
 */
#ifndef LOCKHOP_RUN_EXERCISE_WATCH_H
#define LOCKHOP_RUN_EXERCISE_WATCH_H

#include "run/exercise/marks.h"

struct exercise_watch {
  struct exercise_map *map; /* filled by exercise_watch_finish */
  struct shape shape;
  /* Remembered at the beginning of a cycle. */
  uint64_t *held;   /* [switches] bit c: channel c holds a packet */
  uint64_t *left;   /* [switches] bit c: a packet left it in this cycle; 0 between cycles */
  uint32_t *counts; /* [switches * queues] */
  uint16_t *lowest; /* [switches * queues] lowest priority; NULL: queues are FIFOs */
  uint32_t *stored; /* [switches] packets in the store; NULL: no store */
  uint64_t *headers; /* [switches * STORE] of these packets, oldest first; NULL: no store */
  struct exercise_decision *decisions; /* recently recorded ones */
  /* Reached items: masks of the kinds with one place, then of the others. */
  uint64_t seen[EXERCISE_KINDS];
  uint64_t routed[SHAPE_CHANNELS];     /* of a channel: queues */
  uint64_t contenders[SHAPE_CHANNELS]; /* of a queue: bit k - 1: k contenders at once */
  uint64_t pushes[SHAPE_CHANNELS];     /* the same for pushes */
  uint64_t ones[SHAPE_CHANNELS], zeros[SHAPE_CHANNELS]; /* of a channel: bits of headers */
};

/* The map must not move until the watch is closed.  Error: ERR_ENVIRONMENT. */
bool exercise_watch_open(struct exercise_watch *watch, struct exercise_map *map,
                         const struct shape *shape, struct err *err);
void exercise_watch_close(struct exercise_watch *watch);

/* The machine was reset: it holds no packets. */
void exercise_watch_reset(struct exercise_watch *watch);

/* Call it in every cycle, before the clock edge. */
void exercise_watch_cycle(struct exercise_watch *watch, const struct machine *machine,
                          const struct links *links, const struct stimulus *stimulus);

/* Write the reached items into the map. */
void exercise_watch_finish(struct exercise_watch *watch);

#endif
