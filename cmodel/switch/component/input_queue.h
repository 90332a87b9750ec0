/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* input_queue -- one packet and a valid bit: the register at the switch boundary.
 *
 * Twin of rtl/component/input_queue.v.  packet_q is a handle into the packet_pool; full_q
 * is `packet != PACKET_NONE`.  Ports: valid_i, packet_i, ready_o, taken_i, full_o,
 * packet_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_INPUT_QUEUE_H
#define LOCKHOP_SWITCH_COMPONENT_INPUT_QUEUE_H

#include "switch/component/packet_pool.h"

struct input_queue {
  uint64_t header; /* of the packet; means nothing when empty */
  uint32_t packet; /* packet_q; PACKET_NONE: empty */
};

static inline void input_queue_reset(struct input_queue *queue)
{
  queue->packet = PACKET_NONE;
}

static inline bool input_queue_full(const struct input_queue *queue)
{
  return queue->packet != PACKET_NONE;
}

/* The packet held is taken: routed or ejected.  Within a cycle this comes before an accept,
 * so that the queue is ready_o when it is empty or its packet is taken. */
static inline uint32_t input_queue_take(struct input_queue *queue)
{
  uint32_t packet = queue->packet;

  assert(input_queue_full(queue));
  queue->packet = PACKET_NONE;
  return packet;
}

/* A packet enters from the link or lane; the queue must be ready. */
static inline void input_queue_accept(struct input_queue *queue, uint32_t packet,
                                      uint64_t header)
{
  assert(!input_queue_full(queue));
  queue->header = header;
  queue->packet = packet;
}

#endif
