/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* queue_choice -- which of two ways a packet goes, by the packets that wait at their ports.
 *
 * Twin of rtl/component/queue_choice.v; docs/switch.md.  Ports: counts_i, short_i, long_i,
 * long_o.  Parameters: PORTS, VCS, COUNT_BITS.
 *
 * Source: the rule of choice is ours; the swapped dragonfly paper, section 10, has none.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_QUEUE_CHOICE_H
#define LOCKHOP_SWITCH_COMPONENT_QUEUE_CHOICE_H

#include "base/bits.h"

#include <stdbool.h>

enum { QUEUE_CHOICE_SHORT = 3, QUEUE_CHOICE_LONG = 5 }; /* hops of the two ways */

struct queue_choice_in {
  const uint32_t *counts; /* [ports * vcs] packets in each output queue */
  uint32_t vcs;
  uint64_t short_ports, long_ports; /* masks of the ports of either way */
};

/* The packets in all output queues of the ports of a mask. */
static inline uint64_t queue_choice_waiting(const struct queue_choice_in *in,
                                            uint64_t ports)
{
  uint64_t waiting = 0;

  for (; ports; ports &= ports - 1)
    for (uint32_t vc = 0; vc < in->vcs; vc++)
      waiting += in->counts[bits_lowest(ports) * in->vcs + vc];
  return waiting;
}

/* Does the packet go the long way? */
static inline bool queue_choice_comb(const struct queue_choice_in *in)
{
  return queue_choice_waiting(in, in->long_ports) * QUEUE_CHOICE_LONG <
         queue_choice_waiting(in, in->short_ports) * QUEUE_CHOICE_SHORT;
}

#endif
