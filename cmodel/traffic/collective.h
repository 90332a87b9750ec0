/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective -- what the schedules of collective communication share.
 *
 * Source: The Swapped Dragonfly, section 9 and appendix; docs/schedules/ describes each.
 * Rounds, steps and coordinates are those of the paper, rounds from 0.
 */
#ifndef LOCKHOP_TRAFFIC_COLLECTIVE_H
#define LOCKHOP_TRAFFIC_COLLECTIVE_H

#include "topology/d3.h"
#include "traffic/conflicts.h"
#include "traffic/traffic.h"

/* A schedule while it is made: packets in any order of cycles. */
struct collective {
  struct schedule *schedule;
  const struct traffic_request *request;
  const struct topology *t;
  size_t capacity;
};

/* The topology must be a swapped dragonfly.  `kind` begins the error. */
bool collective_open(struct collective *c, const char *kind, struct schedule *schedule,
                     const struct traffic_request *request, struct err *err);

/* The switch that the option `key` of the argument names, which must be given. */
bool collective_address(const struct collective *c, const char *kind, const char *argument,
                        const char *key, uint32_t *sw, struct err *err);

/* The routing must have source vectors. */
bool collective_needs_vectors(const struct collective *c, const char *kind,
                              struct err *err);

/* Add a packet from source to destination by the paths of the routing, unless it is for
 * its own source and `self` is false. */
bool collective_send(struct collective *c, uint32_t cycle, uint32_t source,
                     uint32_t destination, bool self, struct err *err);

bool collective_add(struct collective *c, const struct schedule_entry *entry,
                    struct err *err);

/* Packets that are launched together, before it is known in which cycle: their cycles count
 * from the round's. */
struct collective_round {
  const struct schedule_entry *entries; /* [count] */
  size_t count;
};

/* The earliest cycle, `from` or later, in which none of the round's packets meets another
 * that was placed before; they take their links from then on.  ERR_ENVIRONMENT when memory
 * is short. */
bool collective_place(struct occupancy *o, const struct collective_round *round,
                      uint32_t from, uint32_t *cycle, struct err *err);

/* Sort by cycle, source and order of adding; `answers` follow.  ERR_ENVIRONMENT. */
bool collective_close(struct collective *c, struct err *err);

#endif
