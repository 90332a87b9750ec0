/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree -- route unit of k-ary n-trees: up by the digits of the header, then down. */
#include "switch/route/fattree.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(unit, fattree_comb(in))

static const char *const parameters[] = {"K", "LEVELS", NULL};

/* --- marks --- */

static uint32_t ways(const struct route_sizes *s)
{
  return s->parameters[0];
}

/* Levels from which packets go up, and the same number to which they go down. */
static uint32_t steps(const struct route_sizes *s)
{
  return s->parameters[1] - 1;
}

ROUTE_HAS(goes_up)
{
  const struct fattree_view view = fattree_see(in);

  at[0] = view.level;
  at[1] = view.choice;
  return out->ports && !view.below;
}

ROUTE_HAS(goes_down)
{
  const struct fattree_view view = fattree_see(in);

  at[0] = view.level - 1;
  at[1] = view.choice;
  return out->ports && view.below;
}

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header & bits_mask((in->parameters[1] - 1) * bits_index(in->parameters[0]));
}

static uint32_t destination_bits(const struct route_sizes *s)
{
  return steps(s) * bits_index(s->parameters[0]);
}

static const struct route_mark rows[] = {
    {.text = "goes up", .place = {"level", "way"}, .count = {steps, ways}, .has = goes_up},
    {.text = "goes down",
     .place = {"to level", "way"},
     .count = {steps, ways},
     .has = goes_down},
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = destination, .destination_bits = destination_bits};

const struct route_unit fattree_unit = {
    .name = "fattree",
    .one_port = true,
    .parameters = parameters,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
