/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_ports -- maps a hop to a mask of output ports of a swapped dragonfly's router.
 *
 * Twin of rtl/component/sync_ports.v; docs/switches/sync.md.  Ports: hop_i, number_i,
 * all_i, skip_i, ports_o.  Port 0 holds packets before their global hop, ports 1..M-1 are
 * local, M..M+K-1 global, and port M+K holds packets after their last global hop.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_SYNC_PORTS_H
#define LOCKHOP_SWITCH_COMPONENT_SYNC_PORTS_H

#include "base/bits.h"

#include <stdbool.h>

struct sync_ports_in {
  uint32_t hop;    /* of sync_counter */
  uint32_t number; /* of the local or the global port */
  bool all;        /* broadcast */
  bool skip;       /* exclude global port 0 */
  uint32_t k;      /* global ports */
  uint32_t m;      /* local ports, 0 included */
};

static inline uint64_t sync_ports_comb(const struct sync_ports_in *in)
{
  const uint64_t hold = UINT64_C(1) << (in->hop == 1 ? in->m + in->k : 0);

  if (in->hop == 0)
    return 0;
  if (in->hop % 2 == 1) {
    if (in->all)
      return (bits_mask(in->m) & ~UINT64_C(1)) | hold;
    if (in->number == 0)
      return hold;
    return in->number < in->m ? UINT64_C(1) << in->number : 0;
  }
  if (in->all)
    return bits_mask(in->k) << in->m & ~((uint64_t)in->skip << in->m);
  return in->number < in->k ? UINT64_C(1) << (in->m + in->number) : 0;
}

#endif
