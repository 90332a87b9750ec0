/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* destination_exchange -- replaces the immediate destination, once reached, by the final
 * one.
 *
 * Twin of rtl/component/destination_exchange.v.  Ports: immediate_i, final_i, here_i,
 * exchange_i, arrived_o, immediate_o.
 *
 * Source: hypercube switch paper, section 3.1, remark 9.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_DESTINATION_EXCHANGE_H
#define LOCKHOP_SWITCH_COMPONENT_DESTINATION_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

struct destination_exchange_in {
  uint64_t immediate; /* where the packet is going now */
  uint64_t final;     /* its last destination */
  uint64_t here;      /* address of this switch */
  bool exchange;      /* the exchange is allowed */
};

struct destination_exchange_out {
  bool arrived;       /* the immediate destination is here */
  uint64_t immediate; /* the new immediate destination */
};

static inline struct destination_exchange_out
destination_exchange_comb(const struct destination_exchange_in *in)
{
  bool arrived = in->immediate == in->here;

  return (struct destination_exchange_out){
      .arrived = arrived,
      .immediate = arrived && in->exchange ? in->final : in->immediate,
  };
}

#endif
