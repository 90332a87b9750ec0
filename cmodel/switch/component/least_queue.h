/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* least_queue -- which of several ways of a packet has the emptiest output queues.
 *
 * Twin of rtl/component/least_queue.v; docs/switch.md.  Ports: counts_i, ways_i, vcs_i,
 * word_o.  Parameters: PORTS, VCS, COUNT_BITS.
 *
 * Source: ours.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_LEAST_QUEUE_H
#define LOCKHOP_SWITCH_COMPONENT_LEAST_QUEUE_H

#include "base/bits.h"

struct least_queue_way {
  uint64_t ports; /* mask; 0: this word names no port */
  uint32_t vc;    /* `vcs` or more counts as the highest */
};

struct least_queue_in {
  const uint32_t *counts; /* [ports * vcs] packets in each output queue */
  uint32_t vcs;
  const struct least_queue_way *ways; /* [count], by word */
  uint32_t count;
};

/* The packets in the output queues of a way. */
static inline uint64_t least_queue_waiting(const struct least_queue_in *in,
                                           const struct least_queue_way *way)
{
  const uint32_t own = way->vc < in->vcs ? way->vc : in->vcs - 1;
  uint64_t waiting = 0;

  for (uint64_t ports = way->ports; ports; ports &= ports - 1)
    waiting += in->counts[bits_lowest(ports) * in->vcs + own];
  return waiting;
}

/* The highest way at which the fewest packets wait; 0 if none has ports. */
static inline uint32_t least_queue_comb(const struct least_queue_in *in)
{
  uint64_t fewest = UINT64_MAX;
  uint32_t word = 0;

  for (uint32_t i = 0; i < in->count; i++) {
    const uint64_t waiting = least_queue_waiting(in, &in->ways[i]);

    if (in->ways[i].ports && waiting <= fewest) {
      fewest = waiting;
      word = i;
    }
  }
  return word;
}

#endif
