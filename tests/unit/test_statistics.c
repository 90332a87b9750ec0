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
    uint32_t batch;
  } deliveries[DELIVERIES_MAX];
  size_t count;
  uint64_t latencies[DELIVERIES_MAX]; /* [measured] sorted by sort */
  size_t measured;
};

static void deliver(struct statistics *s, struct list *list, uint64_t latency,
                    uint64_t hops, uint64_t step, bool measured)
{
  struct err err;

  const uint32_t batch =
      measured ? (uint32_t)(step % STATISTICS_BATCHES) : STATISTICS_BATCHES;

  list->deliveries[list->count++] = (struct delivery){latency, hops, step, measured, batch};
  CHECK(statistics_deliver(s, latency, hops, step, batch, &err), "%s", err.text);
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
  CHECK(statistics_measured(s) == list->measured,
        "seed %" PRIu64 ": %" PRIu64 " measured, not %zu", seed, statistics_measured(s),
        list->measured);
  check_near(statistics_mean_latency(s),
             sum / (double)(list->measured ? list->measured : 1), "mean latency", seed);
  for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++)
    CHECK(statistics_quantile(s, fractions[i]) == quantile_of(list, fractions[i]),
          "seed %" PRIu64 ": quantile %g of %zu packets is %" PRIu64 ", not %" PRIu64, seed,
          fractions[i], list->measured, statistics_quantile(s, fractions[i]),
          quantile_of(list, fractions[i]));
}

/* Means of the batches by two passes over the list; false: one is empty. */
static bool batch_means(const struct list *list, double means[STATISTICS_BATCHES])
{
  for (uint32_t b = 0; b < STATISTICS_BATCHES; b++) {
    double sum = 0, count = 0;

    for (size_t i = 0; i < list->count; i++)
      if (list->deliveries[i].batch == b) {
        sum += (double)list->deliveries[i].latency;
        count++;
      }
    if (count == 0)
      return false;
    means[b] = sum / count;
  }
  return true;
}

/* n sum(x^2) - (sum x)^2 = n^2 times the variance of the numbers themselves. */
static double variance_of(const double *numbers, double n)
{
  double sum = 0, squares = 0;

  for (int i = 0; i < (int)n; i++) {
    sum += numbers[i];
    squares += numbers[i] * numbers[i];
  }
  return (n * squares - sum * sum) / (n * (n - 1));
}

static void check_steady(const struct statistics *s, const struct list *list, uint64_t seed)
{
  struct statistics_steady steady;
  double means[STATISTICS_BATCHES], drift = 0;
  const bool known = batch_means(list, means);

  CHECK(statistics_steady(s, &steady) == known, "seed %" PRIu64 ": known", seed);
  if (!known)
    return;
  for (int b = 0; b < 16; b++)
    drift += (b < 8 ? -means[b] : means[b]) / 8;
  /* 16 batches: t(0.975, 15) = 2.1314; twice 8: t(0.995, 14) = 2.9768. */
  CHECK(fabs(steady.interval - 2.131449546 * sqrt(variance_of(means, 16) / 16)) <=
            1e-6 * steady.interval,
        "seed %" PRIu64 ": interval %.9g", seed, steady.interval);
  check_near(steady.drift, drift, "drift", seed);
  CHECK(steady.drifting ==
            (fabs(drift) >
             2.976842734 * sqrt((variance_of(means, 8) + variance_of(means + 8, 8)) / 8)),
        "seed %" PRIu64 ": drifting %d", seed, steady.drifting);
}

static void check_all(const struct statistics *s, struct list *list, uint64_t seed)
{
  sort(list);
  check_sums(s, list, seed);
  check_distribution(s, list, seed);
  check_steady(s, list, seed);
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

/* Every cycle of a window is in the batch that its share of the window says, for windows of
 * all lengths, and no other cycle is in any. */
TEST(test_batches_of_a_window)
{
  static const uint32_t lengths[] = {
      17, 999, 5000, 65535, 65537, (1u << 29) - 1, (1u << 28) + 3, 100000007};

  for (uint32_t from = 0; from < 1000; from += 333)
    for (uint32_t i = 1; i < 64 + sizeof lengths / sizeof lengths[0]; i++) {
      const uint32_t length = i < 64 ? i : lengths[i - 64];
      const struct statistics_window window = statistics_window(from, from + length);

      assert_int_equal(statistics_batch(&window, from + length), STATISTICS_BATCHES);
      if (from > 0)
        assert_int_equal(statistics_batch(&window, from - 1), STATISTICS_BATCHES);
      for (uint64_t b = 0; b < STATISTICS_BATCHES; b++) /* the cycles at its edge */
        for (uint64_t at = b * length / 16; at < length && at <= b * length / 16 + 1; at++)
          CHECK(statistics_batch(&window, from + at) == at * 16 / length,
                "cycle %" PRIu64 " of %u is in batch %u", at, length,
                statistics_batch(&window, from + at));
    }
}

/* Without a window, and in one that is too long, all are in one batch. */
TEST(test_one_batch)
{
  const struct statistics_window all = statistics_window(0, 0);
  const struct statistics_window large = statistics_window(7, UINT32_MAX);

  assert_int_equal(statistics_batch(&all, 0), 0);
  assert_int_equal(statistics_batch(&all, UINT64_MAX - 1), 0);
  assert_int_equal(statistics_batch(&large, 6), STATISTICS_BATCHES);
  assert_int_equal(statistics_batch(&large, UINT32_MAX - 1), 0);
  assert_int_equal(statistics_batch(&large, UINT32_MAX), STATISTICS_BATCHES);
}

/* A latency that climbs is a drift, one that is as high in both halves is none. */
TEST(test_a_climb_is_a_drift)
{
  struct statistics climbs = {.delivered = 0}, settled = {.delivered = 0};
  struct statistics_steady steady;
  struct err err;

  assert_false(statistics_steady(&climbs, &steady));
  for (uint32_t b = 0; b < STATISTICS_BATCHES; b++)
    assert_true(statistics_deliver(&climbs, 5 + b, 1, b, b, &err) &&
                statistics_deliver(&settled, 5 + b % 8, 1, b, b, &err));
  assert_true(statistics_steady(&climbs, &steady));
  assert_true(steady.drifting && steady.drift == 8);
  assert_true(statistics_steady(&settled, &steady));
  assert_true(!steady.drifting && steady.drift == 0 && steady.interval > 1);
  statistics_close(&climbs);
  statistics_close(&settled);
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
  assert_true(statistics_deliver(&s, 3, 3, 3, 0, &err));
  rlim_t old = limit_memory(1 << 20);
  bool delivered = statistics_deliver(&s, 1 << 24, 3, 3, 0, &err);
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
  assert_true(statistics_deliver(&s, 1, 0, 1, 0, &err)); /* to itself */
  CHECK(statistics_cycles_per_hop(&s) == 0, "%g", statistics_cycles_per_hop(&s));
  assert_true(statistics_deliver(&s, 8, 2, 9, STATISTICS_BATCHES, &err));
  CHECK(statistics_cycles_per_hop(&s) == 4, "%g", statistics_cycles_per_hop(&s));
  assert_true(statistics_deliver(&s, 20, 6, 30, 0, &err));
  assert_true(statistics_deliver(&s, 29, 6, 40, 0, &err));
  assert_true(statistics_deliver(&s, 10, 2, 50, 0, &err));
  assert_true(statistics_deliver(&s, 90, STATISTICS_HOPS, 99, 0, &err));
  CHECK(statistics_cycles_per_hop(&s) == 3, "%g", statistics_cycles_per_hop(&s));
  statistics_close(&s);
}
