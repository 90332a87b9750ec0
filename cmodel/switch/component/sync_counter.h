/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_counter -- decodes the counter in a header: which hop the packet makes now.
 *
 * Twin of rtl/component/sync_counter.v; docs/switches/sync.md.  Ports: count_i, still_i,
 * arrived_o, hop_o, next_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_SYNC_COUNTER_H
#define LOCKHOP_SWITCH_COMPONENT_SYNC_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

enum { SYNC_COUNT_BITS = 3 };

struct sync_counter_out {
  uint8_t hop;  /* odd: local, even: global; 0: none */
  uint8_t next; /* the counter after the hop */
  bool arrived;
};

/* `still`: the local hop of this count has port 0.  `last`: the highest count.  `holds`:
 * the packet makes such a hop, on a hold link; otherwise it skips it and makes the next hop
 * at once. */
static inline struct sync_counter_out sync_counter_comb(uint32_t count, bool still,
                                                        uint32_t last, bool holds)
{
  if (count > last)
    return (struct sync_counter_out){.hop = 0, .next = (uint8_t)count, .arrived = false};
  uint32_t hop = count - (!holds && still && count % 2 == 1);
  return (struct sync_counter_out){
      .hop = (uint8_t)hop, .next = (uint8_t)(hop - (hop > 0)), .arrived = hop == 0};
}

#endif
