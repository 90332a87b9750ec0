/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* alternate_destination_selector -- chooses a random port when no dimension was chosen.
 *
 * Twin of rtl/component/alternate_destination_selector.v.  Ports: random_i, index_o.
 * Parameters: WIDTH (ports of the switch), SHARED.
 *
 * Source: hypercube switch paper, section 3.2, figures 3 and 4, remark 11.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_ALTERNATE_DESTINATION_SELECTOR_H
#define LOCKHOP_SWITCH_COMPONENT_ALTERNATE_DESTINATION_SELECTOR_H

#include "base/bits.h"

#include <stdbool.h>

enum {
  ALTERNATE_LSB = 20, /* lowest of the random bits that the dimensions do not use */
  ALTERNATE_BITS = 12
};

struct alternate_destination_selector_in {
  uint32_t random; /* the channel's random word */
  uint32_t width;  /* WIDTH, [1, 20] */
  bool shared;     /* SHARED: use the bits of the dimensions */
};

struct alternate_destination_selector_out {
  uint32_t index; /* a port in [0, width) */
};

static inline struct alternate_destination_selector_out
alternate_destination_selector_comb(const struct alternate_destination_selector_in *in)
{
  uint32_t dimensions = in->random & (uint32_t)bits_mask(in->width);
  uint32_t others = in->random >> ALTERNATE_LSB;

  return (struct alternate_destination_selector_out){
      .index = in->shared ? dimensions % in->width : others * in->width >> ALTERNATE_BITS,
  };
}

#endif
