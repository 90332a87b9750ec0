/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix -- deterministic routing on the hypercube: corrects the lowest address bit that
 * differs. */
#include "switch/route/bitfix.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(unit, bitfix_comb(in))

/* --- marks --- */

static uint32_t dimensions_but_last(const struct route_sizes *s)
{
  return s->ports - 1;
}

ROUTE_HAS(lowest_of_several)
{
  const uint64_t differ = in->header ^ in->here;

  route_port(out, &at[0]);
  return differ & (differ - 1);
}

static const struct route_mark rows[] = {
    {.text = "crosses",
     .place = {"dimension"},
     .count = {route_ports},
     .has = route_leaves},
    {.text = "crosses the lowest of several that differ",
     .place = {"dimension"},
     .count = {dimensions_but_last},
     .has = lowest_of_several},
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_ports};

const struct route_unit bitfix = {.name = "bitfix",
                                  .one_port = true,
                                  .comb = unit_comb,
                                  .loops = &unit_loops,
                                  .marks = &marks};
