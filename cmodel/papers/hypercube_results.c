/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_results -- section 5: the observations on all distributions, and on transpose.
 */
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

static void compare_sync(struct finding *f, uint32_t n, struct contest *contest)
{
  for (size_t i = 0; i < LOADS * TRAFFICS; i++) {
    const enum traffic_pattern pattern = (enum traffic_pattern)(i / LOADS);
    const uint32_t p = packets_of(n, i % LOADS);
    bool slowest = true, beaten = false;

    if (!traffic_defined(pattern, n))
      continue;
    const struct means *sync = means_of(f, n, p, pattern, SYNC);
    for (enum algorithm other = TRANS; other <= DRAND; other++) {
      const struct means *cell = means_of(f, n, p, pattern, other);

      slowest &= cell->steps < sync->steps;
      beaten |= cell->steps > sync->steps + 2 * hypot(cell->error, sync->error);
    }
    contest->cells++;
    contest->slowest += slowest;
    contest->beaten += beaten;
  }
}

static void judge_sync_worst(struct finding *f)
{
  static const uint32_t larger[] = {3, 4, 5, 6, 8, 10};
  struct contest all = {.cells = 0}, of_2 = {.cells = 0};

  for (size_t i = 0; i < sizeof larger / sizeof larger[0]; i++)
    compare_sync(f, larger[i], &all);
  compare_sync(f, 2, &of_2);
  reading(f, all.beaten == 0,
          "most steps in %u of %u cells (5 patterns, p=1 and n, n=3, 4, 5, 6, 8, "
          "10), fewer than another beyond noise in %u",
          all.slowest, all.cells, all.beaten);
  note(f, "n=2: most steps in %u of %u, fewer than another beyond noise in %u",
       of_2.slowest, of_2.cells, of_2.beaten);
}

/* Percent fewer steps than Rand-Trans, mean over the patterns. */
static void judge_out_of_order(struct finding *f)
{
  for (size_t load = 0; load < LOADS; load++)
    for (size_t i = 0; i < SIZES; i++) {
      double steps[ALGORITHMS], gain = 0;

      for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
        mean_steps(f, sizes[i], packets_of(sizes[i], load), pattern, steps);
        gain += 100 * (1 - steps[OOO] / steps[TRANS]) / TRAFFICS;
      }
      reading(f, gain <= 5, "%s, n=%u: %.1f %%", load_names[load], sizes[i], gain);
    }
}

/* Packets handled again per switch: "roughly log N" if within a quarter of n. */
static void judge_reprocessed(struct finding *f)
{
  enum { N = 8 };
  const struct exact_listing listing = exact_listing_of(N);
  const double text =
      (double)cube_watch(f, cube_unlimited(N, "random", DRAND, 1)).kept / (1 << N);
  const double run =
      (double)cube_watch(f, cube_unlimited(N, "random", LISTING, 1)).retained / (1 << N);

  reading(f, fabs(text / N - 1) < 0.25, "text and figure 3, n=8, p=1: %g kept per switch",
          text);
  reading(f, fabs(listing.kept / N - 1) < 0.25,
          "lines 01-10: %g kept per packet, so per switch", listing.kept);
  reading(f, fabs(listing.decisions / N - 1) < 0.25,
          "lines 01-10, every decision counted: %g", listing.decisions);
  reading(f, fabs(run / N - 1) < 0.25, "lines 01-10, a run of drand-steps: %g kept", run);
}

/* --- deterministic against the randomized ones --- */

/* Percent fewer steps of Det-R, mean over the randomized variants from `first` on. */
static double gain_of(struct finding *f, uint32_t n, size_t load,
                      enum traffic_pattern pattern, enum algorithm first)
{
  double steps[ALGORITHMS], gain = 0;

  mean_steps(f, n, packets_of(n, load), pattern, steps);
  for (enum algorithm i = first; i <= DRAND; i++)
    gain += 100 * (1 - steps[DET] / steps[i]) / (DRAND - first + 1);
  return gain;
}

static bool within(double percent)
{
  return percent >= 20 && percent <= 30;
}

/* Percents at all sizes, and their mean, of one pattern, into text[CLAIM_TEXT].  Returns
 * how many means are within the range, of LOADS. */
static uint32_t gains_of_pattern(struct finding *f, enum traffic_pattern pattern,
                                 char *text)
{
  uint32_t inside = 0;

  for (size_t load = 0; load < LOADS; load++) {
    double mean = 0;

    claims_append(text, CLAIM_TEXT, ", %s:", load_names[load]);
    for (size_t i = 0; i < SIZES; i++) {
      const double gain = gain_of(f, sizes[i], load, pattern, SYNC);

      claims_append(text, CLAIM_TEXT, " %.0f", gain);
      mean += gain / SIZES;
    }
    claims_append(text, CLAIM_TEXT, " (mean %.1f)", mean);
    inside += within(mean);
  }
  return inside;
}

static void judge_each_pattern(struct finding *f)
{
  char texts[TRAFFICS][CLAIM_TEXT] = {{0}};
  uint32_t inside = 0, means = 0;

  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++)
    if (pattern != TRANSPOSE) {
      inside += gains_of_pattern(f, pattern, texts[pattern]);
      means += LOADS;
    }
  reading(f, inside == means,
          "percent fewer steps than algorithms 2-5 at n=4, 6, 8, 10: the mean is "
          "within 20-30 in %u of %u",
          inside, means);
  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++)
    if (texts[pattern][0])
      note(f, "%s%.200s", traffic_names[pattern], texts[pattern]);
}

/* One mean over patterns, n = 2..10 and both loads. */
static double mean_gain(struct finding *f, bool with_reversal, enum algorithm first,
                        uint32_t *cells)
{
  double sum = 0;

  *cells = 0;
  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
    if (pattern == TRANSPOSE || (pattern == REVERSAL && !with_reversal))
      continue;
    for (uint32_t n = 2; n <= 10; n++)
      for (size_t load = 0; load < LOADS; load++, ++*cells)
        sum += gain_of(f, n, load, pattern, first);
  }
  return sum / *cells;
}

static void judge_one_mean(struct finding *f)
{
  for (int without = 0; without < 2; without++)
    for (enum algorithm first = SYNC; first <= TRANS; first++) {
      uint32_t cells;
      const double mean = mean_gain(f, !without, first, &cells);

      reading(f, within(mean), "%s bit-reversal, %s: %.1f %% of %u cells",
              without ? "without" : "with",
              first == SYNC ? "algorithms 2-5" : "algorithms 3-5", mean, cells);
    }
  note(f, "n=2..10, p=1 and n");
}

/* --- two phases --- */

/* Of one pattern: cells of all sizes, loads and variants, and those with more steps. */
static uint32_t compare_phases(struct finding *f, enum traffic_pattern pattern,
                               uint32_t *cells)
{
  uint32_t longer = 0;

  *cells = 0;
  for (size_t i = 0; i < LOADS * SIZES; i++) {
    uint32_t n = sizes[i / LOADS];
    double steps[ALGORITHMS];

    mean_steps(f, n, packets_of(n, i % LOADS), pattern, steps);
    for (enum algorithm variant = SYNC; variant <= DRAND; variant++, ++*cells)
      longer += steps[variant] > steps[DET];
  }
  return longer;
}

static void judge_both_phases(struct finding *f)
{
  uint32_t cells, patterns = 0, all = 0;
  char text[160] = "";

  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++, all++) {
    const uint32_t longer = compare_phases(f, pattern, &cells);

    patterns += longer == cells;
    claims_append(text, sizeof text, "%s%s %u of %u", all ? ", " : "",
                  traffic_names[pattern], longer, cells);
  }
  reading(f, 2 * patterns > all,
          "n=4, 6, 8, 10, p=1 and n, more steps than Det-R: %s cells; in all of "
          "them for %u of %u distributions",
          text, patterns, all);
  note(f, "hops per packet, random, n=10: Det-R %.2f, Rand-Trans %.2f, DRand %.2f",
       means_of(f, 10, 10, RANDOM, DET)->hops, means_of(f, 10, 10, RANDOM, TRANS)->hops,
       means_of(f, 10, 10, RANDOM, DRAND)->hops);
}

static void judge_notation(struct finding *f)
{
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);

  if (!cube_open(f, &m, cube_unlimited(4, "random", DET, 3)) ||
      !lab_machine_run(&m, NULL, NULL, &result))
    return;
  reading(f, m.s.topology.switches == 16 && result.statistics.delivered == 48,
          "n=4, p=3: %u switches, %" PRIu64 " packets delivered", m.s.topology.switches,
          result.statistics.delivered);
}

static const struct claim_row rows[] = {
    {"5.1", "Rand-Sync is the slowest randomized variant (n >= 3)", "worst of four",
     .judge = judge_sync_worst},
    {"5.2", "out of order saves a few percent of Rand-Trans' steps (at most 5)",
     "a few percent", .judge = judge_out_of_order},
    {"5.3", "DRand: packets reprocessed per switch (within a quarter)", "about log N",
     .judge = judge_reprocessed},
    {"5.4", "deterministic 20-30 % better, each distribution but transpose", "20-30 %",
     .judge = judge_each_pattern},
    {"5.5", "deterministic 20-30 % better, one mean over them", "20-30 %",
     .judge = judge_one_mean},
    {"5.6", "both phases together take longer than Det-R, most distributions",
     "most likely", .judge = judge_both_phases},
    {"5.7", "S_(4,3): 2^4 switches with 48 packets", "16, 48", .judge = judge_notation},
};

const struct claim_part claims_hypercube_results = CLAIM_PART(rows, "section 5");

/* --- transpose --- */

/* The only exception: on every other distribution all variants need more steps. */
static void judge_only_exception(struct finding *f)
{
  enum { N = 10 };
  char others[120] = "";
  uint32_t equal = 0, even = 0;

  for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
    double steps[ALGORITHMS];

    mean_steps(f, N, N, pattern, steps);
    double best = fmin(fmin(steps[SYNC], steps[TRANS]), fmin(steps[OOO], steps[DRAND]));
    if (pattern != TRANSPOSE && best < steps[DET])
      claims_append(others, sizeof others, " %s (%.0f steps, randomized %.1f)",
                    traffic_names[pattern], steps[DET], best);
  }
  reading(f, others[0] == '\0', "n=p=10, others on which Det-R is slower:%s",
          others[0] ? others : " none");
  for (uint32_t n = 2; n <= 14; n += 2, even++)
    equal +=
        means_of(f, n, 1, TRANSPOSE, DET)->steps == means_of(f, n, 1, REVERSAL, DET)->steps;
  note(f, "bit-reversal takes exactly the steps of transpose in %u of %u even n=2..14, p=1",
       equal, even);
}

/* 5.9: the rows of a table. */
static void judge_speedup(struct finding *f)
{
  const struct claim_table *table = &hypercube_transpose;

  for (uint32_t row = 0; row < table->row_count; row++) {
    const struct cube_row at = cube_row_of(table->rows[row]);
    double steps[ALGORITHMS];
    char text[80] = "";
    bool holds = true;

    mean_steps(f, at.n, at.packets, TRANSPOSE, steps);
    for (uint32_t column = 0; column < table->column_count; column++) {
      claims_append(text, sizeof text, " %.2f", steps[DET] / steps[SYNC + column]);
      holds &= table_holds(f, table, row, column);
    }
    reading(f, holds, "n=%u, p=%u:%s", at.n, at.packets, text);
  }
  note(f, "variants in the order of section 4");
}

/* Comparable: within 10 % of each other; better: fewer steps. */
static void judge_better(struct finding *f)
{
  for (uint32_t row = 0; row < hypercube_transpose.row_count; row++) {
    const struct cube_row at = cube_row_of(hypercube_transpose.rows[row]);
    double steps[ALGORITHMS];

    mean_steps(f, at.n, at.packets, TRANSPOSE, steps);
    bool comparable = fabs(steps[DRAND] / steps[OOO] - 1) <= 0.1;
    bool better = steps[OOO] < steps[TRANS] && steps[DRAND] < steps[TRANS];
    reading(f, comparable && better, "n=%u, p=%u: %.2f, %.2f against %.2f", at.n,
            at.packets, steps[OOO], steps[DRAND], steps[TRANS]);
  }
}

static const struct claim_row rows_of_transpose[] = {
    {"5.8", "transpose is the only exception", "the exception",
     .judge = judge_only_exception},
    {"5.9", "on transpose the randomized ones are 4 to 8 times as fast", "4-8",
     .judge = judge_speedup},
    {"5.10", "on transpose OOO and DRand are alike (10 %), both beat Rand-Trans", "better",
     .judge = judge_better},
};

const struct claim_part claims_hypercube_transpose =
    CLAIM_PART(rows_of_transpose, "section 5, transpose");
