/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* conflicts -- counts the link conflicts of a schedule.
 *
 * It follows every packet as if none ever waited: a packet that starts in cycle t crosses
 * its h-th link in step t + h.  A link conflict is a (link, step) slot that several packets
 * want.  In a schedule without conflicts no packet waits, so its steps are exact on any
 * machine that has a lane for each packet that starts in the same cycle.  Hold links count
 * like other links.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_CONFLICTS_H
#define LOCKHOP_NETWORK_TRAFFIC_CONFLICTS_H

#include "network/traffic/schedule.h"

enum { CONFLICTS_HOPS = 8 }; /* of a timed path, at most */

struct conflicts {
  uint64_t count; /* link conflicts: (link, step) slots */
  uint64_t steps; /* steps with conflicts */
  uint32_t most;  /* most packets that want one slot */
  uint64_t last;  /* step of the last arrival, if no packet waits */
  /* The first conflict; undefined while count is 0. */
  uint32_t packets[2]; /* numbers of the first two packets */
  uint32_t at;         /* the link leaves this switch */
  uint32_t port;       /* by this port */
  uint64_t step;
};

/* The routing must be timed.  Of a mixed schedule the privileged packets count, which
 * standard ones cannot delay.  Packets that never arrive are ignored, unless the schedule
 * claims to be free of conflicts.  Errors: ERR_USAGE for a packet that its header delivers
 * nowhere; ERR_ENVIRONMENT when memory is short. */
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

/* conflicts_count that also calls `seen` for every link crossed: packet by packet, the
 * steps of each ascending. */
bool conflicts_follow(struct conflicts *conflicts, const struct schedule *schedule,
                      const struct topology *t, const struct routing *routing,
                      link_seen *seen, void *self, struct err *err);

/* If the schedule claims to be free of conflicts and is not: ERR_USAGE with the two
 * packets, the link and the step of the first conflict. */
bool conflicts_refuse(const struct conflicts *conflicts, const struct schedule *schedule,
                      const struct topology *t, struct err *err);

/* --- following packets one by one, to make schedules --- */

/* The links in use in each step, within a moving window of steps. */
struct occupancy;

/* NULL when memory is short. */
struct occupancy *occupancy_open(const struct topology *t, const struct routing *routing);

enum occupancy_result {
  OCCUPANCY_FREE,     /* every link of the packet is free in its step */
  OCCUPANCY_CONFLICT, /* a packet added before uses one of the links */
  OCCUPANCY_NOWHERE,  /* the header leads nowhere */
  OCCUPANCY_NO_MEMORY
};

/* Would this packet have a conflict?  The cycle may be lower than in earlier calls, by at
 * most the length of a path. */
enum occupancy_result occupancy_try(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header);

/* Mark the links of the packet as used, free or not. */
enum occupancy_result occupancy_add(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header, uint32_t number,
                                    struct conflicts *conflicts);

void occupancy_close(struct occupancy *o);

#endif
