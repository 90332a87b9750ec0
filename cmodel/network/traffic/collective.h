/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective -- shared by the schedules of collective communication.
 *
 * Source: The Swapped Dragonfly, section 9 and appendix; docs/schedules/ describes each
 * schedule.  Rounds, steps and coordinates are those of the paper; rounds count from 0.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_COLLECTIVE_H
#define LOCKHOP_NETWORK_TRAFFIC_COLLECTIVE_H

#include "network/topology/d3.h"
#include "network/traffic/conflicts.h"
#include "network/traffic/traffic.h"

/* Packets of a round, at most: one for each router of a drawer, or for each cabinet, and a
 * request. */
enum { COLLECTIVE_ROUND = D3_COORDINATES + 1 };

/* A schedule under construction: packets in any order of cycles. */
struct collective {
  struct schedule *schedule;
  const struct traffic_request *request;
  const struct topology *t;
  size_t capacity;
  uint32_t next;               /* earliest cycle of the next round */
  struct occupancy *occupancy; /* by rounds launched with `wait`; NULL: none so far */
};

void collective_open(struct collective *c, struct schedule *schedule,
                     const struct traffic_request *request);

/* Check that broadcasts are possible: the routing has source vectors, and no port leads out
 * of the network, as ports of a part of a network do. */
bool collective_needs_broadcasts(const struct collective *c, const char *kind,
                                 struct err *err);

/* Add a packet from source to destination with the header of the routing.  Adds none if
 * both are equal and `self` is false. */
bool collective_send(struct collective *c, uint32_t cycle, uint32_t source,
                     uint32_t destination, bool self, struct err *err);

bool collective_add(struct collective *c, const struct schedule_entry *entry,
                    struct err *err);

/* Steps of a packet that never waits; 0: it has more hops than the paths of such schedules.
 */
uint32_t collective_steps(const struct collective *c, const struct schedule_entry *entry);

/* Add the packets of a round, entries[count], whose cycles count from the cycle of the
 * round. That is c->next; with `wait`, the first cycle from c->next on in which the round
 * has no link conflict with rounds launched with `wait` before.  Sets c->next to the cycle
 * after it.  Error: ERR_ENVIRONMENT when memory is short. */
bool collective_launch(struct collective *c, const struct schedule_entry *entries,
                       size_t count, bool wait, struct err *err);

/* Complete what collective_open began.  If `good`, sorts the packets by
 * cycle, source and order of adding, and adapts `answers`.  Returns `good`, or false with
 * ERR_ENVIRONMENT. */
bool collective_close(struct collective *c, bool good, struct err *err);

#endif
