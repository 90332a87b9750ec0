/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree -- route unit of k-ary n-trees: up by the digits of the header, then down.
 *
 * Twin of rtl/route/fattree.v; docs/switches/fattree.md.  The header holds the digits of
 * the destination, and above them a digit for each level that says by which port the packet
 * goes up there.  Parameters: K, LEVELS.  Ports: here_i, header_i, eject_o, ports_o,
 * header_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_FATTREE_H
#define LOCKHOP_SWITCH_ROUTE_FATTREE_H

#include "base/bits.h"
#include "switch/bank/unit.h"

extern const struct route_unit fattree_unit;

/* What a switch sees of a packet. */
struct fattree_view {
  uint32_t level;  /* of the switch, 0: a leaf */
  uint32_t choice; /* the digit of the header that names the port here */
  bool below;      /* the destination is below this switch, or is it */
};

static inline struct fattree_view fattree_see(const struct route_in *in)
{
  const uint32_t bits = bits_index(in->parameters[0]), digits = in->parameters[1] - 1;
  const uint32_t found = (uint32_t)(in->here >> digits * bits);
  const uint32_t level = found < digits ? found : digits;
  const uint64_t differ = (in->here ^ in->header) & bits_mask(digits * bits);
  const bool below = differ >> level * bits == 0;
  const uint32_t place = !below ? digits + level : level > 0 ? level - 1 : 0;

  return (struct fattree_view){.level = level,
                               .choice =
                                   (uint32_t)(in->header >> place * bits & bits_mask(bits)),
                               .below = below};
}

static inline struct route_out fattree_comb(const struct route_in *in)
{
  const struct fattree_view view = fattree_see(in);
  const uint32_t k = in->parameters[0];
  const uint32_t place = view.choice < k ? view.choice : k - 1;
  struct route_out out = {.header = in->header};

  if (view.below && view.level == 0)
    out.eject = true;
  else
    out.ports = UINT64_C(1) << (view.below ? place : k + place);
  return out;
}

#endif
