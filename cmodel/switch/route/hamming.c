/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamming -- route unit of a product of complete graphs: dimension order. */
#include "switch/route/hamming.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(unit, hamming_comb(in))

static const char *const parameters[] = {"DIMENSIONS", NULL};

/* --- marks --- */

/* The dimension of a hop, and whether it raises the digit; false: there is no hop. */
static bool find_hop(const struct route_in *in, const struct route_out *out,
                     uint32_t *dimension, bool *up)
{
  uint32_t lsb = 0;

  for (uint32_t i = 0; i < in->parameters[0] && out->ports; i++) {
    const uint32_t bits = bits_index(in->parameters[1 + i]);
    const uint64_t at = in->here >> lsb & bits_mask(bits);
    const uint64_t to = in->header >> lsb & bits_mask(bits);

    *dimension = i;
    *up = to > at;
    if (to != at)
      return true;
    lsb += bits;
  }
  return false;
}

ROUTE_HAS(goes_up)
{
  bool up;

  return find_hop(in, out, &at[0], &up) && up;
}

ROUTE_HAS(goes_down)
{
  bool up;

  return find_hop(in, out, &at[0], &up) && !up;
}

static const struct route_mark rows[] = {
    {.text = "leaves", .place = {"port"}, .count = {route_ports}, .has = route_leaves},
    {.text = "goes to a higher digit",
     .place = {"dimension"},
     .count = {route_dimensions},
     .has = goes_up},
    {.text = "goes to a lower digit",
     .place = {"dimension"},
     .count = {route_dimensions},
     .has = goes_down},
    ROUTE_ARRIVES,
    {.text = NULL},
};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_header_bits};

const struct route_unit hamming_unit = {
    .name = "hamming",
    .one_port = true,
    .parameters = parameters,
    .vector = "SIZES",
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
