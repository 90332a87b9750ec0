/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_vector -- route unit of the swapped dragonfly: the header carries the ports.
 *
 * Twin of rtl/route/sync_vector.v; docs/switches/sync.md.  The sizes of the network are K
 * (global ports) and M (local ports, 0 included).  Header, from bit 0: pi, delta, gamma, b,
 * broadcast, skip_self.  Ports: here_i, header_i, eject_o, ports_o, header_o, vc_o,
 * priority_o. Source: swapped dragonfly paper, sections 8 and 9.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_VECTOR_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_VECTOR_H

#include "switch/bank/unit.h"
#include "switch/component/sync_counter.h"
#include "switch/component/sync_ports.h"

enum { SYNC_VECTOR_LAST = 4 };

/* Positions of the header fields. */
struct sync_vector_format {
  uint32_t delta, gamma, count, broadcast, skip_self; /* lowest bits; pi is at 0 */
  uint64_t local_mask, global_mask;
};

static inline struct sync_vector_format sync_vector_format(const uint32_t *size)
{
  const uint32_t global = bits_index(size[0]), local = bits_index(size[1]);

  return (struct sync_vector_format){
      .delta = local,
      .gamma = 2 * local,
      .count = 2 * local + global,
      .broadcast = 2 * local + global + SYNC_COUNT_BITS,
      .skip_self = 2 * local + global + SYNC_COUNT_BITS + 1,
      .local_mask = bits_mask(local),
      .global_mask = bits_mask(global),
  };
}

/* HEADER_BITS. */
static inline uint32_t sync_vector_bits(const uint32_t *size)
{
  return sync_vector_format(size).skip_self + 1;
}

static inline struct route_out sync_vector_comb(const struct route_in *in, bool holds)
{
  const struct sync_vector_format f = sync_vector_format(in->parameters);
  const uint64_t header = in->header;
  const uint32_t count = (uint32_t)(header >> f.count & 7);
  const uint32_t pi = (uint32_t)(header & f.local_mask);
  const uint32_t delta = (uint32_t)(header >> f.delta & f.local_mask);
  const uint32_t gamma = (uint32_t)(header >> f.gamma & f.global_mask);
  const bool all = header >> f.broadcast & 1, skip = header >> f.skip_self & 1;
  const uint64_t p = in->here & f.local_mask, d = in->here >> f.delta & f.local_mask;
  const bool still = !all && (count == 1 ? pi == 0 : delta == 0);
  const struct sync_counter_out counter =
      sync_counter_comb(count, still, SYNC_VECTOR_LAST, holds);
  uint64_t next = header & ~(UINT64_C(7) << f.count);

  if (counter.hop == 4)
    next &= ~(f.global_mask << f.gamma);
  return (struct route_out){
      .ports = sync_ports_comb(&(struct sync_ports_in){
          .hop = counter.hop,
          .number = counter.hop % 2 == 0 ? gamma
                    : counter.hop == 1   ? pi
                                         : delta,
          .all = all,
          .skip = skip && d == p,
          .k = in->parameters[0],
          .m = in->parameters[1],
      }),
      .header = next | (uint64_t)counter.next << f.count,
      .vc = counter.hop / 2,
      .priority = counter.hop >= 3,
      .eject = counter.arrived || (all && skip && counter.hop == 2),
  };
}

extern const struct route_unit sync_vector;      /* HOLDS = 1 */
extern const struct route_unit sync_vector_free; /* HOLDS = 0 */

#endif
