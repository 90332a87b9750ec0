/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_mask -- switches on the path choose the intermediate destination at random. */
#include "switch/route/bitfix_mask.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(forced, bitfix_mask_comb(in, true, false))

ROUTE_UNIT(forced_shared, bitfix_mask_comb(in, true, true))

ROUTE_UNIT(free, bitfix_mask_comb(in, false, false))

ROUTE_UNIT(free_shared, bitfix_mask_comb(in, false, true))

/* --- marks --- */

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header & bits_mask(in->ports);
}

static uint64_t old_mask(const struct route_in *in)
{
  return in->header >> in->ports;
}

static uint64_t left_mask(const struct route_in *in, const struct route_out *out)
{
  return out->header >> in->ports;
}

/* In every variant a packet that crosses a chosen dimension uses VC 0. */
ROUTE_HAS(chooses)
{
  return route_port(out, &at[0]) && out->vc == 0 && left_mask(in, out) != 0;
}

ROUTE_HAS(chooses_last)
{
  return route_port(out, &at[0]) && out->vc == 0 && left_mask(in, out) == 0;
}

ROUTE_HAS(forced_hop)
{
  return route_port(out, &at[0]) && out->vc == 1 && old_mask(in) != 0;
}

ROUTE_HAS(chooses_none)
{
  return route_port(out, &at[0]) && out->vc > 0 && old_mask(in) != 0;
}

ROUTE_HAS(moves_second)
{
  return route_port(out, &at[0]) && old_mask(in) == 0;
}

ROUTE_HAS(arrives)
{
  (void)at;
  return out->eject && old_mask(in) == 0;
}

ROUTE_HAS(arrives_at_once)
{
  (void)at;
  return out->eject && old_mask(in) != 0;
}

#define MARK(name, function)                                                               \
  {                                                                                        \
    .text = (name), .place = {"dimension"}, .count = {route_ports}, .has = (function)      \
  }

static const struct route_mark forced_rows[] = {
    MARK("chooses, and some are left", chooses),
    MARK("chooses the last, none is left", chooses_last),
    MARK("chooses none, forced hop over", forced_hop),
    MARK("second phase, crosses", moves_second),
    {.text = "arrives", .has = arrives},
    {.text = NULL},
};

static const struct route_mark free_rows[] = {
    MARK("chooses, and some are left", chooses),
    MARK("chooses the last, none is left", chooses_last),
    MARK("chooses none, second phase at once over", chooses_none),
    MARK("second phase, crosses", moves_second),
    {.text = "arrives", .has = arrives},
    {.text = "chooses none, and is there", .has = arrives_at_once},
    {.text = NULL},
};

static const struct route_marks forced_marks = {
    .rows = forced_rows, .destination = destination, .destination_bits = route_ports};
static const struct route_marks free_marks = {
    .rows = free_rows, .destination = destination, .destination_bits = route_ports};

#define UNIT(variant, is_forced, is_shared, of)                                            \
  {                                                                                        \
    .name = "bitfix_mask", .fixed = {{"FORCED", is_forced}, {"SHARED", is_shared}},        \
    .has_random = true, .has_vc = true, .priority_bits = 1, .comb = variant##_comb,        \
    .loop = variant##_loop, .marks = &(of)                                                 \
  }

const struct route_unit bitfix_mask_forced = UNIT(forced, 1, 0, forced_marks);
const struct route_unit bitfix_mask_forced_shared = UNIT(forced_shared, 1, 1, forced_marks);
const struct route_unit bitfix_mask_free = UNIT(free, 0, 0, free_marks);
const struct route_unit bitfix_mask_free_shared = UNIT(free_shared, 0, 1, free_marks);
