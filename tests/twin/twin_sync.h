/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_sync -- what the twin tests of the swapped dragonfly's route units share. */
#ifndef LOCKHOP_TESTS_TWIN_SYNC_H
#define LOCKHOP_TESTS_TWIN_SYNC_H

#include "tests/twin/twin_route.h"

template <class Twin>
static void compare_other_ports(typename Twin::Model *model, const struct route_out &out,
                                uint64_t header, uint64_t here)
{
  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK_PORT("priority_o", model->priority_o, out.priority, header, here);
}

template <class Twin>
static void compare_sync(typename Twin::Model *model, const struct route_unit &unit,
                         uint64_t header, uint64_t here)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};
  const struct route_out out = compare_route<Twin>(model, unit, size, header, here);

  compare_other_ports<Twin>(model, out, header, here);
}

/* A unit that chooses by its word; size: its parameters. */
template <class Twin>
static void compare_choice(typename Twin::Model *model, const struct route_unit &unit,
                           const uint32_t *size, uint64_t header, uint64_t here,
                           uint32_t word)
{
  model->random_i = word;
  compare_other_ports<Twin>(
      model, compare_route<Twin>(model, unit, size, header, here, 0, word), header, here);
}

/* A field of a header or an address: often 0, or as large as it can be. */
static inline uint64_t random_field(struct rng *rng, uint32_t bits)
{
  switch (rng_below(rng, 4)) {
  case 0:
    return 0;
  case 1:
    return bits_mask(bits);
  default:
    return rng_next(rng) & bits_mask(bits);
  }
}

/* Headers of vectors: pi, delta, gamma and, from b on, so many bits `above`, these with
 * equal frequency; the drawer is often the router's number. */
template <class Twin>
static void random_vector(typename Twin::Model *model, struct rng *rng, uint32_t above,
                          void (*compare)(typename Twin::Model *, uint64_t, uint64_t))
{
  constexpr uint32_t l = clog2(Twin::M), g = Twin::K > 1 ? clog2(Twin::K) : 1;
  const uint64_t p = random_field(rng, l);
  const uint64_t d = random_quarters(rng, 2) ? p : random_field(rng, l);
  uint64_t header = rng_next(rng) & bits_mask(above);

  header = header << g | random_field(rng, g);
  header = header << l | random_field(rng, l);
  header = header << l | random_field(rng, l);
  compare(model, header, (random_field(rng, g) << l | d) << l | p);
}

/* All headers and addresses where these have few bits, otherwise so many rounds. */
template <class Twin>
static void every_vector(void (*compare)(typename Twin::Model *, uint64_t, uint64_t),
                         uint32_t above, uint32_t rounds)
{
  constexpr uint32_t bits = Twin::HEADER_BITS + Twin::ADDRESS_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      compare(model, code & bits_mask(Twin::HEADER_BITS), code >> Twin::HEADER_BITS);
  else
    for (uint32_t i = 0; i < rounds; i++)
      random_vector<Twin>(model, &rng, above, compare);
  model_close(model);
}

#endif
