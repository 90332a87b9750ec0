/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* waiting_store -- packets that are where they shall be until the phase changes.
 *
 * Twin of rtl/component/waiting_store.v.  A list through the packet_pool, oldest first.  A
 * cycle is: the packets that the router takes are removed; then those that wait are
 * appended in ascending channel order, as long as there is a place, counted from what the
 * store held at the beginning of the cycle.  In the RTL a place is full_q and packets_q.
 * Ports: wait_i, packets_i, taken_o, full_o, packets_o, leave_i.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_WAITING_STORE_H
#define LOCKHOP_SWITCH_COMPONENT_WAITING_STORE_H

#include "switch/component/packet_pool.h"

struct waiting_store {
  uint32_t head;  /* oldest packet; PACKET_NONE: empty */
  uint32_t tail;  /* newest packet; means nothing when empty */
  uint32_t count; /* packets held */
  uint32_t open;  /* of which so many, or fewer, have ports to go to in this phase: none is
                   * asked again while it is 0 */
};

static inline void waiting_store_reset(struct waiting_store *store)
{
  store->head = PACKET_NONE;
  store->count = 0;
  store->open = 0;
}

static inline void waiting_store_append(struct waiting_store *store,
                                        struct packet_pool *pool, uint32_t packet)
{
  pool->places[packet].next = PACKET_NONE;
  if (store->head == PACKET_NONE)
    store->head = packet;
  else
    pool->places[store->tail].next = packet;
  store->tail = packet;
  store->count++;
}

/* The packet behind `previous` leaves (PACKET_NONE: the oldest).  Returns the one that
 * follows it. */
static inline uint32_t waiting_store_remove(struct waiting_store *store,
                                            struct packet_pool *pool, uint32_t previous)
{
  uint32_t *from = previous == PACKET_NONE ? &store->head : &pool->places[previous].next;
  uint32_t packet = *from;

  *from = pool->places[packet].next;
  if (store->tail == packet)
    store->tail = previous;
  store->count--;
  return *from;
}

#endif
