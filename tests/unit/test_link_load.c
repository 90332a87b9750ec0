/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_link_load -- the exact worst load, against all permutations and the named ones. */
#include "network/topology/link_load.h"

#include "base/rng.h"
#include "network/traffic/pattern.h"
#include "tests/unit/unit.h"

/* Largest load when switch s sends to destination[s], counted anew. */
static uint32_t count_load(const struct topology *t, const uint32_t *destination)
{
  uint32_t loads[64 * 6] = {0}, most = 0;

  for (uint32_t source = 0; source < t->switches; source++) {
    struct hop hops[8];
    size_t count = topology_path(t, &t->routings[0], source, destination[source],
                                 destination[source], 0, hops, 8);

    for (size_t i = 0; i + 1 < count; i++) {
      uint32_t load = ++loads[hops[i].at * t->ports + hops[i].port];
      most = load > most ? load : most;
    }
  }
  return most;
}

static uint32_t worst(const struct topology *t)
{
  uint32_t load = 99;
  struct err err;

  CHECK(link_load_worst(t, &t->routings[0], &load, &err), "%s", err.text);
  return load;
}

/* The worst of all permutations of order[fixed] to order[switches - 1]. */
static uint32_t worst_of_all(const struct topology *t, uint32_t *order, uint32_t fixed)
{
  uint32_t most = 0;

  if (fixed == t->switches)
    return count_load(t, order);
  for (uint32_t i = fixed; i < t->switches; i++) {
    uint32_t first = order[fixed], load;

    order[fixed] = order[i];
    order[i] = first;
    load = worst_of_all(t, order, fixed + 1);
    most = load > most ? load : most;
    order[i] = order[fixed];
    order[fixed] = first;
  }
  return most;
}

TEST(test_worst_is_that_of_all_permutations)
{
  static const char *const specs[] = {"hypercube:1", "hypercube:2", "hypercube:3"};

  for (size_t i = 0; i < 3; i++) {
    struct topology t = topology_of(specs[i]);
    uint32_t order[] = {0, 1, 2, 3, 4, 5, 6, 7};

    assert_int_equal(worst(&t), worst_of_all(&t, order, 0));
  }
}

TEST(test_no_random_permutation_is_worse)
{
  struct topology t = topology_of("hypercube:6");
  struct rng rng = rng_seed(7, 7);
  uint32_t bound = worst(&t), order[64];

  for (uint32_t i = 0; i < 64; i++)
    order[i] = i;
  for (int round = 0; round < 2000; round++) {
    for (uint32_t i = 63; i > 0; i--) {
      uint32_t j = (uint32_t)rng_below(&rng, i + 1), moved = order[i];
      order[i] = order[j];
      order[j] = moved;
    }
    uint32_t load = count_load(&t, order);
    CHECK(load <= bound, "round %d: load %u above %u", round, load, bound);
  }
}

TEST(test_worst_of_cubes)
{
  static const uint32_t expected[] = {1, 1, 2, 2, 4, 4, 8, 8, 16};

  for (uint32_t n = 1; n <= 9; n++) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    struct topology t = topology_of(spec);
    assert_true(link_load_worst_affordable(&t));
    assert_int_equal(worst(&t), expected[n - 1]);
  }
}

/* Transpose and bit-reversal reach the worst in even dimensions; complement puts one packet
 * on every link; identity none. */
TEST(test_loads_of_patterns)
{
  static const struct {
    const char *spec;
    const char *pattern;
    uint32_t load;
  } cases[] = {
      {"hypercube:2", "transpose", 1},       {"hypercube:4", "transpose", 2},
      {"hypercube:6", "transpose", 4},       {"hypercube:12", "transpose", 32},
      {"hypercube:4", "bit-reversal", 2},    {"hypercube:6", "bit-reversal", 4},
      {"hypercube:12", "bit-reversal", 32},  {"hypercube:5", "bit-complement", 1},
      {"hypercube:12", "bit-complement", 1}, {"hypercube:6", "identity", 0},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);

    for (size_t p = 0; p < PATTERN_ROWS; p++) {
      const struct permutation *permutation = &patterns[p].permutation;
      uint32_t load = 99;
      struct err err;

      if (strcmp(permutation->name, cases[i].pattern) != 0)
        continue;
      CHECK(link_load_of(&t, &t.routings[0], permutation, &load, &err), "%s", err.text);
      CHECK(load == cases[i].load, "%s %s: load %u, not %u", t.spec, permutation->name,
            load, cases[i].load);
    }
  }
}

#ifdef MEMORY_LIMITS
TEST(test_short_memory_is_reported)
{
  struct topology large = topology_of("hypercube:20"), small = topology_of("hypercube:10");
  rlim_t old = limit_memory(8 << 20);
  struct err err, worst_err;
  uint32_t load;
  bool good =
      link_load_of(&large, &large.routings[0], &patterns[0].permutation, &load, &err);
  bool worst_good = link_load_worst(&small, &small.routings[0], &load, &worst_err);

  set_memory(old);
  assert_false(good);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory", large.spec);
  assert_false(worst_good);
  check_error(&worst_err, ERR_ENVIRONMENT, "not enough memory", small.spec);
}
#endif
