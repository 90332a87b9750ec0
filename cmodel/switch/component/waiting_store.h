/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* waiting_store -- packets parked at their intermediate switch until the phase changes.
 *
 * Twin of rtl/component/waiting_store.v.  A linked list in the packet_pool, oldest first.
 * In a cycle: first the router takes packets out; then new packets are appended in
 * ascending channel order while there is a free place. Places freed in this cycle do not
 * count as free.  In the RTL a place is full_q and packets_q. Ports: wait_i, packets_i,
 * taken_o, full_o, packets_o, leave_i.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_WAITING_STORE_H
#define LOCKHOP_SWITCH_COMPONENT_WAITING_STORE_H

#include "switch/component/packet_pool.h"

struct waiting_store {
  uint32_t head;  /* oldest packet; PACKET_NONE: empty */
  uint32_t tail;  /* newest packet; undefined when empty */
  uint32_t count; /* packets held */
  uint32_t open;  /* upper bound of those that have ports in this phase; while it is 0, the
                   * store is skipped */
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

/* Remove the packet behind `previous` (PACKET_NONE: the oldest).  Returns the next packet.
 */
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
