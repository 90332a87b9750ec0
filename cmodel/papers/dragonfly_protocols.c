/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_protocols -- appendix: Protocols 1 to 3, by which rounds follow each other. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

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
  finding_reading(f, good[0] == even && good[1] == even && good[2] == even,
                  "all-to-all, N = KM^2 even: last step N + 2 in %u, 3N/2 + 1 in %u, 2N in "
                  "%u of %u sizes",
                  good[0], good[1], good[2], even);
  finding_reading(f, odd_good == odd,
                  "N odd: N + 2, (3N - 1)/2 + 2, 2N + 1 in %u of %u sizes", odd_good, odd);
}

/* R2: four rounds by Protocol 3 that all routers launch. */
static void judge_display(struct finding *f)
{
  static const uint32_t cycles[] = {0, 1, 4, 5};
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);
  SENT_OF_BLOCK(sent);

  if (!survey_next(&s))
    return;
  sent_open(f, &sent, &s.t, NULL);
  for (uint32_t i = 0; i < 4; i++)
    sent_add_all(&sent, cycles[i], (struct d3_vector){1, i, 3});
  const struct conflicts c = sent_conflicts(&sent);
  finding_reading(f, c.last == 9, "last step %llu, %llu conflicts",
                  (unsigned long long)c.last, (unsigned long long)c.count);
}

/* R3, R4 */
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
  finding_reading(f, clean == LAB_TABLE,
                  "all-to-all: none in %u of %d sizes; in %llu to %llu steps", clean,
                  LAB_TABLE, (unsigned long long)least, (unsigned long long)most);
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
  finding_reading(f, clean == LAB_GRAPHS, "one-to-all, d = p: none in %u of %d", clean,
                  LAB_GRAPHS);
}

/* All-to-one as printed, rounds launched by Protocol 3; the answer to a request starts four
 * steps after it. */
static struct conflicts answer_by_protocol_3(const struct survey *s)
{
  const uint32_t sink = 1, k = s->size.k, m = s->size.m; /* sink 0.0.1 */
  SENT_OF_BLOCK(sent);

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

/* R5 */
static void judge_all_to_one(struct finding *f)
{
  uint32_t clean = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    const struct conflicts c = answer_by_protocol_3(&s);

    clean += c.count == 0;
    if (dragonfly_is_example(s.size))
      finding_note(f, "D3(3,4): %llu conflicts, in %llu steps", (unsigned long long)c.count,
                   (unsigned long long)c.steps);
  }
  finding_reading(f, clean == LAB_GRAPHS, "sink 0.0.1: none in %u of %d sizes", clean,
                  LAB_GRAPHS);
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
  finding_reading(f, good == LAB_TABLE,
                  "all-to-all: the last step is that without any waiting in %u of %d sizes",
                  good, LAB_TABLE);
  finding_note(f,
               "up to %llu steps late, at most M + 1 in %llu sizes; %u packets in a queue",
               (unsigned long long)late, (unsigned long long)bound, queue);
}

#define PLACE "appendix, Protocols"

static const struct claim_row rows[] = {
    {"R1", PLACE, "N rounds cost N, 3N/2, 2N steps by Protocols 1, 2, 3, and a few",
     "N, 3N/2, 2N", .judge = judge_cost},
    {"R2", PLACE, "four rounds by Protocol 3 end in step 9", "9 columns",
     .judge = judge_display},
    {"R3", PLACE, "Protocol 2 eliminates all conflicts", "2 or 3", judge_conflicts,
     &(const enum lab_order){ORDER_PROTOCOL_2}},
    {"R4", PLACE, "Protocol 3 eliminates all conflicts", "2 or 3", judge_protocol_3,
     &(const enum lab_order){ORDER_PROTOCOL_3}},
    {"R5", PLACE, "Protocol 3 eliminates those of all-to-one as printed", "2 or 3",
     .judge = judge_all_to_one},
    {"R6", PLACE, "Protocol 2 with last in, first out costs nothing more", "no delay",
     judge_lifo, &(const enum lab_order){ORDER_PROTOCOL_2}},
    {"R7", PLACE, "not in the paper: nor does Protocol 1 with last in, first out", "-",
     judge_lifo, &(const enum lab_order){ORDER_LIFO}},
};

const struct claim_part dragonfly_protocols = {rows, sizeof rows / sizeof rows[0]};
