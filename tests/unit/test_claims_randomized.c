/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_randomized -- what is true of the randomized routings: deadlock, and steps.
 *
 * Source: hypercube switch paper, sections 3 to 5; the numbers are those of simulators that
 * share nothing with this one.  Without another word, queues have no limit and p packets
 * start at each switch, in p lanes.
 */
#include "base/bits.h"
#include "base/order.h"
#include "run/lockstep/run.h"
#include "tests/unit/support.h"

#include <math.h>

#ifdef __SANITIZE_ADDRESS__
enum { SLOW = 10 }; /* every tenth case, where there are many */
#else
enum { SLOW = 1 };
#endif

static struct schedule routed_schedule(const struct topology *t, const char *routing,
                                       const char *traffic, uint32_t packets, uint64_t seed)
{
  struct traffic_request request = {.topology = t,
                                    .routing = routing_of(t, routing),
                                    .traffic = traffic,
                                    .packets = packets,
                                    .seed = seed};
  struct schedule schedule;
  struct err err;

  CHECK(schedule_make(&schedule, &request, &err), "%s %s: %s", routing, traffic, err.text);
  return schedule;
}

/* How the schedule ends; *steps may be NULL. */
static enum outcome outcome_of(struct network *network, const struct schedule *schedule,
                               uint64_t seed, uint64_t *steps)
{
  struct run_request request = {.shape = network->shape,
                                .schedule = schedule,
                                .seed = seed,
                                .machine = network->golden};
  struct run_result result;
  struct err err = {.kind = ERR_NONE};

  CHECK(run(&request, &result, &err), "%s", err.text);
  if (steps)
    *steps = result.statistics.steps;
  enum outcome outcome = result.outcome;
  run_result_close(&result);
  CHECK(outcome == OUTCOME_PASS || outcome == OUTCOME_DEADLOCK, "%s seed %" PRIu64 ": %s",
        network->topology.spec, seed, outcome_name(outcome));
  return outcome;
}

/* --- deadlock, by brute force --- */

enum { CASES = 6144 };

/* rand-trans, four switches, one packet each, depth 1: all permutations, all intermediate
 * destinations.  Sets the bit of each case that deadlocks; returns their number. */
static uint32_t deadlocks_of_four(uint32_t vcs, uint32_t lanes, bool deadlocked[CASES])
{
  uint32_t order[4] = {0, 1, 2, 3}, number = 0, count = 0;
  struct schedule schedule = {.count = 0};
  struct network network;

  network_prepare(&network, 2, "rand-trans", lanes, 1);
  network.shape.vcs = vcs;
  network_start(&network, 4);
  for (uint32_t sw = 0; sw < 4; sw++)
    schedule_add(&schedule, &network.topology, 0, sw, sw);
  do {
    for (uint32_t code = 0; code < 256; code++, number++) {
      for (uint32_t sw = 0; sw < 4; sw++) {
        schedule.entries[sw].destination = order[sw];
        schedule.entries[sw].header = order[sw] << 2 | (code >> 2 * sw & 3);
      }
      deadlocked[number] = outcome_of(&network, &schedule, 1, NULL) == OUTCOME_DEADLOCK;
      count += deadlocked[number];
    }
  } while (next_permutation(order, 4));
  assert_int_equal(number, CASES);
  schedule_free(&schedule);
  network_close(&network);
  return count;
}

/* 4 of 6144 cases; destinations 0, 1, 2, 3 over 2, 2, 0, 0 is one of them. */
TEST(test_four_packets_deadlock)
{
  static bool deadlocked[CASES];
  uint32_t count = deadlocks_of_four(1, 1, deadlocked);

  CHECK(count == 4, "%u cases deadlock, not 4", count);
  CHECK(deadlocked[2 | 2 << 2 | 0 << 4 | 0 << 6], "the known case does not deadlock");
}

TEST(test_four_packets_with_two_vcs)
{
  static bool deadlocked[CASES];

  assert_int_equal(deadlocks_of_four(2, 1, deadlocked), 0);
}

/* Of `count` seeds, those with which random traffic deadlocks. */
static uint32_t deadlocks(const char *routing, uint32_t n, uint32_t lanes, uint32_t depth,
                          uint32_t vcs, uint32_t packets, uint32_t count)
{
  struct network network;
  uint32_t found = 0;

  network_prepare(&network, n, routing, lanes, depth);
  network.shape.vcs = vcs;
  network_start(&network, (size_t)packets << n);
  for (uint64_t seed = 1; seed <= count; seed++) {
    struct schedule schedule =
        routed_schedule(&network.topology, routing, "random", packets, seed);

    found += outcome_of(&network, &schedule, seed, NULL) == OUTCOME_DEADLOCK;
    schedule_free(&schedule);
  }
  network_close(&network);
  print_message("%s n=%u p=%u lanes %u depth %u VCs %u: %u of %u deadlock\n", routing, n,
                packets, lanes, depth, vcs, found, count);
  return found;
}

/* The forced hop may lead down: two VCs are not enough.  (7 of 3000 in the other
 * simulation, which drew other numbers.) */
TEST(test_forced_hop_needs_three_vcs)
{
#ifndef __SANITIZE_ADDRESS__
  assert_true(deadlocks("drand-trans-ooo", 2, 1, 1, 2, 2, 3000) > 0);
#endif
  assert_int_equal(deadlocks("drand-trans-ooo", 2, 1, 1, 3, 2, 3000 / SLOW), 0);
  assert_true(deadlocks("drand-trans-ooo", 3, 1, 2, 2, 12, 200 / SLOW) > 0);
  assert_int_equal(deadlocks("drand-trans-ooo", 3, 1, 2, 3, 12, 200 / SLOW), 0);
}

TEST(test_without_the_forced_hop_two_are_enough)
{
  assert_int_equal(deadlocks("drand-trans-ooo,forced=0", 2, 1, 1, 2, 2, 3000 / SLOW), 0);
  assert_int_equal(deadlocks("drand-trans-ooo,forced=0", 3, 1, 1, 2, 24, 200 / SLOW), 0);
}

/* Depth 2, eight switches, 24 packets each: one VC deadlocks often, two never. */
TEST(test_transient_needs_two_vcs)
{
  static const char *const routings[] = {"rand-trans", "rand-trans-ooo"};
  const uint32_t seeds = 100 / SLOW;

  for (size_t i = 0; i < 2; i++)
    for (uint32_t lanes = 1; lanes <= 24; lanes += 23) {
      uint32_t found = deadlocks(routings[i], 3, lanes, 2, 1, 24, seeds);

      CHECK(found > seeds / 10, "%s: only %u of %u deadlock", routings[i], found, seeds);
      assert_int_equal(deadlocks(routings[i], 3, lanes, 2, 2, 24, seeds), 0);
      assert_int_equal(deadlocks(routings[i], 3, lanes, 1, 2, 24, seeds), 0);
    }
}

TEST(test_deterministic_needs_one_vc)
{
  assert_int_equal(deadlocks("deterministic", 3, 1, 1, 1, 24, 100 / SLOW), 0);
  assert_int_equal(deadlocks("deterministic", 4, 4, 2, 1, 12, 100 / SLOW), 0);
}

/* A golden network of rand-sync with the VCs that it asks for and a store with room for
 * all that wait. */
static enum outcome sync_outcome(uint32_t n, uint32_t lanes, uint32_t depth,
                                 const struct schedule *schedule, uint64_t seed)
{
  struct network network;

  network_prepare(&network, n, "rand-sync", lanes, depth);
  network.shape.vcs = network.shape.routing->vcs;
  network.shape.store = phases_store(schedule, &network.topology, network.shape.routing);
  network_start(&network, schedule->count);
  enum outcome outcome = outcome_of(&network, schedule, seed, NULL);
  network_close(&network);
  return outcome;
}

/* In cycle 2, the first of the second phase, both switches have a packet in the store and
 * one that has just come over the link; all want to cross it. */
TEST(test_two_switches_change_the_phase)
{
  static const uint32_t packets[][3] = {{0, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 0, 1}};
  struct topology t = topology_of("hypercube:1");
  struct schedule schedule = {.count = 0};

  for (size_t i = 0; i < 4; i++) {
    schedule_add(&schedule, &t, 0, packets[i][0], packets[i][2]);
    schedule.entries[i].header = packets[i][2] << 1 | packets[i][1];
  }
  assert_int_equal(sync_outcome(1, 2, 1, &schedule, 1), OUTCOME_PASS);
  schedule_free(&schedule);
}

TEST(test_rand_sync_never_deadlocks)
{
  uint32_t found = 0, runs = 0;

  for (uint32_t n = 1; n <= 6; n++)
    for (uint32_t p = 1; p <= 4 * n; p += n)
      for (uint32_t depth = 1; depth <= 3; depth++)
        for (uint32_t lanes = 1; lanes <= p; lanes += p > 1 ? p - 1 : 1)
          for (uint64_t seed = 1; seed <= 100 / SLOW; seed++) {
            char spec[TOPOLOGY_SPEC];

            snprintf(spec, sizeof spec, "hypercube:%u", n);
            struct topology t = topology_of(spec);
            struct schedule schedule = routed_schedule(&t, "rand-sync", "random", p, seed);
            enum outcome outcome = sync_outcome(n, lanes, depth, &schedule, seed);

            if (outcome != OUTCOME_PASS && found == 0)
              print_error("%s p=%u lanes %u depth %u seed %" PRIu64 ": %s\n", spec, p,
                          lanes, depth, seed, outcome_name(outcome));
            found += outcome != OUTCOME_PASS;
            runs++;
            schedule_free(&schedule);
          }
  CHECK(found == 0, "%u of %u runs deadlock", found, runs);
}

/* --- steps --- */

static double mean_steps(const char *routing, const char *traffic, uint32_t n, uint32_t p,
                         uint32_t seeds)
{
  struct network network;
  double sum = 0;

  network_prepare(&network, n, routing, p, 0);
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    struct schedule schedule =
        routed_schedule(&network.topology, routing, traffic, p, seed);
    uint64_t steps = 0;

    network.shape.store = phases_store(&schedule, &network.topology, network.shape.routing);
    network_start(&network, (size_t)p << n);
    assert_int_equal(outcome_of(&network, &schedule, seed, &steps), OUTCOME_PASS);
    sum += (double)steps;
    network_close(&network);
    schedule_free(&schedule);
  }
  return sum / seeds;
}

enum { COLUMNS = 5 };

static const char *const columns[COLUMNS] = {"rand-sync", "rand-trans", "rand-trans-ooo",
                                             "drand-trans-ooo", "drand-trans-ooo,forced=0"};

/* Mean steps of 100 runs, n = 6. */
static const struct {
  uint32_t p;
  const char *traffic;
  double steps[COLUMNS];
} table[] = {
    {1, "random", {12.2, 10.4, 10.2, 10.7, 10.2}},
    {1, "transpose", {12.2, 10.5, 10.4, 10.8, 10.6}},
    {1, "bit-reversal", {12.2, 10.4, 10.3, 10.8, 10.5}},
    {1, "bit-complement", {11.8, 7.5, 7.4, 9.3, 7.6}},
    {1, "shuffle", {12.1, 10.3, 10.1, 10.6, 10.2}},
    {6, "random", {22.2, 17.2, 16.4, 17.3, 16.4}},
    {6, "transpose", {22.2, 17.2, 16.3, 17.4, 16.6}},
    {6, "bit-reversal", {22.1, 17.1, 16.1, 17.5, 16.6}},
    {6, "bit-complement", {21.0, 15.4, 15.3, 16.5, 15.3}},
    {6, "shuffle", {22.2, 17.0, 16.1, 17.3, 16.4}},
};

TEST(test_tabled_steps)
{
  uint32_t wrong = 0;

  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    double tolerance = table[i].p == 1 ? 0.35 : 0.5;

    for (size_t c = 0; c < COLUMNS; c++) {
      double steps = mean_steps(columns[c], table[i].traffic, 6, table[i].p, 100);

      print_message("n=6 p=%u %s %s: %.2f steps, in the table %.1f\n", table[i].p,
                    table[i].traffic, columns[c], steps, table[i].steps[c]);
      if (fabs(steps - table[i].steps[c]) > tolerance) {
        print_error("n=6 p=%u %s %s: %.2f steps, not %.1f within %.2f\n", table[i].p,
                    table[i].traffic, columns[c], steps, table[i].steps[c], tolerance);
        wrong++;
      }
    }
  }
  assert_int_equal(wrong, 0);
}

/* One random source per switch makes about 30 % more steps when every port has a packet. */
TEST(test_cost_of_a_shared_source)
{
  double own = mean_steps("drand-trans-ooo", "random", 8, 8, 100 / SLOW);
  double shared = mean_steps("drand-trans-ooo,random=shared", "random", 8, 8, 100 / SLOW);

  print_message("n=8 p=8 random: %.2f steps, with a shared source %.2f\n", own, shared);
  CHECK(fabs(own - 23.2) < 0.5 && fabs(shared - 29.9) < (SLOW > 1 ? 2 : 0.7),
        "%.2f and %.2f steps, not 23.2 and 29.9", own, shared);
}
