/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* output_queue -- a FIFO with several pushes and one pop in a cycle.
 *
 * Twin of rtl/component/output_queue.v.  The packets are a list through the packet_pool
 * (packets_q in the RTL, which holds them in order), so a queue without limit costs no more
 * than a short one.  A cycle is: the pushes, in ascending channel order; then the oldest
 * packet shows (valid_o, packet_o), one just pushed if the queue was empty; then, if
 * ready_i, it is popped. Ports: push_i, packets_i, valid_o, packet_o, ready_i, count_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_OUTPUT_QUEUE_H
#define LOCKHOP_SWITCH_COMPONENT_OUTPUT_QUEUE_H

#include "switch/component/packet_pool.h"

struct output_queue {
  uint32_t head;  /* oldest packet; means nothing while count is 0 */
  uint32_t tail;  /* newest packet; means nothing while count is 0 */
  uint32_t count; /* count_q at the start of a cycle; includes the pushes after them */
};

static inline void output_queue_reset(struct output_queue *queue)
{
  queue->count = 0;
}

static inline void output_queue_push(struct output_queue *queue, struct packet_pool *pool,
                                     uint32_t packet)
{
  if (queue->count++ == 0)
    queue->head = packet;
  else
    pool->places[queue->tail].next = packet;
  queue->tail = packet;
}

static inline bool output_queue_valid(const struct output_queue *queue)
{
  return queue->count != 0;
}

/* The oldest packet leaves; the queue must be valid. */
static inline uint32_t output_queue_pop(struct output_queue *queue,
                                        struct packet_pool *pool)
{
  uint32_t packet = queue->head;

  queue->head = pool->places[packet].next;
  queue->count--;
  return packet;
}

#endif
