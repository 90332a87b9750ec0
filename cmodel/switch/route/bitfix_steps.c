/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_steps -- as bitfix_mask, one dimension in a step, and the packet retained. */
#include "switch/route/bitfix_steps.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(steps, bitfix_steps_comb(in))

/* What becomes of a packet that stays long enough: each dimension of the mask, or none. */
static uint32_t steps_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  const uint32_t late = (uint32_t)RANDOM_COUNT_MAX << RANDOM_COUNT_LSB;
  uint32_t count = 0;

  for (uint64_t left = in->header >> in->ports; left; left &= left - 1)
    words[count++] = late | UINT32_C(1) << bits_lowest(left);
  words[count++] = late;
  return count;
}

/* --- marks --- */

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header & bits_mask(in->ports);
}

/* In the first phase packets use VC 0. */
ROUTE_HAS(chooses)
{
  return route_port(out, &at[0]) && out->vc == 0 && out->header >> in->ports != 0;
}

ROUTE_HAS(chooses_last)
{
  return route_port(out, &at[0]) && out->vc == 0 && out->header >> in->ports == 0;
}

ROUTE_HAS(chooses_none)
{
  return route_port(out, &at[0]) && out->vc == 1 && in->header >> in->ports != 0;
}

ROUTE_HAS(moves_second)
{
  return route_port(out, &at[0]) && in->header >> in->ports == 0;
}

ROUTE_HAS(arrives)
{
  (void)at;
  return out->eject && in->header >> in->ports == 0;
}

ROUTE_HAS(arrives_late)
{
  (void)at;
  return out->eject && in->header >> in->ports != 0;
}

#define MARK(name, function)                                                               \
  {                                                                                        \
    .text = (name), .place = {"dimension"}, .count = {route_ports}, .has = (function)      \
  }

static const struct route_mark rows[] = {
    MARK("chooses, and some are left", chooses),
    MARK("chooses the last, none is left", chooses_last),
    MARK("chooses none, second phase over", chooses_none),
    MARK("second phase, crosses", moves_second),
    {.text = "arrives", .has = arrives},
    {.text = "chooses none, and is there", .has = arrives_late},
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = destination, .destination_bits = route_ports};

const struct route_unit bitfix_steps = {
    .name = "bitfix_steps",
    .one_port = true,
    .has_random = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = steps_comb,
    .words = steps_words,
    .loops = &steps_loops,
    .marks = &marks,
};
