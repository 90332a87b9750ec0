/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_statistics -- the numbers of a run against a list of all its deliveries. */
#include "run/lockstep/statistics.h"

#include "tests/unit/support.h"

#include <math.h>
#include <stdlib.h>

enum { DELIVERIES_MAX = 3000 };

/* The reference keeps everything. */
struct list {
  struct delivery {
    uint64_t latency, hops, step;
    bool measured;
  } deliveries[DELIVERIES_MAX];
  size_t count;
  uint64_t latencies[DELIVERIES_MAX]; /* [measured] sorted by sort */
  size_t measured;
};

static void deliver(struct statistics *s, struct list *list, uint64_t latency,
                    uint64_t hops, uint64_t step, bool measured)
{
  struct err err;

  list->deliveries[list->count++] = (struct delivery){latency, hops, step, measured};
  CHECK(statistics_deliver(s, latency, hops, step, measured, &err), "%s", err.text);
}

static int by_value(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

  return (x > y) - (x < y);
}

static void sort(struct list *list)
{
  list->measured = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->deliveries[i].measured)
      list->latencies[list->measured++] = list->deliveries[i].latency;
  qsort(list->latencies, list->measured, sizeof list->latencies[0], by_value);
}

static void check_near(double is, double to_be, const char *what, uint64_t seed)
{
  CHECK(fabs(is - to_be) <= 1e-9 * (1 + fabs(to_be)),
        "seed %" PRIu64 ": %s is %.12g, not %.12g", seed, what, is, to_be);
}

static void check_sums(const struct statistics *s, const struct list *list, uint64_t seed)
{
  uint64_t hops = 0, latency = 0, undelayed = 0, steps = 0;
  double delay = 0;

  for (size_t i = 0; i < list->count; i++) {
    const struct delivery *d = &list->deliveries[i];

    hops += d->hops;
    latency += d->latency;
    delay += (double)d->latency - (double)d->hops;
    undelayed += d->latency == d->hops;
    steps = d->step > steps ? d->step : steps;
  }
  CHECK(s->delivered == list->count && s->hops == hops && s->latency == latency &&
            s->undelayed == undelayed && s->steps == steps,
        "seed %" PRIu64 ": sums differ after %zu deliveries", seed, list->count);
  double count = (double)(list->count ? list->count : 1);
  check_near(statistics_average_delay(s), delay / count, "average delay", seed);
  check_near(statistics_undelayed_percent(s), 100 * (double)undelayed / count,
             "undelayed percent", seed);
}

/* Smallest latency that at least `fraction` of the measured packets do not exceed. */
static uint64_t quantile_of(const struct list *list, double fraction)
{
  for (size_t i = 0; i < list->measured; i++)
    if ((double)(i + 1) >= fraction * (double)list->measured)
      return list->latencies[i];
  return 0;
}

static void check_distribution(const struct statistics *s, const struct list *list,
                               uint64_t seed)
{
  static const double fractions[] = {0, 0.001, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1};
  double sum = 0;

  for (size_t i = 0; i < list->measured; i++)
    sum += (double)list->latencies[i];
  CHECK(s->measured == list->measured, "seed %" PRIu64 ": %" PRIu64 " measured, not %zu",
        seed, s->measured, list->measured);
  check_near(statistics_mean_latency(s),
             sum / (double)(list->measured ? list->measured : 1), "mean latency", seed);
  for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++)
    CHECK(statistics_quantile(s, fractions[i]) == quantile_of(list, fractions[i]),
          "seed %" PRIu64 ": quantile %g of %zu packets is %" PRIu64 ", not %" PRIu64, seed,
          fractions[i], list->measured, statistics_quantile(s, fractions[i]),
          quantile_of(list, fractions[i]));
}

static void check_all(const struct statistics *s, struct list *list, uint64_t seed)
{
  sort(list);
  check_sums(s, list, seed);
  check_distribution(s, list, seed);
}

TEST(test_nothing_delivered_is_all_zero)
{
  static struct list list;
  struct statistics s = {.delivered = 0};

  check_all(&s, &list, 0);
  statistics_close(&s);
  check_all(&s, &list, 0);
  assert_true(statistics_average_delay(&s) == 0 && statistics_undelayed_percent(&s) == 0);
  assert_int_equal(statistics_quantile(&s, 0.5), 0);
  statistics_close(&s);
}

/* Short and long runs; latencies that do and do not fit the first histogram; runs one after
 * another in the same statistics. */
TEST(test_random_runs_equal_the_list)
{
  static struct list list;
  struct statistics s = {.delivered = 0};

  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct rng rng = rng_seed(seed, 0);
    uint64_t count = 1 + rng_below(&rng, seed % 3 ? 40 : DELIVERIES_MAX - 1);
    uint64_t most = UINT64_C(1) << seed % 14;

    list.count = 0;
    for (uint64_t i = 0; i < count; i++) {
      uint64_t hops = rng_below(&rng, 20);
      uint64_t latency = hops + (rng_below(&rng, 3) ? rng_below(&rng, most) : 0);

      deliver(&s, &list, latency, hops, rng_below(&rng, 5000), rng_below(&rng, 4) > 0);
    }
    check_all(&s, &list, seed);
    statistics_close(&s);
  }
}

/* The histogram grows at any latency, by one or by far, and keeps what it counted. */
TEST(test_histogram_grows)
{
  static const uint64_t latencies[] = {0,    511,  512,  1023,  1024,   1025,
                                       2047, 2048, 2050, 99999, 100000, 3};

  for (size_t first = 0; first < 12; first++) {
    static struct list list;
    struct statistics s = {.delivered = 0};

    list.count = 0;
    for (size_t i = 0; i < 12; i++)
      deliver(&s, &list, latencies[(first + i) % 12], 0, i, true);
    check_all(&s, &list, first);
    CHECK(s.histogram[latencies[first]] == 1 && s.histogram_size > 100000,
          "first latency %" PRIu64, latencies[first]);
    statistics_close(&s);
  }
}

/* Packets outside the window count in the sums and not in the distribution. */
TEST(test_unmeasured_packets_stay_out_of_the_distribution)
{
  static struct list list;
  struct statistics s = {.delivered = 0};

  deliver(&s, &list, 1 << 20, 1, 9, false);
  assert_int_equal(s.histogram_size, 0);
  deliver(&s, &list, 4, 2, 5, true);
  deliver(&s, &list, 6, 6, 7, true);
  check_all(&s, &list, 0);
  assert_int_equal(s.delivered, 3);
  assert_int_equal(s.undelayed, 1);
  assert_int_equal(s.steps, 9);
  assert_true(statistics_mean_latency(&s) == 5);
  assert_int_equal(statistics_quantile(&s, 0.5), 4);
  assert_int_equal(statistics_quantile(&s, 0.51), 6);
  statistics_close(&s);
}

TEST(test_short_memory_is_told)
{
  struct statistics s = {.delivered = 0};
  struct err err = {.kind = ERR_NONE};

  skip_where_memory_has_no_limit();
  assert_true(statistics_deliver(&s, 3, 3, 3, true, &err));
  rlim_t old = limit_memory(1 << 20);
  bool delivered = statistics_deliver(&s, 1 << 24, 3, 3, true, &err);
  set_memory(old);
  assert_false(delivered);
  check_error(&err, ERR_ENVIRONMENT, "latencies", "a latency of 2^24");
  assert_int_equal(s.histogram[3], 1);
  statistics_close(&s);
}

/* Cycles a hop, by hand: three cycles for each link and two more, and other packets that
 * have waited; then one distance alone; then none. */
TEST(test_cycles_per_hop)
{
  struct statistics s = {.delivered = 0};
  struct err err;

  CHECK(statistics_cycles_per_hop(&s) == 0, "%g", statistics_cycles_per_hop(&s));
  assert_true(statistics_deliver(&s, 1, 0, 1, true, &err)); /* to itself */
  CHECK(statistics_cycles_per_hop(&s) == 0, "%g", statistics_cycles_per_hop(&s));
  assert_true(statistics_deliver(&s, 8, 2, 9, false, &err));
  CHECK(statistics_cycles_per_hop(&s) == 4, "%g", statistics_cycles_per_hop(&s));
  assert_true(statistics_deliver(&s, 20, 6, 30, true, &err));
  assert_true(statistics_deliver(&s, 29, 6, 40, true, &err));
  assert_true(statistics_deliver(&s, 10, 2, 50, true, &err));
  assert_true(statistics_deliver(&s, 90, STATISTICS_HOPS, 99, true, &err));
  CHECK(statistics_cycles_per_hop(&s) == 3, "%g", statistics_cycles_per_hop(&s));
  statistics_close(&s);
}
