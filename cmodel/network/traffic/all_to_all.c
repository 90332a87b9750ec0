/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* all_to_all -- every router sends to every other, round by round, by one source vector.
 *
 * Source: The Swapped Dragonfly, appendix, Protocols 1 to 3 and Theorem 7;
 * docs/schedules/all_to_all.md.  In round i all routers launch the vector (gamma, pi,
 * delta) with i = pi + delta M + gamma M^2, or that of another order.
 */
#include "base/text.h"
#include "network/traffic/collective.h"
#include "network/traffic/options.h"

#include <string.h>

#define KIND "all-to-all"

enum order {
  ORDER_PRINTED,
  ORDER_MINIMAL,
  ORDER_ZERO_WAIT,
  ORDER_PROTOCOL_1,
  ORDER_PROTOCOL_2,
  ORDER_PROTOCOL_3,
  ORDER_LIFO,
  ORDER_DOUBLY_PARALLEL,
  ORDER_DOUBLY_PARALLEL_1,
  ORDERS
};

static const char *const order_names[ORDERS] = {
    [ORDER_PRINTED] = "printed",
    [ORDER_MINIMAL] = "minimal",
    [ORDER_ZERO_WAIT] = "zero-wait",
    [ORDER_PROTOCOL_1] = "protocol-1",
    [ORDER_PROTOCOL_2] = "protocol-2",
    [ORDER_PROTOCOL_3] = "protocol-3",
    [ORDER_LIFO] = "lifo",
    [ORDER_DOUBLY_PARALLEL] = "doubly-parallel",
    [ORDER_DOUBLY_PARALLEL_1] = "doubly-parallel-1",
};

/* Free of link conflicts, if every path is local, global, local, a step each. */
static const bool conflict_free[ORDERS] = {
    [ORDER_PRINTED] = true,    [ORDER_MINIMAL] = true,         [ORDER_ZERO_WAIT] = true,
    [ORDER_PROTOCOL_3] = true, [ORDER_DOUBLY_PARALLEL] = true,
};

static const char *const keys[] = {"order", "self"};

struct options {
  size_t order; /* enum order */
  bool self;    /* routers send to themselves too */
  uint32_t k, m;
  uint64_t rounds;
  uint32_t width; /* vectors in a round */
};

static bool parse(struct options *options, const char *argument, struct err *err)
{
  return options_check(KIND, argument, keys, 2, err) &&
         options_choice(KIND, argument, "order", order_names, ORDERS, &options->order,
                        err) &&
         options_flag(KIND, argument, "self", &options->self, err);
}

const char *all_to_all_routing(const char *argument)
{
  struct options options = {.order = ORDER_PRINTED};
  struct err ignored;

  if (!parse(&options, argument, &ignored))
    return NULL;
  return options.order == ORDER_LIFO || options.order == ORDER_PROTOCOL_2
             ? "source-vector,queue=lifo"
             : NULL;
}

static bool is_doubly_parallel(const struct options *options)
{
  return options->order == ORDER_DOUBLY_PARALLEL ||
         options->order == ORDER_DOUBLY_PARALLEL_1;
}

/* Vector j of round i. */
static struct d3_vector vector(const struct options *options, uint64_t i, uint32_t j)
{
  const uint32_t k = options->k, m = options->m;
  const uint32_t low = (uint32_t)(i % m), middle = (uint32_t)(i / m % m),
                 high = (uint32_t)(i / m / m);

  if (is_doubly_parallel(options) && k <= m)
    return (struct d3_vector){.gamma = j, .pi = (low + j) % m, .delta = (middle + j) % m};
  if (is_doubly_parallel(options))
    return (struct d3_vector){
        .gamma = (uint32_t)((i / m + j) % k), .pi = (low + j) % m, .delta = j};
  if (options->order != ORDER_ZERO_WAIT)
    return (struct d3_vector){.gamma = high, .pi = low, .delta = middle};
  if (m > 2)
    return (struct d3_vector){.gamma = high, .pi = (low + middle + 1) % m, .delta = middle};
  /* M = 2: vectors with pi = delta in turn with the others. */
  uint32_t half = (uint32_t)(i / 2);
  if (i % 2 == 0)
    return (struct d3_vector){.gamma = half / 2, .pi = 1 - half % 2, .delta = 1 - half % 2};
  return (struct d3_vector){.gamma = half % k, .pi = half / k, .delta = 1 - half / k};
}

/* Steps to wait before round i, the cycles of the two rounds before it being known. */
static uint32_t waits(const struct options *options, uint64_t i, uint32_t last,
                      uint32_t last_but_one)
{
  struct d3_vector v = vector(options, i, 0);

  switch (options->order) {
  case ORDER_PRINTED:
    return (v.pi + options->m - 2) % options->m == v.delta;
  case ORDER_MINIMAL:
    return i >= 2 && v.delta != 0 && vector(options, i - 2, 0).pi == v.delta &&
           last - last_but_one == 1;
  case ORDER_PROTOCOL_2:
    return i > 0 && i % 2 == 0;
  case ORDER_PROTOCOL_3:
  case ORDER_DOUBLY_PARALLEL:
    return i > 0 && i % 2 == 0 ? 2 : 0;
  default:
    return 0;
  }
}

static bool launch(struct collective *c, const struct options *options, uint64_t i,
                   struct err *err)
{
  struct d3_vector vectors[COLLECTIVE_ROUND];

  for (uint32_t j = 0; j < options->width; j++)
    vectors[j] = vector(options, i, j);
  for (uint32_t source = 0; source < c->t->terminals; source++)
    for (uint32_t j = 0; j < options->width; j++)
      if (!collective_send(c, c->next, source, d3_end(c->t, source, vectors[j]),
                           options->self, err))
        return false;
  return true;
}

bool all_to_all_make(struct schedule *schedule, const struct traffic_request *request,
                     const char *argument, struct err *err)
{
  struct options options = {.order = ORDER_PRINTED};
  struct collective c;
  uint32_t last = 0, last_but_one = 0;

  collective_open(&c, schedule, request);
  if (!parse(&options, argument, err))
    return false;
  options.k = d3_k(c.t);
  options.m = d3_m(c.t);
  options.width = !is_doubly_parallel(&options) ? 1
                  : options.k < options.m       ? options.k
                                                : options.m;
  options.rounds = c.t->terminals / options.width;
  if (!traffic_reserve(schedule, &c.capacity, (uint64_t)c.t->terminals * c.t->terminals,
                       err))
    return false;
  for (uint64_t i = 0; i < options.rounds; i++) {
    c.next += waits(&options, i, last, last_but_one);
    if (!launch(&c, &options, i, err))
      return false;
    last_but_one = last;
    last = c.next++;
  }
  schedule->conflict_free = conflict_free[options.order] && d3_is_minimal(request->routing);
  return collective_close(&c, true, err);
}
