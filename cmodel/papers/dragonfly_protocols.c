/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_protocols -- appendix: Protocols 1 to 3, by which rounds follow each other. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static uint64_t rounds_of(size_t size)
{
  return (uint64_t)lab_table[size].k * lab_table[size].m * lab_table[size].m;
}

/* R1: rounds are launched one a step; two in three; two in four. */
static bool judge_cost(struct finding *f, struct err *err)
{
  uint32_t even = 0, odd = 0, odd_good = 0, good[3] = {0};

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const uint64_t n = rounds_of(i);

    const struct trial_result *one = lab_all_to_all(f->claims, i, ORDER_ZERO_WAIT, err);
    const struct trial_result *two =
        one ? lab_all_to_all(f->claims, i, ORDER_PROTOCOL_2, err) : NULL;
    const struct trial_result *three =
        two ? lab_all_to_all(f->claims, i, ORDER_PROTOCOL_3, err) : NULL;
    if (!three)
      return false;
    if (n % 2) {
      odd++;
      odd_good +=
          one->steps == n + 2 && two->steps == n + 2 + n / 2 && three->steps == 2 * n + 1;
      continue;
    }
    even++;
    good[0] += one->steps == n + 2;
    good[1] += two->steps == 3 * n / 2 + 1;
    good[2] += three->steps == 2 * n;
  }
  finding_reading(f, good[0] == even && good[1] == even && good[2] == even,
                  "all-to-all, N = KM^2 even: last step N + 2 in %u, 3N/2 + 1 in %u, 2N in "
                  "%u of %u sizes",
                  good[0], good[1], good[2], even);
  finding_reading(f, odd_good == odd,
                  "N odd: N + 2, (3N - 1)/2 + 2, 2N + 1 in %u of %u sizes", odd_good, odd);
  return true;
}

/* R2: four rounds by Protocol 3 that all routers launch. */
static bool judge_display(struct finding *f, struct err *err)
{
  static const uint32_t cycles[] = {0, 1, 4, 5};
  struct conflicts c;
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, (struct lab_size){3, 4}, err) ||
      !lab_plan_open(&plan, &t, NULL, err))
    return false;
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t sw = 0; sw < t.switches; sw++)
      if (!lab_plan_send(&plan, cycles[i], sw, d3_end(&t, sw, (struct d3_vector){1, i, 3}),
                         dragonfly_vector(&t, 3, 1, i, 3), err))
        return false;
  if (!lab_plan_count(&plan, &c, err))
    return false;
  finding_reading(f, c.last == 9, "last step %llu, %llu conflicts",
                  (unsigned long long)c.last, (unsigned long long)c.count);
  return true;
}

/* R3, R4 */
static bool judge_conflicts(struct finding *f, enum lab_order order, struct err *err)
{
  uint64_t least = UINT64_MAX, most = 0;
  uint32_t clean = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f->claims, i, order, err);

    if (!r)
      return false;
    clean += r->conflicts.count == 0;
    least = r->conflicts.steps < least ? r->conflicts.steps : least;
    most = r->conflicts.steps > most ? r->conflicts.steps : most;
  }
  finding_reading(f, clean == LAB_TABLE,
                  "all-to-all: none in %u of %d sizes; in %llu to %llu steps", clean,
                  LAB_TABLE, (unsigned long long)least, (unsigned long long)most);
  return true;
}

static bool judge_protocol_2(struct finding *f, struct err *err)
{
  return judge_conflicts(f, ORDER_PROTOCOL_2, err);
}

static bool judge_protocol_3(struct finding *f, struct err *err)
{
  uint32_t clean = 0;

  if (!judge_conflicts(f, ORDER_PROTOCOL_3, err))
    return false;
  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    struct trial_result r;

    if (!dragonfly_run(f->claims, lab_graphs[i], NULL, &r, err,
                       "one-to-all,self=1,rule=protocol-3,source=0"))
      return false;
    clean += lab_clean(&r);
  }
  finding_reading(f, clean == LAB_GRAPHS, "one-to-all, d = p: none in %u of %d", clean,
                  LAB_GRAPHS);
  return true;
}

/* All-to-one as printed, rounds launched by Protocol 3; the answer to a request starts four
 * steps after it. */
static bool answer_by_protocol_3(struct lab_size size, struct conflicts *c, struct err *err)
{
  const uint32_t sink = 1; /* 0.0.1 */
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, size, err) || !lab_plan_open(&plan, &t, NULL, err))
    return false;
  for (uint32_t i = 0; i < size.k * size.m; i++) {
    const uint32_t cycle = i + i / 2 * 2;

    if (!lab_plan_send(&plan, cycle, sink, SCHEDULE_ALL, d3_broadcast(&t, false), err))
      return false;
    for (uint32_t d = 0; d < size.m; d++) {
      uint32_t from = d3_switch(&t, (struct d3_router){i / size.m, d, i % size.m});

      if (!lab_plan_send(&plan, cycle + 4, from, sink,
                         d3_header(&t, plan.routing, D3_LGL, from, sink), err))
        return false;
    }
  }
  return lab_plan_count(&plan, c, err);
}

/* R5 */
static bool judge_all_to_one(struct finding *f, struct err *err)
{
  uint32_t clean = 0;
  struct conflicts c;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    if (!answer_by_protocol_3(lab_graphs[i], &c, err))
      return false;
    clean += c.count == 0;
    if (lab_graphs[i].k == 3 && lab_graphs[i].m == 4)
      finding_note(f, "D3(3,4): %llu conflicts, in %llu steps", (unsigned long long)c.count,
                   (unsigned long long)c.steps);
  }
  finding_reading(f, clean == LAB_GRAPHS, "sink 0.0.1: none in %u of %d sizes", clean,
                  LAB_GRAPHS);
  return true;
}

/* How late a packet is, most of all, and what waits at a port. */
static bool judge_lifo(struct finding *f, struct err *err)
{
  const enum lab_order order = *(const enum lab_order *)f->with;
  uint64_t late = 0, bound = 0;
  uint32_t good = 0, queue = 0, sizes = 0;

  for (size_t i = 0; i < LAB_TABLE; i++) {
    const struct trial_result *r = lab_all_to_all(f->claims, i, order, err);

    if (!r)
      return false;
    sizes++;
    good += r->outcome == OUTCOME_PASS && r->steps == r->conflicts.last;
    late = r->longest - 3 > late ? r->longest - 3 : late;
    bound += r->longest - 3 <= lab_table[i].m + 1;
    queue = r->max_output_queue > queue ? r->max_output_queue : queue;
  }
  finding_reading(f, good == sizes,
                  "all-to-all: the last step is that without any waiting in %u of %u sizes",
                  good, sizes);
  finding_note(f,
               "up to %llu steps late, at most M + 1 in %llu sizes; %u packets in a queue",
               (unsigned long long)late, (unsigned long long)bound, queue);
  return true;
}

#define PLACE "appendix, Protocols"

static const struct claim_row rows[] = {
    {"R1", PLACE, "N rounds cost N, 3N/2, 2N steps by Protocols 1, 2, 3, and a few",
     "N, 3N/2, 2N", .judge = judge_cost},
    {"R2", PLACE, "four rounds by Protocol 3 end in step 9", "9 columns",
     .judge = judge_display},
    {"R3", PLACE, "Protocol 2 eliminates all conflicts", "2 or 3",
     .judge = judge_protocol_2},
    {"R4", PLACE, "Protocol 3 eliminates all conflicts", "2 or 3",
     .judge = judge_protocol_3},
    {"R5", PLACE, "Protocol 3 eliminates those of all-to-one as printed", "2 or 3",
     .judge = judge_all_to_one},
    {"R6", PLACE, "Protocol 2 with last in, first out costs nothing more", "no delay",
     judge_lifo, &(const enum lab_order){ORDER_PROTOCOL_2}},
    {"R7", PLACE, "not in the paper: nor does Protocol 1 with last in, first out", "-",
     judge_lifo, &(const enum lab_order){ORDER_LIFO}},
};

const struct claim_part dragonfly_protocols = {rows, sizeof rows / sizeof rows[0]};
