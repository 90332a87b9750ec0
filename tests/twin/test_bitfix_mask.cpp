/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix_mask -- the mask route unit in C beside its Verilog twin. */
// optimize: 1
// few: Vmask_3_10 Vmask_4_01
// model: Vmask_1_10 rtl/route/bitfix_mask.v PORTS=1 FORCED=1 SHARED=0
// model: Vmask_2_10 rtl/route/bitfix_mask.v PORTS=2 FORCED=1 SHARED=0
// model: Vmask_3_10 rtl/route/bitfix_mask.v PORTS=3 FORCED=1 SHARED=0
// model: Vmask_4_10 rtl/route/bitfix_mask.v PORTS=4 FORCED=1 SHARED=0
// model: Vmask_10_10 rtl/route/bitfix_mask.v PORTS=10 FORCED=1 SHARED=0
// model: Vmask_20_10 rtl/route/bitfix_mask.v PORTS=20 FORCED=1 SHARED=0
// model: Vmask_1_11 rtl/route/bitfix_mask.v PORTS=1 FORCED=1 SHARED=1
// model: Vmask_2_11 rtl/route/bitfix_mask.v PORTS=2 FORCED=1 SHARED=1
// model: Vmask_3_11 rtl/route/bitfix_mask.v PORTS=3 FORCED=1 SHARED=1
// model: Vmask_4_11 rtl/route/bitfix_mask.v PORTS=4 FORCED=1 SHARED=1
// model: Vmask_10_11 rtl/route/bitfix_mask.v PORTS=10 FORCED=1 SHARED=1
// model: Vmask_20_11 rtl/route/bitfix_mask.v PORTS=20 FORCED=1 SHARED=1
// model: Vmask_1_00 rtl/route/bitfix_mask.v PORTS=1 FORCED=0 SHARED=0
// model: Vmask_2_00 rtl/route/bitfix_mask.v PORTS=2 FORCED=0 SHARED=0
// model: Vmask_3_00 rtl/route/bitfix_mask.v PORTS=3 FORCED=0 SHARED=0
// model: Vmask_4_00 rtl/route/bitfix_mask.v PORTS=4 FORCED=0 SHARED=0
// model: Vmask_10_00 rtl/route/bitfix_mask.v PORTS=10 FORCED=0 SHARED=0
// model: Vmask_20_00 rtl/route/bitfix_mask.v PORTS=20 FORCED=0 SHARED=0
// model: Vmask_1_01 rtl/route/bitfix_mask.v PORTS=1 FORCED=0 SHARED=1
// model: Vmask_2_01 rtl/route/bitfix_mask.v PORTS=2 FORCED=0 SHARED=1
// model: Vmask_3_01 rtl/route/bitfix_mask.v PORTS=3 FORCED=0 SHARED=1
// model: Vmask_4_01 rtl/route/bitfix_mask.v PORTS=4 FORCED=0 SHARED=1
// model: Vmask_10_01 rtl/route/bitfix_mask.v PORTS=10 FORCED=0 SHARED=1
// model: Vmask_20_01 rtl/route/bitfix_mask.v PORTS=20 FORCED=0 SHARED=1
#include "tests/twin/twin.h"

extern "C" {
#include "switch/bank/unit.h"

/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit bitfix_mask_forced, bitfix_mask_forced_shared,
    bitfix_mask_free, bitfix_mask_free_shared;
}

enum { ROUNDS = 200000 };

static const struct route_unit *unit_of(bool forced, bool shared)
{
  if (forced)
    return shared ? &bitfix_mask_forced_shared : &bitfix_mask_forced;
  return shared ? &bitfix_mask_free_shared : &bitfix_mask_free;
}

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here,
                    uint32_t random)
{
  struct route_in in = {.here = here,
                        .header = header,
                        .random = random,
                        .ports = Twin::PORTS,
                        .phase = false,
                        .parameters = nullptr};
  struct route_out out = unit_of(Twin::FORCED, Twin::SHARED)->comb(&in);

  port_put(model->here_i, 0, Twin::PORTS, here);
  port_put(model->header_i, 0, 2 * Twin::PORTS, header);
  model->random_i = random;
  model->eval();
  uint64_t ports = port_get(model->ports_o, 0, Twin::PORTS);
  uint64_t header_o = port_get(model->header_o, 0, 2 * Twin::PORTS);
  CHECK(model->eject_o == out.eject && ports == out.ports && header_o == out.header &&
            model->vc_o == out.vc && model->priority_o == out.priority,
        "here_i %#" PRIx64 " header_i %#" PRIx64 " random_i %#" PRIx32
        ": eject_o %d ports_o %#" PRIx64 " header_o %#" PRIx64
        " vc_o %d priority_o %d, golden %d %#" PRIx64 " %#" PRIx64 " %d %d",
        here, header, random, model->eject_o, ports, header_o, model->vc_o,
        model->priority_o, out.eject, out.ports, out.header, out.vc, out.priority);
}

/* The bits of the word above the dimensions at random. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t n = Twin::PORTS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, n);

  if constexpr (4 * n <= EXHAUSTIVE_BITS) {
    for (uint64_t code = 0; code < UINT64_C(1) << 4 * n; code++)
      for (uint32_t i = 0; i < 8; i++)
        compare<Twin>(model, code & bits_mask(2 * n), code >> 2 * n & bits_mask(n),
                      static_cast<uint32_t>(code >> 3 * n | rng_next(&rng) << n));
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t here = random_word(&rng, n), mask = random_difference(&rng, n);
      uint32_t random = static_cast<uint32_t>(rng_next(&rng));

      if (random_quarters(&rng, 1)) /* none is chosen */
        random &= ~static_cast<uint32_t>(mask);
      compare<Twin>(model, mask << n | (here ^ random_difference(&rng, n)), here, random);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
