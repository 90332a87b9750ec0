/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* router -- pushes each routed packet into its output queues, if all have room.
 *
 * Twin of rtl/component/router.v and, for packets of one queue, of
 * rtl/component/rank_router.v.  Packets are offered in ascending channel order (valid_i,
 * ports_i). A packet is taken (taken_o) when every queue in its mask has a free place:
 * DEPTH less count_i less the pushes of lower channels in this cycle.  It is then pushed
 * into all of them (push_o).  A packet that is not taken uses no place and does not stop
 * higher channels.
 *
 * The C twin is called channel by channel, after the pushes of the lower channels.  No
 * packet is popped before the last push, so the counts of the queues tell the free places.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_ROUTER_H
#define LOCKHOP_SWITCH_COMPONENT_ROUTER_H

#include "base/bits.h"
#include "switch/component/output_queue.h"

/* Is a packet with this mask of queues taken?  outputs[queues]; depth: places of a queue,
 * UINT32_MAX: no limit. */
static inline bool router_takes(const struct output_queue *outputs, uint64_t queues,
                                uint32_t depth)
{
  for (uint64_t left = queues; left; left &= left - 1)
    if (outputs[bits_lowest(left)].count >= depth)
      return false;
  return queues != 0;
}

#endif
