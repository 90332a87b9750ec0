/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* comparator -- finds the bits in which a destination differs from here.
 *
 * Twin of rtl/component/comparator.v.  Ports: destination_i, here_i, differ_o, equal_o.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_COMPARATOR_H
#define LOCKHOP_SWITCH_COMPONENT_COMPARATOR_H

#include <stdbool.h>
#include <stdint.h>

struct comparator_in {
  uint64_t destination; /* address, at most 64 bits */
  uint64_t here;        /* address of this switch */
};

struct comparator_out {
  uint64_t differ; /* bit i: the addresses differ in bit i */
  bool equal;      /* no bit differs */
};

static inline struct comparator_out comparator_comb(const struct comparator_in *in)
{
  uint64_t differ = in->destination ^ in->here;

  return (struct comparator_out){.differ = differ, .equal = differ == 0};
}

#endif
