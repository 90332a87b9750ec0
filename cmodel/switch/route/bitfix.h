/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix -- deterministic routing on the hypercube: corrects the lowest address bit that
 * differs.
 *
 * Twin of rtl/route/bitfix.v.  The header is the destination address and does not change.
 * A packet crosses the dimensions in which the addresses differ in ascending order; port d
 * crosses dimension d.  A comparator finds the bits in which destination and here differ, a
 * priority_encoder picks the lowest.  Ports: here_i, header_i, eject_o, ports_o, header_o.
 *
 * Source: hypercube switch paper, section 2, remarks 3 to 5, figure 1.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_BITFIX_H
#define LOCKHOP_SWITCH_ROUTE_BITFIX_H

#include "switch/bank/unit.h"
#include "switch/component/comparator.h"
#include "switch/component/priority_encoder.h"

extern const struct route_unit bitfix;

static inline struct route_out bitfix_comb(const struct route_in *in)
{
  struct comparator_out compared =
      comparator_comb(&(struct comparator_in){.destination = in->header, .here = in->here});
  struct priority_encoder_out lowest =
      priority_encoder_comb(&(struct priority_encoder_in){.request = compared.differ});

  return (struct route_out){
      .eject = compared.equal,
      .ports = lowest.any ? UINT64_C(1) << lowest.index : 0,
      .header = in->header,
  };
}

#endif
