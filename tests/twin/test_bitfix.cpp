/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix -- the route unit of the hypercube in C beside its Verilog twin. */
// few: Vbitfix_3 Vbitfix_8
// model: Vbitfix_1 rtl/route/bitfix.v PORTS=1
// model: Vbitfix_2 rtl/route/bitfix.v PORTS=2
// model: Vbitfix_3 rtl/route/bitfix.v PORTS=3
// model: Vbitfix_4 rtl/route/bitfix.v PORTS=4
// model: Vbitfix_5 rtl/route/bitfix.v PORTS=5
// model: Vbitfix_6 rtl/route/bitfix.v PORTS=6
// model: Vbitfix_7 rtl/route/bitfix.v PORTS=7
// model: Vbitfix_8 rtl/route/bitfix.v PORTS=8
// model: Vbitfix_20 rtl/route/bitfix.v PORTS=20
// model: Vbitfix_32 rtl/route/bitfix.v PORTS=32
#include "tests/twin/twin.h"

extern "C" {
#include "switch/bank/unit.h"

/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit bitfix;
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  struct route_in in = {.here = here,
                        .header = header,
                        .random = 0,
                        .ports = Twin::PORTS,
                        .phase = false,
                        .parameters = nullptr};
  struct route_out out = bitfix.comb(&in);

  port_put(model->here_i, 0, Twin::PORTS, here);
  port_put(model->header_i, 0, Twin::PORTS, header);
  model->eval();
  uint64_t ports = port_get(model->ports_o, 0, Twin::PORTS);
  uint64_t header_o = port_get(model->header_o, 0, Twin::PORTS);
  CHECK(model->eject_o == out.eject && ports == out.ports && header_o == out.header,
        "here_i %#" PRIx64 " header_i %#" PRIx64 ": eject_o %d ports_o %#" PRIx64
        " header_o %#" PRIx64 ", golden %d %#" PRIx64 " %#" PRIx64,
        here, header, model->eject_o, ports, header_o, out.eject, out.ports, out.header);
}

template <class Twin> static void test_every_pair()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::PORTS);

  if constexpr (2 * Twin::PORTS <= EXHAUSTIVE_BITS) {
    for (uint64_t pair = 0; pair < UINT64_C(1) << 2 * Twin::PORTS; pair++)
      compare<Twin>(model, pair >> Twin::PORTS, pair & bits_mask(Twin::PORTS));
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t here = random_word(&rng, Twin::PORTS);

      compare<Twin>(model, here ^ random_difference(&rng, Twin::PORTS), here);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_pair, Twin, title)

TWIN_LAWS(ROW)
