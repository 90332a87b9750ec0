/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* conflicts -- how many link conflicts has a schedule?
 *
 * Every packet is followed as if none ever waited: a packet that starts in cycle t crosses
 * its h-th link in step t + h.  A link conflict is a link that several packets want in one
 * step.  A schedule without any runs without a wait, so its steps are exact on any machine
 * with a lane for each packet that starts together.  Hold links count like the others.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_CONFLICTS_H
#define LOCKHOP_NETWORK_TRAFFIC_CONFLICTS_H

#include "network/traffic/schedule.h"

struct conflicts {
  uint64_t count; /* link conflicts: pairs of a link and a step */
  uint64_t steps; /* steps in which there are any */
  uint32_t most;  /* most packets that want one link in one step */
  uint64_t last;  /* step of the last arrival, if no packet waits */
  /* The first one; means nothing while count is 0. */
  uint32_t packets[2]; /* numbers of the first two packets */
  uint32_t at;         /* the link leaves this switch */
  uint32_t port;       /* by this port */
  uint64_t step;
};

/* The routing must be timed.  Packets that never arrive are left out, unless the schedule
 * is said to be free of conflicts.  Errors: ERR_USAGE for a packet whose header leads
 * nowhere, ERR_ENVIRONMENT when memory is short. */
bool conflicts_count(struct conflicts *conflicts, const struct schedule *schedule,
                     const struct topology *t, const struct routing *routing,
                     struct err *err);

/* A link that a packet, or a copy of it, crosses. */
struct link_use {
  uint32_t packet; /* its number */
  uint32_t at;     /* the link leaves this switch */
  uint32_t port;   /* by this port */
  uint64_t step;
};

typedef void link_seen(void *self, const struct link_use *use);

/* As conflicts_count, and `seen` is told of every link that is crossed, packet by packet,
 * the steps of each ascending. */
bool conflicts_follow(struct conflicts *conflicts, const struct schedule *schedule,
                      const struct topology *t, const struct routing *routing,
                      link_seen *seen, void *self, struct err *err);

/* ERR_USAGE with the two packets, the link and the step of the first conflict, if the
 * schedule is said to be free of them and is not. */
bool conflicts_refuse(const struct conflicts *conflicts, const struct schedule *schedule,
                      const struct topology *t, struct err *err);

/* --- following packets one by one, for those who make schedules --- */

/* Which links are taken in which steps, in a window of steps that moves on. */
struct occupancy;

/* NULL when memory is short. */
struct occupancy *occupancy_open(const struct topology *t, const struct routing *routing);

enum occupancy_result {
  OCCUPANCY_FREE,     /* every link of the packet is free when it wants it */
  OCCUPANCY_CONFLICT, /* some is taken by a packet that was added before */
  OCCUPANCY_NOWHERE,  /* the header leads nowhere */
  OCCUPANCY_NO_MEMORY
};

/* Would this packet meet another?  Cycles may not fall by more than a path is long. */
enum occupancy_result occupancy_try(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header);

/* Its links are taken from now on, whether they were free or not. */
enum occupancy_result occupancy_add(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header, uint32_t number,
                                    struct conflicts *conflicts);

void occupancy_close(struct occupancy *o);

#endif
