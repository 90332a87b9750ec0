/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* butterfly -- route unit of the butterfly: the port is a bit of the destination's row. */
#include "route/butterfly.h"

#include "switch/loop.h"
#include "switch/mark.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, butterfly_comb);
}

static const char *const parameters[] = {"DIMENSIONS", "WRAP", NULL};

/* --- marks --- */

/* From which packets leave. */
static uint32_t levels(const struct route_sizes *s)
{
  return s->parameters[0];
}

static uint32_t row_bits(const struct route_sizes *s)
{
  return s->parameters[0];
}

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

ROUTE_HAS(arrives)
{
  (void)in, (void)at;
  return out->eject;
}

static const struct route_mark rows[] = {
    {.text = "leaves",
     .place = {"level", "port"},
     .count = {levels, port_pair},
     .has = leaves},
    {.text = "arrives", .has = arrives},
    {.text = NULL},
};

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header;
}

static const struct route_marks marks = {
    .rows = rows, .destination = destination, .destination_bits = row_bits};

const struct route_unit butterfly_unit = {
    .name = "butterfly",
    .parameters = parameters,
    .comb = butterfly_comb,
    .loop = loop,
    .marks = &marks,
};
