/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus -- route unit of a product of rings: dimension order, the shorter direction. */
#include "switch/route/torus.h"

#include "switch/bank/loop.h"
#include "switch/route/ring_marks.h"

ROUTE_UNIT(unit, torus_comb(in))

static const char *const parameters[] = {"DIMENSIONS", NULL};

/* --- marks --- */

static bool find_move(const struct route_in *in, const struct route_out *out,
                      struct ring_move *move)
{
  const uint32_t *sizes = &in->parameters[1];
  uint32_t lsb = 0, port = 0;

  for (uint32_t i = 0; i < in->parameters[0] && out->ports; i++) {
    const uint32_t bits = bits_index(sizes[i]);

    *move = (struct ring_move){.dimension = i,
                               .size = sizes[i],
                               .at = (uint32_t)(in->here >> lsb & bits_mask(bits)),
                               .to = (uint32_t)(in->header >> lsb & bits_mask(bits)),
                               .plus = out->ports >> port & 1};
    if (move->to != move->at)
      return true;
    lsb += bits;
    port += torus_ring_ports(sizes[i]);
  }
  return false;
}

RING_MARK_FUNCTIONS(find_move)

static const struct route_mark rows[] = {
    RING_MARKS(route_dimensions),
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_header_bits};

const struct route_unit torus_unit = {
    .name = "torus",
    .one_port = true,
    .parameters = parameters,
    .vector = "SIZES",
    .has_vc = true,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
