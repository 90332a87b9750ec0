/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* butterfly -- route unit of the butterfly: the port is a bit of the destination's row. */
#include "switch/route/butterfly.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(unit, butterfly_comb(in))

static const char *const parameters[] = {"DIMENSIONS", "WRAP", NULL};

/* --- marks --- */

static uint32_t port_pair(const struct route_sizes *s)
{
  return s->ports < 2 ? s->ports : 2;
}

ROUTE_HAS(leaves)
{
  at[0] = (uint32_t)(in->here >> in->parameters[0]);
  at[1] = out->ports == 2;
  return out->ports;
}

static const struct route_mark rows[] = {
    {.text = "leaves",
     .place = {"level", "port"},
     .count = {route_dimensions, port_pair},
     .has = leaves},
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_dimensions};

const struct route_unit butterfly_unit = {
    .name = "butterfly",
    .one_port = true,
    .parameters = parameters,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
