/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dimension_selector -- chooses the lowest dimension of a mask whose random bit is 1.
 *
 * Twin of rtl/component/dimension_selector.v.  Ports: mask_i, random_i, any_o, index_o.
 *
 * Source: hypercube switch paper, section 3.2, figure 3.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_DIMENSION_SELECTOR_H
#define LOCKHOP_SWITCH_COMPONENT_DIMENSION_SELECTOR_H

#include "switch/component/priority_encoder.h"

struct dimension_selector_in {
  uint64_t mask;   /* dimensions that may be chosen */
  uint64_t random; /* one random bit per dimension */
};

struct dimension_selector_out {
  bool any;       /* a dimension is chosen */
  uint32_t index; /* the lowest; 0 when !any */
};

static inline struct dimension_selector_out
dimension_selector_comb(const struct dimension_selector_in *in)
{
  struct priority_encoder_out lowest = priority_encoder_comb(
      &(struct priority_encoder_in){.request = in->mask & in->random});

  return (struct dimension_selector_out){.any = lowest.any, .index = lowest.index};
}

#endif
