/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_mask -- switches on the path choose the intermediate destination at random.
 *
 * Twin of rtl/route/bitfix_mask.v; docs/switches/mask.md.  Header: the destination in the
 * low half; above it the mask of dimensions not yet considered. While the mask is not
 * empty, a dimension_selector picks the lowest dimension of the mask whose random bit is 1,
 * and a mask_generator clears the mask up to it.  If none is picked, an
 * alternate_destination_selector forces a hop (FORCED = 1) or the second phase begins at
 * once (FORCED = 0).  The second phase is bitfix.  Ports: here_i, header_i, random_i,
 * eject_o, ports_o, header_o, vc_o, priority_o.  Parameters: PORTS, HEADER_BITS,
 * ADDRESS_BITS, FORCED, SHARED.
 *
 * Source: hypercube switch paper, section 3.2, remarks 10 and 11, figures 3 and 4.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_BITFIX_MASK_H
#define LOCKHOP_SWITCH_ROUTE_BITFIX_MASK_H

#include "switch/component/alternate_destination_selector.h"
#include "switch/component/dimension_selector.h"
#include "switch/component/mask_generator.h"
#include "switch/route/bitfix.h"

extern const struct route_unit bitfix_mask_forced;        /* FORCED = 1, SHARED = 0 */
extern const struct route_unit bitfix_mask_forced_shared; /* FORCED = 1, SHARED = 1 */
extern const struct route_unit bitfix_mask_free;          /* FORCED = 0, SHARED = 0 */
extern const struct route_unit bitfix_mask_free_shared;   /* FORCED = 0, SHARED = 1 */

static inline struct route_out bitfix_mask_comb(const struct route_in *in, bool forced,
                                                bool shared)
{
  uint64_t destination = in->header & bits_mask(in->ports);
  uint64_t old_mask = in->header >> in->ports;
  struct dimension_selector_out chosen = dimension_selector_comb(
      &(struct dimension_selector_in){.mask = old_mask, .random = in->random});
  struct mask_generator_out left = mask_generator_comb(&(struct mask_generator_in){
      .mask = old_mask, .any = chosen.any, .index = chosen.index});
  uint64_t header = left.mask << in->ports | destination;

  if (chosen.any)
    return (struct route_out){.ports = UINT64_C(1) << chosen.index,
                              .header = header,
                              .priority = left.mask != 0,
                              .vc = 0};
  if (old_mask && forced) {
    struct alternate_destination_selector_out other =
        alternate_destination_selector_comb(&(struct alternate_destination_selector_in){
            .random = in->random, .width = in->ports, .shared = shared});

    return (struct route_out){
        .ports = UINT64_C(1) << other.index, .header = header, .vc = 1};
  }
  struct route_out way =
      bitfix_comb(&(struct route_in){.here = in->here, .header = destination});
  return (struct route_out){
      .eject = way.eject, .ports = way.ports, .header = header, .vc = forced ? 2 : 1};
}

#endif
