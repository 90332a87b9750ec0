/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree_marks -- the marks of route units of k-ary n-trees. */
#ifndef LOCKHOP_SWITCH_ROUTE_FATTREE_MARKS_H
#define LOCKHOP_SWITCH_ROUTE_FATTREE_MARKS_H

#include "switch/bank/mark.h"
#include "switch/route/fattree.h"

static uint32_t fattree_ways(const struct route_sizes *s)
{
  return s->parameters[0];
}

/* Levels from which packets go up, and the same number to which they go down. */
static uint32_t fattree_steps(const struct route_sizes *s)
{
  return s->parameters[1] - 1;
}

ROUTE_HAS(fattree_goes_up)
{
  const struct fattree_view view = fattree_see(in);

  at[0] = view.level;
  at[1] = out->ports ? bits_lowest(out->ports) - in->parameters[0] : 0;
  return out->ports && !view.below;
}

ROUTE_HAS(fattree_goes_down)
{
  const struct fattree_view view = fattree_see(in);

  at[0] = view.level - 1;
  at[1] = out->ports ? bits_lowest(out->ports) : 0;
  return out->ports && view.below;
}

static uint64_t fattree_destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header & bits_mask((in->parameters[1] - 1) * bits_index(in->parameters[0]));
}

static uint32_t fattree_destination_bits(const struct route_sizes *s)
{
  return fattree_steps(s) * bits_index(s->parameters[0]);
}

static const struct route_mark fattree_rows[] = {
    {.text = "goes up",
     .place = {"level", "way"},
     .count = {fattree_steps, fattree_ways},
     .has = fattree_goes_up},
    {.text = "goes down",
     .place = {"to level", "way"},
     .count = {fattree_steps, fattree_ways},
     .has = fattree_goes_down},
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks fattree_marks = {.rows = fattree_rows,
                                                 .destination = fattree_destination,
                                                 .destination_bits =
                                                     fattree_destination_bits};

static const char *const fattree_parameters[] = {"K", "LEVELS", NULL};

#endif
