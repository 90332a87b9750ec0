/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_queue -- an output queue by priority: the highest first, FIFO among equals.
 *
 * Twin of rtl/component/priority_queue.v.  One FIFO per priority; the first packet is that
 * of the highest priority that has one.  With a single priority it is an output_queue.  The
 * RTL keeps one list in the order of leaving: entries_q, of which count_q are in use.
 * Ports: push_i, packets_i, priorities_i, valid_o, packet_o, ready_i, count_o.
 */
#ifndef LOCKHOP_COMPONENT_PRIORITY_QUEUE_H
#define LOCKHOP_COMPONENT_PRIORITY_QUEUE_H

#include "component/output_queue.h"

/* The highest priority in fifos[priorities] that has a packet; 0 when none has. */
static inline uint32_t priority_queue_highest(const struct output_queue *fifos,
                                              uint32_t priorities)
{
  uint32_t priority = priorities - 1;

  while (priority > 0 && !output_queue_valid(&fifos[priority]))
    priority--;
  return priority;
}

/* The FIFO that shows its packet.  When all are empty, that of priority 0. */
static inline const struct output_queue *
priority_queue_first(const struct output_queue *fifos, uint32_t priorities)
{
  return &fifos[priority_queue_highest(fifos, priorities)];
}

/* Packets in all of them. */
static inline uint32_t priority_queue_count(const struct output_queue *fifos,
                                            uint32_t priorities)
{
  uint32_t count = 0;

  for (uint32_t priority = 0; priority < priorities; priority++)
    count += fifos[priority].count;
  return count;
}

static inline void priority_queue_push(struct output_queue *fifos, uint32_t priority,
                                       struct packet_pool *pool, uint32_t packet)
{
  output_queue_push(&fifos[priority], pool, packet);
}

/* The first packet leaves; there must be one. */
static inline uint32_t priority_queue_pop(struct output_queue *fifos, uint32_t priorities,
                                          struct packet_pool *pool)
{
  return output_queue_pop(&fifos[priority_queue_highest(fifos, priorities)], pool);
}

#endif
