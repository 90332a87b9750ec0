/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_grid_adaptive -- the adaptive route unit of the mesh in C beside its Verilog twin.
 */
// few: Vgrid_adaptive_odd_5_4 Vgrid_adaptive_2_3_3
// model: Vgrid_adaptive_2 rtl/route/grid_adaptive.v DIMENSIONS=1 TURNS=0 PORTS=2
//   HEADER_BITS=1 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vgrid_adaptive_2_3_3 rtl/route/grid_adaptive.v DIMENSIONS=3 TURNS=0 PORTS=6
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=48'h000200030003
// model: Vgrid_adaptive_west_2_2 rtl/route/grid_adaptive.v DIMENSIONS=2 TURNS=1 PORTS=4
//   HEADER_BITS=2 ADDRESS_BITS=2
//   SIZES=32'h00020002
// model: Vgrid_adaptive_west_5_4 rtl/route/grid_adaptive.v DIMENSIONS=2 TURNS=1 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vgrid_adaptive_odd_2_2 rtl/route/grid_adaptive.v DIMENSIONS=2 TURNS=2 PORTS=4
//   HEADER_BITS=3 ADDRESS_BITS=2
//   SIZES=32'h00020002
// model: Vgrid_adaptive_odd_5_4 rtl/route/grid_adaptive.v DIMENSIONS=2 TURNS=2 PORTS=4
//   HEADER_BITS=7 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vgrid_adaptive_odd_4_7 rtl/route/grid_adaptive.v DIMENSIONS=2 TURNS=2 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=5
//   SIZES=32'h00040007
// model: Vgrid_adaptive_odd_long rtl/route/grid_adaptive.v DIMENSIONS=2 TURNS=2 PORTS=4
//   HEADER_BITS=33 ADDRESS_BITS=17
//   SIZES=32'h0002ffff
// model: Vgrid_adaptive_2_to_20 rtl/route/grid_adaptive.v DIMENSIONS=20 TURNS=0 PORTS=40
//   HEADER_BITS=20 ADDRESS_BITS=20
//   SIZES=320'h00020002000200020002000200020002000200020002000200020002000200020002000200020002
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit grid_minimal, grid_west_first, grid_odd_even;
}

enum { ROUNDS = 100000, WORDS = 4 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here,
                    uint32_t word)
{
  static const struct route_unit *const units[] = {&grid_minimal, &grid_west_first,
                                                   &grid_odd_even};
  uint32_t parameters[1 + Twin::DIMENSIONS] = {Twin::DIMENSIONS};

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
    parameters[1 + i] = Twin::SIZES[i];
  model->random_i = word;
  const struct route_out out =
      compare_route<Twin>(model, *units[Twin::TURNS], parameters, header, here, 0, word);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK(!out.wait && out.priority == 0, "!out.wait && out.priority == 0");
}

/* A port, the escape, a word that is none of them, and any. */
template <class Twin> static uint32_t random_word_of(struct rng *rng)
{
  switch (rng_below(rng, 8)) {
  case 0:
    return static_cast<uint32_t>(rng_next(rng));
  case 1:
    return UINT32_C(1) << 31 | static_cast<uint32_t>(rng_below(rng, Twin::PORTS));
  default:
    return static_cast<uint32_t>(rng_below(rng, Twin::PORTS + 2));
  }
}

/* Headers close to the address: a few digits differ, often by one; the column of the source
 * is often this one. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  constexpr uint32_t extra = Twin::HEADER_BITS - Twin::ADDRESS_BITS;
  uint64_t here = 0, header = 0;

  for (uint32_t i = Twin::DIMENSIONS; i-- > 0;) {
    const uint32_t bits = clog2(Twin::SIZES[i]);
    const uint64_t at = rng_below(rng, Twin::SIZES[i]);
    uint64_t to = at + rng_below(rng, 3) - 1;

    if (rng_below(rng, 3) == 0)
      to = rng_next(rng);
    here = here << bits | at;
    header = header << bits | (to & bits_mask(bits));
  }
  const uint64_t source = rng_below(rng, 2) ? here : rng_next(rng);
  header |= extra ? (source & bits_mask(extra)) << Twin::ADDRESS_BITS : 0;
  compare<Twin>(model, header, here, random_word_of<Twin>(rng));
}

/* Every header at every address, words that are no address among them. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS + Twin::ADDRESS_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS - WORDS) {
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      for (uint32_t word = 0; word < Twin::PORTS + 2; word++)
        compare<Twin>(model, code & bits_mask(Twin::HEADER_BITS), code >> Twin::HEADER_BITS,
                      word);
  }
  for (uint32_t i = 0; i < ROUNDS; i++)
    random_round<Twin>(model, &rng);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
