/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_queue -- an output queue ordered by priority: the highest first, FIFO among
 * equals.
 *
 * Twin of rtl/component/priority_queue.v.  A linked list in the packet_pool, in the order
 * of leaving; the pool must have room for priorities.  The RTL keeps count_q entries in
 * entries_q.  Everything except the push is in output_queue.h.  Ports: push_i, packets_i,
 * priorities_i, valid_o, packet_o, priority_o, ready_i, count_o.
 *
 * A push takes constant time, except when the queue holds packets of both a higher and a
 * lower priority: then it searches from the head.
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
  /* ends at the tail at the latest: its priority is lower */
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
