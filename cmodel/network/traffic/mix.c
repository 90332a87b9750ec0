/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mix -- an open loop that changes: dense, hot, sparse and idle times, one after another.
 *
 * A time is a row of the table, drawn from the seed, and so is its length.  The mean load
 * over all rows is well below that which most networks carry, so that queues that have
 * filled are empty again later.
 */
#include "base/text.h"
#include "network/traffic/open_loop.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

enum { PERIOD = 200, PERIOD_MAX = 1000000 };

static const struct time {
  double load;  /* packets per terminal and cycle */
  double share; /* of the packets, that go to one terminal, drawn for this time */
  bool one;     /* one terminal alone starts packets */
} times[] = {
    {1, 0, false},   {0, 0, false},   {0.5, 0.7, false}, {0.02, 0, false},
    {0.4, 0, false}, {0.3, 1, false}, {1, 0, true},      {0.1, 0, false},
};

enum { TIMES = sizeof times / sizeof times[0] };

struct mix {
  struct schedule *schedule;
  const struct traffic_request *request;
  struct rng rng;
  struct rng headers;
  size_t capacity;
};

static bool drawn(struct mix *m, double probability)
{
  return probability >= 1 || rng_next(&m->rng) < (uint64_t)(probability * 0x1p64);
}

static bool start(struct mix *m, uint32_t cycle, uint32_t source, uint32_t destination,
                  struct err *err)
{
  struct schedule_entry entry = {
      .cycle = cycle, .source = source, .destination = destination};

  traffic_next_header(&entry, m->request, &m->headers);
  return traffic_append(m->schedule, &m->capacity, &entry, err);
}

/* The packets of cycles [from, to). */
static bool make_time(struct mix *m, const struct time *time, uint32_t from, uint32_t to,
                      struct err *err)
{
  const uint32_t terminals = m->request->topology->terminals;
  const uint32_t hot = (uint32_t)rng_below(&m->rng, terminals);
  const uint32_t only = (uint32_t)rng_below(&m->rng, terminals);
  const uint32_t first = time->one ? only : 0, end = time->one ? only + 1 : terminals;

  for (uint32_t cycle = from; time->load > 0 && cycle < to; cycle++)
    for (uint32_t source = first; source < end; source++) {
      if (!drawn(m, time->load))
        continue;
      const uint32_t any = (uint32_t)rng_below(&m->rng, terminals);

      if (!start(m, cycle, source, drawn(m, time->share) ? hot : any, err))
        return false;
    }
  return true;
}

/* Of all times together. */
static double mean_load(const struct topology *t)
{
  double sum = 0;

  for (size_t i = 0; i < TIMES; i++)
    sum += times[i].one ? times[i].load / t->terminals : times[i].load;
  return sum / TIMES;
}

bool mix_make(struct schedule *schedule, const struct traffic_request *request,
              const char *argument, struct err *err)
{
  static const char *const keys[] = {"warmup", "measure", "period"};
  uint32_t period = PERIOD;
  char value[OPTIONS_VALUE];
  struct open_loop loop = {.load = mean_load(request->topology),
                           .warmup = OPEN_LOOP_WARMUP,
                           .measure = OPEN_LOOP_MEASURE,
                           .measure_given =
                               text_option(argument, "measure", value, sizeof value)};
  struct mix m = {.schedule = schedule,
                  .request = request,
                  .rng = rng_seed(request->seed, traffic_stream_uniform),
                  .headers = traffic_headers(request)};

  if (!options_check("mix", argument, keys, sizeof keys / sizeof keys[0], err) ||
      !options_number("mix", argument, "warmup", 0, OPEN_LOOP_CYCLES, "cycles",
                      &loop.warmup, err) ||
      !options_number("mix", argument, "measure", 1, OPEN_LOOP_CYCLES, "cycles",
                      &loop.measure, err) ||
      !options_number("mix", argument, "period", 1, PERIOD_MAX, "cycles", &period, err))
    return false;
  open_loop_ask(&loop, request);
  if (!open_loop_reserve(schedule, &m.capacity, request, &loop, err))
    return false;
  schedule->measure_from = loop.warmup;
  schedule->measure_to = loop.warmup + loop.measure;
  for (uint32_t cycle = 0, to; cycle < schedule->measure_to; cycle = to) {
    const uint32_t left = (uint32_t)schedule->measure_to - cycle;
    const uint32_t length = 1 + (uint32_t)rng_below(&m.rng, 2 * (uint64_t)period);

    to = cycle + (length < left ? length : left);
    if (!make_time(&m, &times[rng_below(&m.rng, TIMES)], cycle, to, err))
      return false;
  }
  return true;
}
