/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix_two_phase -- the two-phase route unit in C beside its Verilog twin. */
// few: Vtwo_phase_4_0 Vtwo_phase_4_1
// model: Vtwo_phase_1_0 rtl/route/bitfix_two_phase.v PORTS=1 SYNC=0
// model: Vtwo_phase_2_0 rtl/route/bitfix_two_phase.v PORTS=2 SYNC=0
// model: Vtwo_phase_3_0 rtl/route/bitfix_two_phase.v PORTS=3 SYNC=0
// model: Vtwo_phase_4_0 rtl/route/bitfix_two_phase.v PORTS=4 SYNC=0
// model: Vtwo_phase_5_0 rtl/route/bitfix_two_phase.v PORTS=5 SYNC=0
// model: Vtwo_phase_10_0 rtl/route/bitfix_two_phase.v PORTS=10 SYNC=0
// model: Vtwo_phase_20_0 rtl/route/bitfix_two_phase.v PORTS=20 SYNC=0
// model: Vtwo_phase_32_0 rtl/route/bitfix_two_phase.v PORTS=32 SYNC=0
// model: Vtwo_phase_1_1 rtl/route/bitfix_two_phase.v PORTS=1 SYNC=1
// model: Vtwo_phase_2_1 rtl/route/bitfix_two_phase.v PORTS=2 SYNC=1
// model: Vtwo_phase_3_1 rtl/route/bitfix_two_phase.v PORTS=3 SYNC=1
// model: Vtwo_phase_4_1 rtl/route/bitfix_two_phase.v PORTS=4 SYNC=1
// model: Vtwo_phase_5_1 rtl/route/bitfix_two_phase.v PORTS=5 SYNC=1
// model: Vtwo_phase_10_1 rtl/route/bitfix_two_phase.v PORTS=10 SYNC=1
// model: Vtwo_phase_20_1 rtl/route/bitfix_two_phase.v PORTS=20 SYNC=1
// model: Vtwo_phase_32_1 rtl/route/bitfix_two_phase.v PORTS=32 SYNC=1
#include "tests/twin/twin.h"

extern "C" {
#include "switch/bank/unit.h"

/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit bitfix_two_phase, bitfix_two_phase_sync;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t immediate, uint64_t final,
                    uint64_t here, bool phase)
{
  const struct route_unit *unit = Twin::SYNC ? &bitfix_two_phase_sync : &bitfix_two_phase;
  struct route_in in = {.here = here,
                        .header = final << Twin::PORTS | immediate,
                        .random = 0,
                        .ports = Twin::PORTS,
                        .phase = phase,
                        .parameters = nullptr};
  struct route_out out = unit->comb(&in);

  port_put(model->here_i, 0, Twin::PORTS, here);
  port_put(model->header_i, 0, 2 * Twin::PORTS, in.header);
  model->phase_i = phase;
  model->eval();
  uint64_t ports = port_get(model->ports_o, 0, Twin::PORTS);
  uint64_t header_o = port_get(model->header_o, 0, 2 * Twin::PORTS);
  CHECK(
      model->eject_o == out.eject && model->wait_o == out.wait && ports == out.ports &&
          header_o == out.header && model->vc_o == out.vc &&
          model->priority_o == out.priority,
      "here_i %#" PRIx64 " header_i %#" PRIx64 " phase_i %d: eject_o %d wait_o %d ports_o "
      "%#" PRIx64 " header_o %#" PRIx64 " vc_o %d priority_o %d, golden %d %d %#" PRIx64
      " %#" PRIx64 " %d %d",
      here, in.header, phase, model->eject_o, model->wait_o, ports, header_o, model->vc_o,
      model->priority_o, out.eject, out.wait, out.ports, out.header, out.vc, out.priority);
}

template <class Twin> static void test_every_header()
{
  constexpr uint32_t n = Twin::PORTS, bits = 3 * n + 1;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, n);
  uint64_t mask = bits_mask(n);

  if constexpr (bits <= EXHAUSTIVE_BITS) {
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      compare<Twin>(model, code & mask, code >> n & mask, code >> 2 * n & mask,
                    (code >> 3 * n & 1) != 0);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t here = random_word(&rng, n);
      uint64_t immediate = here ^ random_difference(&rng, n);

      compare<Twin>(model, immediate, immediate ^ random_difference(&rng, n), here,
                    random_quarters(&rng, 2));
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
