/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_pn_paths -- paths of permutations share no switch: all permutations of small
 * networks, samples of others, and the paper's example.
 */
#include "network/topology/pn_paths.h"

#include "base/order.h"
#include "base/rng.h"
#include "network/topology/disjoint.h"
#include "network/topology/pn.h"
#include "tests/unit/unit.h"

enum { ROWS_MAX = 65536 };

static void shuffle(uint32_t *order, uint32_t count, struct rng *rng)
{
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  for (uint32_t i = count; i-- > 1;) {
    const uint32_t other = (uint32_t)rng_below(rng, i + 1), moved = order[i];

    order[i] = order[other];
    order[other] = moved;
  }
}

/* The plan of the destinations, judged by someone else. */
static void check_disjoint(const struct topology *t, const uint32_t *destinations)
{
  const struct routing *routing = &t->routings[0];
  uint64_t *headers = malloc(t->terminals * sizeof *headers);
  struct err err;

  assert_non_null(headers);
  CHECK(routing->set_up(t, destinations, headers, &err), "%s: %s", t->spec, err.text);
  CHECK(disjoint_paths(t, routing, destinations, headers, &err), "%s", err.text);
  free(headers);
}

TEST(test_all_permutations)
{
  static const char *const specs[] = {"pn:2,1", "pn:2,2", "pn:2,3", "pn:3,1", "pn:5,1"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    uint32_t order[8], count = 0;

    for (uint32_t row = 0; row < t.terminals; row++)
      order[row] = row;
    do {
      check_disjoint(&t, order);
      count++;
    } while (next_permutation(order, t.terminals));
    assert_int_equal(count, t.terminals == 2   ? 2
                            : t.terminals == 3 ? 6
                            : t.terminals == 4 ? 24
                            : t.terminals == 5 ? 120
                                               : 40320);
  }
}

TEST(test_samples)
{
  static const char *const specs[] = {"pn:3,2",  "pn:3,3",  "pn:3,5",  "pn:4,2",  "pn:4,4",
                                      "pn:5,3",  "pn:6,3",  "pn:7,2",  "pn:8,3",  "pn:9,2",
                                      "pn:12,2", "pn:63,2", "benes:4", "benes:10"};
  static uint32_t order[ROWS_MAX];
  struct rng rng = rng_seed(1, 0);

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (uint32_t sample = 0; sample < 10; sample++) {
      shuffle(order, t.terminals, &rng);
      check_disjoint(&t, order);
    }
    for (uint32_t row = 0; row < t.terminals; row++)
      order[row] = row;
    check_disjoint(&t, order);
    for (uint32_t row = 0; row < t.terminals; row++)
      order[row] = t.terminals - 1 - row;
    check_disjoint(&t, order);
  }
}

/* Some terminals send nothing. */
TEST(test_parts_of_permutations)
{
  static const char *const specs[] = {"benes:5", "pn:3,3"};
  uint32_t order[64];
  struct rng rng = rng_seed(2, 0);

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (uint32_t sample = 0; sample < 50; sample++) {
      shuffle(order, t.terminals, &rng);
      for (uint32_t row = 0; row < t.terminals; row++)
        if (rng_below(&rng, 50) < sample)
          order[row] = UINT32_MAX;
      check_disjoint(&t, order);
    }
  }
}

/* The paper's example on (2,3), where every circle starts at its smallest source, in the
 * network with digit 0: the rows of all levels. */
TEST(test_worked_example)
{
  static const uint32_t destinations[] = {4, 1, 0, 3, 2, 6, 5, 7};
  static const uint8_t rows[8][6] = {
      {0, 0, 0, 0, 0, 4}, {1, 5, 5, 5, 5, 1}, {2, 6, 4, 4, 4, 0}, {3, 3, 1, 1, 3, 3},
      {4, 4, 6, 6, 6, 2}, {5, 1, 3, 2, 2, 6}, {6, 2, 2, 3, 1, 5}, {7, 7, 7, 7, 7, 7}};
  struct topology t = topology_of("pn:2,3");
  uint64_t headers[8];
  struct err err;

  assert_true(t.routings[0].set_up(&t, destinations, headers, &err));
  for (uint32_t source = 0; source < 8; source++) {
    struct hop hops[6];

    assert_int_equal(topology_path(&t, &t.routings[0], source, destinations[source],
                                   headers[source], 0, hops, 6),
                     6);
    for (uint32_t level = 0; level < 6; level++)
      CHECK(hops[level].at == 8 * level + rows[source][level],
            "source %u, level %u: switch %u", source, level, hops[level].at);
  }
}

/* Bit c of a word is the half that source c takes: neither two sources that differ in the
 * highest digit alone may take the same, nor two destinations. */
TEST(test_worked_example_has_4_colourings)
{
  static const uint32_t source_of[] = {2, 1, 4, 3, 0, 6, 5, 7};
  uint32_t proper[256], count = 0;

  for (uint32_t word = 0; word < 256; word++) {
    bool good = true;

    for (uint32_t low = 0; low < 4; low++) {
      const uint32_t a = source_of[low], b = source_of[low + 4];

      good = good && (word >> low & 1) != (word >> (low + 4) & 1) &&
             (word >> a & 1) != (word >> b & 1);
    }
    if (good)
      proper[count++] = word;
  }
  assert_int_equal(count, 4);
  const uint32_t destinations[] = {4, 1, 0, 3, 2, 6, 5, 7};
  uint32_t middles[8], ours = 0;
  struct err err;

  assert_true(pn_paths(middles, destinations, 2, 3, NULL, &err));
  for (uint32_t source = 0; source < 8; source++)
    ours |= (middles[source] >> 2) << source;
  assert_int_equal(ours, 0x96); /* sources 1, 2, 4 and 7 */
  assert_true(ours == proper[0] || ours == proper[1] || ours == proper[2] ||
              ours == proper[3]);
}

TEST(test_what_is_no_permutation)
{
  uint32_t middles[4];
  struct err err;

  assert_false(pn_paths(middles, (const uint32_t[]){0, 3, 2, 3}, 2, 2, NULL, &err));
  check_error(&err, ERR_USAGE, "sources 1 and 3 have the same destination 3", "0 3 2 3");
  assert_false(pn_paths(middles, (const uint32_t[]){0, 4, 2, 3}, 2, 2, NULL, &err));
  check_error(&err, ERR_USAGE, "source 1 has destination 4", "0 4 2 3");
}

/* The paths depend on the destinations alone. */
TEST(test_paths_repeat)
{
  static uint32_t order[243], middles[2][243];
  struct rng rng = rng_seed(3, 0);
  struct err err;

  shuffle(order, 243, &rng);
  for (size_t i = 0; i < 2; i++)
    assert_true(pn_paths(middles[i], order, 3, 5, NULL, &err));
  assert_memory_equal(middles[0], middles[1], sizeof middles[0]);
}

#ifdef MEMORY_LIMITS
TEST(test_short_memory)
{
  static uint32_t middles[ROWS_MAX * 4], order[ROWS_MAX * 4];
  struct err err = {.kind = ERR_NONE};

  for (uint32_t i = 0; i < ROWS_MAX * 4; i++)
    order[i] = i;
  for (size_t megabytes = 0; megabytes < 10; megabytes++) {
    rlim_t old = limit_memory(megabytes << 20);
    const bool good = pn_paths(middles, order, 2, 18, NULL, &err);
    set_memory(old);
    assert_false(good);
    check_error(&err, ERR_ENVIRONMENT, "not enough memory", "2^18");
  }
}
#endif
