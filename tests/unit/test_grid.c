/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_grid -- the route unit grid, by docs/switches/grid.md. */
#include "switch/route/grid.h"

#include "tests/unit/unit.h"

#include "base/bits.h"

/* PHASED and FARTHEST of each variant. */
static const struct variant {
  const struct route_unit *unit;
  uint32_t phased, farthest;
} variants[] = {{&grid_plain, 0, 0},      {&grid_left_first, 0, 2},
                {&grid_farthest, 0, 1},   {&grid_directions, 1, 0},
                {&grid_four_phase, 1, 1}, {&grid_dimensions, 2, 1}};

enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* Rules 1 to 6 of the page, with the digits as they are: from dimension 0 on. */
static struct route_out by_the_page(const struct variant *v, const uint32_t *sizes,
                                    const uint32_t *at, const uint32_t *to,
                                    uint32_t dimensions, uint32_t phase, uint64_t header)
{
  uint32_t i = 0, left = 0;

  while (i < dimensions && at[i] == to[i])
    i++;
  if (i == dimensions)
    return (struct route_out){.eject = true, .header = header};
  const uint32_t port = to[i] < at[i] ? 2 * i : 2 * i + 1;
  const bool moves =
      v->phased == 0 || (v->phased == 1 && phase == port) || (v->phased == 2 && phase == i);
  if (v->farthest == 2 && port % 2 == 0)
    while (left + 1 < sizes[i] || ((left + 1) & left) != 0)
      left++; /* the next power of two, less 1 */
  else if (v->farthest != 0)
    left = to[i] < at[i] ? at[i] - to[i] : to[i] - at[i];

  return (struct route_out){.ports = moves ? UINT64_C(1) << port : 0,
                            .header = header,
                            .priority = (uint16_t)left,
                            .wait = !moves};
}

static void check(const struct variant *v, const uint32_t *sizes, const uint32_t *at,
                  const uint32_t *to, uint32_t dimensions, uint32_t phase)
{
  uint32_t parameters[4] = {dimensions}, lsb = 0;
  uint64_t here = 0, header = 0;

  for (uint32_t i = 0; i < dimensions; i++) {
    parameters[1 + i] = sizes[i];
    here |= (uint64_t)at[i] << lsb;
    header |= (uint64_t)to[i] << lsb;
    lsb += bits_index(sizes[i]);
  }
  const struct route_out is = v->unit->comb(&(struct route_in){.here = here,
                                                               .header = header,
                                                               .phase = phase,
                                                               .ports = 2 * dimensions,
                                                               .parameters = parameters});
  const struct route_out must = by_the_page(v, sizes, at, to, dimensions, phase, header);
  CHECK(is.ports == must.ports && is.eject == must.eject && is.wait == must.wait &&
            is.header == must.header && is.priority == must.priority && is.vc == 0,
        "PHASED %u FARTHEST %u, at %u.%u to %u.%u phase %u: ports %#llx eject %d wait %d "
        "priority %u",
        v->phased, v->farthest, at[1], at[0], to[1], to[0], phase,
        (unsigned long long)is.ports, is.eject, is.wait, is.priority);
}

/* Every pair of digits that fit the fields, those beyond the row too, in every phase. */
TEST(test_every_pair)
{
  static const uint32_t sizes[][2] = {{2, 3}, {5, 4}, {3, 6}};

  for (size_t v = 0; v < VARIANTS; v++)
    for (size_t k = 0; k < 3; k++)
      for (uint32_t pair = 0; pair < 8u * 8 * 8 * 8; pair++)
        for (uint32_t phase = 0; phase < 6; phase++) {
          const uint32_t at[] = {pair % 8, pair / 8 % 8};
          const uint32_t to[] = {pair / 64 % 8, pair / 512};
          bool fit = true;

          for (uint32_t i = 0; i < 2; i++)
            fit &= at[i] < sizes[k][i] && to[i] <= bits_mask(bits_index(sizes[k][i]));
          if (fit)
            check(&variants[v], sizes[k], at, to, 2, phase);
        }
}

/* The longest row: a priority of 16 bits. */
TEST(test_the_longest_row)
{
  static const uint32_t sizes[] = {65535, 2};
  static const uint32_t ends[][2] = {{0, 65534}, {65534, 0}, {1, 65534}, {32768, 0}};

  for (size_t v = 0; v < VARIANTS; v++)
    for (size_t k = 0; k < 4; k++)
      for (uint32_t phase = 0; phase < 4; phase++)
        check(&variants[v], sizes, (uint32_t[]){ends[k][0], 1}, (uint32_t[]){ends[k][1], 0},
              2, phase);
}

TEST(test_what_the_units_say_of_themselves)
{
  for (size_t v = 0; v < VARIANTS; v++) {
    const struct route_unit *unit = variants[v].unit;

    assert_string_equal(unit->name, "grid");
    assert_string_equal(unit->fixed[0].name, "PHASED");
    assert_int_equal(unit->fixed[0].value, variants[v].phased);
    assert_string_equal(unit->fixed[1].name, "FARTHEST");
    assert_int_equal(unit->fixed[1].value, variants[v].farthest);
    assert_int_equal(unit->phase_bits, 6);
    assert_int_equal(unit->priority_bits, 16);
    assert_true(unit->waits && !unit->has_vc && !unit->has_random);
  }
}
