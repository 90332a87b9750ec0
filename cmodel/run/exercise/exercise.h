/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exercise -- how often what a run should exercise has happened.
 *
 * A PASS is worth what was exercised.  Each item is a row of one table, which the result,
 * its JSON and the tests read; counted are the events of the first machine of a run.
 */
#ifndef LOCKHOP_RUN_EXERCISE_EXERCISE_H
#define LOCKHOP_RUN_EXERCISE_EXERCISE_H

#include "run/machine/machine.h"

enum exercise_item {
  EXERCISE_LINK,         /* a packet crossed a link */
  EXERCISE_EJECT,        /* a packet was ejected */
  EXERCISE_QUEUE_FULL,   /* an output queue held DEPTH packets */
  EXERCISE_QUEUE_DEEP,   /* an output queue held two packets or more */
  EXERCISE_LINK_STALL,   /* a packet was offered on a link and not taken */
  EXERCISE_CHANNEL_KEPT, /* a packet waited in its network channel */
  EXERCISE_LANE_KEPT,    /* a packet waited in its lane */
  EXERCISE_ITEMS
};

struct exercise {
  uint64_t count[EXERCISE_ITEMS]; /* events, one per place and cycle */
};

struct exercise_row {
  const char *name;  /* of the count in JSON, e.g. "link_transfers" */
  const char *never; /* said when it never happened, e.g. "nothing crossed a link" */
};

/* Row i is of item i. */
extern const struct exercise_row exercise_rows[EXERCISE_ITEMS];

/* Can it be counted for this machine?  A machine that cannot tell how full its queues are
 * leaves EXERCISE_QUEUE_FULL and EXERCISE_QUEUE_DEEP out; in collective engines no word
 * waits in a channel. */
bool exercise_counts(const struct machine *machine, const struct shape *shape,
                     enum exercise_item item);

/* Add the events of a cycle, before its clock edge. */
void exercise_add(struct exercise *exercise, const struct shape *shape,
                  const struct machine *machine, const struct links *links);

#endif
