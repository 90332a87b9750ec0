/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_waksman -- Waksman's network: which 2x2 switches are fixed, how many are left, all
 * permutations of 2, 4 and 8 terminals and samples of more, and mistakes that are found.
 */
#include "base/order.h"
#include "base/rng.h"
#include "network/topology/disjoint.h"
#include "network/topology/pn.h"
#include "network/topology/pn_paths.h"
#include "network/topology/two_by_two.h"
#include "tests/unit/unit.h"

enum { ROWS = 1024, LEVELS = 20 };

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

/* The fixed ones by the recursion of the page: of a network of `rows` rows from `start` on,
 * whose last stage leaves level `last`. */
static void mark_fixed(bool *fixed, uint32_t terminals, uint32_t start, uint32_t rows,
                       uint32_t last)
{
  if (rows < 4)
    return;
  fixed[last * terminals + start] = fixed[last * terminals + start + rows / 2] = true;
  mark_fixed(fixed, terminals, start, rows / 2, last - 1);
  mark_fixed(fixed, terminals, start + rows / 2, rows / 2, last - 1);
}

TEST(test_fixed_are_straight)
{
  for (uint32_t d = 1; d <= 7; d++) {
    char spec[2][TOPOLOGY_SPEC];
    bool fixed[14 * 128] = {false};

    snprintf(spec[0], sizeof spec[0], "waksman:%u", d);
    snprintf(spec[1], sizeof spec[1], "benes:%u", d);
    struct topology t = topology_of(spec[0]), benes_of = topology_of(spec[1]);

    assert_int_equal(t.switches, benes_of.switches);
    mark_fixed(fixed, t.terminals, 0, t.terminals, 2 * d - 2);
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t port = 0; port < 2; port++) {
        const struct link far = topology_link(&t, sw, port);
        const struct link other = topology_link(&benes_of, sw, port);
        const bool straight = far.to_switch == sw + t.terminals;

        CHECK(fixed[sw] == pn_is_fixed(&t, sw), "%s: switch %u", t.spec, sw);
        if (!fixed[sw]) {
          CHECK(far.to_switch == other.to_switch && far.to_port == other.to_port &&
                    topology_port_kind(&t, sw, port) ==
                        topology_port_kind(&benes_of, sw, port),
                "%s: switch %u port %u", t.spec, sw, port);
          continue;
        }
        /* The used wire is that of the Benes network which goes straight. */
        CHECK(straight && far.to_port == port &&
                  (topology_port_kind(&t, sw, port) == PORT_LINK) ==
                      (other.to_switch == far.to_switch),
              "%s: switch %u port %u", t.spec, sw, port);
      }
  }
}

/* N log2 N - N + 1, and N log2 N - N/2 of the Benes network. */
TEST(test_number_of_2x2_switches)
{
  for (uint32_t d = 1; d <= 10; d++)
    for (uint32_t which = 0; which < 2; which++) {
      char spec[TOPOLOGY_SPEC];
      uint64_t count;
      const uint64_t n = UINT64_C(1) << d;

      snprintf(spec, sizeof spec, "%s:%u", which ? "benes" : "waksman", d);
      struct topology t = topology_of(spec);
      assert_true(two_by_two_has(&t) && two_by_two_count(&t, &count));
      CHECK(count == n * d - (which ? n / 2 : n - 1), "%s: %u", spec, (uint32_t)count);
    }
}

/* Judged by someone who follows the packets. */
static bool is_disjoint(const struct topology *t, const uint32_t *order,
                        const uint64_t *headers, struct err *err)
{
  return disjoint_paths(t, &t->routings[0], order, headers, err);
}

static void check_order(const struct topology *t, const uint32_t *order)
{
  static uint64_t headers[ROWS];
  struct err err;

  CHECK(t->routings[0].set_up(t, order, headers, &err), "%s: %s", t->spec, err.text);
  CHECK(is_disjoint(t, order, headers, &err), "%s", err.text);
}

TEST(test_all_permutations)
{
  static const uint32_t counts[] = {2, 24, 40320};

  for (uint32_t d = 1; d <= 3; d++) {
    char spec[TOPOLOGY_SPEC];
    uint32_t order[8], count = 0;

    snprintf(spec, sizeof spec, "waksman:%u", d);
    struct topology t = topology_of(spec);
    for (uint32_t row = 0; row < t.terminals; row++)
      order[row] = row;
    do {
      check_order(&t, order);
      count++;
    } while (next_permutation(order, t.terminals));
    assert_int_equal(count, counts[d - 1]);
  }
}

/* Whole ones, and parts of them. */
TEST(test_samples)
{
  static const char *const specs[] = {"waksman:4", "waksman:5", "waksman:7", "waksman:10"};
  static uint32_t order[ROWS];
  struct rng rng = rng_seed(4, 0);

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (uint32_t sample = 0; sample < 50; sample++) {
      shuffle(order, t.terminals, &rng);
      for (uint32_t row = 0; row < t.terminals; row++)
        if (rng_below(&rng, 75) + 25 < sample)
          order[row] = UINT32_MAX;
      check_order(&t, order);
    }
  }
}

/* Packets without a set-up: from all to all by every middle, and as many paths as the page
 * says. */
TEST(test_random_middles)
{
  for (uint32_t d = 1; d <= 5; d++) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "waksman:%u", d);
    struct topology t = topology_of(spec);
    const struct routing *routing = &t.routings[0];
    for (uint32_t from = 0; from < t.terminals; from++)
      for (uint32_t to = 0; to < t.terminals; to++) {
        uint64_t seen[32];
        uint32_t paths = 0, zeros = 0;

        while (zeros < d - 1 && !(to >> zeros & 1))
          zeros++;
        for (uint64_t word = 0; word < t.terminals; word++) {
          const uint64_t header = routing->header(&t, from, to, word);
          struct hop hops[LEVELS];
          uint32_t known = 0;

          CHECK(topology_path(&t, routing, from, to, header, 0, hops, 2 * d) == 2 * d,
                "%s: from %u to %u by %u", spec, from, to, (uint32_t)word);
          for (uint32_t hop = 0; hop + 1 < 2 * d; hop++)
            CHECK(topology_port_kind(&t, hops[hop].at, hops[hop].port) == PORT_LINK,
                  "%s: from %u to %u by %u: hop %u", spec, from, to, (uint32_t)word, hop);
          while (known < paths && seen[known] != header)
            known++;
          if (known == paths)
            seen[paths++] = header;
        }
        CHECK(paths == UINT32_C(1) << (d - 1 - zeros), "%s: from %u to %u: %u paths", spec,
              from, to, paths);
      }
  }
}

/* --- planted mistakes --- */

enum { FOUR = 4 };

/* Orders of 4 for which the paths with these middles, changed by `turn`, do not hold. */
static uint32_t broken_by(const struct topology *t, uint32_t turn, bool of_benes)
{
  uint32_t order[FOUR] = {0, 1, 2, 3}, middles[FOUR], broken = 0;
  uint64_t headers[FOUR];
  struct err err;

  do {
    assert_true(of_benes ? pn_paths(middles, order, 2, 2, NULL, &err)
                         : pn_paths_waksman(middles, order, 2, &err));
    for (uint32_t row = 0; row < FOUR; row++)
      headers[row] = pn_header(t, middles[row] ^ turn, order[row]);
    broken += !is_disjoint(t, order, headers, &err);
  } while (next_permutation(order, FOUR));
  return broken;
}

/* Loops that start on the other half are right in the Benes network, and never in
 * Waksman's. Those that start at the smallest source are right by chance. */
TEST(test_loops_on_the_wrong_half)
{
  struct topology t = topology_of("waksman:2"), other = topology_of("benes:2");

  assert_int_equal(broken_by(&t, 0, false), 0);
  assert_int_equal(broken_by(&t, 2, false), 24);
  assert_int_equal(broken_by(&other, 2, false), 0);
  assert_in_range(broken_by(&t, 0, true), 1, 23);
  assert_int_equal(broken_by(&other, 0, true), 0);
}

/* Row 1 in place of row 0. */
static struct link wrong_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  const uint32_t level = sw / t->terminals, row = sw % t->terminals;

  if (level == 2 && row % 2 == 1)
    return (struct link){.to_switch = sw + t->terminals, .to_port = port};
  if (level == 2)
    return (struct link){.to_switch = 3 * t->terminals + (port ? 2 : 0),
                         .to_port = row / 2};
  return waksman.link(t, sw, port);
}

TEST(test_the_wrong_switch_is_fixed)
{
  struct topology t = topology_of("waksman:2");
  struct topology_row row = waksman;

  row.link = wrong_link;
  t.row = &row;
  assert_in_range(broken_by(&t, 0, false), 1, 24);
}
