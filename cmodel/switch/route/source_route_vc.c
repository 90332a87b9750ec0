/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* source_route_vc -- route unit whose headers are lists of output ports and VCs. */
#include "switch/route/source_route_vc.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

static inline struct route_out comb(const struct route_in *in)
{
  const uint32_t port_bits = bits_index(in->ports), vc_bits = in->parameters[0];
  const uint64_t next = in->header & bits_mask(port_bits);

  if (in->header <= 1 || next >= in->ports)
    return (struct route_out){.eject = true, .header = in->header};
  return (struct route_out){
      .ports = UINT64_C(1) << next,
      .header = in->header >> (port_bits + vc_bits),
      .vc = (uint8_t)(in->header >> port_bits & bits_mask(vc_bits)),
  };
}

ROUTE_UNIT(unit, comb(in))

static const char *const parameters[] = {"VC_BITS", NULL};

/* --- marks --- */

static uint32_t field_bits(uint32_t ports, const uint32_t *values)
{
  return bits_index(ports) + values[0];
}

/* The possible numbers of hops in a header, 0 included. */
static uint32_t lengths(const struct route_sizes *s)
{
  return (s->header_bits - 1) / field_bits(s->ports, s->parameters) + 1;
}

ROUTE_HAS(has_left)
{
  (void)out;
  if (!in->header)
    return false;
  at[0] = bits_highest(in->header) / field_bits(in->ports, in->parameters);
  return true;
}

ROUTE_HAS(arrives)
{
  (void)at;
  return out->eject && in->header == 1;
}

ROUTE_HAS(is_no_port)
{
  (void)at;
  return out->eject && in->header > 1;
}

static const struct route_mark rows[] = {
    {.text = "leaves", .place = {"port"}, .count = {route_ports}, .has = route_leaves},
    {.text = "header with so many hops left",
     .place = {"hops"},
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

const struct route_unit source_route_vc_unit = {
    .name = "source_route_vc",
    .one_port = true,
    .parameters = parameters,
    .has_vc = true,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
