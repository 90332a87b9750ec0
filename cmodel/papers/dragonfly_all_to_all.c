/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_all_to_all -- Theorem 7: every router to every other. */
#include "papers/dragonfly.h"

/* Does the schedule have every pair of routers once? */
static bool is_complete(const struct sent *sent)
{
  const size_t n = sent->t->switches;
  bool *seen MEMORY_OF_BLOCK = lab_memory(sent->f, n * n, sizeof *seen);
  bool complete = seen && sent->schedule.count == n * n;

  for (size_t i = 0; complete && i < sent->schedule.count; i++) {
    const struct schedule_entry *entry = &sent->schedule.entries[i];
    bool *pair = &seen[entry->source * n + entry->destination];

    complete = !*pair;
    *pair = true;
  }
  return complete;
}

/* T7.1 */
static void judge_printed(struct finding *f)
{
  uint32_t clean = 0, delays = 0, complete = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f, i, ORDER_PRINTED);

    clean += lab_clean(r) && r->delivered == lab_rounds(i) * lab_rounds(i);
    delays += r->steps == lab_rounds(i) + (uint64_t)lab_table[i].k * lab_table[i].m + 2;
  }
  while (survey_next(&s)) {
    SENT_OF_BLOCK(sent);

    sent_make(f, &sent, &s.t, "all-to-all,self=1");
    complete += is_complete(&sent);
  }
  finding_reading(f, clean == LAB_TABLE && delays == LAB_TABLE && complete == LAB_GRAPHS,
                  "no conflict in %u of %d sizes, up to D3(8,16); KM delays, last step "
                  "KM^2 + KM + 2, in %u; every pair once in %u of %d",
                  clean, LAB_TABLE, delays, complete, LAB_GRAPHS);
}

/* T7.2 */
static void judge_m(struct finding *f)
{
  uint32_t sizes = 0, clean = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    if (lab_table[i].m >= 4 && lab_table[i].m % 2 == 0)
      continue;
    sizes++;
    clean += lab_clean(lab_all_to_all(f, i, ORDER_PRINTED));
  }
  finding_reading(f, clean == 0, "M = 2, 3 or 5: no conflict either in %u of %u sizes",
                  clean, sizes);
}

/* --- the test --- */

/* All routers follow the printed order, with a wait where the test says so. */
static struct conflicts launch(struct survey *s, bool wrapped, uint32_t *unlike)
{
  const int m = (int)s->size.m, rounds = (int)s->t.switches;
  uint32_t cycle = 0;
  SENT_OF_BLOCK(sent);

  sent_open(s->f, &sent, &s->t, NULL);
  for (int i = 0; i < rounds; i++, cycle++) {
    const int pi = i % m, delta = i / m % m;
    const int test = wrapped ? (pi - 2 + m) % m : pi - 2;

    cycle += test == delta;
    *unlike += i >= 2 && (test == delta) != ((i - 2) % m == delta);
    sent_add_all(&sent, cycle,
                 (struct d3_vector){(uint32_t)(i / m / m), (uint32_t)pi, (uint32_t)delta});
  }
  return sent_conflicts(&sent);
}

/* T7.3 */
static void judge_test(struct finding *f)
{
  uint32_t unlike = 0, clean = 0, off = 0, as_k = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    clean += launch(&s, true, &unlike).count == 0;
    as_k += launch(&s, false, &off).steps == s.size.k;
  }
  finding_reading(f, unlike == 0 && clean == LAB_GRAPHS,
                  "%d sizes: other than pi(i-2) = delta(i) in %u rounds; no conflict in %u "
                  "sizes",
                  LAB_GRAPHS, unlike, clean);
  finding_note(f, "without wrapping: other in %u rounds, conflicts in K steps in %u sizes",
               off, as_k);
}

/* --- waits --- */

static uint32_t least_waits(struct lab_size size)
{
  return size.k * (size.m == 2 ? 1 : size.m == 3 ? 2 : size.m - 2);
}

/* T7.4 */
static void judge_needed(struct finding *f)
{
  uint32_t needed = 0, least = 0, conflicts = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const uint32_t k = lab_table[i].k, m = lab_table[i].m;
    const struct trial_result *minimal = lab_all_to_all(f, i, ORDER_MINIMAL);
    const struct conflicts none = lab_all_to_all(f, i, ORDER_NO_WAITS)->conflicts;
    const uint64_t waits = minimal->steps - lab_rounds(i) - 2;

    needed += !lab_clean(minimal) || waits >= (uint64_t)k * m;
    least += lab_clean(minimal) && waits == least_waits(lab_table[i]);
    conflicts += none.steps == k * (m - 1) && none.count == none.steps * lab_rounds(i);
  }
  finding_reading(f, needed == LAB_TABLE,
                  "the same order with fewer: K(M-2) for M >= 4, 2K for M = 3, K for M = 2 "
                  "in %u of %d sizes",
                  least, LAB_TABLE);
  finding_note(f,
               "with none: conflicts in K(M-1) steps, each at one port of all routers, in "
               "%u sizes",
               conflicts);
}

/* T7.5: rounds i - 1 and i with a wait between them start two steps apart, as the rounds do
 * that can conflict. */
static void judge_later(struct finding *f)
{
  uint32_t waits = 0, met = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    const struct schedule_entry *last = NULL;
    SENT_OF_BLOCK(sent);

    sent_make(f, &sent, &s.t, "all-to-all,self=1");
    for (size_t j = 0; j < sent.schedule.count; j++) {
      const struct schedule_entry *entry = &sent.schedule.entries[j];

      if (entry->source != 0)
        continue;
      if (last && entry->cycle == last->cycle + 2) {
        /* From router 0.0.0, pi is p' and delta is d'. */
        const uint32_t delta = d3_router(&s.t, entry->destination).d;

        waits++;
        met += d3_router(&s.t, last->destination).p == delta && delta != 0;
      }
      last = entry;
    }
  }
  finding_reading(f, met > 0, "of %u waits of %d sizes %u bring a conflict about", waits,
                  LAB_GRAPHS, met);
}

/* T7.6 */
static void judge_zero_wait(struct finding *f)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f, i, ORDER_ZERO_WAIT);

    good += lab_clean(r) && r->steps == lab_rounds(i) + 2;
  }
  finding_reading(
      f, good == LAB_TABLE,
      "all in another order: no conflict, last step KM^2 + 2, in %u of %d sizes", good,
      LAB_TABLE);
}

/* T7.7 */
static void judge_table(struct finding *f)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const uint64_t n = lab_rounds(i), k = lab_table[i].k, m = lab_table[i].m;
    const struct trial_result *r[ORDERS];

    for (enum lab_order order = 0; order < ORDERS; order++)
      r[order] = lab_all_to_all(f, i, order);
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
