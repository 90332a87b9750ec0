/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_exchange -- a permutation in at most M + 4 steps: who is told, who goes which way.
 */
#include "tests/unit/collective_unit.h"

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {4, 2}, {1, 4},
                                    {2, 3}, {3, 4}, {4, 4}, {2, 6}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* The drawer of a router, in the network. */
static uint32_t drawer(uint32_t sw, uint32_t m)
{
  return sw / m;
}

/* First all of a drawer tell each other, in cycle 0; then every packet of the permutation
 * alone in its pair of drawers goes local, global, local, the others global first. */
static void check_made(const struct made *made, const uint32_t *target, uint32_t delay,
                       const char *traffic)
{
  const uint32_t m = d3_m(&made->t), n = made->t.switches;
  const struct schedule_entry *entries = made->schedule.entries;
  struct reference r;
  size_t told = (size_t)n * (m - 1);

  CHECK(made->schedule.count == told + n, "%s %s: %zu packets", made->t.spec, traffic,
        made->schedule.count);
  reference_open(&r, d3_k(&made->t), m, made->conflicts.last);
  r.holds = false;
  for (size_t i = 0; i < told; i++) {
    CHECK(entries[i].cycle == 0 && entries[i].source == i / (m - 1), "%s %s packet %zu",
          made->t.spec, traffic, i);
    reference_send(&r, REFERENCE_L, 0, entries[i].source, entries[i].destination);
  }
  for (uint32_t from = 0; from < n; from++)
    for (uint32_t to = 0; to < n; to++)
      CHECK(r.pairs[from * n + to] == (from != to && drawer(from, m) == drawer(to, m)),
            "%s %s: %u tells %u", made->t.spec, traffic, from, to);
  for (uint32_t from = 0; from < n; from++) {
    const struct schedule_entry *entry = &entries[told + from];
    uint32_t group = 0;

    CHECK(entry->source == from && entry->destination == target[from] &&
              entry->cycle == 1 + delay && entry->answers == 0,
          "%s %s: packet of %u", made->t.spec, traffic, from);
    for (uint32_t other = 0; other < n; other++)
      group += drawer(other, m) == drawer(from, m) &&
               drawer(target[other], m) == drawer(target[from], m);
    reference_send(&r, group == 1 ? REFERENCE_LGL : REFERENCE_GLGL, 1 + delay, from,
                   target[from]);
  }
  struct conflicts c = reference_conflicts(&r);
  CHECK(c.count == made->conflicts.count && c.last == made->conflicts.last &&
            c.most == made->conflicts.most,
        "%s %s: %" PRIu64 " conflicts, %" PRIu64 " by the reference", made->t.spec, traffic,
        made->conflicts.count, c.count);
  reference_close(&r);
}

/* Steps of the exchange of a permutation that is given as a file. */
static uint64_t steps_of(const char *spec, const char *routing, const uint32_t *target)
{
  struct topology t = topology_of(spec);
  char path[FILE_PATH], traffic[FILE_PATH + 32];
  FILE *file = fopen(data_path(path, "targets"), "w");
  struct made made;

  assert_non_null(file);
  for (uint32_t sw = 0; sw < t.switches; sw++)
    fprintf(file, "%u\n", target[sw]);
  assert_int_equal(fclose(file), 0);
  snprintf(traffic, sizeof traffic, "exchange,of=file:%s", path);
  made_open(&made, spec, routing, traffic);
  check_made(&made, target, 0, traffic);
  uint64_t steps = made_run(&made, 0, 1, traffic);
  made_close(&made);
  return steps;
}

static void shuffle(uint32_t *order, uint32_t count, struct rng *rng)
{
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  for (uint32_t i = count - 1; i > 0; i--) {
    uint32_t j = (uint32_t)rng_below(rng, i + 1), moved = order[i];

    order[i] = order[j];
    order[j] = moved;
  }
}

/* Random permutations, and those that send drawers to drawers: at most M + 4 steps. */
TEST(test_at_most_m_plus_4_steps)
{
  enum { TRIALS = 30 };
  struct rng rng = rng_seed(4, 8);

  for (size_t i = 0; i < SIZES; i++)
    for (int trial = 0; trial < TRIALS; trial++) {
      const uint32_t k = sizes[i][0], m = sizes[i][1];
      uint32_t target[128], drawers[32];
      char spec[TOPOLOGY_SPEC];

      snprintf(spec, sizeof spec, "d3:%u,%u", k, m);
      shuffle(target, k * m * m, &rng);
      if (trial % 2) {
        shuffle(drawers, k * m, &rng);
        for (uint32_t d = 0; d < k * m; d++) {
          uint32_t within[8];

          shuffle(within, m, &rng);
          for (uint32_t p = 0; p < m; p++)
            target[d * m + p] = drawers[d] * m + within[p];
        }
      }
      uint64_t steps = steps_of(spec, NULL, target);
      CHECK(steps <= m + 4 && (trial % 2 == 0 || steps <= 5),
            "%s trial %d: %" PRIu64 " steps", spec, trial, steps);
    }
}

/* Drawer and router swapped: every packet is alone in its pair of drawers, one hop each. */
TEST(test_swap_takes_two_steps)
{
  for (size_t i = 0; i < SIZES; i++) {
    const uint32_t k = sizes[i][0], m = sizes[i][1];
    uint32_t target[128];
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "d3:%u,%u", k, m);
    for (uint32_t sw = 0; sw < k * m * m; sw++)
      target[sw] = sw / (m * m) * m * m + sw % m * m + sw / m % m;
    uint64_t steps = steps_of(spec, NULL, target);
    CHECK(steps == 2, "%s: %" PRIu64 " steps", spec, steps);
    CHECK(steps_of(spec, "destination,holds=0", target) == 2, "%s by destination", spec);
  }
}

/* The delay stands between the exchange and the launch; --packets is not used. */
TEST(test_delay_and_packets)
{
  struct topology t = topology_of("d3:3,4");
  struct schedule random = schedule_of(&t, "random", 1, 5);
  uint32_t target[48];

  for (uint32_t sw = 0; sw < 48; sw++)
    target[sw] = random.entries[sw].destination;
  for (uint32_t delay = 0; delay < 4; delay += 3) {
    char traffic[64];
    struct made made;

    snprintf(traffic, sizeof traffic, "exchange,of=random,delay=%u", delay);
    made_open(&made, "d3:3,4", NULL, traffic);
    check_made(&made, target, delay, traffic);
    made_run(&made, 0, 1, traffic);
    made_close(&made);
  }
  struct schedule one = schedule_of(&t, "exchange", 1, 5);
  struct schedule many = schedule_of(&t, "exchange", 7, 5);
  assert_true(same_entries(&one, &many));
  schedule_free(&one);
  schedule_free(&many);
  schedule_free(&random);
}

TEST(test_its_routing_has_no_holds)
{
  struct topology t = topology_of("d3:3,4"), cube = topology_of("hypercube:4");

  assert_string_equal(schedule_routing(&t, "exchange"), "source-vector,holds=0");
  assert_string_equal(schedule_routing(&t, "exchange,of=random"), "source-vector,holds=0");
  assert_null(schedule_routing(&cube, "exchange"));
}

TEST(test_what_is_no_permutation_is_refused)
{
  struct topology t = topology_of("d3:2,2");
  char path[FILE_PATH], traffic[FILE_PATH + 32];
  const char *answers = "# lockhop schedule 1 d3:2,2 source-vector\n"
                        "# cycle source destination header\n"
                        "0 0 0 0x0\n0 1 1 0x0\n0 2 2 0x0\n0 3 3 0x0\n0 4 4 0x0\n"
                        "0 5 5 0x0\n0 6 6 0x0\n0 7 7 0x0 answers 6\n";

  write_data(data_path(path, "all-to-0"), "0\n0\n0\n0\n0\n0\n0\n0\n", 16);
  snprintf(traffic, sizeof traffic, "exchange,of=file:%s", path);
  check_refused(&t, traffic, 1, ERR_USAGE, "is not a permutation of d3:2,2; use random");
  /* The packet answers one that does not go to its source. */
  write_data(data_path(path, "answers"), answers, strlen(answers));
  snprintf(traffic, sizeof traffic, "exchange,of=trace:%s", path);
  check_refused(&t, traffic, 1, ERR_USAGE, "does not go to its source");
}
