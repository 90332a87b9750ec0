/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_hypercube -- what is true of deterministic routing on the hypercube.
 *
 * Source: hypercube switch paper, sections 2, 4 and 5; the numbers are those of two
 * simulators that agree with each other and share nothing with this one.  p packets start
 * at each switch, in p lanes, in the first step; queues have no limit unless one is named.
 *
 * A question of logic, not of memory.
 */
#include "base/bits.h"
#include "base/order.h"
#include "run/lockstep/run.h"
#include "tests/unit/support.h"

#include <math.h>

#ifdef __SANITIZE_ADDRESS__
enum { LARGEST = 13 }; /* slow */
#else
enum { LARGEST = 18 };
#endif

/* What the paper calls a run: steps, largest output queue, delay. */
struct figures {
  uint64_t steps, hops;
  uint32_t largest;
  double delay, undelayed;
};

static struct figures figures_of(const struct network *network,
                                 const struct schedule *schedule, const char *what)
{
  struct run_request request = {
      .shape = network->shape, .schedule = schedule, .seed = 1, .machine = network->golden};
  struct run_result result;
  struct err err;

  CHECK(run(&request, &result, &err), "%s: %s", what, err.text);
  CHECK(result.outcome == OUTCOME_PASS, "%s: %s", what, outcome_name(result.outcome));
  struct figures figures = {.steps = result.statistics.steps,
                            .hops = result.statistics.hops,
                            .largest = result.max_output_queue,
                            .delay = statistics_average_delay(&result.statistics),
                            .undelayed = statistics_undelayed_percent(&result.statistics)};
  run_result_close(&result);
  return figures;
}

static struct figures figures_of_traffic(uint32_t n, uint32_t packets, const char *traffic,
                                         uint64_t seed)
{
  struct network network;
  char what[96];

  network_open(&network, n, packets, 0, (size_t)packets << n);
  struct schedule schedule = schedule_of(&network.topology, traffic, packets, seed);
  snprintf(what, sizeof what, "hypercube:%u p=%u %s seed %" PRIu64, n, packets, traffic,
           seed);
  struct figures figures = figures_of(&network, &schedule, what);
  schedule_free(&schedule);
  network_close(&network);
  return figures;
}

/* --- closed forms --- */

static uint32_t steps_of_reversal(uint32_t n, uint32_t p)
{
  return p * (1u << (n / 2 - 1)) + n / 2;
}

static uint32_t queue_of_reversal(uint32_t n, uint32_t p)
{
  return n / 2 == 1 ? p : p * (1u << (n / 2 - 2));
}

static uint32_t steps_of_complement(uint32_t n, uint32_t p)
{
  return n + p - 1;
}

static uint32_t steps_of_shuffle(uint32_t n, uint32_t p)
{
  return 2 * (n / 2) + p - 1;
}

static uint32_t queue_p(uint32_t n, uint32_t p)
{
  (void)n;
  return p;
}

struct closed_form {
  const char *traffic;
  bool even; /* defined for even n */
  uint32_t (*steps)(uint32_t n, uint32_t p);
  uint32_t (*largest)(uint32_t n, uint32_t p);
};

static const struct closed_form closed_forms[] = {
    {"transpose", true, steps_of_reversal, queue_of_reversal},
    {"bit-reversal", false, steps_of_reversal, queue_of_reversal},
    {"bit-complement", false, steps_of_complement, queue_p},
    {"shuffle", false, steps_of_shuffle, queue_p},
};

enum { CLOSED_FORMS = sizeof closed_forms / sizeof closed_forms[0] };

static void check_closed_form(const struct closed_form *form, uint32_t n, uint32_t p)
{
  if (form->even && n % 2)
    return;
  struct figures is = figures_of_traffic(n, p, form->traffic, 1);
  CHECK(is.steps == form->steps(n, p), "%s n=%u p=%u: %" PRIu64 " steps, not %u",
        form->traffic, n, p, is.steps, form->steps(n, p));
  CHECK(is.largest == form->largest(n, p), "%s n=%u p=%u: largest queue %u, not %u",
        form->traffic, n, p, is.largest, form->largest(n, p));
}

TEST(test_closed_forms_for_every_load)
{
  for (size_t i = 0; i < CLOSED_FORMS; i++)
    for (uint32_t n = 2; n <= 8; n++)
      for (uint32_t p = 1; p <= n; p++)
        check_closed_form(&closed_forms[i], n, p);
}

TEST(test_closed_forms_of_large_cubes)
{
  for (size_t i = 0; i < CLOSED_FORMS; i++)
    for (uint32_t n = 9; n <= LARGEST; n++)
      check_closed_form(&closed_forms[i], n, 1);
}

/* Steps as printed, so that a wrong closed form would be seen. */
TEST(test_tabled_steps)
{
  static const struct {
    uint32_t n, p;
    const char *traffic;
    uint32_t steps;
  } table[] = {
      {4, 1, "transpose", 4},        {8, 1, "transpose", 12},
      {12, 1, "transpose", 38},      {14, 1, "bit-reversal", 71},
      {6, 6, "transpose", 27},       {8, 8, "transpose", 68},
      {10, 10, "bit-reversal", 165}, {10, 10, "transpose", 165},
      {8, 8, "shuffle", 15},         {10, 10, "shuffle", 19},
      {6, 6, "bit-complement", 11},  {12, 12, "transpose", 390},
  };

  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    uint64_t steps = figures_of_traffic(table[i].n, table[i].p, table[i].traffic, 1).steps;

    CHECK(steps == table[i].steps, "%s n=%u p=%u: %" PRIu64 " steps, not %u",
          table[i].traffic, table[i].n, table[i].p, steps, table[i].steps);
  }
}

/* Transpose at n = 10: delay and undelayed packets to the digits printed. */
TEST(test_tabled_delay_of_transpose)
{
  struct figures one = figures_of_traffic(10, 1, "transpose", 1);
  struct figures ten = figures_of_traffic(10, 10, "transpose", 1);

  CHECK(fabs(one.delay - 4.344) < 0.0005 && fabs(one.undelayed - 21.9) < 0.05 &&
            one.largest == 8 && one.hops == 5 * 1024,
        "p=1: delay %g undelayed %g largest %u", one.delay, one.undelayed, one.largest);
  CHECK(fabs(ten.delay - 58.100) < 0.0005 && fabs(ten.undelayed - 4.7) < 0.05 &&
            ten.largest == 80 && ten.hops == 5 * 10240,
        "p=10: delay %g undelayed %g largest %u", ten.delay, ten.undelayed, ten.largest);
}

/* --- all permutations of small cubes --- */

/* Runs every permutation; returns the most steps that one takes. */
static uint64_t most_steps(uint32_t n, uint32_t *permutations)
{
  uint32_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7}, switches = 1u << n;
  struct schedule schedule = {.count = 0};
  struct network network;
  uint64_t most = 0;

  network_open(&network, n, 1, 0, switches);
  for (uint32_t sw = 0; sw < switches; sw++)
    schedule_add(&schedule, &network.topology, 0, sw, sw);
  *permutations = 0;
  do {
    char what[64];

    snprintf(what, sizeof what, "hypercube:%u permutation %u in order", n, *permutations);
    for (uint32_t sw = 0; sw < switches; sw++)
      schedule.entries[sw].header = schedule.entries[sw].destination = order[sw];
    struct figures is = figures_of(&network, &schedule, what);
    CHECK(is.delay == 0 && is.undelayed == 100, "%s: delay %g", what, is.delay);
    CHECK(is.largest == (is.hops > 0), "%s: largest queue %u", what, is.largest);
    most = is.steps > most ? is.steps : most;
    ++*permutations;
  } while (next_permutation(order, switches));
  schedule_free(&schedule);
  network_close(&network);
  return most;
}

/* At most 2 steps with 4 switches, 3 with 8; no packet is ever delayed. */
TEST(test_every_permutation_of_4_and_8)
{
  uint32_t permutations;

  assert_int_equal(most_steps(2, &permutations), 2);
  assert_int_equal(permutations, 24);
  assert_int_equal(most_steps(3, &permutations), 3);
  assert_int_equal(permutations, 40320);
}

/* --- the depth that never stalls --- */

/* What all links show in all cycles, as one number; how often a channel is not ready. */
struct shown {
  const struct network *network;
  uint64_t digest;
  uint32_t refusals; /* cycles of a switch in which some channel is not ready */
  uint32_t largest;  /* output queue */
};

static bool digest_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct shown *s = self;

  (void)err;
  s->digest = links_digest(cycle->machine, &s->network->shape, s->digest);
  for (uint32_t sw = 0; sw < s->network->topology.switches; sw++)
    s->refusals += bits_count(cycle->links->ready[sw]) < shape_channels(&s->network->shape);
  return true;
}

static struct shown shown_at(uint32_t depth, uint32_t n, uint32_t p,
                             const struct schedule *schedule, const char *what)
{
  struct network network;
  struct shown shown = {.network = &network};
  struct run_result result;
  struct err err;

  network_open(&network, n, p, depth, schedule->count);
  struct run_request request = {.shape = network.shape,
                                .schedule = schedule,
                                .machine = network.golden,
                                .observer = digest_cycle,
                                .observer_self = &shown};
  CHECK(run(&request, &result, &err) && result.outcome == OUTCOME_PASS, "%s depth %u", what,
        depth);
  shown.largest = result.max_output_queue;
  run_result_close(&result);
  network_close(&network);
  return shown;
}

/* Depth p 2^floor((n-1)/2): all links in every cycle as without a limit, and every channel
 * ready in every cycle.  The largest queue alone is enough too, and one place less is not:
 * so a stall would be seen. */
static void check_depth(uint32_t n, uint32_t p, const char *traffic, uint64_t seed)
{
  char spec[TOPOLOGY_SPEC], what[96];

  if (n % 2 && strcmp(traffic, "transpose") == 0)
    return;
  snprintf(spec, sizeof spec, "hypercube:%u", n);
  snprintf(what, sizeof what, "%.16s p=%u %s seed %" PRIu64, spec, p, traffic, seed);
  struct topology t = topology_of(spec);
  struct schedule schedule = schedule_of(&t, traffic, p, seed);
  struct shown unlimited = shown_at(0, n, p, &schedule, what);
  uint32_t depths[] = {p << (n - 1) / 2, unlimited.largest ? unlimited.largest : 1};
  for (size_t i = 0; i < 2; i++) {
    struct shown limited = shown_at(depths[i], n, p, &schedule, what);
    CHECK(limited.digest == unlimited.digest, "%s: depth %u is not like no limit", what,
          depths[i]);
    CHECK(limited.refusals == 0, "%s: depth %u: channels are not ready in %u cycles", what,
          depths[i], limited.refusals);
  }
  CHECK(unlimited.largest <= depths[0], "%s: largest queue %u", what, unlimited.largest);
  if (depths[1] > 1) {
    struct shown small = shown_at(depths[1] - 1, n, p, &schedule, what);
    CHECK(small.refusals > 0 && small.digest != unlimited.digest, "%s: depth %u is enough",
          what, depths[1] - 1);
  }
  schedule_free(&schedule);
}

TEST(test_depth_that_never_stalls)
{
  static const char *const traffics[] = {"transpose", "bit-reversal", "bit-complement",
                                         "shuffle", "identity"};

  for (uint32_t n = 1; n <= 8; n++)
    for (uint32_t p = 1; p <= n; p++) {
      for (size_t i = 0; i < 5; i++)
        check_depth(n, p, traffics[i], 1);
      for (uint64_t seed = 1; seed <= 5; seed++)
        check_depth(n, p, "random", seed);
    }
}

/* --- random traffic --- */

/* The mean of a figure over our runs against a mean that was printed, rounded to within
 * `rounding`, from 100 runs of others.  Allowed: the rounding, and three deviations of the
 * difference between two such means. */
struct mean {
  double sum, squares;
  uint32_t runs;
};

static void add(struct mean *mean, double value)
{
  mean->sum += value;
  mean->squares += value * value;
  mean->runs++;
}

static void check_mean(const struct mean *mean, double printed, double rounding,
                       double most_deviation, const char *what)
{
  double is = mean->sum / mean->runs;
  double deviation = sqrt(fmax(0, mean->squares / mean->runs - is * is));
  double allowed = rounding + 3 * deviation * sqrt(1.0 / mean->runs + 1.0 / 100);

  CHECK(deviation < most_deviation, "%s: single runs deviate by %g", what, deviation);
  CHECK(fabs(is - printed) < allowed, "%s, seeds 1 to %u: %g, not %g within %g", what,
        mean->runs, is, printed, allowed);
}

enum { SEEDS = 400 };

TEST(test_mean_steps_of_random_traffic)
{
  static const struct {
    uint32_t n, p;
    double steps;
  } table[] = {{2, 1, 1.6},  {4, 1, 3.7}, {6, 1, 5.8},  {8, 1, 7.9},
               {10, 1, 9.8}, {4, 4, 6.3}, {6, 6, 10.2}, {8, 8, 14.6}};

  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    struct mean steps = {.runs = 0};
    char what[48];

    for (uint64_t seed = 1; seed <= SEEDS; seed++)
      add(&steps, (double)figures_of_traffic(table[i].n, table[i].p, "random", seed).steps);
    snprintf(what, sizeof what, "steps at n=%u p=%u", table[i].n, table[i].p);
    check_mean(&steps, table[i].steps, 0.05, 1, what);
  }
}

/* n = 10: steps, delay, undelayed packets, largest queue. */
TEST(test_all_figures_at_n_10)
{
  enum { FIGURES = 4 };
  static const char *const names[FIGURES] = {"steps", "delay", "undelayed",
                                             "largest queue"};
  static const double rounding[FIGURES] = {0.005, 0.0005, 0.05, 0.005};
  static const double most_deviation[FIGURES] = {1.2, 0.03, 1.2, 0.6};
  static const struct {
    uint32_t p;
    double printed[FIGURES];
  } table[] = {{1, {9.83, 0.114, 89.1, 2.69}}, {10, {19.08, 3.005, 14.9, 9.58}}};

  for (size_t i = 0; i < 2; i++) {
    struct mean means[FIGURES] = {{.runs = 0}};

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
      struct figures is = figures_of_traffic(10, table[i].p, "random", seed);

      add(&means[0], (double)is.steps);
      add(&means[1], is.delay);
      add(&means[2], is.undelayed);
      add(&means[3], is.largest);
    }
    for (size_t figure = 0; figure < FIGURES; figure++) {
      char what[48];

      snprintf(what, sizeof what, "%s at p=%u", names[figure], table[i].p);
      check_mean(&means[figure], table[i].printed[figure], rounding[figure],
                 most_deviation[figure], what);
    }
  }
}
