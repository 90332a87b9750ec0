/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective -- what the schedules of collective communication share.
 *
 * Source: The Swapped Dragonfly, section 9 and appendix; docs/schedules/ describes each.
 * Rounds, steps and coordinates are those of the paper, rounds from 0.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_COLLECTIVE_H
#define LOCKHOP_NETWORK_TRAFFIC_COLLECTIVE_H

#include "network/topology/d3.h"
#include "network/traffic/conflicts.h"
#include "network/traffic/traffic.h"

/* Most packets of a round: one for each router of a drawer, or for each cabinet, and a
 * request. */
enum { COLLECTIVE_ROUND = D3_COORDINATES + 1 };

/* A schedule while it is made: packets in any order of cycles. */
struct collective {
  struct schedule *schedule;
  const struct traffic_request *request;
  const struct topology *t;
  size_t capacity;
  uint32_t next;               /* cycle from which the next round may be launched */
  struct occupancy *occupancy; /* by rounds that looked for their cycle; NULL: none did */
};

void collective_open(struct collective *c, struct schedule *schedule,
                     const struct traffic_request *request);

/* Broadcasts must be possible: the routing has source vectors, and no port of a router
 * leads out of the network, as it would from a part of one. */
bool collective_needs_broadcasts(const struct collective *c, const char *kind,
                                 struct err *err);

/* Add a packet from source to destination by the paths of the routing, unless it is for
 * its own source and `self` is false. */
bool collective_send(struct collective *c, uint32_t cycle, uint32_t source,
                     uint32_t destination, bool self, struct err *err);

bool collective_add(struct collective *c, const struct schedule_entry *entry,
                    struct err *err);

/* Steps of a packet that never waits; 0 for one of more hops than such a schedule has. */
uint32_t collective_steps(const struct collective *c, const struct schedule_entry *entry);

/* Add the packets of a round, entries[count], whose cycles count from that of the round:
 * c->next, or with `wait` the first from there on in which none of them meets a packet of
 * another round that waited.  Then c->next is the cycle behind it.  ERR_ENVIRONMENT when
 * memory is short. */
bool collective_launch(struct collective *c, const struct schedule_entry *entries,
                       size_t count, bool wait, struct err *err);

/* The end, good or bad, of what collective_open has begun.  When all was good so far, sort
 * by cycle, source and order of adding; `answers` follow.  ERR_ENVIRONMENT. */
bool collective_close(struct collective *c, bool good, struct err *err);

#endif
