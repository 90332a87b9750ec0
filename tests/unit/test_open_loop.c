/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_open_loop -- bursts, hot spots, permutations: loads, lengths, shares.
 *
 * Every bound on a random quantity is one that a good generator breaks for fewer than one
 * seed in a thousand; the seeds here are fixed.  What is the same in all open loops is
 * tested in test_uniform.
 */
#include "tests/unit/traffic_unit.h"

#include <math.h>

enum { TERMINALS = 64, CYCLES = 20000 };

/* Cycles in which a terminal of a schedule starts a packet; fails where it starts two. */
static void fill_starts(bool *starts, const struct schedule *schedule, uint32_t terminal)
{
  memset(starts, 0, CYCLES * sizeof *starts);
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    if (entry->source != terminal)
      continue;
    CHECK(!starts[entry->cycle], "terminal %u starts two in cycle %u", terminal,
          entry->cycle);
    starts[entry->cycle] = true;
  }
}

/* What is counted of an on/off source. */
struct counts {
  double packets;
  double followed;      /* packets with one in the next cycle */
  double idle, resumed; /* idle cycles; those before a packet */
};

static struct counts count(const struct schedule *schedule)
{
  static bool starts[CYCLES];
  struct counts c = {0};

  for (uint32_t terminal = 0; terminal < TERMINALS; terminal++) {
    fill_starts(starts, schedule, terminal);
    for (uint32_t cycle = 0; cycle + 1 < CYCLES; cycle++) {
      c.packets += starts[cycle];
      c.followed += starts[cycle] && starts[cycle + 1];
      c.idle += !starts[cycle];
      c.resumed += !starts[cycle] && starts[cycle + 1];
    }
  }
  return c;
}

static void check_share(const char *what, const char *traffic, double part, double all,
                        double expected, double wide)
{
  double sigma = sqrt(expected * (1 - expected) / all) * wide;

  CHECK(fabs(part / all - expected) <= 3.5 * sigma, "%s: %s %g, expected %g +- %g", traffic,
        what, part / all, expected, sigma);
}

/* A packet is followed when its burst goes on, or when the next burst comes at once; an
 * idle time ends in every cycle with the same probability.  The load is that asked for: its
 * deviation is larger than without bursts, about as the square root of 2 B. */
TEST(test_bursts)
{
  static const double loads[] = {0.05, 0.3, 0.5, 0.9};
  static const uint32_t bursts[] = {2, 5, 20};
  struct topology t = topology_of("hypercube:6");

  for (size_t l = 0; l < sizeof loads / sizeof loads[0]; l++)
    for (size_t b = 0; b < sizeof bursts / sizeof bursts[0]; b++) {
      const double load = loads[l], burst = bursts[b];
      const double resumes = 1 / (1 + burst * (1 - load) / load);
      char traffic[80];

      snprintf(traffic, sizeof traffic, "uniform,load=%g,warmup=0,measure=%d,burst=%u",
               load, CYCLES, bursts[b]);
      struct schedule schedule = schedule_of(&t, traffic, 1, 10 * l + b);
      struct counts c = count(&schedule);

      check_schedule(&schedule, &t);
      check_share("load", traffic, c.packets, c.packets + c.idle, load, sqrt(2 * burst));
      check_share("followed", traffic, c.followed, c.packets,
                  1 - 1 / burst + resumes / burst, 1);
      check_share("resumed", traffic, c.resumed, c.idle, resumes, 1);
      schedule_free(&schedule);
    }
}

/* Cycle 0 is as any other: no start-up of its own. */
TEST(test_bursts_begin_as_they_go_on)
{
  struct topology t = topology_of("hypercube:12");
  struct schedule schedule =
      schedule_of(&t, "uniform,load=0.3,warmup=0,measure=40,burst=8", 1, 5);
  double first[40] = {0};

  for (size_t i = 0; i < schedule.count; i++)
    first[schedule.entries[i].cycle]++;
  for (int cycle = 0; cycle < 40; cycle += 13)
    CHECK(fabs(first[cycle] - 0.3 * 4096) < 3.5 * sqrt(0.3 * 0.7 * 4096),
          "%g packets in cycle %d", first[cycle], cycle);
  schedule_free(&schedule);
}

TEST(test_burst_1_is_no_burst)
{
  struct topology t = topology_of("hypercube:4");
  struct schedule a = schedule_of(&t, "uniform,load=0.2,measure=100", 1, 1);
  struct schedule b = schedule_of(&t, "uniform,load=0.2,measure=100,burst=1", 1, 1);
  struct schedule c = schedule_of(&t, "uniform,load=0.2,measure=100,burst=2", 1, 1);
  struct schedule d = schedule_of(&t, "uniform,load=0.2,measure=100,burst=2", 1, 2);

  assert_true(same_entries(&a, &b));
  assert_false(same_entries(&a, &c));
  assert_false(same_entries(&c, &d));
  schedule_free(&a);
  schedule_free(&b);
  schedule_free(&c);
  schedule_free(&d);
}

TEST(test_full_load_has_one_burst)
{
  struct topology t = topology_of("torus:3x3");
  struct schedule schedule =
      schedule_of(&t, "neighbour,load=1,warmup=0,measure=50,burst=7", 1, 1);

  assert_int_equal(schedule.count, 450);
  for (size_t i = 0; i < 450; i++)
    CHECK(schedule.entries[i].cycle == i / 9 && schedule.entries[i].source == i % 9,
          "entry %zu", i);
  schedule_free(&schedule);
}

/* A small load over a long time: idle cycles cost nothing. */
TEST(test_rare_bursts)
{
  struct topology t = topology_of("hypercube:6");
  struct schedule schedule =
      schedule_of(&t, "uniform,load=1e-7,warmup=0,measure=1000000000,burst=4", 1, 1);

  CHECK(fabs((double)schedule.count - 6400) < 3.5 * sqrt(8 * 6400.0), "%zu packets",
        schedule.count);
  schedule_free(&schedule);
}

/* A printed seed must mean the same traffic for ever. */
TEST(test_seed_1_of_bursts)
{
  static const uint32_t expected[][2] = {{1, 3}, {2, 3}, {3, 0}, {3, 3}, {4, 0},
                                         {4, 3}, {5, 0}, {5, 3}, {6, 0}, {6, 1}};
  struct topology t = topology_of("hypercube:2");
  struct schedule schedule =
      schedule_of(&t, "bit-complement,load=0.3,warmup=0,measure=1000,burst=3", 1, 1);

  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    const struct schedule_entry *entry = &schedule.entries[i];

    CHECK(entry->cycle == expected[i][0] && entry->source == expected[i][1],
          "entry %zu: cycle %u, source %u", i, entry->cycle, entry->source);
  }
  schedule_free(&schedule);
}

/* The hot terminal gets its share and its part of the rest, all others the same: 62 degrees
 * of freedom, above 102.2 once in 1000. */
TEST(test_hot_spot)
{
  static const double shares[] = {0, 0.05, 0.5, 1};
  struct topology t = topology_of("hypercube:6");

  for (size_t s = 0; s < sizeof shares / sizeof shares[0]; s++) {
    const double each = (1 - shares[s]) / TERMINALS;
    double counts[TERMINALS] = {0}, chi = 0;
    char traffic[64];

    snprintf(traffic, sizeof traffic, "hotspot,terminal=000101,share=%g,load=0.5",
             shares[s]);
    struct schedule schedule = schedule_of(&t, traffic, 1, s);
    double all = (double)schedule.count;

    check_schedule(&schedule, &t);
    for (size_t i = 0; i < schedule.count; i++)
      counts[schedule.entries[i].destination]++;
    check_share("to the hot spot", traffic, counts[5], all, shares[s] + each, 1);
    for (int i = 0; i < TERMINALS; i++)
      chi += i != 5 && each > 0
                 ? (counts[i] - all * each) * (counts[i] - all * each) / (all * each)
                 : 0;
    CHECK(chi < 102.2 && (each > 0 || counts[5] == all), "%s: chi-square %g", traffic, chi);
    schedule_free(&schedule);
  }
}

/* random,load=L: one permutation, that of the first packets of `random`. */
TEST(test_random_is_one_permutation)
{
  struct topology t = topology_of("hypercube:5");
  struct schedule once = schedule_of(&t, "random", 1, 4);
  struct schedule loop = schedule_of(&t, "random,load=0.3,measure=200", 1, 4);

  check_schedule(&loop, &t);
  assert_in_range(loop.count, 11000, 12000);
  for (size_t i = 0; i < loop.count; i++)
    CHECK(loop.entries[i].destination == once.entries[loop.entries[i].source].destination,
          "entry %zu", i);
  schedule_free(&once);
  schedule_free(&loop);
}
