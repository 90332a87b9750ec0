/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_all_to_all -- Theorem 7: every router to every other. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

#include <stdlib.h>

static uint64_t rounds_of(size_t size)
{
  return (uint64_t)lab_table[size].k * lab_table[size].m * lab_table[size].m;
}

/* Does the schedule have every pair of routers once? */
static bool is_complete(const struct lab_plan *plan)
{
  const uint32_t n = plan->t->switches;
  bool *sent = calloc((size_t)n * n, sizeof *sent);
  bool good = sent && plan->schedule.count == (size_t)n * n;

  for (size_t i = 0; good && i < plan->schedule.count; i++) {
    const struct schedule_entry *entry = &plan->schedule.entries[i];
    size_t pair = (size_t)entry->source * n + entry->destination;

    good = !sent[pair];
    sent[pair] = true;
  }
  free(sent);
  return good;
}

/* T7.1 */
static bool judge_printed(struct finding *f, struct err *err)
{
  uint32_t clean = 0, delays = 0, complete = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f->claims, i, ORDER_PRINTED, err);

    if (!r)
      return false;
    clean += lab_clean(r) && r->delivered == rounds_of(i) * rounds_of(i);
    delays += r->steps == rounds_of(i) + (uint64_t)lab_table[i].k * lab_table[i].m + 2;
  }
  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    PLAN_OF_BLOCK(plan);
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err) ||
        !lab_plan_make(&plan, &t, NULL, err, "all-to-all,self=1"))
      return false;
    complete += is_complete(&plan);
  }
  finding_reading(f, clean == LAB_TABLE && delays == LAB_TABLE && complete == LAB_GRAPHS,
                  "no conflict in %u of %d sizes, up to D3(8,16); KM delays, last step "
                  "KM^2 + KM + 2, in %u; every pair once in %u of %d",
                  clean, LAB_TABLE, delays, complete, LAB_GRAPHS);
  return true;
}

/* T7.2 */
static bool judge_m(struct finding *f, struct err *err)
{
  uint32_t sizes = 0, clean = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    if (lab_table[i].m >= 4 && lab_table[i].m % 2 == 0)
      continue;
    const struct trial_result *r = lab_all_to_all(f->claims, i, ORDER_PRINTED, err);
    if (!r)
      return false;
    sizes++;
    clean += lab_clean(r);
  }
  finding_reading(f, clean == 0, "M = 2, 3 or 5: no conflict either in %u of %u sizes",
                  clean, sizes);
  return true;
}

/* --- the test --- */

/* All routers follow the printed order, with a wait where the test says so. */
static bool launch(struct lab_size size, bool wrapped, struct conflicts *c,
                   uint32_t *unlike, struct err *err)
{
  const int m = (int)size.m;
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, size, err) || !lab_plan_open(&plan, &t, NULL, err))
    return false;
  uint32_t cycle = 0;
  for (int i = 0; i < (int)t.switches; i++, cycle++) {
    const int pi = i % m, delta = i / m % m;
    const int test = wrapped ? (pi - 2 + m) % m : pi - 2;

    cycle += test == delta;
    *unlike += i >= 2 && (test == delta) != ((i - 2) % m == delta);
    for (uint32_t sw = 0; sw < t.switches; sw++) {
      struct d3_vector v = {(uint32_t)(i / m / m), (uint32_t)pi, (uint32_t)delta};

      if (!lab_plan_send(&plan, cycle, sw, d3_end(&t, sw, v),
                         dragonfly_vector(&t, 3, v.gamma, v.pi, v.delta), err))
        return false;
    }
  }
  return lab_plan_count(&plan, c, err);
}

/* T7.3 */
static bool judge_test(struct finding *f, struct err *err)
{
  uint32_t unlike = 0, clean = 0, off = 0, as_k = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    struct conflicts c;

    if (!launch(lab_graphs[i], true, &c, &unlike, err))
      return false;
    clean += c.count == 0;
    if (!launch(lab_graphs[i], false, &c, &off, err))
      return false;
    as_k += c.steps == lab_graphs[i].k;
  }
  finding_reading(f, unlike == 0 && clean == LAB_GRAPHS,
                  "%d sizes: other than pi(i-2) = delta(i) in %u rounds; no conflict in %u "
                  "sizes",
                  LAB_GRAPHS, unlike, clean);
  finding_note(f, "without wrapping: other in %u rounds, conflicts in K steps in %u sizes",
               off, as_k);
  return true;
}

/* --- waits --- */

static uint32_t least_waits(struct lab_size size)
{
  return size.k * (size.m == 2 ? 1 : size.m == 3 ? 2 : size.m - 2);
}

/* T7.4 */
static bool judge_needed(struct finding *f, struct err *err)
{
  uint32_t needed = 0, least = 0, conflicts = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const uint32_t k = lab_table[i].k, m = lab_table[i].m;
    const struct trial_result *minimal = lab_all_to_all(f->claims, i, ORDER_MINIMAL, err);
    const struct trial_result *none =
        minimal ? lab_all_to_all(f->claims, i, ORDER_NO_WAITS, err) : NULL;

    if (!none)
      return false;
    uint64_t waits = minimal->steps - rounds_of(i) - 2;
    needed += !lab_clean(minimal) || waits >= (uint64_t)k * m;
    least += lab_clean(minimal) && waits == least_waits(lab_table[i]);
    conflicts += none->conflicts.steps == k * (m - 1) &&
                 none->conflicts.count == none->conflicts.steps * rounds_of(i);
  }
  finding_reading(f, needed == LAB_TABLE,
                  "the same order with fewer: K(M-2) for M >= 4, 2K for M = 3, K for M = 2 "
                  "in %u of %d sizes",
                  least, LAB_TABLE);
  finding_note(f,
               "with none: conflicts in K(M-1) steps, each at one port of all routers, in "
               "%u sizes",
               conflicts);
  return true;
}

/* T7.5: rounds i - 1 and i with a wait between them start two steps apart, as the rounds do
 * that can conflict. */
static bool judge_later(struct finding *f, struct err *err)
{
  uint32_t waits = 0, met = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    PLAN_OF_BLOCK(plan);
    TOPOLOGY_OF_BLOCK(t);
    const struct schedule_entry *last = NULL;

    if (!dragonfly_open(&t, lab_graphs[i], err) ||
        !lab_plan_make(&plan, &t, NULL, err, "all-to-all,self=1"))
      return false;
    for (size_t j = 0; j < plan.schedule.count; j++) {
      const struct schedule_entry *entry = &plan.schedule.entries[j];

      if (entry->source != 0)
        continue;
      if (last && entry->cycle == last->cycle + 2) {
        /* From router 0.0.0, pi is p' and delta is d'. */
        waits++;
        met += d3_router(&t, last->destination).p == d3_router(&t, entry->destination).d &&
               d3_router(&t, entry->destination).d != 0;
      }
      last = entry;
    }
  }
  finding_reading(f, met > 0, "of %u waits of %d sizes %u bring a conflict about", waits,
                  LAB_GRAPHS, met);
  return true;
}

/* T7.6 */
static bool judge_zero_wait(struct finding *f, struct err *err)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f->claims, i, ORDER_ZERO_WAIT, err);

    if (!r)
      return false;
    good += lab_clean(r) && r->steps == rounds_of(i) + 2;
  }
  finding_reading(
      f, good == LAB_TABLE,
      "all in another order: no conflict, last step KM^2 + 2, in %u of %d sizes", good,
      LAB_TABLE);
  return true;
}

/* T7.7 */
static bool judge_table(struct finding *f, struct err *err)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const uint64_t n = rounds_of(i), k = lab_table[i].k, m = lab_table[i].m;
    const struct trial_result *r[ORDERS];

    for (enum lab_order order = 0; order < ORDERS; order++)
      if (!(r[order] = lab_all_to_all(f->claims, i, order, err)))
        return false;
    good += r[ORDER_PRINTED]->steps == n + k * m + 2 &&
            r[ORDER_MINIMAL]->steps == n + 2 + least_waits(lab_table[i]) &&
            r[ORDER_ZERO_WAIT]->steps == n + 2 &&
            r[ORDER_NO_WAITS]->conflicts.steps == k * (m - 1) &&
            r[ORDER_PROTOCOL_3]->steps == 2 * n + n % 2 &&
            r[ORDER_PROTOCOL_2]->steps == n + 2 + (n - 1) / 2;
    finding_note(f, "(%u,%u): %llu, %llu, %llu; %llu; %llu; %llu (%llu)", lab_table[i].k,
                 lab_table[i].m, (unsigned long long)r[ORDER_PRINTED]->steps,
                 (unsigned long long)r[ORDER_MINIMAL]->steps,
                 (unsigned long long)r[ORDER_ZERO_WAIT]->steps,
                 (unsigned long long)r[ORDER_NO_WAITS]->conflicts.steps,
                 (unsigned long long)r[ORDER_PROTOCOL_3]->steps,
                 (unsigned long long)r[ORDER_PROTOCOL_2]->steps,
                 (unsigned long long)r[ORDER_PROTOCOL_2]->conflicts.steps);
  }
  finding_reading(f, good == LAB_TABLE, "as the closed forms have it in %u of %d sizes",
                  good, LAB_TABLE);
  return true;
}

#define PLACE "appendix, Theorem 7"

static const struct claim_row rows[] = {
    {"T7.1", PLACE, "all-to-all in KM^2 rounds and KM delays (also 9.1, 13.6)", "KM^2, KM",
     .judge = judge_printed},
    {"T7.2", PLACE, "M must be even and at least 4", "M >= 4", .judge = judge_m},
    {"T7.3", PLACE, "its test finds the rounds i-2 and i that want one local port",
     "pi(i)-2 mod M", .judge = judge_test},
    {"T7.4", PLACE, "the KM delays are needed", "KM", .judge = judge_needed},
    {"T7.5", PLACE, "not in the paper: a wait brings about a conflict that was not there",
     "-", .judge = judge_later},
    {"T7.6", PLACE, "not in the paper: no delay is needed", "-", .judge = judge_zero_wait},
    {"T7.7", PLACE,
     "not in the paper: the last steps, with N = K M^2. (K,M): as printed N + KM + 2; with "
     "minimal waits; without any N + 2; steps with conflicts if none waits K(M-1); "
     "Protocol 3 "
     "2N, +1 if N is odd; Protocol 2 N + 2 + floor((N-1)/2) (steps with conflicts)",
     "-", .judge = judge_table},
};

const struct claim_part dragonfly_all_to_all = {rows, sizeof rows / sizeof rows[0]};
