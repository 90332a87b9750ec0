/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mask_generator -- removes the dimensions up to the chosen one from the mask.
 *
 * Twin of rtl/component/mask_generator.v.  Ports: mask_i, any_i, index_i, mask_o.
 *
 * Source: hypercube switch paper, section 3.2, remark 10.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_MASK_GENERATOR_H
#define LOCKHOP_SWITCH_COMPONENT_MASK_GENERATOR_H

#include "base/bits.h"

#include <stdbool.h>

struct mask_generator_in {
  uint64_t mask;  /* bit i: dimension i has not been considered */
  bool any;       /* a dimension was chosen */
  uint32_t index; /* which, [0, 63] */
};

struct mask_generator_out {
  uint64_t mask; /* without the dimensions up to the chosen one; 0 when none was chosen */
};

static inline struct mask_generator_out
mask_generator_comb(const struct mask_generator_in *in)
{
  return (struct mask_generator_out){
      .mask = in->any ? in->mask & ~bits_mask(in->index + 1) : 0,
  };
}

#endif
