/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* router -- gives each routed packet to its output queues.
 *
 * Twin of rtl/component/router.v.  Packets are offered in ascending channel order (valid_i,
 * ports_i); a packet is taken (taken_o) when every queue in its mask has a place, counted
 * from the registers (count_i, DEPTH) less what lower channels got in this cycle, and is
 * then pushed into all of them (push_o).  One that is not taken gets nothing and does not
 * stop a higher channel.
 *
 * The C twin is asked channel by channel, and the pushes of the lower channels are already
 * in the queues: nothing is popped before the last push, so the counts say what places are
 * left.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_ROUTER_H
#define LOCKHOP_SWITCH_COMPONENT_ROUTER_H

#include "base/bits.h"
#include "switch/component/output_queue.h"

/* Is the packet offered with this mask of queues taken?  outputs[queues]; depth: places in
 * a queue, UINT32_MAX for no limit. */
static inline bool router_takes(const struct output_queue *outputs, uint64_t queues,
                                uint32_t depth)
{
  for (uint64_t left = queues; left; left &= left - 1)
    if (outputs[bits_lowest(left)].count >= depth)
      return false;
  return queues != 0;
}

#endif
