/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_levels -- source vectors with two service levels: privileged and standard packets.
 *
 * Twin of rtl/route/sync_levels.v; docs/switches/levels.md.  The header is that of
 * sync_vector, with `privileged` above it.  Privileged packets have VC 0 alone.  Ports:
 * here_i, header_i, eject_o, ports_o, header_o, vc_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_LEVELS_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_LEVELS_H

#include "switch/route/sync_vector.h"

/* The bit of the header that is 1 for a privileged packet; `size`: K and M. */
static inline uint64_t sync_levels_privileged(const uint32_t *size)
{
  return UINT64_C(1) << sync_vector_bits(size);
}

/* HEADER_BITS. */
static inline uint32_t sync_levels_bits(const uint32_t *size)
{
  return sync_vector_bits(size) + 1;
}

static inline struct route_out sync_levels_comb(const struct route_in *in)
{
  const uint64_t level = in->header & sync_levels_privileged(in->parameters);
  struct route_in vector = *in;

  vector.header = in->header & ~level;
  struct route_out out = sync_vector_comb(&vector, true);
  out.header |= level;
  out.vc = level ? 0 : out.vc + 1;
  out.priority = 0; /* the unit has no priority_o */
  return out;
}

extern const struct route_unit sync_levels;

#endif
