/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* source_route -- route unit whose headers are lists of output ports. */
#include "switch/route/source_route.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(unit, source_route_comb(in))

/* --- marks --- */

/* The possible numbers of ports in a header, 0 included. */
static uint32_t lengths(const struct route_sizes *s)
{
  return (s->header_bits - 1) / bits_index(s->ports) + 1;
}

ROUTE_HAS(has_left)
{
  (void)out;
  if (!in->header)
    return false;
  at[0] = bits_highest(in->header) / bits_index(in->ports);
  return true;
}

ROUTE_HAS(arrives)
{
  (void)at;
  return out->eject && in->header == source_route_end;
}

ROUTE_HAS(is_no_port)
{
  (void)at;
  return out->eject && in->header > source_route_end;
}

static const struct route_mark rows[] = {
    {.text = "leaves", .place = {"port"}, .count = {route_ports}, .has = route_leaves},
    {.text = "header with so many ports left",
     .place = {"ports"},
     .count = {lengths},
     .has = has_left,
     .lacks = "no path is so long"},
    {.text = "arrives", .has = arrives},
    {.text = "is ejected at a number that is no port",
     .place = {"number"},
     .count = {route_no_ports},
     .has = is_no_port,
     .lacks = "no header of the traffic has one"},
    {.text = NULL},
};

static const struct route_marks marks = {.rows = rows};

const struct route_unit source_route_unit = {
    .name = "source_route",
    .one_port = true,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
