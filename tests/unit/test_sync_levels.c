/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_levels -- every header of small networks: docs/switches/levels.md. */
#include "switch/route/sync_levels.h"

#include "base/rng.h"
#include "tests/unit/reference_sync.h"

#include <inttypes.h>

enum { SEED = 29, ROUNDS = 30000 };

static void check(const uint32_t *size, uint64_t here, uint64_t header)
{
  reference_sync_check(&sync_levels, reference_sync_levels, size, true, here, header);
}

/* At every place; the cabinet makes no difference, and takes some value. */
TEST(test_every_header)
{
  static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {3, 4}};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const uint32_t *size = sizes[i];
    const uint64_t places = reference_headers("LL", size);

    for (uint64_t header = 0; header < 2 * reference_headers(REFERENCE_VECTOR, size);
         header++)
      for (uint64_t place = 0; place < places; place++)
        check(size, place + places * (header % reference_values('G', size)), header);
  }
}

TEST(test_random_headers_of_large_networks)
{
  static const uint32_t sizes[][2] = {{60, 2}, {1, 61}, {31, 31}, {8, 16}, {2, 33}};
  struct rng rng = rng_seed(SEED, 0);

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint32_t round = 0; round < ROUNDS; round++)
      check(sizes[i], rng_below(&rng, reference_headers("LLG", sizes[i])),
            rng_below(&rng, 2 * reference_headers(REFERENCE_VECTOR, sizes[i])));
}

/* The level is the highest bit, above all fields of a source vector. */
TEST(test_header_is_as_long_as_its_fields)
{
  for (uint32_t k = 1; k <= 60; k++)
    for (uint32_t m = 2; k + m <= 62; m++) {
      const uint32_t size[] = {k, m};
      const uint64_t vectors = reference_headers(REFERENCE_VECTOR, size);

      CHECK(UINT64_C(1) << sync_levels_bits(size) == 2 * vectors &&
                sync_levels_privileged(size) == vectors,
            "K %u M %u: %u bits", k, m, sync_levels_bits(size));
    }
}

/* The fields of the topology are those of the page, in their order. */
TEST(test_fields_of_the_routing)
{
  static const char *const names[] = {"pi",        "delta",     "gamma",     "b",
                                      "broadcast", "skip_self", "privileged"};
  struct topology t = topology_of("d3:3,4");
  const struct routing *routing = routing_of(&t, "two-levels");
  struct field fields[8];
  uint32_t next = 0;

  assert_int_equal(routing_fields(routing, &t, fields, 8), 7);
  for (size_t i = 0; i < 7; i++) {
    CHECK(strcmp(fields[i].name, names[i]) == 0 && fields[i].lsb == next, "field %zu", i);
    next += fields[i].bits;
  }
  assert_int_equal(next, routing->header_bits(&t));
  assert_int_equal(routing_fields(routing, &t, fields, 6), 6);
}
