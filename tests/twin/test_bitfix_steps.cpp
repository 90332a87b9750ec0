/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix_steps -- the route unit of the listing in C beside its Verilog twin. */
// optimize: 1
// few: Vsteps_3
// model: Vsteps_1 rtl/route/bitfix_steps.v PORTS=1
// model: Vsteps_2 rtl/route/bitfix_steps.v PORTS=2
// model: Vsteps_3 rtl/route/bitfix_steps.v PORTS=3
// model: Vsteps_4 rtl/route/bitfix_steps.v PORTS=4
// model: Vsteps_10 rtl/route/bitfix_steps.v PORTS=10
// model: Vsteps_20 rtl/route/bitfix_steps.v PORTS=20
#include "tests/twin/twin.h"

extern "C" {
#include "switch/bank/unit.h"

/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit bitfix_steps;
}

enum { ROUNDS = 200000, COUNT_LSB = 27 };

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
  struct route_out out = bitfix_steps.comb(&in);

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

/* Every step of small cubes; the bits of the word that mean nothing at random. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t n = Twin::PORTS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, n);

  if constexpr (4 * n <= EXHAUSTIVE_BITS) {
    for (uint64_t code = 0; code < UINT64_C(1) << 4 * n; code++)
      for (uint32_t step = 0; step <= n + 1; step++)
        compare<Twin>(model, code & bits_mask(2 * n), code >> 2 * n & bits_mask(n),
                      static_cast<uint32_t>(step << COUNT_LSB |
                                            (rng_next(&rng) << n & bits_mask(COUNT_LSB)) |
                                            (code >> 3 * n & bits_mask(n))));
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t here = random_word(&rng, n), mask = random_difference(&rng, n);
      uint32_t random = static_cast<uint32_t>(rng_next(&rng));

      if (random_quarters(&rng, 3)) /* few are wanted, and the count matters */
        random &= static_cast<uint32_t>(rng_next(&rng) & rng_next(&rng)) |
                  static_cast<uint32_t>(rng_below(&rng, 32) << COUNT_LSB);
      compare<Twin>(model, mask << n | (here ^ random_difference(&rng, n)), here, random);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
