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

/* A move in a factor of any kind. */
struct factor_move {
  struct ring_move move;
  struct factor factor;
  uint32_t port; /* within the factor */
};

static bool find_any(const struct route_in *in, const struct route_out *out,
                     struct factor_move *found)
{
  const struct dual_net_levels way = dual_net_look(in);
  uint32_t lsb = 0, port = 0;

  for (uint32_t i = 0; i < in->parameters[DUAL_NET_PARAMETER_RINGS]; i++) {
    const struct dual_net_ring ring = dual_net_ring(in->parameters, i);
    const struct factor factor = dual_net_ring_factor(ring);
    const uint32_t bits = bits_index(ring.size), ports = factor_ports(factor);

    found->factor = factor;
    found->move = (struct ring_move){.dimension = i,
                                     .size = ring.size,
                                     .at = (uint32_t)(in->here >> lsb & bits_mask(bits)),
                                     .to = (uint32_t)(way.target >> lsb & bits_mask(bits)),
                                     .plus = out->ports >> port & 1};
    if (out->ports & bits_mask(ports) << port) {
      found->port = bits_lowest(out->ports >> port);
      return true;
    }
    lsb += bits;
    port += ports;
  }
  return false;
}

static bool find_move(const struct route_in *in, const struct route_out *out,
                      struct ring_move *move)
{
  struct factor_move found;

  if (!find_any(in, out, &found) || found.factor.kind != FACTOR_RING)
    return false;
  *move = found.move;
  return true;
}

RING_MARK_FUNCTIONS(find_move)

ROUTE_HAS(in_complete)
{
  struct factor_move found;

  if (!find_any(in, out, &found) || found.factor.kind != FACTOR_COMPLETE)
    return false;
  at[0] = found.move.dimension;
  return true;
}

ROUTE_HAS(in_petersen)
{
  struct factor_move found;

  if (!find_any(in, out, &found) || found.factor.kind != FACTOR_PETERSEN)
    return false;
  at[0] = found.move.dimension;
  at[1] = found.port;
  return true;
}

static uint32_t petersen_ports(const struct route_sizes *s)
{
  (void)s;
  return 3;
}

/* In which digits the packet goes: of a super-node of this level, or of its own cluster. */
ROUTE_HAS(moves_for)
{
  struct factor_move found;

  at[0] = dual_net_look(in).approach;
  return find_any(in, out, &found);
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
  struct factor_move found;

  at[0] = way.approach - 1;
  return way.approach && !way.jump && out->ports && !find_any(in, out, &found);
}

#define MANY_LEVELS "it takes several clusters of that level"

static const struct route_mark rows[] = {
    RING_MARKS(rings),
    {.text = "goes in a complete graph",
     .place = {"dimension"},
     .count = {rings},
     .has = in_complete,
     .lacks = "its factor is none"},
    {.text = "goes in a Petersen graph",
     .place = {"dimension", "port"},
     .count = {rings, petersen_ports},
     .has = in_petersen,
     .lacks = "its factor is none"},
    {.text = "goes in the base, to the cross-edge of (0: within its cluster)",
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
    .one_port = true,
    .parameters = parameters,
    .vector = "SHAPE",
    .has_vc = true,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
