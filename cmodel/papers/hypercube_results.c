/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_results -- section 5: the observations on all distributions. */
#include "papers/hypercube.h"
#include "papers/hypercube_exact.h"

#include <math.h>

static const uint32_t sizes[] = {4, 6, 8, 10};

enum { SIZES = sizeof sizes / sizeof sizes[0], LOADS = 2 };

static uint32_t packets_of(uint32_t n, size_t load)
{
  return load ? n : 1;
}

static const char *const load_names[LOADS] = {"p=1", "p=n"};

/* Rand-Sync against the slowest of the others, over cells. */
struct contest {
  uint32_t cells, slowest;
  uint32_t beaten; /* cells in which another is slower by two standard deviations */
};

static bool compare_sync(struct claims *claims, uint32_t n, struct contest *contest,
                         struct err *err)
{
  for (size_t i = 0; i < LOADS * TRAFFICS; i++) {
    enum traffic_pattern pattern = (enum traffic_pattern)(i / LOADS);
    uint32_t p = packets_of(n, i % LOADS);
    bool slowest = true, beaten = false;

    if (!traffic_defined(pattern, n))
      continue;
    const struct cell *sync = cell_of(claims, n, p, pattern, SYNC, err);
    for (enum algorithm other = TRANS; sync && other <= DRAND; other++) {
      const struct cell *cell = cell_of(claims, n, p, pattern, other, err);

      if (!cell)
        return false;
      slowest &= cell->steps < sync->steps;
      beaten |= cell->steps > sync->steps + 2 * hypot(cell->error, sync->error);
    }
    if (!sync)
      return false;
    contest->cells++;
    contest->slowest += slowest;
    contest->beaten += beaten;
  }
  return true;
}

static bool judge_sync_worst(struct finding *f, struct err *err)
{
  static const uint32_t larger[] = {3, 4, 5, 6, 8, 10};
  struct contest all = {.cells = 0}, of_2 = {.cells = 0};

  for (size_t i = 0; i < sizeof larger / sizeof larger[0]; i++)
    if (!compare_sync(f->claims, larger[i], &all, err))
      return false;
  if (!compare_sync(f->claims, 2, &of_2, err))
    return false;
  finding_reading(
      f, all.beaten == 0,
      "most steps in %u of %u cells (5 patterns, p=1 and n, n=3, 4, 5, 6, 8, 10), "
      "fewer than another beyond noise in %u",
      all.slowest, all.cells, all.beaten);
  finding_note(f, "n=2: most steps in %u of %u, fewer than another beyond noise in %u",
               of_2.slowest, of_2.cells, of_2.beaten);
  return true;
}

/* Percent fewer steps than Rand-Trans, mean over the patterns. */
static bool order_gain(struct claims *claims, uint32_t n, size_t load, double *gain,
                       struct err *err)
{
  *gain = 0;
  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
    double steps[ALGORITHMS];

    if (!cell_steps(claims, n, packets_of(n, load), pattern, steps, err))
      return false;
    *gain += 100 * (1 - steps[OOO] / steps[TRANS]) / TRAFFICS;
  }
  return true;
}

static bool judge_out_of_order(struct finding *f, struct err *err)
{
  for (size_t load = 0; load < LOADS; load++)
    for (size_t i = 0; i < SIZES; i++) {
      double gain;

      if (!order_gain(f->claims, sizes[i], load, &gain, err))
        return false;
      finding_reading(f, gain <= 5, "%s, n=%u: %.1f %%", load_names[load], sizes[i], gain);
    }
  return true;
}

/* Packets handled again per switch: "roughly log N" if within a quarter of n. */
static bool judge_reprocessed(struct finding *f, struct err *err)
{
  enum { N = 8 };
  struct exact_listing listing = exact_listing_of(N);
  struct watched watched;
  struct run_result result;
  struct cube_request request = cube_unlimited(N, "random", DRAND, 1);
  bool ran = cube_watch(f->claims, &request, &watched, &result, err);

  run_result_close(&result);
  if (!ran)
    return false;
  double text = (double)watched.kept / (1 << N);
  finding_reading(f, fabs(text / N - 1) < 0.25,
                  "text and figure 3, n=8, p=1: %g kept per switch", text);
  finding_reading(f, fabs(listing.kept / N - 1) < 0.25,
                  "lines 01-10: %g kept per packet, so per switch", listing.kept);
  finding_reading(f, fabs(listing.decisions / N - 1) < 0.25,
                  "lines 01-10, every decision counted: %g", listing.decisions);
  return true;
}

/* --- deterministic against the randomized ones --- */

/* Percent fewer steps of Det-R, mean over the randomized variants from `first` on. */
static bool gain_of(struct claims *claims, uint32_t n, size_t load,
                    enum traffic_pattern pattern, enum algorithm first, double *gain,
                    struct err *err)
{
  double steps[ALGORITHMS];

  *gain = 0;
  if (!cell_steps(claims, n, packets_of(n, load), pattern, steps, err))
    return false;
  for (enum algorithm i = first; i <= DRAND; i++)
    *gain += 100 * (1 - steps[DET] / steps[i]) / (DRAND - first + 1);
  return true;
}

static bool within(double percent)
{
  return percent >= 20 && percent <= 30;
}

/* Percents at all sizes, and their mean, of one pattern, into text[CLAIM_TEXT]; *inside:
 * means within the range, of LOADS. */
static bool gains_of_pattern(struct claims *claims, enum traffic_pattern pattern,
                             char *text, uint32_t *inside, struct err *err)
{
  for (size_t load = 0; load < LOADS; load++) {
    double mean = 0, gain;

    claims_append(text, CLAIM_TEXT, ", %s:", load_names[load]);
    for (size_t i = 0; i < SIZES; i++) {
      if (!gain_of(claims, sizes[i], load, pattern, SYNC, &gain, err))
        return false;
      claims_append(text, CLAIM_TEXT, " %.0f", gain);
      mean += gain / SIZES;
    }
    claims_append(text, CLAIM_TEXT, " (mean %.1f)", mean);
    *inside += within(mean);
  }
  return true;
}

static bool judge_each_pattern(struct finding *f, struct err *err)
{
  char texts[TRAFFICS][CLAIM_TEXT] = {{0}};
  uint32_t inside = 0, means = 0;

  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
    if (pattern == TRANSPOSE)
      continue;
    if (!gains_of_pattern(f->claims, pattern, texts[pattern], &inside, err))
      return false;
    means += LOADS;
  }
  finding_reading(f, inside == means,
                  "percent fewer steps than algorithms 2-5 at n=4, 6, 8, 10: the mean is "
                  "within 20-30 in %u of %u",
                  inside, means);
  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++)
    if (texts[pattern][0])
      finding_note(f, "%s%.200s", traffic_names[pattern], texts[pattern]);
  return true;
}

/* One mean over patterns, n = 2..10 and both loads. */
static bool mean_gain(struct claims *claims, bool with_reversal, enum algorithm first,
                      double *mean, uint32_t *cells, struct err *err)
{
  double sum = 0, gain;

  *cells = 0;
  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
    if (pattern == TRANSPOSE || (pattern == REVERSAL && !with_reversal))
      continue;
    for (uint32_t n = 2; n <= 10; n++)
      for (size_t load = 0; load < LOADS; load++, ++*cells) {
        if (!gain_of(claims, n, load, pattern, first, &gain, err))
          return false;
        sum += gain;
      }
  }
  *mean = sum / *cells;
  return true;
}

static bool judge_one_mean(struct finding *f, struct err *err)
{
  for (int without = 0; without < 2; without++)
    for (enum algorithm first = SYNC; first <= TRANS; first++) {
      double mean;
      uint32_t cells;

      if (!mean_gain(f->claims, !without, first, &mean, &cells, err))
        return false;
      finding_reading(f, within(mean), "%s bit-reversal, %s: %.1f %% of %u cells",
                      without ? "without" : "with",
                      first == SYNC ? "algorithms 2-5" : "algorithms 3-5", mean, cells);
    }
  finding_note(f, "n=2..10, p=1 and n");
  return true;
}

/* --- two phases --- */

/* Of one pattern: cells of all sizes, loads and variants, and those with more steps. */
static bool compare_phases(struct claims *claims, enum traffic_pattern pattern,
                           uint32_t *longer, uint32_t *cells, struct err *err)
{
  *longer = *cells = 0;
  for (size_t i = 0; i < LOADS * SIZES; i++) {
    uint32_t n = sizes[i / LOADS];
    double steps[ALGORITHMS];

    if (!cell_steps(claims, n, packets_of(n, i % LOADS), pattern, steps, err))
      return false;
    for (enum algorithm variant = SYNC; variant <= DRAND; variant++, ++*cells)
      *longer += steps[variant] > steps[DET];
  }
  return true;
}

static bool judge_both_phases(struct finding *f, struct err *err)
{
  uint32_t longer, cells, patterns = 0, all = 0;
  char text[160] = "";

  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++, all++) {
    if (!compare_phases(f->claims, pattern, &longer, &cells, err))
      return false;
    patterns += longer == cells;
    claims_append(text, sizeof text, "%s%s %u of %u", all ? ", " : "",
                  traffic_names[pattern], longer, cells);
  }
  finding_reading(
      f, 2 * patterns > all,
      "n=4, 6, 8, 10, p=1 and n, more steps than Det-R: %s cells; in all of them "
      "for %u of %u distributions",
      text, patterns, all);
  const struct cell *det = cell_of(f->claims, 10, 10, RANDOM, DET, err);
  const struct cell *trans = det ? cell_of(f->claims, 10, 10, RANDOM, TRANS, err) : NULL;
  const struct cell *drand = trans ? cell_of(f->claims, 10, 10, RANDOM, DRAND, err) : NULL;
  if (drand)
    finding_note(f,
                 "hops per packet, random, n=10: Det-R %.2f, Rand-Trans %.2f, DRand %.2f",
                 det->hops, trans->hops, drand->hops);
  return drand != NULL;
}

static bool judge_notation(struct finding *f, struct err *err)
{
  struct watched watched;
  struct run_result result;
  struct cube_request request = cube_unlimited(4, "random", DET, 3);
  bool ran = cube_watch(f->claims, &request, &watched, &result, err);
  struct bench bench;

  uint64_t delivered = result.statistics.delivered;

  run_result_close(&result);
  if (!ran || !cube_open(&bench, f->claims, &request, err))
    return false;
  finding_reading(f, bench.s.topology.switches == 16 && delivered == 48,
                  "n=4, p=3: %u switches, %llu packets delivered",
                  bench.s.topology.switches, (unsigned long long)delivered);
  bench_close(&bench);
  return true;
}

#define PLACE "section 5"

static const struct claim_row rows[] = {
    {"5.1", PLACE, "Rand-Sync is the slowest randomized variant (n >= 3)", "worst of four",
     .judge = judge_sync_worst},
    {"5.2", PLACE, "out of order saves a few percent of Rand-Trans' steps (at most 5)",
     "a few percent", .judge = judge_out_of_order},
    {"5.3", PLACE, "DRand: packets reprocessed per switch (within a quarter)",
     "about log N", .judge = judge_reprocessed},
    {"5.4", PLACE, "deterministic 20-30 % better, each distribution but transpose",
     "20-30 %", .judge = judge_each_pattern},
    {"5.5", PLACE, "deterministic 20-30 % better, one mean over them", "20-30 %",
     .judge = judge_one_mean},
    {"5.6", PLACE, "both phases together take longer than Det-R, most distributions",
     "most likely", .judge = judge_both_phases},
    {"5.7", PLACE, "S_(4,3): 2^4 switches with 48 packets", "16, 48",
     .judge = judge_notation},
};

const struct claim_part claims_hypercube_results = {rows, sizeof rows / sizeof rows[0]};
