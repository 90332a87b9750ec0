/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* uniform -- open-loop traffic: random terminals send to random terminals at a given load.
 *
 * In every cycle every terminal starts a packet with probability `load`.  The trials are
 * one long sequence (cycle after cycle, terminal after terminal), and between two successes
 * lie g failures, a geometric number: P(g) = q^g (1 - q), q = 1 - load.  The bits of such a
 * number are independent, bit k being 1 with probability q^(2^k) / (1 + q^(2^k)), because
 * 1 / (1 - q) is the product of all (1 + q^(2^k)).  So a gap costs one random word for each
 * bit, whatever its length, and no logarithm, whose last digit differs between machines.
 */
#include "base/rng.h"
#include "base/text.h"
#include "topology/d3.h"
#include "traffic/options.h"
#include "traffic/pattern.h"
#include "traffic/traffic.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum {
  WARMUP = 1000,
  MEASURE = 5000,
  CYCLES_MAX = 1000000000, /* of warm-up, and of measurement */
  GAP_BITS = 62
};

/* Packets that a schedule of default length may have. */
static const double default_packets_max = 20e6;

/* Which terminals a packet may go to. */
enum to { TO_ANY, TO_DRAWER };

struct uniform {
  double load; /* packets per terminal and cycle, (0, 1] */
  uint32_t warmup;
  uint32_t measure;
  bool measure_given;
  size_t to; /* enum to */
};

/* A number of cycles, when it is given. */
static bool parse_cycles(const char *argument, const char *key, uint32_t low,
                         uint32_t *cycles, bool *given, struct err *err)
{
  char value[OPTIONS_VALUE];
  uint64_t number;

  *given = text_option(argument, key, value, sizeof value);
  if (!*given)
    return true;
  if (!text_u64(value, CYCLES_MAX, &number) || number < low)
    return err_set(err, ERR_USAGE, "'uniform,%s': %s must be in %u..%d cycles", argument,
                   key, low, CYCLES_MAX);
  *cycles = (uint32_t)number;
  return true;
}

static bool parse(struct uniform *u, const char *argument, const struct topology *t,
                  struct err *err)
{
  static const char *const keys[] = {"load", "warmup", "measure", "to"};
  static const char *const places[] = {[TO_ANY] = "any", [TO_DRAWER] = "drawer"};
  char value[OPTIONS_VALUE];
  bool warmup_given;

  *u = (struct uniform){.warmup = WARMUP, .measure = MEASURE};
  if (!options_check("uniform", argument, keys, sizeof keys / sizeof keys[0], err))
    return false;
  if (!text_option(argument, "load", value, sizeof value))
    return err_set(err, ERR_USAGE, "uniform: needs a load, as in uniform,load=0.1");
  if (!text_real(value, 0, 1, &u->load) || u->load <= 0)
    return err_set(err, ERR_USAGE,
                   "'uniform,%s': load must be more than 0 and at most 1 packet per "
                   "terminal and cycle",
                   argument);
  if (!parse_cycles(argument, "warmup", 0, &u->warmup, &warmup_given, err) ||
      !parse_cycles(argument, "measure", 1, &u->measure, &u->measure_given, err) ||
      !options_choice("uniform", argument, "to", places, sizeof places / sizeof places[0],
                      &u->to, err))
    return false;
  return u->to == TO_ANY || d3_is(t) ||
         err_set(err, ERR_USAGE,
                 "'uniform,%s': to=drawer is defined on %s alone; %s is another topology",
                 argument, d3.name, t->spec);
}

/* Room for the packets expected, and some more that chance may add. */
static bool allocate(struct schedule *schedule, size_t *capacity, const struct uniform *u,
                     const struct topology *t, struct err *err)
{
  double per_cycle = u->load * t->terminals;
  double expected = per_cycle * ((double)u->warmup + u->measure);
  double cycles = floor(default_packets_max / per_cycle);

  if (expected > default_packets_max && !u->measure_given)
    return err_set(
        err, ERR_USAGE,
        "uniform,load=%g on %s: %u cycles of warm-up and %u of measurement would "
        "start about %.0f million packets; give fewer, as in "
        "uniform,load=%g,warmup=%.0f,measure=%.0f",
        u->load, t->spec, u->warmup, u->measure, expected / 1e6, u->load, floor(cycles / 6),
        cycles - floor(cycles / 6));
  if (expected > (double)traffic_packets_max)
    return err_set(err, ERR_USAGE,
                   "uniform,load=%g on %s: about %.0f million packets; at most %" PRIu64
                   ", so give fewer cycles of measurement or warm-up",
                   u->load, t->spec, expected / 1e6, traffic_packets_max);
  return traffic_reserve(schedule, capacity, (size_t)(expected + 4 * sqrt(expected)) + 64,
                         err);
}

/* Probability that bit k of a gap is 1, in units of 2^-64, for each k below the number
 * returned; higher bits are practically never 1. */
static uint32_t gap_odds(uint64_t odds[GAP_BITS], double load)
{
  double power = 1 - load; /* q^(2^k) */
  uint32_t bits = 0;

  while (bits < GAP_BITS && power >= 0x1p-64) {
    odds[bits++] = (uint64_t)(power / (1 + power) * 0x1p64);
    power *= power;
  }
  return bits;
}

static uint32_t draw_destination(const struct uniform *u, const struct topology *t,
                                 uint32_t source, struct rng *rng)
{
  if (u->to == TO_ANY)
    return (uint32_t)rng_below(rng, t->terminals);
  uint32_t next = pattern_next_drawer(t, source);
  return next - next % d3_m(t) + (uint32_t)rng_below(rng, d3_m(t));
}

bool uniform_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  const struct topology *t = request->topology;
  struct rng rng = rng_seed(request->seed, traffic_stream_uniform);
  uint64_t odds[GAP_BITS], cycle = 0, terminal = 0;
  struct uniform u;
  size_t capacity;

  if (!parse(&u, argument, t, err) || !allocate(schedule, &capacity, &u, t, err))
    return false;
  schedule->measure_from = u.warmup;
  schedule->measure_to = u.warmup + u.measure;
  uint32_t bits = gap_odds(odds, u.load);

  for (;; terminal++) {
    for (uint32_t k = 0; k < bits; k++)
      terminal += (uint64_t)(rng_next(&rng) < odds[k]) << k;
    if (terminal >= t->terminals) {
      cycle += terminal / t->terminals;
      terminal %= t->terminals;
    }
    if (cycle >= schedule->measure_to)
      return true;
    struct schedule_entry entry = {
        .cycle = (uint32_t)cycle,
        .source = (uint32_t)terminal,
        .destination = draw_destination(&u, t, (uint32_t)terminal, &rng),
    };
    traffic_set_header(&entry, schedule->count, request);
    if (!traffic_append(schedule, &capacity, &entry, err))
      return false;
  }
}
