/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_loads -- sections 4 and 5 between one packet per switch and n of them. */
#include "papers/hypercube.h"

#include <math.h>

/* A network S_(n,p). */
struct load {
  uint32_t n, p;
};

/* p = 2, n/2, and the paper's own example, S_(4,3). */
static const struct load loads[] = {{4, 2}, {4, 3}, {6, 2},  {6, 3},
                                    {8, 2}, {8, 4}, {10, 2}, {10, 5}};
enum { LOADS = sizeof loads / sizeof loads[0] };

/* All algorithms deliver all packets of all patterns. */
static void judge_delivered(struct finding *f)
{
  for (size_t i = 0; i < LOADS; i++) {
    uint32_t cells = 0, delivered = 0;

    for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++)
      for (enum algorithm algorithm = DET; algorithm <= DRAND; algorithm++, cells++) {
        const struct means *cell = means_of(f, loads[i].n, loads[i].p, pattern, algorithm);

        delivered += cell->passed == cell->runs;
      }
    reading(f, delivered == cells, "S_(%u,%u): %u of %u cells (5 algorithms, 5 patterns)",
            loads[i].n, loads[i].p, delivered, cells);
  }
}

static void judge_destinations(struct finding *f)
{
  for (uint32_t p = 2; p <= 3; p++) {
    const struct cube_load load = cube_load_of(f, "random", p);

    reading(f, load.sent == p && load.most <= p,
            "S_(6,%u): %u from a switch, %u to %u packets for one", p, load.sent,
            load.fewest, load.most);
  }
}

/* No other randomized algorithm is slower by two standard deviations. */
static void judge_sync_worst(struct finding *f)
{
  for (size_t i = 0; i < LOADS; i++) {
    uint32_t cells = 0, slowest = 0, beaten = 0;

    for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++, cells++) {
      const struct means *sync = means_of(f, loads[i].n, loads[i].p, pattern, SYNC);
      double most = 0, beyond = 0;

      for (enum algorithm other = TRANS; other <= DRAND; other++) {
        const struct means *cell = means_of(f, loads[i].n, loads[i].p, pattern, other);

        most = fmax(most, cell->steps);
        beyond = fmax(beyond, cell->steps - 2 * hypot(cell->error, sync->error));
      }
      slowest += most < sync->steps;
      beaten += beyond > sync->steps;
    }
    reading(f, beaten == 0, "S_(%u,%u): most steps in %u of %u patterns", loads[i].n,
            loads[i].p, slowest, cells);
  }
}

/* Percent fewer steps than Rand-Trans, mean over the patterns. */
static void judge_out_of_order(struct finding *f)
{
  for (size_t i = 0; i < LOADS; i++) {
    double steps[ALGORITHMS], gain = 0;

    for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
      mean_steps(f, loads[i].n, loads[i].p, pattern, steps);
      gain += 100 * (1 - steps[OOO] / steps[TRANS]) / TRAFFICS;
    }
    reading(f, gain <= 5, "S_(%u,%u): %.1f %%", loads[i].n, loads[i].p, gain);
  }
}

/* Percent fewer steps of Det-R, mean over the randomized algorithms, of each pattern but
 * transpose. */
static void judge_deterministic(struct finding *f)
{
  for (size_t i = 0; i < LOADS; i++) {
    uint32_t inside = 0, patterns = 0;
    char text[120] = "";

    for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
      double steps[ALGORITHMS], gain = 0;

      if (pattern == TRANSPOSE)
        continue;
      mean_steps(f, loads[i].n, loads[i].p, pattern, steps);
      for (enum algorithm other = SYNC; other <= DRAND; other++)
        gain += 100 * (1 - steps[DET] / steps[other]) / (DRAND - SYNC + 1);
      inside += gain >= 20 && gain <= 30;
      patterns++;
      claims_append(text, sizeof text, "%s %s %.0f", patterns > 1 ? "," : "",
                    traffic_names[pattern], gain);
    }
    reading(f, inside == patterns, "S_(%u,%u):%s", loads[i].n, loads[i].p, text);
  }
}

static void judge_transpose(struct finding *f)
{
  for (size_t i = 0; i < LOADS; i++) {
    double steps[ALGORITHMS];
    char text[80] = "";
    bool holds = true;

    mean_steps(f, loads[i].n, loads[i].p, TRANSPOSE, steps);
    for (enum algorithm other = SYNC; other <= DRAND; other++) {
      const double speedup = steps[DET] / steps[other];

      claims_append(text, sizeof text, " %.2f", speedup);
      holds &= round(speedup) >= 4 && round(speedup) <= 8;
    }
    reading(f, holds, "S_(%u,%u):%s", loads[i].n, loads[i].p, text);
  }
  note(f, "variants in the order of section 4");
}

static const struct claim_row rows[] = {
    {"L1", "every load between 1 and n is delivered, S_(4,3) too", "up to D packets",
     .judge = judge_delivered, .place = "section 4"},
    {"L2", "no switch is the destination of more packets than start at one", "at most p",
     .judge = judge_destinations, .place = "section 4"},
    {"L3", "Rand-Sync is the slowest randomized variant", "worst of four",
     .judge = judge_sync_worst},
    {"L4", "out of order saves a few percent of Rand-Trans' steps (at most 5)",
     "a few percent", .judge = judge_out_of_order},
    {"L5", "deterministic 20-30 % better, each distribution but transpose", "20-30 %",
     .judge = judge_deterministic},
    {"L6", "on transpose the randomized ones are 4 to 8 times as fast", "4-8",
     .judge = judge_transpose},
};

const struct claim_part claims_hypercube_loads = CLAIM_PART(rows, "section 5, 1 < p < n");
