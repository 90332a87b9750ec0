/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_encoder -- the index of the lowest bit that is set.
 *
 * Twin of rtl/component/priority_encoder.v.  Ports: request_i, any_o, index_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_PRIORITY_ENCODER_H
#define LOCKHOP_SWITCH_COMPONENT_PRIORITY_ENCODER_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>

struct priority_encoder_in {
  uint64_t request; /* one bit per requester, at most 64 */
};

struct priority_encoder_out {
  bool any;       /* some request is set */
  uint32_t index; /* the lowest of them; 0 when !any */
};

static inline struct priority_encoder_out
priority_encoder_comb(const struct priority_encoder_in *in)
{
  bool any = in->request != 0;

  return (struct priority_encoder_out){.any = any,
                                       .index = any ? bits_lowest(in->request) : 0};
}

#endif
