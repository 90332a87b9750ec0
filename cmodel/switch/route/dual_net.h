/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_net -- route unit of hierarchical and recursive dual-nets: the next hop by levels.
 *
 * Twin of rtl/route/dual_net.v; docs/switches/dual_net.md.  The header is the destination's
 * address.  From the highest level down, the unit tests three cases: the packet is in the
 * cluster of its target; it crosses to the other class; or it moves to the switch whose
 * cross-edge leads into that cluster.  The rings of the base come last.  The VC encodes the
 * case at each level and, in rings of 4 or more switches, whether the packet still has to
 * cross the dateline. Parameters: RINGS, LEVELS, DATELINES, and SHAPE: the size of each
 * factor, then the levels whose super-nodes contain each of them, and its kind.  Ports:
 * here_i, header_i, eject_o, ports_o, header_o, vc_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_DUAL_NET_H
#define LOCKHOP_SWITCH_ROUTE_DUAL_NET_H

#include "base/bits.h"
#include "switch/bank/unit.h"
#include "switch/route/factor.h"

enum { DUAL_NET_UNIT_RINGS = 20, DUAL_NET_UNIT_LEVELS = 3 };

/* Indices of the parameters. */
enum {
  DUAL_NET_PARAMETER_RINGS,
  DUAL_NET_PARAMETER_LEVELS,
  DUAL_NET_PARAMETER_DATELINES,
  DUAL_NET_PARAMETER_SHAPE,
  DUAL_NET_PARAMETERS = DUAL_NET_PARAMETER_SHAPE + 2 * DUAL_NET_UNIT_RINGS
};

extern const struct route_unit dual_net_unit;

/* A dimension of the base. */
struct dual_net_ring {
  uint32_t size;
  uint32_t levels; /* bit i-1: it is in SN^i */
  enum factor_kind kind;
};

static inline struct factor dual_net_ring_factor(struct dual_net_ring ring)
{
  return (struct factor){.kind = ring.kind, .size = ring.size};
}

static inline struct dual_net_ring dual_net_ring(const uint32_t *parameters, uint32_t i)
{
  const uint32_t rings = parameters[DUAL_NET_PARAMETER_RINGS];
  const uint32_t *shape = &parameters[DUAL_NET_PARAMETER_SHAPE];

  const uint32_t marks = shape[rings + i];

  return (struct dual_net_ring){
      .size = shape[i],
      .levels = marks & (uint32_t)bits_mask(DUAL_NET_UNIT_LEVELS),
      .kind = (enum factor_kind)(marks >> DUAL_NET_UNIT_LEVELS),
  };
}

/* Bits of the digits of an address, without the dimensions in SN^level; level 0: of all
 * digits. */
static inline uint32_t dual_net_digit_bits(const uint32_t *parameters, uint32_t level)
{
  uint32_t bits = 0;

  for (uint32_t i = 0; i < parameters[DUAL_NET_PARAMETER_RINGS]; i++) {
    const struct dual_net_ring ring = dual_net_ring(parameters, i);

    if (level == 0 || !(ring.levels >> (level - 1) & 1))
      bits += bits_index(ring.size);
  }
  return bits;
}

/* The address of the first switch of super-node `cluster` within a cluster of the level:
 * the digits of SN^level are 0. */
static inline uint64_t dual_net_expand(const uint32_t *parameters, uint32_t level,
                                       uint64_t cluster)
{
  uint64_t word = 0;
  uint32_t lsb = 0;

  for (uint32_t i = 0; i < parameters[DUAL_NET_PARAMETER_RINGS]; i++) {
    const struct dual_net_ring ring = dual_net_ring(parameters, i);
    const uint32_t bits = bits_index(ring.size);

    if (!(ring.levels >> (level - 1) & 1)) {
      word |= (cluster & bits_mask(bits)) << lsb;
      cluster >>= bits;
    }
    lsb += bits;
  }
  return word | cluster << lsb;
}

/* The result of the tests at all levels. */
struct dual_net_levels {
  uint64_t target;   /* the digits of the next target */
  uint32_t phase;    /* bit i-1: in the target's cluster of level i */
  uint32_t jump;     /* the level of the cross-edge that it takes now, or 0 */
  uint32_t approach; /* the lowest level whose cross-edge leads into the target's cluster,
                        or 0; then the digits of the super-node are ignored */
};

/* U^level is in bits [lsb, lsb + bits), and C^level is the bit above. */
static inline void dual_net_level(struct dual_net_levels *at, const struct route_in *in,
                                  uint32_t level, uint32_t lsb, uint32_t bits)
{
  const uint64_t differ = (at->target ^ in->here) >> lsb & bits_mask(bits + 1);

  if (differ >> bits) {
    at->approach = level;
    at->target =
        dual_net_expand(in->parameters, level, at->target >> lsb & bits_mask(bits));
  } else if (differ) {
    at->jump = level;
  } else {
    at->phase |= UINT32_C(1) << (level - 1);
    at->target &= bits_mask(lsb);
  }
}

static inline struct dual_net_levels dual_net_look(const struct route_in *in)
{
  struct dual_net_levels at = {.target = in->header};
  const uint32_t levels = in->parameters[DUAL_NET_PARAMETER_LEVELS];
  const uint32_t digits = dual_net_digit_bits(in->parameters, 0);
  uint32_t lsb[DUAL_NET_UNIT_LEVELS + 2] = {[1] = digits};
  uint32_t bits[DUAL_NET_UNIT_LEVELS + 1];

  for (uint32_t i = 1; i <= levels; i++) {
    bits[i] = lsb[i] - digits + dual_net_digit_bits(in->parameters, i);
    lsb[i + 1] = lsb[i] + bits[i] + 1;
  }
  for (uint32_t i = levels; i > 0 && !at.jump; i--)
    dual_net_level(&at, in, i, lsb[i], bits[i]);
  return at;
}

/* The cross-edges have the highest ports. */
static inline struct route_out dual_net_cross(const struct route_in *in, uint32_t level,
                                              uint32_t label)
{
  const uint32_t levels = in->parameters[DUAL_NET_PARAMETER_LEVELS];

  return (struct route_out){
      .ports = UINT64_C(1) << (in->ports - levels + level - 1),
      .header = in->header,
      .vc = (uint8_t)label,
  };
}

static inline struct route_out dual_net_hop(const struct route_in *in, struct factor factor,
                                            uint32_t port, uint32_t at, uint32_t to,
                                            uint32_t phase)
{
  const struct factor_hop hop = factor_hop(factor, at, to);

  return (struct route_out){
      .ports = UINT64_C(1) << (port + hop.port),
      .header = in->header,
      .vc = (uint8_t)(in->parameters[DUAL_NET_PARAMETER_DATELINES] ? 2 * phase + hop.behind
                                                                   : phase),
  };
}

static inline struct route_out dual_net_comb(const struct route_in *in)
{
  const struct dual_net_levels way = dual_net_look(in);
  uint32_t lsb = 0, port = 0; /* of dimension i */

  if (way.jump)
    return dual_net_cross(in, way.jump, way.phase >> (way.jump - 1));
  for (uint32_t i = 0; i < in->parameters[DUAL_NET_PARAMETER_RINGS]; i++) {
    const struct dual_net_ring ring = dual_net_ring(in->parameters, i);
    const uint32_t bits = bits_index(ring.size);
    const uint32_t at = (uint32_t)(in->here >> lsb & bits_mask(bits));
    const uint32_t to = (uint32_t)(way.target >> lsb & bits_mask(bits));

    if (to != at && !(way.approach && ring.levels >> (way.approach - 1) & 1))
      return dual_net_hop(in, dual_net_ring_factor(ring), port, at, to, way.phase);
    lsb += bits;
    port += factor_ports(dual_net_ring_factor(ring));
  }
  if (way.approach)
    return dual_net_cross(in, way.approach, way.phase >> (way.approach - 1) | 1);
  return (struct route_out){.eject = true, .header = in->header};
}

#endif
