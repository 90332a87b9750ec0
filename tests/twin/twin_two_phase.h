/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_two_phase -- the twin tests of route units by way of an intermediate destination. */
#ifndef LOCKHOP_TESTS_TWIN_TWO_PHASE_H
#define LOCKHOP_TESTS_TWIN_TWO_PHASE_H

#include "tests/twin/twin_route.h"

enum { TWO_PHASE_ROUNDS = 100000 };

template <class Twin>
static void compare_two_phase(typename Twin::Model *model, const struct route_unit &unit,
                              uint64_t header, uint64_t here)
{
  uint32_t parameters[1 + Twin::DIMENSIONS] = {Twin::DIMENSIONS};

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
    parameters[1 + i] = Twin::SIZES[i];
  const struct route_out out = compare_route<Twin>(model, unit, parameters, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK(!out.wait && out.priority == 0, "!out.wait && out.priority == 0");
}

/* An address that is often `here`, or differs from it in a digit or two; some have digits
 * that no row has. */
template <class Twin> static uint64_t near_address(uint64_t here, struct rng *rng)
{
  uint64_t word = 0;
  uint32_t lsb = 0;

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++) {
    const uint32_t bits = clog2(Twin::SIZES[i]);
    uint64_t digit = here >> lsb & bits_mask(bits);

    if (rng_below(rng, 1 + Twin::DIMENSIONS) == 0)
      digit = rng_below(rng, 4) ? rng_below(rng, Twin::SIZES[i])
                                : rng_next(rng) & bits_mask(bits);
    word |= digit << lsb;
    lsb += bits;
  }
  return word;
}

/* Every header at every address where there are few, and many at random. */
template <class Twin> static void compare_two_phase_all(const struct route_unit &unit)
{
  constexpr uint32_t bits = Twin::HEADER_BITS + Twin::ADDRESS_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      compare_two_phase<Twin>(model, unit, code & bits_mask(Twin::HEADER_BITS),
                              code >> Twin::HEADER_BITS);
  for (uint32_t i = 0; i < TWO_PHASE_ROUNDS; i++) {
    const uint64_t here = near_address<Twin>(0, &rng);
    const uint64_t immediate = near_address<Twin>(here, &rng);

    compare_two_phase<Twin>(
        model, unit, near_address<Twin>(here, &rng) << Twin::ADDRESS_BITS | immediate,
        here);
  }
  model_close(model);
}

#endif
