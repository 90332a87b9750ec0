/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_two_phase -- routes to an intermediate destination, then to the final one. */
#include "switch/route/bitfix_two_phase.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(transient, bitfix_two_phase_comb(in, false))

ROUTE_UNIT(sync, bitfix_two_phase_comb(in, true))

/* --- marks --- */

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  return out->header & bits_mask(in->ports);
}

static uint64_t immediate(const struct route_in *in)
{
  return in->header & bits_mask(in->ports);
}

/* The packet is at its intermediate destination, which is not the final one. */
static bool exchanges(const struct route_in *in)
{
  return immediate(in) == in->here && immediate(in) != in->header >> in->ports;
}

ROUTE_HAS(moves_first)
{
  return route_port(out, &at[0]) && destination(in, out) != out->header >> in->ports;
}

ROUTE_HAS(moves_second)
{
  return route_port(out, &at[0]) && destination(in, out) == out->header >> in->ports;
}

ROUTE_HAS(moves_exchanged)
{
  return route_port(out, &at[0]) && exchanges(in);
}

ROUTE_HAS(arrives)
{
  (void)at;
  return out->eject && !exchanges(in);
}

ROUTE_HAS(arrives_elsewhere)
{
  (void)at;
  return in->header >> in->ports == in->here && !exchanges(in) && out->ports;
}

static const struct route_mark rows[] = {
    {.text = "first phase, crosses",
     .place = {"dimension"},
     .count = {route_ports},
     .has = moves_first},
    {.text = "second phase, crosses",
     .place = {"dimension"},
     .count = {route_ports},
     .has = moves_second},
    {.text = "changes phase here, crosses",
     .place = {"dimension"},
     .count = {route_ports},
     .has = moves_exchanged},
    {.text = "arrives", .has = arrives},
    {.text = "comes by its final destination in the first phase",
     .has = arrives_elsewhere,
     .lacks = "two dimensions at least have such a way"},
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = destination, .destination_bits = route_ports};

const struct route_unit bitfix_two_phase = {
    .name = "bitfix_two_phase",
    .one_port = true,
    .fixed = {{"SYNC", 0}},
    .phase_bits = 1,
    .waits = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = transient_comb,
    .loops = &transient_loops,
    .marks = &marks,
};

const struct route_unit bitfix_two_phase_sync = {
    .name = "bitfix_two_phase",
    .one_port = true,
    .fixed = {{"SYNC", 1}},
    .phase_bits = 1,
    .waits = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = sync_comb,
    .loops = &sync_loops,
    .marks = &marks,
};
