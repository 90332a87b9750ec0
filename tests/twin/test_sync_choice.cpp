/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_choice -- the route unit that chooses by its word in C beside its Verilog twin.
 */
// few: Vchoice_2_2_0
// model: Vchoice_1_2_1 rtl/route/sync_choice.v K=1 M=2 HOLDS=1 PORTS=4
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vchoice_2_2_0 rtl/route/sync_choice.v K=2 M=2 HOLDS=0 PORTS=5
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vchoice_2_3_1 rtl/route/sync_choice.v K=2 M=3 HOLDS=1 PORTS=6
//   HEADER_BITS=16 ADDRESS_BITS=5
// model: Vchoice_3_4_0 rtl/route/sync_choice.v K=3 M=4 HOLDS=0 PORTS=8
//   HEADER_BITS=19 ADDRESS_BITS=6
// model: Vchoice_31_31_1 rtl/route/sync_choice.v K=31 M=31 HOLDS=1 PORTS=63
//   HEADER_BITS=43 ADDRESS_BITS=15
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_choice, sync_choice_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint32_t word)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};
  struct route_in in = {};

  in.header = header;
  in.random = word;
  in.ports = Twin::PORTS;
  in.parameters = size;
  const struct route_out out =
      Twin::HOLDS ? sync_choice.comb(&in) : sync_choice_free.comb(&in);
  port_put(model->header_i, 0, Twin::HEADER_BITS, header);
  model->random_i = word;
  model->eval();
  CHECK(model->eject_o == out.eject &&
            port_get(model->ports_o, 0, Twin::PORTS) == out.ports &&
            port_get(model->header_o, 0, Twin::HEADER_BITS) == out.header &&
            model->vc_o == out.vc && model->priority_o == out.priority,
        "header_i %#" PRIx64 " random_i %#" PRIx32 ": golden eject %d ports %#" PRIx64
        " header %#" PRIx64,
        header, word, out.eject, out.ports, out.header);
}

/* All headers where there are few; else b is 5 half of the time. */
template <class Twin> static void test_every_header_and_word()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  port_put(model->here_i, 0, Twin::ADDRESS_BITS, 0);
  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t word = 0; word < UINT64_C(2) << bits; word++)
      compare<Twin>(model, word >> 1,
                    (static_cast<uint32_t>(rng_next(&rng)) & ~1u) | (word & 1));
  else
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t header = rng_next(&rng) & bits_mask(bits);

      if (rng_below(&rng, 2))
        header = (header & bits_mask(bits - 3)) | UINT64_C(5) << (bits - 3);
      compare<Twin>(model, header, static_cast<uint32_t>(rng_next(&rng)));
    }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header_and_word, Twin, title)

TWIN_LAWS(ROW)
