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

#include <assert.h>
#include <stdlib.h>
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

/* --- entries that are computed --- */

/* Packet `number` of the schedule: its round, and its place in the round, source by source
 * and vector by vector.  Packets to the router itself, which may be left out, are few. */
struct rounds {
  struct traffic_rule base; /* first, so that a pointer to its rule is one to this */
  struct options options;
  uint32_t *cycle;      /* [rounds] */
  uint32_t *first;      /* [rounds + 1] number of the first packet */
  uint32_t *first_left; /* [rounds + 1] index of the first place that is left out */
  uint32_t *left_out;   /* [first_left[rounds]] places, ascending in each round */
};

static struct rounds *rounds_of(const struct schedule_rule *rule)
{
  return (struct rounds *)(uintptr_t)rule;
}

static void rounds_close(struct schedule_rule *rule)
{
  struct rounds *r = rounds_of(rule);

  free(r->cycle);
  free(r->first);
  free(r->first_left);
  free(r->left_out);
  free(r);
}

/* The place of packet `offset` of a round: behind the places before it that are left out.
 */
static uint32_t place_of(const struct rounds *r, uint64_t round, uint32_t offset)
{
  const uint32_t *left_out = r->left_out + r->first_left[round];
  uint32_t low = 0, high = r->first_left[round + 1] - r->first_left[round];

  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;

    if (left_out[middle] - middle <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return offset + low;
}

static void rounds_start(const struct schedule_rule *rule, size_t number,
                         struct schedule_entry *entry)
{
  const struct rounds *r = rounds_of(rule);
  const uint32_t width = r->options.width;
  uint64_t round =
      number / ((size_t)r->base.t->terminals * width); /* or one soon after it */

  while (r->first[round + 1] <= number)
    round++;
  const uint32_t place = place_of(r, round, (uint32_t)number - r->first[round]);
  const uint32_t source = place / width;

  *entry = (struct schedule_entry){
      .cycle = r->cycle[round],
      .source = source,
      .destination =
          d3_end(r->base.t, source, vector(&r->options, round, place - source * width))};
}

/* The vectors of a round lead a router to itself only if they keep its cabinet. */
static uint32_t leave_out(struct rounds *r, uint64_t round, uint32_t left)
{
  const uint32_t width = r->options.width;
  bool may = false;

  for (uint32_t j = 0; j < width; j++)
    may |= vector(&r->options, round, j).gamma % r->options.k == 0;
  for (uint32_t source = 0; may && source < r->base.t->terminals; source++)
    for (uint32_t j = 0; j < width; j++)
      if (d3_end(r->base.t, source, vector(&r->options, round, j)) == source) {
        assert(left < r->base.t->terminals); /* each has one such vector in all rounds */
        r->left_out[left++] = source * width + j;
      }
  return left;
}

static bool rounds_open(struct schedule *schedule, const struct traffic_request *request,
                        const struct options *options, struct err *err)
{
  const uint32_t routers = request->topology->terminals;
  struct rounds *r = calloc(1, sizeof *r);
  uint32_t last = 0, last_but_one = 0, next = 0;

  if (!r)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u routers", routers);
  *r = (struct rounds){
      .base = {{rounds_start, traffic_rule_header, NULL, NULL, rounds_close, NULL,
                options->width},
               request->topology,
               request->routing,
               request->seed},
      .options = *options,
      .cycle = malloc(options->rounds * sizeof *r->cycle),
      .first = calloc(options->rounds + 1, sizeof *r->first),
      .first_left = calloc(options->rounds + 1, sizeof *r->first_left),
      .left_out = malloc(routers * sizeof *r->left_out),
  };
  schedule->rule = &r->base.rule;
  if (!r->cycle || !r->first || !r->first_left || !r->left_out)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u routers", routers);
  for (uint64_t i = 0; i < options->rounds; i++) {
    next += waits(options, i, last, last_but_one);
    r->cycle[i] = next;
    r->first_left[i + 1] = options->self ? 0 : leave_out(r, i, r->first_left[i]);
    r->first[i + 1] =
        r->first[i] + routers * options->width - (r->first_left[i + 1] - r->first_left[i]);
    last_but_one = last;
    last = next++;
  }
  schedule->count = r->first[options->rounds];
  return true;
}

/* --- entries that are held --- */

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
  const uint64_t packets = (uint64_t)c.t->terminals * c.t->terminals;
  schedule->conflict_free = conflict_free[options.order] && d3_is_minimal(request->routing);
  if (packets <= traffic_packets_max && packets > traffic_held(request))
    return rounds_open(schedule, request, &options, err);
  if (!traffic_reserve(schedule, &c.capacity, packets, err))
    return false;
  for (uint64_t i = 0; i < options.rounds; i++) {
    c.next += waits(&options, i, last, last_but_one);
    if (!launch(&c, &options, i, err))
      return false;
    last_but_one = last;
    last = c.next++;
  }
  return collective_close(&c, true, err);
}
