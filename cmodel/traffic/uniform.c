/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* uniform -- open-loop traffic: random switches send to random switches at a given load.
 *
 * In every cycle every switch starts a packet with probability `load`.  The trials are one
 * long sequence (cycle after cycle, switch after switch), and between two successes lie g
 * failures, a geometric number: P(g) = q^g (1 - q), q = 1 - load.  The bits of such a
 * number are independent, bit k being 1 with probability q^(2^k) / (1 + q^(2^k)), because
 * 1 / (1 - q) is the product of all (1 + q^(2^k)).  So a gap costs one random word for each
 * bit, whatever its length, and no logarithm, whose last digit differs between machines.
 */
#include "base/rng.h"
#include "base/text.h"
#include "traffic/traffic.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  WARMUP = 1000,
  MEASURE = 5000,
  CYCLES_MAX = 1000000000, /* of warm-up, and of measurement */
  GAP_BITS = 62,
  ARGUMENT = 128
};

/* Packets that a schedule of default length may have. */
static const double default_packets_max = 20e6;

struct uniform {
  double load; /* packets per switch and cycle, (0, 1] */
  uint32_t warmup;
  uint32_t measure;
  bool measure_given;
};

/* A number of cycles, when it is given. */
static bool parse_cycles(const char *argument, const char *key, uint32_t low,
                         uint32_t *cycles, bool *given, struct err *err)
{
  char value[ARGUMENT];
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

static bool parse(struct uniform *u, const char *argument, struct err *err)
{
  static const char *const keys[] = {"load", "warmup", "measure"};
  enum { KEYS = sizeof keys / sizeof keys[0] };
  char value[ARGUMENT], hint[ARGUMENT];
  bool warmup_given;

  *u = (struct uniform){.warmup = WARMUP, .measure = MEASURE};
  if (strlen(argument) >= sizeof value)
    return err_set(err, ERR_USAGE, "'uniform,%.40s...': too long", argument);
  if (text_unknown_option(argument, keys, KEYS, value, sizeof value)) {
    bool has_value = strchr(value, '=') != NULL;

    value[strcspn(value, "=")] = '\0';
    for (size_t i = 0; i < KEYS; i++) {
      if (strcmp(value, keys[i]) == 0)
        return err_set(err, ERR_USAGE, "'uniform,%s': '%s' %s", argument, value,
                       has_value ? "is given twice" : "has no value");
    }
    text_did_you_mean(hint, sizeof hint, value, keys, KEYS);
    return err_set(err, ERR_USAGE, "'uniform,%s': unknown option '%s'%s", argument, value,
                   hint[0] != '\0' ? hint : "; there are load, warmup and measure");
  }
  if (!text_option(argument, "load", value, sizeof value))
    return err_set(err, ERR_USAGE, "uniform: needs a load, as in uniform,load=0.1");
  if (!text_real(value, 0, 1, &u->load) || u->load <= 0)
    return err_set(err, ERR_USAGE,
                   "'uniform,%s': load must be more than 0 and at most 1 packet per switch "
                   "and cycle",
                   argument);
  return parse_cycles(argument, "warmup", 0, &u->warmup, &warmup_given, err) &&
         parse_cycles(argument, "measure", 1, &u->measure, &u->measure_given, err);
}

/* Room for the packets expected, and some more that chance may add. */
static bool allocate(struct schedule *schedule, size_t *capacity, const struct uniform *u,
                     const struct topology *t, struct err *err)
{
  double per_cycle = u->load * t->switches;
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

bool uniform_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  const struct topology *t = request->topology;
  struct rng rng = rng_seed(request->seed, traffic_stream_uniform);
  uint64_t odds[GAP_BITS], cycle = 0, sw = 0;
  struct uniform u;
  size_t capacity;

  if (!parse(&u, argument, err) || !allocate(schedule, &capacity, &u, t, err))
    return false;
  schedule->measure_from = u.warmup;
  schedule->measure_to = u.warmup + u.measure;
  uint32_t bits = gap_odds(odds, u.load);

  for (;; sw++) {
    for (uint32_t k = 0; k < bits; k++)
      sw += (uint64_t)(rng_next(&rng) < odds[k]) << k;
    if (sw >= t->switches) {
      cycle += sw / t->switches;
      sw %= t->switches;
    }
    if (cycle >= schedule->measure_to)
      return true;
    struct schedule_entry entry = {
        .cycle = (uint32_t)cycle,
        .source = (uint32_t)sw,
        .destination = (uint32_t)rng_below(&rng, t->switches),
    };
    traffic_set_header(&entry, schedule->count, request);
    if (!traffic_append(schedule, &capacity, &entry, err))
      return false;
  }
}
