/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* router -- gives each routed packet to its output queues.
 *
 * Twin of rtl/component/router.v.  Packets are offered in ascending channel order; a packet
 * is taken when every queue in its mask has a place, counted from the registers (DEPTH -
 * count) less what lower channels got in this cycle.  One that is not taken gets nothing
 * and does not stop a higher channel.  Ports: valid_i, ports_i, count_i, taken_o, push_o.
 */
#ifndef LOCKHOP_COMPONENT_ROUTER_H
#define LOCKHOP_COMPONENT_ROUTER_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>

enum { ROUTER_CHANNELS = 64 };

struct router_in {
  uint64_t valid;        /* bit c: channel c holds a packet that is not ejected */
  const uint64_t *ports; /* [channels] its mask of output ports; read where valid */
  const uint32_t *count; /* [ports] packets in each queue; read for ports in a mask */
  uint32_t depth;        /* places in a queue; 0: no limit */
};

struct router_out {
  uint64_t taken;                 /* bit c: the packet of channel c is taken */
  uint64_t pushed;                /* bit p: queue p gets at least one packet */
  uint64_t push[ROUTER_CHANNELS]; /* [ports] bit c: queue p appends the packet of channel c;
                                   * means nothing where pushed is 0 */
};

static inline void router_comb(struct router_out *out, const struct router_in *in)
{
  uint32_t depth = in->depth ? in->depth : UINT32_MAX;
  uint64_t seen = 0; /* ports for which push[] is set up */

  out->taken = 0;
  out->pushed = 0;
  for (uint64_t valid = in->valid; valid; valid &= valid - 1) {
    uint32_t channel = bits_lowest(valid);
    uint64_t ports = in->ports[channel];
    bool room = ports != 0;

    for (uint64_t left = ports & ~seen; left; left &= left - 1)
      out->push[bits_lowest(left)] = 0;
    seen |= ports;
    for (uint64_t left = ports; left; left &= left - 1) {
      uint32_t port = bits_lowest(left);
      room &= in->count[port] + bits_count(out->push[port]) < depth;
    }
    if (!room)
      continue;
    for (uint64_t left = ports; left; left &= left - 1)
      out->push[bits_lowest(left)] |= UINT64_C(1) << channel;
    out->taken |= UINT64_C(1) << channel;
    out->pushed |= ports;
  }
}

#endif
