/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_grid -- the route unit of the mesh in C beside its Verilog twin. */
// few: Vgrid_5_4_phased Vgrid_2_3_5
// model: Vgrid_2 rtl/route/grid.v DIMENSIONS=1 PHASED=1 FARTHEST=0 PORTS=2
//   HEADER_BITS=1 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vgrid_3 rtl/route/grid.v DIMENSIONS=1 PHASED=0 FARTHEST=1 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=2
//   SIZES=16'h0003
// model: Vgrid_7_phased rtl/route/grid.v DIMENSIONS=1 PHASED=1 FARTHEST=1 PORTS=2
//   HEADER_BITS=3 ADDRESS_BITS=3
//   SIZES=16'h0007
// model: Vgrid_20 rtl/route/grid.v DIMENSIONS=1 PHASED=1 FARTHEST=0 PORTS=2
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=16'h0014
// model: Vgrid_5_4_free rtl/route/grid.v DIMENSIONS=2 PHASED=0 FARTHEST=2 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vgrid_5_4_farthest rtl/route/grid.v DIMENSIONS=2 PHASED=0 FARTHEST=1 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vgrid_5_4_phased rtl/route/grid.v DIMENSIONS=2 PHASED=1 FARTHEST=1 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vgrid_5_4_barrier rtl/route/grid.v DIMENSIONS=2 PHASED=2 FARTHEST=1 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vgrid_2_3_3_phased rtl/route/grid.v DIMENSIONS=3 PHASED=1 FARTHEST=0 PORTS=6
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=48'h000200030003
// model: Vgrid_2_3_3_barrier rtl/route/grid.v DIMENSIONS=3 PHASED=2 FARTHEST=1 PORTS=6
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=48'h000200030003
// model: Vgrid_2_3_5 rtl/route/grid.v DIMENSIONS=3 PHASED=2 FARTHEST=1 PORTS=6
//   HEADER_BITS=6 ADDRESS_BITS=6
//   SIZES=48'h000200030005
// model: Vgrid_9_6_plain rtl/route/grid.v DIMENSIONS=2 PHASED=0 FARTHEST=0 PORTS=4
//   HEADER_BITS=7 ADDRESS_BITS=7
//   SIZES=32'h00090006
// model: Vgrid_17_3_2_2_free rtl/route/grid.v DIMENSIONS=4 PHASED=0 FARTHEST=1 PORTS=8
//   HEADER_BITS=9 ADDRESS_BITS=9
//   SIZES=64'h0011000300020002
// model: Vgrid_2_4_free rtl/route/grid.v DIMENSIONS=4 PHASED=0 FARTHEST=2 PORTS=8
//   HEADER_BITS=4 ADDRESS_BITS=4
//   SIZES=64'h0002000200020002
// model: Vgrid_65535 rtl/route/grid.v DIMENSIONS=1 PHASED=1 FARTHEST=1 PORTS=2
//   HEADER_BITS=16 ADDRESS_BITS=16
//   SIZES=16'hffff
// model: Vgrid_1024_1024 rtl/route/grid.v DIMENSIONS=2 PHASED=1 FARTHEST=1 PORTS=4
//   HEADER_BITS=20 ADDRESS_BITS=20
//   SIZES=32'h04000400
// model: Vgrid_65535_2 rtl/route/grid.v DIMENSIONS=2 PHASED=0 FARTHEST=1 PORTS=4
//   HEADER_BITS=17 ADDRESS_BITS=17
//   SIZES=32'hffff0002
// model: Vgrid_2_to_20 rtl/route/grid.v DIMENSIONS=20 PHASED=1 FARTHEST=1 PORTS=40
//   HEADER_BITS=20 ADDRESS_BITS=20
//   SIZES=320'h00020002000200020002000200020002000200020002000200020002000200020002000200020002
// model: Vgrid_3_to_12 rtl/route/grid.v DIMENSIONS=12 PHASED=2 FARTHEST=1 PORTS=24
//   HEADER_BITS=24 ADDRESS_BITS=24
//   SIZES=192'h000300030003000300030003000300030003000300030003
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit grid_plain, grid_left_first, grid_farthest, grid_directions,
    grid_four_phase, grid_dimensions;
}

enum { ROUNDS = 200000, PHASE_BITS = 6 };

static const struct route_unit *unit_of(uint32_t phased, uint32_t farthest)
{
  if (phased == 2)
    return &grid_dimensions;
  if (phased == 1)
    return farthest ? &grid_four_phase : &grid_directions;
  return farthest == 0 ? &grid_plain : farthest == 2 ? &grid_left_first : &grid_farthest;
}

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here,
                    uint32_t phase)
{
  uint32_t parameters[1 + Twin::DIMENSIONS] = {Twin::DIMENSIONS};

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
    parameters[1 + i] = Twin::SIZES[i];
  model->phase_i = static_cast<uint8_t>(phase);
  const struct route_out out = compare_route<Twin>(
      model, *unit_of(Twin::PHASED, Twin::FARTHEST), parameters, header, here, phase);

  CHECK_PORT("wait_o", model->wait_o, out.wait, header, here);
  CHECK_PORT("priority_o", model->priority_o, out.priority, header, here);
  CHECK(out.vc == 0, "out.vc == 0");
}

/* Headers close to the address: a few digits differ, and may be digits that no row has.
 * Often in a phase that moves the packet. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  const bool often = rng_below(rng, 2);
  uint64_t here = 0, header = 0;
  uint32_t phase = static_cast<uint32_t>(rng_below(rng, 1u << PHASE_BITS));

  for (uint32_t i = Twin::DIMENSIONS; i-- > 0;) {
    const uint32_t bits = clog2(Twin::SIZES[i]);
    const uint64_t at = rng_below(rng, Twin::SIZES[i]);
    const uint64_t to = rng_below(rng, 3) ? at : rng_next(rng) & bits_mask(bits);

    if (often && to != at)
      phase = Twin::PHASED == 2 ? i : 2 * i + (to > at);
    here = here << bits | at;
    header = header << bits | to;
  }
  compare<Twin>(model, header, here, phase);
}

/* Every header at every address in every phase, words that are no address among them. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (2 * bits + PHASE_BITS <= ROUTE_BITS) {
    for (uint32_t code = 0; code < 1u << (2 * bits + PHASE_BITS); code++)
      compare<Twin>(model, code & bits_mask(bits), code >> bits & bits_mask(bits),
                    code >> 2 * bits);
  } else {
    struct route_field fields[Twin::DIMENSIONS];

    for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
      fields[i] = {clog2(Twin::SIZES[i]), Twin::SIZES[i]};
    fields_changed(fields, Twin::DIMENSIONS, &rng,
                   [model](uint64_t here, uint64_t header, uint32_t field) {
                     const uint32_t phase = Twin::PHASED == 2 ? field : 2 * field;

                     compare<Twin>(model, header, here, 0);
                     if (Twin::PHASED) {
                       compare<Twin>(model, header, here, phase);
                       compare<Twin>(model, header, here, phase + 1);
                     }
                   });
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
