/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_net -- route unit of hierarchical and recursive dual-nets: the next hop by levels.
 */
#include "switch/route/dual_net.h"

#include "switch/bank/loop.h"
#include "switch/route/ring_marks.h"

ROUTE_UNIT(unit, dual_net_comb(in))

static const char *const parameters[] = {"RINGS", "LEVELS", "DATELINES", NULL};

/* --- marks --- */

static uint32_t rings(const struct route_sizes *s)
{
  return s->parameters[DUAL_NET_PARAMETER_RINGS];
}

static uint32_t levels(const struct route_sizes *s)
{
  return s->parameters[DUAL_NET_PARAMETER_LEVELS];
}

/* And none. */
static uint32_t targets(const struct route_sizes *s)
{
  return levels(s) + 1;
}

static bool find_move(const struct route_in *in, const struct route_out *out,
                      struct ring_move *move)
{
  const struct dual_net_levels way = dual_net_look(in);
  uint32_t lsb = 0, port = 0;

  for (uint32_t i = 0; i < in->parameters[DUAL_NET_PARAMETER_RINGS]; i++) {
    const struct dual_net_ring ring = dual_net_ring(in->parameters, i);
    const uint32_t bits = bits_index(ring.size), ports = torus_ring_ports(ring.size);

    *move = (struct ring_move){.dimension = i,
                               .size = ring.size,
                               .at = (uint32_t)(in->here >> lsb & bits_mask(bits)),
                               .to = (uint32_t)(way.target >> lsb & bits_mask(bits)),
                               .plus = out->ports >> port & 1};
    if (out->ports & bits_mask(ports) << port)
      return true;
    lsb += bits;
    port += ports;
  }
  return false;
}

RING_MARK_FUNCTIONS(find_move)

/* In which digits the packet goes: of a super-node of this level, or of its own cluster. */
ROUTE_HAS(moves_for)
{
  struct ring_move move;

  at[0] = dual_net_look(in).approach;
  return find_move(in, out, &move);
}

ROUTE_HAS(jumps)
{
  const uint32_t jump = dual_net_look(in).jump;

  at[0] = jump - 1;
  return jump > 0 && out->ports;
}

ROUTE_HAS(enters)
{
  const struct dual_net_levels way = dual_net_look(in);
  struct ring_move move;

  at[0] = way.approach - 1;
  return way.approach && !way.jump && out->ports && !find_move(in, out, &move);
}

#define MANY_LEVELS "it takes several clusters of that level"

static const struct route_mark rows[] = {
    RING_MARKS(rings),
    {.text = "goes in a ring, to the cross-edge of (0: within its cluster)",
     .place = {"level"},
     .count = {targets},
     .has = moves_for,
     .lacks = MANY_LEVELS},
    {.text = "crosses to the other class",
     .place = {"level"},
     .count = {levels},
     .has = jumps,
     .lacks = MANY_LEVELS},
    {.text = "crosses into the cluster of its target",
     .place = {"level"},
     .count = {levels},
     .has = enters,
     .lacks = MANY_LEVELS},
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_header_bits};

const struct route_unit dual_net_unit = {
    .name = "dual_net",
    .parameters = parameters,
    .vector = "SHAPE",
    .has_vc = true,
    .comb = unit_comb,
    .loop = unit_loop,
    .marks = &marks,
};
