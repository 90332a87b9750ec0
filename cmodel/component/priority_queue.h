/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_queue -- an output queue by key: the highest first, FIFO among equals.
 *
 * Twin of rtl/component/priority_queue.v.  One FIFO per key; the first packet is that of
 * the highest key that has one.  With a single key it is an output_queue.  The RTL keeps
 * one list in the order of leaving: entries_q, of which count_q are in use.  Ports: push_i,
 * packets_i, keys_i, valid_o, packet_o, ready_i, count_o.
 */
#ifndef LOCKHOP_COMPONENT_PRIORITY_QUEUE_H
#define LOCKHOP_COMPONENT_PRIORITY_QUEUE_H

#include "component/output_queue.h"

/* The highest key in fifos[keys] that has a packet; 0 when none has. */
static inline uint32_t priority_queue_highest(const struct output_queue *fifos,
                                              uint32_t keys)
{
  uint32_t key = keys - 1;

  while (key > 0 && !output_queue_valid(&fifos[key]))
    key--;
  return key;
}

/* The FIFO that shows its packet.  When all are empty, that of key 0. */
static inline const struct output_queue *
priority_queue_first(const struct output_queue *fifos, uint32_t keys)
{
  return &fifos[priority_queue_highest(fifos, keys)];
}

/* Packets in all of them. */
static inline uint32_t priority_queue_count(const struct output_queue *fifos, uint32_t keys)
{
  uint32_t count = 0;

  for (uint32_t key = 0; key < keys; key++)
    count += fifos[key].count;
  return count;
}

static inline void priority_queue_push(struct output_queue *fifos, uint32_t key,
                                       struct packet_pool *pool, uint32_t packet)
{
  output_queue_push(&fifos[key], pool, packet);
}

/* The first packet leaves; there must be one. */
static inline uint32_t priority_queue_pop(struct output_queue *fifos, uint32_t keys,
                                          struct packet_pool *pool)
{
  return output_queue_pop(&fifos[priority_queue_highest(fifos, keys)], pool);
}

#endif
