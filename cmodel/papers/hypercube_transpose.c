/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_transpose -- section 5: the observations on transpose. */
#include "papers/hypercube.h"

#include <math.h>

/* A size at which transpose is measured. */
struct size {
  uint32_t n, packets;
};

static const struct size sizes[] = {{6, 6},  {8, 8},  {10, 10}, {12, 12}, {8, 1},
                                    {10, 1}, {12, 1}, {14, 1},  {16, 1}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

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
  finding_reading(f, others[0] == '\0', "n=p=10, others on which Det-R is slower:%s",
                  others[0] ? others : " none");
  for (uint32_t n = 2; n <= 14; n += 2, even++)
    equal +=
        means_of(f, n, 1, TRANSPOSE, DET)->steps == means_of(f, n, 1, REVERSAL, DET)->steps;
  finding_note(
      f,
      "bit-reversal takes exactly the steps of transpose in %u of %u even n=2..14, "
      "p=1",
      equal, even);
}

/* Rounded to whole numbers. */
static bool four_to_eight(double speedup)
{
  return round(speedup) >= 4 && round(speedup) <= 8;
}

static void judge_speedup(struct finding *f)
{
  for (size_t i = 0; i < SIZES; i++) {
    double steps[ALGORITHMS];
    char text[80] = "";
    bool holds = true;

    mean_steps(f, sizes[i].n, sizes[i].packets, TRANSPOSE, steps);
    for (enum algorithm variant = SYNC; variant <= DRAND; variant++) {
      double speedup = steps[DET] / steps[variant];

      claims_append(text, sizeof text, " %.2f", speedup);
      holds &= four_to_eight(speedup);
    }
    finding_reading(f, holds, "n=%u, p=%u:%s", sizes[i].n, sizes[i].packets, text);
  }
  finding_note(f, "variants in the order of section 4");
}

/* Comparable: within 10 % of each other; better: fewer steps. */
static void judge_better(struct finding *f)
{
  for (size_t i = 0; i < SIZES; i++) {
    double steps[ALGORITHMS];

    mean_steps(f, sizes[i].n, sizes[i].packets, TRANSPOSE, steps);
    bool comparable = fabs(steps[DRAND] / steps[OOO] - 1) <= 0.1;
    bool better = steps[OOO] < steps[TRANS] && steps[DRAND] < steps[TRANS];
    finding_reading(f, comparable && better, "n=%u, p=%u: %.2f, %.2f against %.2f",
                    sizes[i].n, sizes[i].packets, steps[OOO], steps[DRAND], steps[TRANS]);
  }
}

#define PLACE "section 5, transpose"

static const struct claim_row rows[] = {
    {"5.8", PLACE, "transpose is the only exception", "the exception",
     .judge = judge_only_exception},
    {"5.9", PLACE, "on transpose the randomized ones are 4 to 8 times as fast", "4-8",
     .judge = judge_speedup},
    {"5.10", PLACE, "on transpose OOO and DRand are alike (10 %), both beat Rand-Trans",
     "better", .judge = judge_better},
};

const struct claim_part claims_hypercube_transpose = {rows, sizeof rows / sizeof rows[0]};
