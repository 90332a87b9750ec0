/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* steady -- open loops without bursts: every terminal starts a packet with probability
 * `load` in every cycle.
 *
 * The trials are one long sequence (cycle after cycle, terminal after terminal), and
 * between two successes lie g failures, a geometric number: P(g) = q^g (1 - q), q = 1 -
 * load.  The bits of such a number are independent, bit k being 1 with probability q^(2^k)
 * / (1 + q^(2^k)), because 1 / (1 - q) is the product of all (1 + q^(2^k)).  So a gap costs
 * one random word for each bit, whatever its length, and no logarithm, whose last digit
 * differs between machines.
 *
 * A packet follows from the one before it.  So a schedule that is too large to be held
 * keeps the place of every 8th packet, and the packets that are under way.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_STEADY_H
#define LOCKHOP_NETWORK_TRAFFIC_STEADY_H

#include "network/traffic/open_loop.h"
#include "network/traffic/traffic.h"

enum { GAP_BITS = 62 };

/* A geometric number: the failures before a success of a given probability. */
struct gap {
  uint64_t odds[GAP_BITS]; /* [bits] that bit k is 1, in units of 2^-64; higher bits are
                            * practically never 1 */
  uint32_t bits;
};

static inline struct gap gap_of(double success)
{
  double power = 1 - success; /* q^(2^k) */
  struct gap gap = {.bits = 0};

  while (gap.bits < GAP_BITS && power >= 0x1p-64) {
    gap.odds[gap.bits++] = (uint64_t)(power / (1 + power) * 0x1p64);
    power *= power;
  }
  return gap;
}

static inline uint64_t gap_draw(const struct gap *gap, struct rng *rng)
{
  uint64_t twice = 0, state = rng->state += gap->bits * RNG_STEP;

  /* From the last word to the first, which is bit 0.  A comparison that is added before the
   * sum is doubled is one instruction. */
  for (uint64_t k = gap->bits; k > 0; k--, state -= RNG_STEP)
    twice = 2 * (twice + (rng_mix(state) < gap->odds[k - 1]));
  return twice / 2;
}

static inline uint32_t open_loop_destination(const struct open_loop_to *to,
                                             uint32_t terminals, uint32_t source,
                                             struct rng *rng)
{
  if (!to->of)
    return (uint32_t)rng_below(rng, terminals);
  struct rng drawn = *rng; /* so that the caller's stays in a register */
  const uint32_t destination = to->of(to->self, source, &drawn);

  *rng = drawn;
  return destination;
}

/* The random numbers of the first packet. */
static inline struct rng open_loop_start(const struct traffic_request *request)
{
  return rng_seed(request->seed, traffic_stream_uniform);
}

struct steady {
  struct gap gap;
  uint32_t terminals, cycles;
  struct open_loop_to to;
};

/* The place behind a packet: the next trial. */
struct steady_place {
  struct rng rng;
  uint32_t cycle, terminal; /* terminal: may be that behind the last one */
};

static inline struct steady steady_of(const struct topology *t,
                                      const struct open_loop *loop,
                                      const struct open_loop_to *to)
{
  return (struct steady){.gap = gap_of(to->peak > 0 ? to->peak : loop->load),
                         .terminals = t->terminals,
                         .cycles = loop->warmup + loop->measure,
                         .to = *to};
}

/* The next trial for a packet, without its header.  False: there is none. */
static inline bool steady_trial(const struct steady *s, struct steady_place *place,
                                struct schedule_entry *entry)
{
  uint64_t terminal = place->terminal + gap_draw(&s->gap, &place->rng);
  uint64_t cycle = place->cycle;

  if (terminal >= s->terminals) {
    cycle += terminal / s->terminals;
    terminal %= s->terminals;
  }
  if (cycle >= s->cycles)
    return false;
  place->cycle = (uint32_t)cycle;
  place->terminal = (uint32_t)terminal + 1;
  *entry =
      (struct schedule_entry){.cycle = (uint32_t)cycle,
                              .source = (uint32_t)terminal,
                              .destination = open_loop_destination(
                                  &s->to, s->terminals, (uint32_t)terminal, &place->rng)};
  return true;
}

/* The next packet, without its header.  False: there is none. */
static inline bool steady_next(const struct steady *s, struct steady_place *place,
                               struct schedule_entry *entry)
{
  do
    if (!steady_trial(s, place, entry))
      return false;
  while (entry->destination == OPEN_LOOP_NONE);
  return true;
}

/* A schedule of about so many packets that is computed.  Errors: ERR_ENVIRONMENT. */
bool steady_open(struct schedule *schedule, const struct traffic_request *request,
                 const struct open_loop *loop, const struct open_loop_to *to,
                 size_t packets, struct err *err);

#endif
