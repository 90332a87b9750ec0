/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* open_loop -- open-loop traffic: packets start at a given load, whatever the network does.
 *
 * Without bursts see steady.h.  With bursts every terminal is a sequence of its own: after
 * a packet the burst ends with probability 1/B, and then g idle cycles follow, a geometric
 * number of mean B (1 - load) / load, 0 included.  With B = 1 the two are the same
 * distribution.
 */
#include "network/traffic/open_loop.h"

#include "base/text.h"
#include "network/traffic/options.h"
#include "network/traffic/steady.h"
#include "network/traffic/traffic.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { BURST_MAX = 1000000 };

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

size_t open_loop_packets(const struct traffic_request *request,
                         const struct open_loop *loop, struct err *err)
{
  const struct topology *t = request->topology;
  double per_cycle = loop->load * t->terminals;
  double expected = per_cycle * ((double)loop->warmup + loop->measure);
  double cycles = floor(default_packets_max / per_cycle);

  if (expected > default_packets_max && !loop->measure_given) {
    err_set(err, ERR_USAGE,
            "'%.100s' on %s: %u cycles of warm-up and %u of measurement would start "
            "about %.0f million packets; give fewer, as in warmup=%.0f,measure=%.0f",
            request->traffic, t->spec, loop->warmup, loop->measure, expected / 1e6,
            floor(cycles / 6), cycles - floor(cycles / 6));
    return 0;
  }
  if (expected > (double)traffic_packets_max) {
    err_set(err, ERR_USAGE,
            "'%.100s' on %s: about %.0f million packets; at most %" PRIu64
            ", so give fewer cycles of measurement or warm-up",
            request->traffic, t->spec, expected / 1e6, traffic_packets_max);
    return 0;
  }
  return (size_t)(expected + 4 * sqrt(expected)) + 64;
}

bool open_loop_reserve(struct schedule *schedule, size_t *capacity,
                       const struct traffic_request *request, const struct open_loop *loop,
                       struct err *err)
{
  const size_t packets = open_loop_packets(request, loop, err);

  return packets > 0 && traffic_reserve(schedule, capacity, packets, err);
}

/* A schedule while it is made. */
struct making {
  struct schedule *schedule;
  const struct traffic_request *request;
  const struct open_loop_to *to;
  struct rng rng;
  struct rng headers;
  size_t capacity;
};

static bool append(struct making *m, struct schedule_entry *entry, struct err *err)
{
  traffic_next_header(entry, m->request, &m->headers);
  return traffic_append(m->schedule, &m->capacity, entry, err);
}

static bool start_singly(struct making *m, const struct open_loop *loop, struct err *err)
{
  const struct steady steady = steady_of(m->request->topology, loop, m->to);
  struct steady_place place = {.rng = m->rng};
  struct rng headers = m->headers;
  struct schedule_entry entry;

  while (steady_next(&steady, &place, &entry)) {
    traffic_next_header(&entry, m->request, &headers);
    if (!traffic_append(m->schedule, &m->capacity, &entry, err))
      return false;
  }
  return true;
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
        struct schedule_entry entry = {
            .cycle = (uint32_t)cycle,
            .source = terminal,
            .destination = open_loop_destination(m->to, m->request->topology->terminals,
                                                 terminal, &m->rng)};

        if (!append(m, &entry, err))
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

static bool make_held(struct schedule *schedule, const struct traffic_request *request,
                      const struct open_loop *loop, const struct open_loop_to *to,
                      struct err *err)
{
  const uint32_t terminals = request->topology->terminals;
  struct making m = {.schedule = schedule,
                     .request = request,
                     .to = to,
                     .rng = open_loop_start(request),
                     .headers = traffic_headers(request)};

  if (!open_loop_reserve(schedule, &m.capacity, request, loop, err))
    return false;
  if (loop->burst == 1)
    return start_singly(&m, loop, err);

  uint64_t *next = calloc(terminals, sizeof *next); /* cycle of the next packet of each */
  bool good =
      next ? start_bursts(&m, loop, next, err)
           : err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals", terminals);
  free(next);
  return good;
}

bool open_loop_make(struct schedule *schedule, const struct traffic_request *request,
                    const struct open_loop *asked, const struct open_loop_to *to,
                    struct err *err)
{
  struct open_loop loop = *asked;

  open_loop_ask(&loop, request);
  const size_t packets = open_loop_packets(request, &loop, err);
  if (packets == 0)
    return false;
  schedule->measure_from = loop.warmup;
  schedule->measure_to = loop.warmup + loop.measure;
  schedule->singles = true;
  /* Paths that are set up are written into the entries. */
  if (packets > traffic_held(request) && loop.burst == 1 && !request->routing->set_up)
    return steady_open(schedule, request, &loop, to, packets, err);
  return make_held(schedule, request, &loop, to, err);
}
