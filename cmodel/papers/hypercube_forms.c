/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_forms -- exact values that the paper does not give but a user needs. */
#include "base/bits.h"
#include "base/order.h"
#include "network/topology/link_load.h"
#include "network/traffic/pattern.h"
#include "papers/hypercube.h"
#include "switch/route/bitfix.h"

/* --- worst link load --- */

/* Load of the most loaded link when packet s goes to order[s]. */
static uint32_t load_of_order(const uint32_t *order, uint32_t n)
{
  uint32_t load[8 * 3] = {0}, most = 0;

  for (uint32_t sw = 0; sw < 1u << n; sw++) {
    struct route_in in = {.here = sw, .header = order[sw], .ports = n};

    for (struct route_out way; way = bitfix.comb(&in), !way.eject;) {
      uint32_t link = (uint32_t)in.here * n + bits_lowest(way.ports);

      most = ++load[link] > most ? load[link] : most;
      in.here ^= way.ports;
    }
  }
  return most;
}

static uint32_t worst_of_all_orders(uint32_t n, uint32_t *orders)
{
  uint32_t order[8], most = 0;

  lab_identity(order, 8);
  do {
    uint32_t load = load_of_order(order, n);

    most = load > most ? load : most;
    ++*orders;
  } while (next_permutation(order, 1u << n));
  return most;
}

static void judge_link_load(struct finding *f)
{
  uint32_t orders = 0, tried = 0, matching = 0, reached = 0, even = 0;
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "hypercube:%u", 1, 10);

  for (uint32_t n = 1; n <= 3; n++)
    tried += worst_of_all_orders(n, &orders) == 1u << (n - 1) / 2;
  reading(f, tried == 3, "all %u permutations of n=1, 2, 3: equal in %u of 3", orders,
          tried);
  while (survey_next(&s)) {
    const struct routing *routing = &s.t.routings[0];
    uint32_t worst, transpose, reversal;

    if (!finding_check(f, link_load_worst(&s.t, routing, &worst, f->err)))
      return;
    matching += worst == 1u << (s.k - 1) / 2;
    if (s.k % 2)
      continue;
    if (!finding_check(
            f,
            link_load_of(&s.t, routing, &patterns[0].permutation, &reversal, f->err) &&
                link_load_of(&s.t, routing, &patterns[1].permutation, &transpose, f->err)))
      return;
    reached += worst == transpose && worst == reversal;
    even++;
  }
  reading(f, matching == s.count,
          "by matching, over all permutations: equal in %u of n=1..10", matching);
  reading(f, reached == even, "transpose and bit-reversal reach it in %u of %u even sizes",
          reached, even);
}

/* --- steps and largest queues under Det-R --- */

struct form {
  enum traffic_pattern pattern;
  uint32_t (*steps)(uint32_t n, uint32_t p);
  uint32_t (*queue)(uint32_t n, uint32_t p);
};

static uint32_t reversal_steps(uint32_t n, uint32_t p)
{
  return p * (1u << (n / 2 - 1)) + n / 2;
}

static uint32_t reversal_queue(uint32_t n, uint32_t p)
{
  return n / 2 == 1 ? p : p * (1u << (n / 2 - 2));
}

static uint32_t complement_steps(uint32_t n, uint32_t p)
{
  return n + p - 1;
}

static uint32_t shuffle_steps(uint32_t n, uint32_t p)
{
  return 2 * (n / 2) + p - 1;
}

static uint32_t queue_of_p(uint32_t n, uint32_t p)
{
  (void)n;
  return p;
}

/* Cells in which steps, and largest queue, are as the form has them. */
struct agreed {
  uint32_t cells, steps, queues;
};

static void judge_form(struct finding *f)
{
  const struct form *form = f->with;
  struct agreed paper = {.cells = 0}, more = {.cells = 0};

  for (uint32_t n = 2; n <= 14; n++)
    for (uint32_t p = 1; p <= (n <= 5 ? 3 * n : n <= 8 ? n : 1); p++) {
      struct agreed *agreed = p <= n ? &paper : &more;

      if (!traffic_defined(form->pattern, n))
        continue;
      const struct means *cell = means_of(f, n, p, form->pattern, DET);
      const uint32_t queue = form->queue(n, p);
      agreed->cells++;
      agreed->steps += cell->steps == form->steps(n, p);
      agreed->queues += cell->least_queue == queue && cell->largest_queue == queue;
    }
  reading(f, paper.steps == paper.cells && paper.queues == paper.cells,
          "n=2..8 with p=1..n, n=9..14 with p=1: steps equal in %u of %u, largest queue in "
          "%u",
          paper.steps, paper.cells, paper.queues);
  note(f, "n=2..5, p=n+1..3n, n lanes: steps in %u of %u, queue in %u", more.steps,
       more.cells, more.queues);
}

/* --- every permutation of a small cube --- */

struct orders {
  uint32_t count, delayed; /* delayed: those in which some packet waits */
  uint64_t most_steps;
};

static struct orders run_orders(struct finding *f, uint32_t n)
{
  const uint32_t switches = 1u << n;
  uint32_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  struct orders orders = {.count = 0};
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);

  if (!cube_open(f, &m, cube_unlimited(n, "identity", DET, 1)))
    return orders;
  do {
    for (uint32_t sw = 0; sw < switches; sw++)
      cube_send(&m, sw, order[sw], 0);
    lab_machine_run(&m, NULL, NULL, &result);
    orders.count++;
    orders.delayed += result.statistics.undelayed < switches;
    if (result.statistics.steps > orders.most_steps)
      orders.most_steps = result.statistics.steps;
  } while (next_permutation(order, switches));
  return orders;
}

static void judge_orders(struct finding *f)
{
  for (uint32_t n = 2; n <= 3; n++) {
    const struct orders orders = run_orders(f, n);

    reading(f, orders.delayed == 0 && orders.most_steps == n,
            "n=%u, all %u: %u with a delayed packet, at most %" PRIu64 " steps", n,
            orders.count, orders.delayed, orders.most_steps);
  }
}

/* --- depth, delay --- */

static void judge_depth(struct finding *f)
{
  uint32_t runs = 0, stalled = 0;

  for (uint32_t n = 1; n <= 8; n++)
    for (uint32_t p = 1; p <= n; p++)
      for (enum traffic_pattern pattern = RANDOM; pattern < TRAFFICS; pattern++) {
        struct cube_request request = cube_unlimited(n, traffic_names[pattern], DET, p);

        request.depth = p << (n - 1) / 2;
        if (!traffic_defined(pattern, n))
          continue;
        stalled += cube_watch(f, request).kept > 0;
        runs++;
      }
  reading(f, stalled == 0, "n=1..8, p=1..n, 5 patterns: a packet kept in %u of %u runs",
          stalled, runs);
}

static void judge_delay(struct finding *f)
{
  static const uint32_t sizes[] = {2, 3, 4, 6, 8, 10};
  enum { SIZES = sizeof sizes / sizeof sizes[0] };

  for (uint32_t load = 0; load < 2; load++) {
    uint32_t more = 0;
    const struct means *det = NULL, *trans = NULL;

    for (size_t i = 0; i < SIZES; i++) {
      const uint32_t n = sizes[i], p = load ? n : 1;

      det = means_of(f, n, p, RANDOM, DET);
      trans = means_of(f, n, p, RANDOM, TRANS);
      more += trans->delay > det->delay && trans->undelayed < det->undelayed;
    }
    reading(f, more == SIZES,
            "p=%s, n=2, 3, 4, 6, 8, 10: so in %u of %d; n=10: %.3f steps against "
            "%.3f; %.1f %% undelayed against %.1f %%",
            load ? "n" : "1", more, SIZES, trans->delay, det->delay, trans->undelayed,
            det->undelayed);
  }
}

static const struct claim_row rows[] = {
    {"X1", "worst link load of a permutation: 2^floor((n-1)/2)", "-",
     .judge = judge_link_load},
    {"X2",
     "transpose, Det-R, n >= 2, p <= n: p 2^(h-1) + h steps, queue p 2^(h-2), and p for "
     "h=1; h=floor(n/2)",
     "-", judge_form,
     .with = &(const struct form){TRANSPOSE, reversal_steps, reversal_queue}},
    {"X3", "bit-reversal: the same", "-", judge_form,
     .with = &(const struct form){REVERSAL, reversal_steps, reversal_queue}},
    {"X4", "bit-complement, p <= n: n + p - 1 steps, queue p", "-", judge_form,
     .with = &(const struct form){COMPLEMENT, complement_steps, queue_of_p}},
    {"X5", "shuffle, n >= 2, p <= n: 2 floor(n/2) + p - 1 steps, queue p", "-", judge_form,
     .with = &(const struct form){SHUFFLE, shuffle_steps, queue_of_p}},
    {"X6", "no permutation of 4 or 8 switches delays a packet; n steps", "-",
     .judge = judge_orders},
    {"X7", "a depth of p 2^floor((n-1)/2) never stalls Det-R", "-", .judge = judge_depth},
    {"X8", "Rand-Trans delays packets more than Det-R, random traffic", "-",
     .judge = judge_delay},
};

const struct claim_part claims_hypercube_forms =
    CLAIM_PART(rows, "not in the paper: exact values");
