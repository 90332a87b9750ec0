/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* input_queue -- the register of a channel: one packet and a valid bit.
 *
 * Twin of rtl/component/input_queue.v.  packet_q is a handle into the packet_pool; full_q
 * is `packet != PACKET_NONE`.  Ports: valid_i, packet_i, ready_o, taken_i, full_o,
 * packet_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_INPUT_QUEUE_H
#define LOCKHOP_SWITCH_COMPONENT_INPUT_QUEUE_H

#include "switch/component/packet_pool.h"

struct input_queue {
  uint64_t header; /* of the packet; undefined when empty */
  uint32_t packet; /* packet_q; PACKET_NONE: empty */
  uint32_t hops; /* links that it has crossed since its place in the pool was last written;
                  * 0: that place has the header too.  Undefined when empty */
};

static inline void input_queue_reset(struct input_queue *queue)
{
  queue->packet = PACKET_NONE;
}

static inline bool input_queue_full(const struct input_queue *queue)
{
  return queue->packet != PACKET_NONE;
}

/* Remove the packet: it was routed or ejected.  Within a cycle call this before
 * input_queue_accept, so ready_o is 1 when the queue is empty or its packet is taken. */
static inline uint32_t input_queue_take(struct input_queue *queue)
{
  uint32_t packet = queue->packet;

  assert(input_queue_full(queue));
  queue->packet = PACKET_NONE;
  return packet;
}

/* Put in a packet from the link or lane.  The queue must be ready. */
static inline void input_queue_accept(struct input_queue *queue, uint32_t packet,
                                      uint64_t header)
{
  assert(!input_queue_full(queue));
  *queue = (struct input_queue){.header = header, .packet = packet, .hops = 0};
}

/* Write what has changed of the packet into its place in the pool. */
static inline void input_queue_settle(struct input_queue *queue, struct packet_pool *pool)
{
  struct pooled_packet *place = &pool->places[queue->packet];

  if (queue->hops == 0)
    return;
  place->packet.header = queue->header;
  place->hops += queue->hops;
  queue->hops = 0;
}

#endif
