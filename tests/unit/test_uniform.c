/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_uniform -- open-loop traffic: the load, its statistics, its limits.
 *
 * Every bound on a random quantity is one that a good generator breaks for fewer than one
 * seed in a thousand; the seeds here are fixed.
 */
#include "tests/unit/traffic_unit.h"

#include <math.h>

TEST(test_count_follows_the_load)
{
  static const double loads[] = {0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.99};
  struct topology t = topology_of("hypercube:6");

  for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
    char traffic[64];
    const double trials = 64 * 12000.0;
    double mean = trials * loads[i], sigma = sqrt(mean * (1 - loads[i]));

    snprintf(traffic, sizeof traffic, "uniform,load=%g,warmup=2000,measure=10000",
             loads[i]);
    struct schedule schedule = schedule_of(&t, traffic, 1, i);
    double count = (double)schedule.count;
    CHECK(fabs(count - mean) < 3.5 * sigma, "%s: %g packets, expected %g +- %g", traffic,
          count, mean, sigma);
    check_schedule(&schedule, &t);
    schedule_free(&schedule);
  }
}

/* A switch starts one packet in a cycle or none, in cycles [0, warmup + measure). */
TEST(test_one_packet_per_switch_and_cycle)
{
  struct topology t = topology_of("hypercube:5");
  struct schedule schedule = schedule_of(&t, "uniform,load=0.8,warmup=10,measure=90", 5, 2);

  assert_int_equal(schedule.measure_from, 10);
  assert_int_equal(schedule.measure_to, 100);
  assert_int_equal(schedule_width(&schedule, &t), 1);
  for (size_t i = 0; i < schedule.count; i++) {
    const struct schedule_entry *entry = &schedule.entries[i];
    CHECK(entry->cycle < 100, "entry %zu in cycle %u", i, entry->cycle);
    CHECK(i == 0 || entry->cycle != entry[-1].cycle || entry->source != entry[-1].source,
          "entry %zu: two packets in cycle %u", i, entry->cycle);
  }
  schedule_free(&schedule);
}

TEST(test_full_load_starts_everywhere)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "uniform,load=1,warmup=0,measure=25", 1, 1);

  assert_int_equal(schedule.count, 200);
  for (size_t i = 0; i < 200; i++)
    CHECK(schedule.entries[i].cycle == i / 8 && schedule.entries[i].source == i % 8,
          "entry %zu", i);
  schedule_free(&schedule);
}

TEST(test_smallest_load_starts_nothing)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "uniform,load=1e-300", 1, 1);

  assert_int_equal(schedule.count, 0);
  assert_int_equal(schedule_width(&schedule, &t), 1);
  schedule_free(&schedule);
}

TEST(test_defaults)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "uniform,load=0.5", 1, 1);

  assert_int_equal(schedule.measure_from, 1000);
  assert_int_equal(schedule.measure_to, 6000);
  assert_in_range(schedule.entries[schedule.count - 1].cycle, 5980, 5999);
  schedule_free(&schedule);
}

/* Gaps between packets, as numbers of trials, are geometric: chi-square over gaps 0 to 18
 * and all longer ones, 19 degrees of freedom, above 43.8 once in 1000 seeds. */
TEST(test_gaps_are_geometric)
{
  enum { CELLS = 20 };
  static const double loads[] = {0.1, 0.37, 0.9};
  struct topology t = topology_of("hypercube:4");

  for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
    double counts[CELLS] = {0}, chi = 0, rest = 1;
    uint64_t next = 0; /* trial after the last packet */
    char traffic[64];

    snprintf(traffic, sizeof traffic, "uniform,load=%g,measure=50000", loads[i]);
    struct schedule schedule = schedule_of(&t, traffic, 1, 40 + i);
    for (size_t j = 0; j < schedule.count; j++) {
      uint64_t trial =
          schedule.entries[j].cycle * UINT64_C(16) + schedule.entries[j].source;
      counts[trial - next < CELLS - 1 ? trial - next : CELLS - 1]++;
      next = trial + 1;
    }
    for (int gap = 0; gap < CELLS; gap++) {
      double odds = gap < CELLS - 1 ? rest * loads[i] : rest;
      double expected = (double)schedule.count * odds;
      chi +=
          expected > 5 ? (counts[gap] - expected) * (counts[gap] - expected) / expected : 0;
      rest -= odds;
    }
    CHECK(chi < 43.8, "load %g: chi-square %g", loads[i], chi);
    schedule_free(&schedule);
  }
}

/* Destinations, own switch included: 63 degrees of freedom, above 103.4 once in 1000. */
TEST(test_destinations_are_uniform)
{
  struct topology t = topology_of("hypercube:6");
  struct schedule schedule = schedule_of(&t, "uniform,load=0.5,measure=5000", 1, 8);
  double counts[64] = {0}, to_itself = 0, chi = 0, expected = (double)schedule.count / 64;

  for (size_t i = 0; i < schedule.count; i++) {
    counts[schedule.entries[i].destination]++;
    to_itself += schedule.entries[i].destination == schedule.entries[i].source;
  }
  for (int i = 0; i < 64; i++)
    chi += (counts[i] - expected) * (counts[i] - expected) / expected;
  CHECK(chi < 103.4, "chi-square %g", chi);
  CHECK(fabs(to_itself - expected) < 3.5 * sqrt(expected), "%g to itself, expected %g",
        to_itself, expected);
  schedule_free(&schedule);
}

/* to=drawer: destinations are the M routers of the drawer (c+1,d+1), all equally likely: 15
 * degrees of freedom for each router of the drawer, above 37.7 once in 1000 seeds. */
TEST(test_next_drawer_alone)
{
  static const char *const specs[] = {"d3:1,4", "d3:3,4", "d3:3,4,cabinets=0-2-5/7"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    struct schedule schedule =
        schedule_of(&t, "uniform,load=0.5,measure=5000,to=drawer", 1, 3);
    double counts[4][4] = {{0}}, chi = 0;
    double expected = (double)schedule.count / 16;

    check_schedule(&schedule, &t);
    for (size_t j = 0; j < schedule.count; j++) {
      uint32_t from = schedule.entries[j].source, to = schedule.entries[j].destination;

      CHECK(to / 16 == (from / 16 + 1) % (t.switches / 16) &&
                to / 4 % 4 == (from / 4 + 1) % 4,
            "%s: %u to %u", specs[i], from, to);
      counts[from % 4][to % 4]++;
    }
    for (int from = 0; from < 4; from++)
      for (int to = 0; to < 4; to++)
        chi += (counts[from][to] - expected) * (counts[from][to] - expected) / expected;
    CHECK(chi < 37.7, "%s: chi-square %g", specs[i], chi);
    schedule_free(&schedule);
  }
}

TEST(test_to_any_is_the_default)
{
  struct topology t = topology_of("d3:2,3");
  struct schedule any = schedule_of(&t, "uniform,load=0.2,measure=100", 1, 1);
  struct schedule same = schedule_of(&t, "uniform,to=any,load=0.2,measure=100", 1, 1);
  struct schedule drawer = schedule_of(&t, "uniform,load=0.2,measure=100,to=drawer", 1, 1);

  assert_true(same_entries(&any, &same));
  assert_false(same_entries(&any, &drawer));
  schedule_free(&any);
  schedule_free(&same);
  schedule_free(&drawer);
}

TEST(test_seed_decides)
{
  const char *traffic = "uniform,load=0.2,warmup=5,measure=100";
  struct topology t = topology_of("hypercube:4");
  struct schedule a = schedule_of(&t, traffic, 1, 1);
  struct schedule b = schedule_of(&t, traffic, 9, 1); /* packets per switch: not used */
  struct schedule c = schedule_of(&t, traffic, 1, 2);

  assert_true(same_entries(&a, &b));
  assert_false(same_entries(&a, &c));
  schedule_free(&a);
  schedule_free(&b);
  schedule_free(&c);
}

/* A printed seed must mean the same traffic for ever. */
TEST(test_seed_1_of_the_2_cube)
{
  static const uint32_t expected[][3] = {{1, 0, 0}, {1, 3, 2}, {2, 3, 0}, {7, 3, 2},
                                         {8, 0, 2}, {8, 1, 1}, {8, 2, 1}, {9, 0, 3}};
  struct topology t = topology_of("hypercube:2");
  struct schedule schedule =
      schedule_of(&t, "uniform,load=0.3,warmup=0,measure=1000", 1, 1);

  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    const struct schedule_entry *entry = &schedule.entries[i];
    CHECK(entry->cycle == expected[i][0] && entry->source == expected[i][1] &&
              entry->destination == expected[i][2],
          "entry %zu: cycle %u, %u to %u", i, entry->cycle, entry->source,
          entry->destination);
  }
  schedule_free(&schedule);
}

/* The default length is refused on a network where it is long; the error says what to give
 * instead, and that is accepted. */
TEST(test_large_networks_need_a_length)
{
  struct topology t = topology_of("hypercube:16");
  struct schedule schedule;

  check_refused(&t, "uniform,load=1", 1, ERR_USAGE,
                "would start about 393 million packets; give fewer, as in "
                "warmup=50,measure=255");
  schedule = schedule_of(&t, "uniform,load=0.1,warmup=50,measure=255", 1, 1);
  assert_in_range(schedule.count, 1990000, 2010000);
  schedule_free(&schedule);
  check_refused(&t, "uniform,load=1,measure=1000000", 1, ERR_USAGE,
                "about 65602 million packets; at most 2147483647");
  t = topology_of("hypercube:10");
  check_refused(&t, "uniform,load=1,warmup=0,measure=2097151", 1, ERR_USAGE,
                "more than 2147483647 packets");
}

/* A mix has times of full load, of none, of one destination alone, and of one source. */
TEST(test_mix_has_all_times)
{
  enum { CYCLES = 40000, SLICE = 20 };
  struct topology t = topology_of("hypercube:3");
  struct schedule s = schedule_of(&t, "mix,warmup=0,measure=40000", 1, 1);
  uint32_t full = 0, none = 0, hot = 0, alone = 0;

  check_schedule(&s, &t);
  assert_int_equal(s.measure_to, CYCLES);
  for (size_t i = 0, slice = 0; slice < CYCLES / SLICE; slice++) {
    const size_t first = i;
    bool one_way = true, one_source = true;

    while (i < s.count && s.entries[i].cycle < (slice + 1) * SLICE) {
      one_way &= s.entries[i].destination == s.entries[first].destination;
      one_source &= s.entries[i].source == s.entries[first].source;
      i++;
    }
    full += i - first == SLICE * 8;
    none += i == first;
    hot += i - first > SLICE && one_way;
    alone += i - first == SLICE && one_source;
  }
  CHECK(full > 100 && none > 100 && hot > 100 && alone > 100, "%u %u %u %u", full, none,
        hot, alone);
  CHECK(s.count > 0.2 * 8 * CYCLES && s.count < 0.4 * 8 * CYCLES, "%zu packets", s.count);
  schedule_free(&s);
  s = schedule_of(&t, "mix,warmup=0,measure=1", 1, 1);
  assert_int_equal(s.measure_to, 1);
  schedule_free(&s);
  check_refused(&t, "mix,measure=0", 1, ERR_USAGE, "measure");
  check_refused(&t, "mix,load=1", 1, ERR_USAGE, "load");
  check_refused(&t, "mix,period=0", 1, ERR_USAGE, "period");
}
