/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_problems -- functions, h-relations, multicasts, tokens: who gets how many.
 *
 * Every bound on a random quantity is one that a good generator breaks for fewer than one
 * seed in a thousand; the seeds here are fixed.
 */
#include "base/rng.h"
#include "network/traffic/relation.h"
#include "network/traffic/traffic.h"
#include "tests/unit/traffic_unit.h"

#include <math.h>

static const char *const specs[] = {"hypercube:4", "torus:2x3x5", "d3:3,4", "mdf:2,3",
                                    "torus:2"};
enum { SPECS = sizeof specs / sizeof specs[0], MOST = 256 };

/* Packets of each terminal; all in cycle 0. */
struct counts {
  uint32_t sent[MOST], received[MOST];
};

static struct counts count(const struct schedule *schedule, const struct topology *t)
{
  struct counts c = {.sent = {0}};

  check_schedule(schedule, t);
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    CHECK(entry->cycle == 0 && entry->answers == 0, "%s entry %zu", t->spec, i);
    c.sent[entry->source]++;
    c.received[entry->destination]++;
  }
  return c;
}

/* Another seed, another schedule; the same seed, the same. */
static void check_seed(const struct topology *t, const char *traffic, uint32_t packets)
{
  struct schedule a = schedule_of(t, traffic, packets, 1);
  struct schedule b = schedule_of(t, traffic, packets, 1);
  struct schedule c = schedule_of(t, traffic, packets, 2);

  CHECK(same_entries(&a, &b) && !same_entries(&a, &c), "%s %s", t->spec, traffic);
  schedule_free(&a);
  schedule_free(&b);
  schedule_free(&c);
}

/* Every terminal sends P packets; destinations are uniform: 63 degrees of freedom, above
 * 103.4 once in 1000. */
TEST(test_functions)
{
  struct topology t = topology_of("hypercube:6");
  struct schedule schedule = schedule_of(&t, "function", 50, 3);
  struct counts c = count(&schedule, &t);
  double chi = 0;

  for (uint32_t i = 0; i < t.terminals; i++) {
    assert_int_equal(c.sent[i], 50);
    chi += (c.received[i] - 50.0) * (c.received[i] - 50.0) / 50;
  }
  CHECK(chi < 103.4 && chi > 0, "chi-square %g", chi);
  schedule_free(&schedule);
  check_seed(&t, "function", 2);
}

/* Exactly H of each when full, at most H otherwise: an h-relation. */
TEST(test_relations)
{
  for (size_t s = 0; s < SPECS; s++)
    for (uint32_t h = 1; h <= 7; h += 3) {
      struct topology t = topology_of(specs[s]);
      char full[64], half[64];
      uint32_t found;
      struct err err;

      snprintf(full, sizeof full, "relation,h=%u", h);
      snprintf(half, sizeof half, "relation,h=%u,fill=0.5", h);
      struct schedule schedule = schedule_of(&t, full, 9, 1);
      struct counts c = count(&schedule, &t);
      for (uint32_t i = 0; i < t.terminals; i++)
        CHECK(c.sent[i] == h && c.received[i] == h, "%s %s: terminal %u", t.spec, full, i);
      assert_true(relation_of(&schedule, &t, &found, &err));
      assert_int_equal(found, h);
      schedule_free(&schedule);

      schedule = schedule_of(&t, half, 9, 1);
      c = count(&schedule, &t);
      for (uint32_t i = 0; i < t.terminals; i++)
        CHECK(c.sent[i] <= h && c.received[i] <= h, "%s %s: terminal %u", t.spec, half, i);
      double all = (double)h * t.terminals;
      CHECK(fabs((double)schedule.count - all / 2) <= 3.5 * sqrt(all) / 2, "%s %s: %zu",
            t.spec, half, schedule.count);
      schedule_free(&schedule);
    }
  struct topology t = topology_of("hypercube:4");
  struct schedule none = schedule_of(&t, "relation,h=5,fill=0", 1, 1);

  assert_int_equal(none.count, 0);
  schedule_free(&none);
  check_seed(&t, "relation,h=3", 1);
}

/* A relation that is split has the same packets, as h permutations, one in a cycle; of one
 * that is not full, parts of permutations. */
static void check_split(const struct topology *t, uint32_t h, const char *fill)
{
  static int32_t pairs[MOST][MOST];
  static uint32_t sent[8][MOST], received[8][MOST];
  char whole[64], split[64];

  snprintf(whole, sizeof whole, "relation,h=%u%s", h, fill);
  snprintf(split, sizeof split, "relation,h=%u%s,split=1", h, fill);
  struct schedule a = schedule_of(t, whole, 1, 5), b = schedule_of(t, split, 1, 5);

  memset(pairs, 0, sizeof pairs);
  memset(sent, 0, sizeof sent);
  memset(received, 0, sizeof received);
  check_schedule(&b, t);
  for (size_t i = 0; i < a.count; i++)
    pairs[a.entries[i].source][a.entries[i].destination]++;
  for (size_t i = 0; i < b.count; i++) {
    const struct schedule_entry *entry = &b.entries[i];

    CHECK(entry->cycle < h, "%s %s: entry %zu in cycle %u", t->spec, split, i,
          (uint32_t)entry->cycle);
    pairs[entry->source][entry->destination]--;
    CHECK(!sent[entry->cycle % 8][entry->source]++ &&
              !received[entry->cycle % 8][entry->destination]++,
          "%s %s: entry %zu: no permutation", t->spec, split, i);
  }
  for (uint32_t from = 0; from < t->terminals; from++)
    for (uint32_t to = 0; to < t->terminals; to++)
      CHECK(pairs[from][to] == 0, "%s %s: from %u to %u: %d more in the whole", t->spec,
            split, from, to, pairs[from][to]);
  assert_int_equal(a.count, b.count);
  schedule_free(&a);
  schedule_free(&b);
}

TEST(test_relations_are_split_into_permutations)
{
  for (size_t s = 0; s < SPECS; s++)
    for (uint32_t h = 1; h <= 7; h++) {
      struct topology t = topology_of(specs[s]);

      check_split(&t, h, "");
      check_split(&t, h, ",fill=0.6");
    }
}

/* P packets of every terminal, each to K different others. */
TEST(test_multicasts)
{
  for (size_t s = 0; s < SPECS; s++) {
    struct topology t = topology_of(specs[s]);

    for (uint32_t fanout = 1; fanout < t.terminals; fanout += 1 + fanout / 2) {
      char traffic[64];

      snprintf(traffic, sizeof traffic, "multicast,fanout=%u", fanout);
      struct schedule schedule = schedule_of(&t, traffic, 3, 1);

      check_schedule(&schedule, &t);
      CHECK(schedule.count == (size_t)t.terminals * 3 * fanout, "%s %s", t.spec, traffic);
      for (size_t i = 0; i < schedule.count; i++) {
        const struct schedule_entry *entry = &schedule.entries[i];

        CHECK(entry->source == i / fanout / 3 && entry->destination != entry->source &&
                  entry->cycle == 0,
              "%s %s entry %zu", t.spec, traffic, i);
        for (size_t j = i - i % fanout; j < i; j++)
          CHECK(schedule.entries[j].destination != entry->destination,
                "%s %s: packet of entry %zu goes to terminal %u twice", t.spec, traffic, i,
                entry->destination);
      }
      schedule_free(&schedule);
    }
  }
  struct topology t = topology_of("hypercube:4");
  check_seed(&t, "multicast,fanout=3", 1);
}

/* All others alike: 62 degrees of freedom, above 102.2 once in 1000. */
TEST(test_multicasts_are_uniform)
{
  struct topology t = topology_of("hypercube:6");
  struct schedule schedule = schedule_of(&t, "multicast,fanout=5", 1000, 2);
  double counts[64] = {0}, chi = 0, expected = 5 * 1000 / 63.0;

  for (size_t i = 0; i < schedule.count; i++)
    counts[schedule.entries[i].destination] += schedule.entries[i].source == 17;
  for (int i = 0; i < 64; i++)
    chi += i == 17 ? 0 : (counts[i] - expected) * (counts[i] - expected) / expected;
  CHECK(chi < 102.2 && counts[17] == 0, "chi-square %g", chi);
  schedule_free(&schedule);
}

/* Tokens at the start are drawn as the page says; in the end all terminals have floor or
 * ceil of the mean, nobody both sends and receives, and no fewer moves would do. */
static void check_tokens(const struct topology *t, const char *traffic, uint32_t most,
                         uint64_t seed)
{
  struct schedule schedule = schedule_of(t, traffic, 1, seed);
  struct counts c = count(&schedule, t);
  struct rng rng = rng_seed(seed, traffic_stream_problem);
  uint32_t has[MOST];
  uint64_t all = 0, needed = 0, above = 0;

  for (uint32_t i = 0; i < t->terminals; i++)
    all += has[i] = (uint32_t)rng_below(&rng, most + 1);
  const uint64_t mean = all / t->terminals, rest = all % t->terminals;
  for (uint32_t i = 0; i < t->terminals; i++) {
    uint32_t end = has[i] + c.received[i] - c.sent[i];

    CHECK(end == mean || (rest > 0 && end == mean + 1), "%s %s seed %llu: %u has %u",
          t->spec, traffic, (unsigned long long)seed, i, end);
    CHECK(c.sent[i] == 0 || c.received[i] == 0, "%s %s: terminal %u", t->spec, traffic, i);
    above += has[i] > mean;
    needed += has[i] > mean ? has[i] - mean : 0;
  }
  needed -= above < rest ? above : rest;
  CHECK(schedule.count == needed, "%s %s seed %llu: %zu tokens move, %llu would do",
        t->spec, traffic, (unsigned long long)seed, schedule.count,
        (unsigned long long)needed);
  schedule_free(&schedule);
}

TEST(test_tokens_are_balanced)
{
  for (size_t s = 0; s < SPECS; s++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      struct topology t = topology_of(specs[s]);

      check_tokens(&t, "tokens", 8, seed);
      check_tokens(&t, "tokens,most=1", 1, seed);
      check_tokens(&t, "tokens,most=100", 100, seed);
    }
  struct topology t = topology_of("hypercube:4");
  check_seed(&t, "tokens", 1);
}
