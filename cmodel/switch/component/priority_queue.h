/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_queue -- an output queue by priority: the highest first, FIFO among equals.
 *
 * Twin of rtl/component/priority_queue.v.  A list in the order of leaving through the
 * packet_pool, which must have room for priorities; the RTL's is entries_q, of which
 * count_q are in use.  All but the push is output_queue.h.  Ports: push_i, packets_i,
 * priorities_i, valid_o, packet_o, priority_o, ready_i, count_o.
 *
 * A push takes constant time, unless packets of a higher and of a lower priority are in the
 * queue: then it looks at those that go first.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_PRIORITY_QUEUE_H
#define LOCKHOP_SWITCH_COMPONENT_PRIORITY_QUEUE_H

#include "switch/component/output_queue.h"

static inline void priority_queue_push(struct output_queue *queue, struct packet_pool *pool,
                                       uint32_t packet, uint16_t priority)
{
  const uint16_t *priorities = pool->priorities;
  uint32_t before = queue->head;

  pool->priorities[packet] = priority;
  if (queue->count == 0 || priorities[queue->tail] >= priority) {
    output_queue_push(queue, pool, packet);
    return;
  }
  queue->count++;
  if (priorities[before] < priority) {
    pool->places[packet].next = before;
    queue->head = packet;
    return;
  }
  /* ends at the tail at the latest, which has a lower one */
  while (priorities[pool->places[before].next] >= priority)
    before = pool->places[before].next;
  pool->places[packet].next = pool->places[before].next;
  pool->places[before].next = packet;
}

/* priority_o; the queue must be valid. */
static inline uint16_t priority_queue_priority(const struct output_queue *queue,
                                               const struct packet_pool *pool)
{
  return pool->priorities[queue->head];
}

#endif
