/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* activity -- counters of what happened in a run: packets on links, full queues, stalls.
 *
 * They say what a PASS is worth: a run in which nothing crossed a link has shown nothing.
 * Each event is a row of one table, which the result, its JSON and the tests read.  Counted
 * are the events of the first machine of a run.  What a test must reach is in map.h.
 */
#ifndef LOCKHOP_RUN_EXERCISE_ACTIVITY_H
#define LOCKHOP_RUN_EXERCISE_ACTIVITY_H

#include "base/team.h"
#include "run/machine/machine.h"

enum activity_event {
  ACTIVITY_LINK,         /* a packet crossed a link */
  ACTIVITY_EJECT,        /* a packet was ejected */
  ACTIVITY_QUEUE_FULL,   /* an output queue held DEPTH packets */
  ACTIVITY_QUEUE_DEEP,   /* an output queue held two packets or more */
  ACTIVITY_LINK_STALL,   /* a packet was offered on a link and not taken */
  ACTIVITY_CHANNEL_KEPT, /* a packet waited in its network channel */
  ACTIVITY_LANE_KEPT,    /* a packet waited in its lane */
  ACTIVITY_EVENTS
};

struct activity {
  uint64_t count[ACTIVITY_EVENTS]; /* events, one per place and cycle */
};

struct activity_row {
  const char *name;  /* of the count in JSON, e.g. "link_transfers" */
  const char *never; /* text for a count of 0, e.g. "nothing crossed a link" */
};

/* Row i is of event i. */
extern const struct activity_row activity_rows[ACTIVITY_EVENTS];

/* Can this event be counted on this machine?  A machine that cannot tell how full its
 * queues are leaves ACTIVITY_QUEUE_FULL and ACTIVITY_QUEUE_DEEP out; in collective engines
 * no word waits in a channel. */
bool activity_counts(const struct machine *machine, const struct shape *shape,
                     enum activity_event event);

/* Add the events of a cycle, before its clock edge.  Each thread of the team counts at the
 * switches of its part; NULL: the caller counts all. */
void activity_add(struct activity *activity, const struct shape *shape,
                  const struct machine *machine, const struct links *links,
                  struct team *team);

#endif
