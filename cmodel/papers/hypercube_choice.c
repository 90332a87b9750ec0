/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_choice -- section 3.2: the intermediate destination chosen on the way.
 */
#include "papers/hypercube.h"
#include "papers/hypercube_exact.h"
#include "switch/component/alternate_destination_selector.h"
#include "switch/route/bitfix.h"
#include "switch/route/bitfix_mask.h"

#include <math.h>

#define EXACT 1e-12 /* differences below this come from division by n */

/* "Very low": at most this. */
#define LOW 0.01

/* Laws of a unit for n = 1..8, at index n. */
struct laws {
  struct exact_law of[EXACT_DIMENSIONS + 1];
};

static struct laws laws_of(struct finding *f, exact_unit *unit, bool forced)
{
  struct laws laws;

  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++)
    if (!exact_law_of(&laws.of[n], unit, forced, n) && !f->failed)
      finding_check(f, err_set(f->err, ERR_ENVIRONMENT, "not enough memory for n=%u", n));
  return laws;
}

static bool is(double value, double exactly)
{
  return fabs(value - exactly) < EXACT;
}

static void judge_forced(struct finding *f)
{
  const struct laws laws = laws_of(f, bitfix_mask_forced.comb, true);
  struct cube_request request = cube_unlimited(10, "random", DRAND, 10);
  double least = 1, most = 0;

  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    least = fmin(least, laws.of[n].forced);
    most = fmax(most, laws.of[n].forced);
  }
  reading(f, most <= LOW, "exactly, n=1..8: %.15g to %.15g of all packets", least, most);
  request.vcs = 3; /* so that forced hops have one of their own */
  const struct watched watched = cube_watch(f, request);
  const double packets = (double)watched.delivered, forced = (double)watched.crossed[1];

  reading(f, forced <= LOW * packets, "a run, n=p=10: %.1f %% of %.0f packets",
          100 * forced / packets, packets);
  note(f, "at the first switch %.3g at n=8", laws.of[8].forced_first);
}

static void judge_uniform(struct finding *f)
{
  const struct laws laws = laws_of(f, bitfix_mask_forced.comb, true);
  char text[CLAIM_TEXT] = "";
  double most = 0;

  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    most = fmax(most, laws.of[n].variation);
    claims_append(text, sizeof text, " %.4g", laws.of[n].variation);
  }
  reading(f, most < EXACT, "total variation from uniform, exactly, n=1..8:%s", text);
}

static void judge_bias(struct finding *f)
{
  const struct laws laws = laws_of(f, bitfix_mask_forced.comb, true);
  uint32_t variation = 0, last = 0, others = 0, hops = 0, home = 0;

  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    const struct exact_law *law = &laws.of[n];
    bool even = true;

    for (uint32_t i = 0; i + 1 < n; i++)
      even &= is(law->crossed[i], 0.5);
    variation += is(law->variation, 1.0 / (2 * n));
    last += is(law->crossed[n - 1], 0.5 + 1.0 / (2 * n));
    others += even;
    hops += is(law->hops, (n + 1) / 2.0);
    home += is(law->least, 1 - 1.0 / n);
  }
  reading(f, variation == 8 && last == 8 && hops == 8,
          "of n=1..8 exactly so in %u, %u and %u; the rarest end has (1 - 1/n)/2^n "
          "in %u, the other dimensions 1/2 in %u",
          variation, last, hops, home, others);
  note(f, "runs, n=p=10: %.2f hops in both phases",
       means_of(f, 10, 10, RANDOM, DRAND)->hops);
}

/* Cells of n >= 3 in which the routing without forced hops takes fewer steps. */
struct contest {
  uint32_t faster, cells;
  double most; /* percent more than with them */
};

static struct contest count_faster(struct finding *f)
{
  static const uint32_t sizes[] = {4, 6, 8, 10};
  struct contest c = {.cells = 0};

  for (size_t i = 0; i < 2 * sizeof sizes / sizeof sizes[0]; i++)
    for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++, c.cells++) {
      uint32_t n = sizes[i / 2], p = i % 2 ? n : 1;
      const double with = means_of(f, n, p, pattern, DRAND)->steps;
      const double without = means_of(f, n, p, pattern, FREE)->steps;

      c.faster += without < with;
      c.most = fmax(c.most, 100 * (without / with - 1));
    }
  return c;
}

static void judge_needed(struct finding *f)
{
  const struct laws laws = laws_of(f, bitfix_mask_free.comb, false);
  const struct watched watched = cube_watch(f, cube_unlimited(8, "random", FREE, 8));
  const struct contest contest = count_faster(f);
  const bool works = watched.outcome == OUTCOME_PASS && watched.kept == 0;
  uint32_t uniform = 0, hops = 0;

  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    uniform += laws.of[n].variation == 0;
    hops += laws.of[n].hops == n / 2.0;
  }
  reading(f, !works,
          "without it (forced=0), random, n=p=8: %s delivered, kept in an input "
          "queue in %" PRIu64 " channel-cycles",
          works ? "all" : "not all", watched.kept);
  reading(f, uniform < EXACT_DIMENSIONS || hops < EXACT_DIMENSIONS,
          "destination exactly uniform in %u and n/2 hops in %u of n=1..8", uniform, hops);
  note(f, "fewer steps without it in %u of %u cells (n=4, 6, 8, 10), at worst %.1f %% more",
       contest.faster, contest.cells, contest.most);
}

/* Largest difference from 1/n of the probability of a port, over all words of `bits` bits
 * from `lsb` on. */
static double port_bias(uint32_t n, bool shared, uint32_t lsb, uint32_t bits)
{
  double count[20] = {0}, most = 0;

  for (uint32_t part = 0; part < 1u << bits; part++)
    count[alternate_destination_selector_comb(
              &(struct alternate_destination_selector_in){
                  .random = part << lsb, .width = n, .shared = shared})
              .index]++;
  for (uint32_t port = 0; port < n; port++)
    most = fmax(most, fabs(count[port] / (1u << bits) - 1.0 / n));
  return most;
}

static void judge_alternate(struct finding *f)
{
  double own = 0, shared = 0;

  for (uint32_t n = 2; n <= 20; n++) {
    own = fmax(own, port_bias(n, false, ALTERNATE_LSB, ALTERNATE_BITS));
    /* At the first switch the bits of all dimensions are known to be 0. */
    shared = fmax(shared, port_bias(n, true, n, 1));
  }
  reading(f, own <= 1.0 / (1 << ALTERNATE_BITS),
          "own bits (figure 3): at most %.3g from 1/n, n=2..20", own);
  reading(
      f, shared <= 1.0 / (1 << ALTERNATE_BITS),
      "the dimensions' bits (figure 4), first switch: up to %.3g from 1/n, always port 0",
      shared);
}

static void judge_listing(struct finding *f)
{
  const struct exact_listing listing = exact_listing_of(8);
  const uint64_t kept = cube_watch(f, cube_unlimited(8, "random", DRAND, 8)).kept;

  reading(f, kept == 0, "text and figure 3, n=p=8: kept in %" PRIu64 " channel-cycles",
          kept);
  reading(f, is(listing.kept, 0),
          "lines 01-10, n=8: %g decisions per packet, kept in %g of these steps; "
          "total variation %g",
          listing.decisions, listing.kept, listing.variation);
}

static void judge_mask(struct finding *f)
{
  static const char *const texts[] = {"all up to the chosen one", "the chosen one alone"};
  exact_unit *const units[] = {bitfix_mask_forced.comb, exact_only_chosen};

  for (size_t i = 0; i < 2; i++) {
    const struct laws laws = laws_of(f, units[i], true);
    char text[80] = "";
    bool holds = true;

    for (uint32_t n = 4; n <= EXACT_DIMENSIONS; n++) {
      claims_append(text, sizeof text, " %.3g", laws.of[n].variation);
      holds &= laws.of[n].variation <= 1.0 / (2 * n) + EXACT;
    }
    reading(f, holds, i == 0 ? "%s:%s at n=4..8" : "%s:%s", texts[i], text);
  }
}

/* Does the unit act on the destination alone, whatever the random word is? */
static bool only_destination(uint32_t n, uint32_t mask, uint32_t destination)
{
  for (uint32_t bits = 0; bits < 1u << n; bits++)
    for (uint32_t alternate = 0; alternate < 4096; alternate += 512) {
      struct route_out way = bitfix_mask_forced.comb(
          &(struct route_in){.header = mask << n | destination,
                             .random = alternate << ALTERNATE_LSB | bits,
                             .ports = n});
      struct route_out direct =
          bitfix.comb(&(struct route_in){.header = destination, .ports = n});

      if (way.ports != direct.ports || way.eject != direct.eject)
        return false;
    }
  return true;
}

/* The bit of remark 10, as the unit acts: needed if some mask goes with both of its values.
 */
static void judge_remark_10(struct finding *f)
{
  uint32_t masks = 0, as_empty = 0;

  for (uint32_t n = 2; n <= 6; n++)
    for (uint32_t mask = 0; mask < 1u << n; mask++, masks++) {
      uint32_t direct = 0;

      for (uint32_t destination = 0; destination < 1u << n; destination++)
        direct += only_destination(n, mask, destination);
      as_empty += direct == (mask ? 0 : 1u << n);
    }
  reading(f, as_empty < masks,
          "%u masks of n=2..6, all words and destinations: in %u the packet goes "
          "to its final destination exactly if mask = 0",
          masks, as_empty);
}

static void judge_remark_11(struct finding *f)
{
  const struct laws own = laws_of(f, bitfix_mask_forced.comb, true);
  const struct laws shared = laws_of(f, bitfix_mask_forced_shared.comb, true);
  const struct means *cell = means_of(f, 8, 8, RANDOM, SHARED);
  uint32_t possible = 0;

  for (uint32_t n = 2; n <= EXACT_DIMENSIONS; n++)
    possible += shared.of[n].least > 0;
  reading(f, possible == EXACT_DIMENSIONS - 1,
          "every destination can be chosen in %u of n=2..8; total variation %.3g, "
          "%.3g, %.3g at n=3, 4, 8 (two sources: %.3g, %.3g, %.3g)",
          possible, shared.of[3].variation, shared.of[4].variation, shared.of[8].variation,
          own.of[3].variation, own.of[4].variation, own.of[8].variation);
  reading(f, cell->passed == cell->runs, "n=p=8: all delivered in %u of %u runs",
          cell->passed, cell->runs);
}

static void judge_figure_4(struct finding *f)
{
  for (uint32_t p = 1; p <= 8; p += 7) {
    const double own = means_of(f, 8, p, RANDOM, DRAND)->steps;
    const double shared = means_of(f, 8, p, RANDOM, SHARED)->steps;
    const double more = 100 * (shared / own - 1);

    reading(f, more <= 5, "n=8, p=%u: %.1f %% more steps (%.2f, %.2f)", p, more, shared,
            own);
  }
}

static const struct claim_row rows[] = {
    {"3.2.1", "a forced hop is rare (at most 1 %)", "very low", .judge = judge_forced},
    {"3.2.2", "the intermediate destination is uniformly random", "randomly",
     .judge = judge_uniform},
    {"3.2.3", "bias 1/(2n), last dimension 1/2 + 1/(2n), (n+1)/2 hops", "-",
     .judge = judge_bias},
    {"3.2.4", "forcing is needed, so that no packet is kept", "need",
     .judge = judge_needed},
    {"3.2.5", "a forced hop takes every port equally often (within 1/4096)", "equal",
     .judge = judge_alternate},
    {"3.2.6", "no storage for packets on which a switch has not decided", "-",
     .judge = judge_listing},
    {"3.2.7", "however the mask is updated, the bias is at most 1/(2n)", "-",
     .judge = judge_mask},
    {"R10", "the mask needs one more bit: all dimensions considered", "additional bit",
     .judge = judge_remark_10},
    {"R11", "one random source can serve both selectors", "may be possible",
     .judge = judge_remark_11},
    {"F4", "one source for a whole switch costs few steps (at most 5 %)", "-",
     .judge = judge_figure_4},
};

const struct claim_part claims_hypercube_choice =
    CLAIM_PART(rows, "section 3.2, remarks 10 and 11, figures 3 and 4");
