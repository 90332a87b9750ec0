/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* open_loop -- open-loop traffic: packets start at a given load, whatever the network does.
 *
 * Without bursts every terminal starts a packet with probability `load` in every cycle. The
 * trials are one long sequence (cycle after cycle, terminal after terminal), and between
 * two successes lie g failures, a geometric number: P(g) = q^g (1 - q), q = 1 - load.  The
 * bits of such a number are independent, bit k being 1 with probability
 * q^(2^k) / (1 + q^(2^k)), because 1 / (1 - q) is the product of all (1 + q^(2^k)).  So a
 * gap costs one random word for each bit, whatever its length, and no logarithm, whose last
 * digit differs between machines.
 *
 * With bursts every terminal is a sequence of its own: after a packet the burst ends with
 * probability 1/B, and then g idle cycles follow, a geometric number of mean
 * B (1 - load) / load, 0 included.  With B = 1 the two are the same distribution.
 */
#include "network/traffic/open_loop.h"

#include "base/text.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { BURST_MAX = 1000000, GAP_BITS = 62 };

/* Packets that a schedule of default length may have. */
static const double default_packets_max = 20e6;

/* --- options --- */

bool open_loop_read(struct open_loop *loop, const char *kind, const char *argument,
                    struct err *err)
{
  char value[OPTIONS_VALUE];

  *loop = (struct open_loop){
      .warmup = OPEN_LOOP_WARMUP, .measure = OPEN_LOOP_MEASURE, .burst = 1};
  if (!text_option(argument, "load", value, sizeof value))
    return err_set(err, ERR_USAGE, "%s: needs a load, as in %s,load=0.1", kind, kind);
  if (!text_real(value, 0, 1, &loop->load) || loop->load <= 0)
    return err_set(err, ERR_USAGE,
                   "'%s,%s': load must be more than 0 and at most 1 packet per terminal "
                   "and cycle",
                   kind, argument);
  loop->measure_given = text_option(argument, "measure", value, sizeof value);
  return options_number(kind, argument, "warmup", 0, OPEN_LOOP_CYCLES, "cycles",
                        &loop->warmup, err) &&
         options_number(kind, argument, "measure", 1, OPEN_LOOP_CYCLES, "cycles",
                        &loop->measure, err) &&
         options_number(kind, argument, "burst", 1, BURST_MAX, "packets", &loop->burst,
                        err);
}

/* --- the schedule --- */

bool open_loop_reserve(struct schedule *schedule, size_t *capacity,
                       const struct traffic_request *request, const struct open_loop *loop,
                       struct err *err)
{
  const struct topology *t = request->topology;
  double per_cycle = loop->load * t->terminals;
  double expected = per_cycle * ((double)loop->warmup + loop->measure);
  double cycles = floor(default_packets_max / per_cycle);

  if (expected > default_packets_max && !loop->measure_given)
    return err_set(err, ERR_USAGE,
                   "'%.100s' on %s: %u cycles of warm-up and %u of measurement would start "
                   "about %.0f million packets; give fewer, as in warmup=%.0f,measure=%.0f",
                   request->traffic, t->spec, loop->warmup, loop->measure, expected / 1e6,
                   floor(cycles / 6), cycles - floor(cycles / 6));
  if (expected > (double)traffic_packets_max)
    return err_set(err, ERR_USAGE,
                   "'%.100s' on %s: about %.0f million packets; at most %" PRIu64
                   ", so give fewer cycles of measurement or warm-up",
                   request->traffic, t->spec, expected / 1e6, traffic_packets_max);
  return traffic_reserve(schedule, capacity, (size_t)(expected + 4 * sqrt(expected)) + 64,
                         err);
}

/* A schedule while it is made. */
struct making {
  struct schedule *schedule;
  const struct traffic_request *request;
  open_loop_destination *destination;
  const void *self;
  struct rng rng;
  struct rng headers;
  size_t capacity;
};

static bool start(struct making *m, uint64_t cycle, uint64_t terminal, struct err *err)
{
  struct schedule_entry entry = {
      .cycle = (uint32_t)cycle,
      .source = (uint32_t)terminal,
      .destination = m->destination
                         ? m->destination(m->self, (uint32_t)terminal, &m->rng)
                         : (uint32_t)rng_below(&m->rng, m->request->topology->terminals),
  };

  traffic_next_header(&entry, m->request, &m->headers);
  return traffic_append(m->schedule, &m->capacity, &entry, err);
}

/* A geometric number: the failures before a success of a given probability. */
struct gap {
  uint64_t odds[GAP_BITS]; /* [bits] that bit k is 1, in units of 2^-64; higher bits are
                            * practically never 1 */
  uint32_t bits;
};

static struct gap gap_of(double success)
{
  double power = 1 - success; /* q^(2^k) */
  struct gap gap = {.bits = 0};

  while (gap.bits < GAP_BITS && power >= 0x1p-64) {
    gap.odds[gap.bits++] = (uint64_t)(power / (1 + power) * 0x1p64);
    power *= power;
  }
  return gap;
}

static uint64_t gap_draw(const struct gap *gap, struct rng *rng)
{
  uint64_t drawn = 0;

  for (uint32_t k = 0; k < gap->bits; k++)
    drawn += (uint64_t)(rng_next(rng) < gap->odds[k]) << k;
  return drawn;
}

static bool start_singly(struct making *m, const struct open_loop *loop, struct err *err)
{
  const uint32_t terminals = m->request->topology->terminals;
  const struct gap gap = gap_of(loop->load);
  uint64_t cycle = 0, terminal = 0;

  for (;; terminal++) {
    terminal += gap_draw(&gap, &m->rng);
    if (terminal >= terminals) {
      cycle += terminal / terminals;
      terminal %= terminals;
    }
    if (cycle >= m->schedule->measure_to)
      return true;
    if (!start(m, cycle, terminal, err))
      return false;
  }
}

/* 2^64 * probability, as a bound on a random word: at most all of them but one. */
static uint64_t odds_of(double probability)
{
  return probability < 1 ? (uint64_t)(probability * 0x1p64) : UINT64_MAX;
}

/* Cycle of the first packet of every terminal, as if it had run for ever: one starts in
 * cycle 0 with probability `load`, and the end of an idle time does not know how long it
 * lasted. */
static void first_packets(uint64_t *next, struct making *m, double load,
                          const struct gap *idle)
{
  for (uint32_t terminal = 0; terminal < m->request->topology->terminals; terminal++)
    next[terminal] = rng_next(&m->rng) < odds_of(load) ? 0 : 1 + gap_draw(idle, &m->rng);
}

static bool start_bursts(struct making *m, const struct open_loop *loop, uint64_t *next,
                         struct err *err)
{
  const double idle_cycles = loop->burst * (1 - loop->load) / loop->load; /* mean */
  const uint32_t terminals = m->request->topology->terminals;
  const struct gap idle = gap_of(1 / (1 + idle_cycles));
  const uint64_t ends = odds_of(1.0 / loop->burst);
  uint64_t cycle = 0;

  first_packets(next, m, loop->load, &idle);
  while (cycle < m->schedule->measure_to) {
    uint64_t soonest = m->schedule->measure_to;

    for (uint32_t terminal = 0; terminal < terminals; terminal++) {
      if (next[terminal] == cycle) {
        if (!start(m, cycle, terminal, err))
          return false;
        next[terminal]++;
        if (rng_next(&m->rng) < ends)
          next[terminal] += gap_draw(&idle, &m->rng);
      }
      soonest = next[terminal] < soonest ? next[terminal] : soonest;
    }
    cycle = soonest;
  }
  return true;
}

void open_loop_ask(struct open_loop *loop, const struct traffic_request *request)
{
  if (loop->measure_given || request->measure == 0)
    return;
  loop->measure = request->measure;
  loop->measure_given = true;
}

bool open_loop_make(struct schedule *schedule, const struct traffic_request *request,
                    const struct open_loop *asked, open_loop_destination *destination,
                    const void *self, struct err *err)
{
  struct open_loop loop = *asked;

  const uint32_t terminals = request->topology->terminals;
  struct making m = {
      .schedule = schedule,
      .request = request,
      .destination = destination,
      .self = self,
      .rng = rng_seed(request->seed, traffic_stream_uniform),
      .headers = traffic_headers(request),
  };

  open_loop_ask(&loop, request);
  if (!open_loop_reserve(schedule, &m.capacity, request, &loop, err))
    return false;
  schedule->measure_from = loop.warmup;
  schedule->measure_to = loop.warmup + loop.measure;
  if (loop.burst == 1)
    return start_singly(&m, &loop, err);

  uint64_t *next = calloc(terminals, sizeof *next); /* cycle of the next packet of each */
  bool good =
      next ? start_bursts(&m, &loop, next, err)
           : err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals", terminals);
  free(next);
  return good;
}
