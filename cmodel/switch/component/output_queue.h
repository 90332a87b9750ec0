/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* output_queue -- a FIFO that takes several pushes and one pop in a cycle.
 *
 * Twin of rtl/component/output_queue.v and of its hardware forms,
 * rtl/component/placed_queue.v and rtl/component/single_queue.v.  The packets are a linked
 * list in the packet_pool (packets_q, head_q and tail_q in the RTL), so a queue without
 * limit costs no more than a short one.  In a cycle: first the pushes, in ascending
 * channel order; then the queue shows its oldest packet (valid_o, packet_o), which may be
 * one just pushed; then, if ready_i, that packet is popped.  Ports: push_i, packets_i,
 * valid_o, packet_o, ready_i, count_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_OUTPUT_QUEUE_H
#define LOCKHOP_SWITCH_COMPONENT_OUTPUT_QUEUE_H

#include "switch/component/packet_pool.h"

struct output_queue {
  uint32_t head;  /* oldest packet; undefined while count is 0 */
  uint32_t tail;  /* newest packet; undefined while count is 0 */
  uint32_t count; /* count_q at the start of a cycle; later in the cycle with the pushes */
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

/* Pop the oldest packet.  The queue must not be empty. */
static inline uint32_t output_queue_pop(struct output_queue *queue,
                                        struct packet_pool *pool)
{
  uint32_t packet = queue->head;

  queue->head = pool->places[packet].next;
  queue->count--;
  return packet;
}

/* Put the packet that was popped last back: it is not sent after all. */
static inline void output_queue_return(struct output_queue *queue, struct packet_pool *pool,
                                       uint32_t packet)
{
  if (queue->count++ == 0)
    queue->tail = packet;
  pool->places[packet].next = queue->head;
  queue->head = packet;
}

#endif
