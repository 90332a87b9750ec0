/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* order -- judges end to end that packets of one lane with one header arrive in the order
 * in which they started: docs/flow.md.
 *
 * It knows starts and deliveries only.  A packet that never arrives breaks no order.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_ORDER_H
#define LOCKHOP_RUN_LOCKSTEP_ORDER_H

#include "network/traffic/schedule.h"
#include "run/flow/flow.h"
#include "run/machine/machine.h"

/* Of a packet. */
struct order_packet {
  struct packet packet; /* as it started, */
  uint64_t cycle;       /* in this cycle, */
  uint32_t at;          /* at this switch, */
  uint32_t lane;
  uint32_t before; /* the packet of its lane and header that started before it, or none */
  uint32_t passed; /* one that started later and has arrived, or none */
  bool arrived;
};

struct order {
  const struct shape *shape;
  const struct schedule *schedule;
  struct order_packet *packets; /* [count of the schedule]; NULL: nothing is judged */
  uint32_t *latest;             /* [1 << bits] by a hash of lane and header: a packet */
  uint32_t bits;
  uint32_t *arrivals; /* [arrival_count] packets that arrive in this cycle */
  size_t arrival_count, arrival_capacity;
};

/* Does every packet of a lane with one header take the same queues? */
bool order_is_promised(const struct shape *shape);

/* What is given must outlive it.  Error: ERR_ENVIRONMENT, memory. */
bool order_open(struct order *order, const struct shape *shape,
                const struct schedule *schedule, struct err *err);

/* Forget all packets. */
void order_reset(struct order *order);

/* A packet starts in this cycle. */
void order_start(struct order *order, uint64_t cycle, const struct injection *injection);

/* A packet arrives.  *broken: one that started later has arrived before; *fault says which
 * two, but not where and when.  Error: ERR_ENVIRONMENT, memory. */
bool order_arrive(struct order *order, uint32_t number, bool *broken,
                  struct flow_fault *fault, struct err *err);

/* The end of a cycle: packets that arrive in one cycle have no order. */
void order_cycle(struct order *order);

void order_close(struct order *order);

#endif
