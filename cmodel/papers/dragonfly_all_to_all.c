/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_all_to_all -- appendix: Theorem 7, every router to every other; Protocols 1 to
 * 3, by which rounds follow each other. */
#include "network/topology/dragonfly.h"
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
    OF_BLOCK(sent, sent);

    sent_make(f, &sent, &s.t, "all-to-all,self=1");
    complete += is_complete(&sent);
  }
  reading(f, clean == LAB_TABLE && delays == LAB_TABLE && complete == LAB_GRAPHS,
          "no conflict in %u of %d sizes, up to D3(8,16); KM delays, last step "
          "KM^2 + KM + 2, in %u; every pair once in %u of %d",
          clean, LAB_TABLE, delays, complete, LAB_GRAPHS);
}

static void judge_m(struct finding *f)
{
  uint32_t sizes = 0, clean = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    if (lab_table[i].m >= 4 && lab_table[i].m % 2 == 0)
      continue;
    sizes++;
    clean += lab_clean(lab_all_to_all(f, i, ORDER_PRINTED));
  }
  reading(f, clean == 0, "M = 2, 3 or 5: no conflict either in %u of %u sizes", clean,
          sizes);
}

/* --- the test --- */

/* All routers follow the printed order, with a wait where the test says so. */
static struct conflicts launch(struct survey *s, bool wrapped, uint32_t *unlike)
{
  const int m = (int)s->m, rounds = (int)s->t.switches;
  uint32_t cycle = 0;
  OF_BLOCK(sent, sent);

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

static void judge_test(struct finding *f)
{
  uint32_t unlike = 0, clean = 0, off = 0, as_k = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    clean += launch(&s, true, &unlike).count == 0;
    as_k += launch(&s, false, &off).steps == s.k;
  }
  reading(f, unlike == 0 && clean == LAB_GRAPHS,
          "%d sizes: other than pi(i-2) = delta(i) in %u rounds; no conflict in %u sizes",
          LAB_GRAPHS, unlike, clean);
  note(f, "without wrapping: other in %u rounds, conflicts in K steps in %u sizes", off,
       as_k);
}

/* --- waits --- */

static uint32_t least_waits(struct lab_size size)
{
  return size.k * (size.m == 2 ? 1 : size.m == 3 ? 2 : size.m - 2);
}

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
  reading(f, needed == LAB_TABLE,
          "the same order with fewer: K(M-2) for M >= 4, 2K for M = 3, K for M = 2 "
          "in %u of %d sizes",
          least, LAB_TABLE);
  note(f,
       "with none: conflicts in K(M-1) steps, each at one port of all routers, in %u sizes",
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
    OF_BLOCK(sent, sent);

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
  reading(f, met > 0, "of %u waits of %d sizes %u bring a conflict about", waits,
          LAB_GRAPHS, met);
}

static void judge_zero_wait(struct finding *f)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f, i, ORDER_ZERO_WAIT);

    good += lab_clean(r) && r->steps == lab_rounds(i) + 2;
  }
  reading(f, good == LAB_TABLE,
          "all in another order: no conflict, last step KM^2 + 2, in %u of %d sizes", good,
          LAB_TABLE);
}

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
    note(f,
         "(%u,%u): %" PRIu64 ", %" PRIu64 ", %" PRIu64 "; %" PRIu64 "; %" PRIu64
         "; %" PRIu64 " (%" PRIu64 ")",
         lab_table[i].k, lab_table[i].m, r[ORDER_PRINTED]->steps, r[ORDER_MINIMAL]->steps,
         r[ORDER_ZERO_WAIT]->steps, r[ORDER_NO_WAITS]->conflicts.steps,
         r[ORDER_PROTOCOL_3]->steps, r[ORDER_PROTOCOL_2]->steps,
         r[ORDER_PROTOCOL_2]->conflicts.steps);
  }
  reading(f, good == LAB_TABLE, "as the closed forms have it in %u of %d sizes", good,
          LAB_TABLE);
}

static const struct claim_row rows[] = {
    {"T7.1", "all-to-all in KM^2 rounds and KM delays (also 9.1, 13.6)", "KM^2, KM",
     .judge = judge_printed},
    {"T7.2", "M must be even and at least 4", "M >= 4", .judge = judge_m},
    {"T7.3", "its test finds the rounds i-2 and i that want one local port",
     "pi(i)-2 mod M", .judge = judge_test},
    {"T7.4", "the KM delays are needed", "KM", .judge = judge_needed},
    {"T7.5", "not in the paper: a wait brings about a conflict that was not there", "-",
     .judge = judge_later},
    {"T7.6", "not in the paper: no delay is needed", "-", .judge = judge_zero_wait},
    {"T7.7",
     "not in the paper: the last steps, with N = K M^2. (K,M): as printed N + KM + 2; with "
     "minimal waits; without any N + 2; steps with conflicts if none waits K(M-1); "
     "Protocol 3 2N, +1 if N is odd; Protocol 2 N + 2 + floor((N-1)/2) (steps with "
     "conflicts)",
     "-", .judge = judge_table},
};

const struct claim_part dragonfly_all_to_all = CLAIM_PART(rows, "appendix, Theorem 7");

/* --- Protocols 1 to 3 --- */

/* R1: rounds are launched one a step; two in three; two in four. */
static void judge_cost(struct finding *f)
{
  uint32_t even = 0, odd = 0, odd_good = 0, good[3] = {0};

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const uint64_t n = lab_rounds(i);
    const uint64_t one = lab_all_to_all(f, i, ORDER_ZERO_WAIT)->steps;
    const uint64_t two = lab_all_to_all(f, i, ORDER_PROTOCOL_2)->steps;
    const uint64_t three = lab_all_to_all(f, i, ORDER_PROTOCOL_3)->steps;

    if (n % 2) {
      odd++;
      odd_good += one == n + 2 && two == n + 2 + n / 2 && three == 2 * n + 1;
      continue;
    }
    even++;
    good[0] += one == n + 2;
    good[1] += two == 3 * n / 2 + 1;
    good[2] += three == 2 * n;
  }
  reading(f, good[0] == even && good[1] == even && good[2] == even,
          "all-to-all, N = KM^2 even: last step N + 2 in %u, 3N/2 + 1 in %u, 2N in "
          "%u of %u sizes",
          good[0], good[1], good[2], even);
  reading(f, odd_good == odd, "N odd: N + 2, (3N - 1)/2 + 2, 2N + 1 in %u of %u sizes",
          odd_good, odd);
}

/* R2: four rounds by Protocol 3 that all routers launch. */
static void judge_display(struct finding *f)
{
  static const uint32_t cycles[] = {0, 1, 4, 5};
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);
  OF_BLOCK(sent, sent);

  if (!survey_next(&s))
    return;
  sent_open(f, &sent, &s.t, NULL);
  for (uint32_t i = 0; i < 4; i++)
    sent_add_all(&sent, cycles[i], (struct d3_vector){1, i, 3});
  const struct conflicts c = sent_conflicts(&sent);
  reading(f, c.last == 9, "last step %" PRIu64 ", %" PRIu64 " conflicts", c.last, c.count);
}

static void judge_conflicts(struct finding *f)
{
  const enum lab_order order = *(const enum lab_order *)f->with;
  uint64_t least = UINT64_MAX, most = 0;
  uint32_t clean = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct conflicts c = lab_all_to_all(f, i, order)->conflicts;

    clean += c.count == 0;
    least = c.steps < least ? c.steps : least;
    most = c.steps > most ? c.steps : most;
  }
  reading(f, clean == LAB_TABLE,
          "all-to-all: none in %u of %d sizes; in %" PRIu64 " to %" PRIu64 " steps", clean,
          LAB_TABLE, least, most);
}

static void judge_protocol_3(struct finding *f)
{
  uint32_t clean = 0;

  judge_conflicts(f);
  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    const struct trial_result r =
        dragonfly_run(f, lab_graphs[i], "one-to-all,self=1,rule=protocol-3,source=0");

    clean += lab_clean(&r);
  }
  reading(f, clean == LAB_GRAPHS, "one-to-all, d = p: none in %u of %d", clean, LAB_GRAPHS);
}

/* All-to-one as printed, rounds launched by Protocol 3; the answer to a request starts four
 * steps after it. */
static struct conflicts answer_by_protocol_3(const struct survey *s)
{
  const uint32_t sink = 1, k = s->k, m = s->m; /* sink 0.0.1 */
  OF_BLOCK(sent, sent);

  sent_open(s->f, &sent, &s->t, NULL);
  for (uint32_t i = 0; i < k * m; i++) {
    const uint32_t cycle = i + i / 2 * 2;

    sent_add(&sent, cycle, sink, SCHEDULE_ALL, d3_broadcast(&s->t, false));
    for (uint32_t d = 0; d < m; d++) {
      uint32_t from = d3_switch(&s->t, (struct d3_router){i / m, d, i % m});

      sent_add(&sent, cycle + 4, from, sink,
               d3_header(&s->t, sent.routing, D3_LGL, from, sink));
    }
  }
  return sent_conflicts(&sent);
}

static void judge_all_to_one(struct finding *f)
{
  uint32_t clean = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    const struct conflicts c = answer_by_protocol_3(&s);

    clean += c.count == 0;
    if (dragonfly_is_example(s.size))
      note(f, "D3(3,4): %" PRIu64 " conflicts, in %" PRIu64 " steps", c.count, c.steps);
  }
  reading(f, clean == LAB_GRAPHS, "sink 0.0.1: none in %u of %d sizes", clean, LAB_GRAPHS);
}

/* How late a packet is, most of all, and what waits at a port. */
static void judge_lifo(struct finding *f)
{
  const enum lab_order order = *(const enum lab_order *)f->with;
  uint64_t late = 0, bound = 0;
  uint32_t good = 0, queue = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f, i, order);

    good += r->outcome == OUTCOME_PASS && r->steps == r->conflicts.last;
    late = r->longest - 3 > late ? r->longest - 3 : late;
    bound += r->longest - 3 <= lab_table[i].m + 1;
    queue = r->max_output_queue > queue ? r->max_output_queue : queue;
  }
  reading(f, good == LAB_TABLE,
          "all-to-all: the last step is that without any waiting in %u of %d sizes", good,
          LAB_TABLE);
  note(f,
       "up to %" PRIu64 " steps late, at most M + 1 in %" PRIu64
       " sizes; %u packets in a queue",
       late, bound, queue);
}

static const struct claim_row rows_of_protocols[] = {
    {"R1", "N rounds cost N, 3N/2, 2N steps by Protocols 1, 2, 3, and a few", "N, 3N/2, 2N",
     .judge = judge_cost},
    {"R2", "four rounds by Protocol 3 end in step 9", "9 columns", .judge = judge_display},
    {"R3", "Protocol 2 eliminates all conflicts", "2 or 3", judge_conflicts,
     .with = &(const enum lab_order){ORDER_PROTOCOL_2}},
    {"R4", "Protocol 3 eliminates all conflicts", "2 or 3", judge_protocol_3,
     .with = &(const enum lab_order){ORDER_PROTOCOL_3}},
    {"R5", "Protocol 3 eliminates those of all-to-one as printed", "2 or 3",
     .judge = judge_all_to_one},
    {"R6", "Protocol 2 with last in, first out costs nothing more", "no delay", judge_lifo,
     .with = &(const enum lab_order){ORDER_PROTOCOL_2}},
    {"R7", "not in the paper: nor does Protocol 1 with last in, first out", "-", judge_lifo,
     .with = &(const enum lab_order){ORDER_LIFO}},
};

const struct claim_part dragonfly_protocols =
    CLAIM_PART(rows_of_protocols, "appendix, Protocols");
