/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix -- deterministic routing on the hypercube: the lowest address bit that differs. */
#include "route/bitfix.h"

#include "switch/loop.h"
#include "switch/mark.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, bitfix_comb);
}

/* --- marks --- */

static uint32_t dimensions(const struct route_sizes *s)
{
  return s->ports;
}

static uint32_t dimensions_but_last(const struct route_sizes *s)
{
  return s->ports - 1;
}

ROUTE_HAS(crosses)
{
  (void)in;
  at[0] = out->ports ? bits_lowest(out->ports) : 0;
  return out->ports;
}

ROUTE_HAS(lowest_of_several)
{
  const uint64_t differ = in->header ^ in->here;

  at[0] = out->ports ? bits_lowest(out->ports) : 0;
  return differ & (differ - 1);
}

ROUTE_HAS(arrives)
{
  (void)in, (void)at;
  return out->eject;
}

static const struct route_mark rows[] = {
    {.text = "crosses", .place = {"dimension"}, .count = {dimensions}, .has = crosses},
    {.text = "crosses the lowest of several that differ",
     .place = {"dimension"},
     .count = {dimensions_but_last},
     .has = lowest_of_several},
    {.text = "arrives", .has = arrives},
    {.text = NULL},
};

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header;
}

static const struct route_marks marks = {
    .rows = rows, .destination = destination, .destination_bits = dimensions};

const struct route_unit bitfix = {
    .name = "bitfix", .comb = bitfix_comb, .loop = loop, .marks = &marks};
