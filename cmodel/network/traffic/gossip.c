/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* gossip -- one terminal to all others, and all to all others, on every network.
 *
 * Both go by differences of terminals: difference d leads from s to s ^ d where there are
 * 2^n terminals, and to (s + d) mod N elsewhere.
 */
#include "network/traffic/collective.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <stdlib.h>

/* The terminal at a difference from another. */
static uint32_t at(const struct topology *t, uint32_t from, uint32_t difference)
{
  return topology_terminal_bits(t) != UINT32_MAX
             ? from ^ difference
             : (uint32_t)(((uint64_t)from + difference) % t->terminals);
}

/* --- gossip --- */

/* The first `count` of the differences 1..N-1 in a random order; all of them in theirs. */
static uint32_t *draw_rounds(const struct traffic_request *request, uint32_t count)
{
  const uint32_t all = request->topology->terminals - 1;
  struct rng rng = rng_seed(request->seed, traffic_stream_problem);
  uint32_t *rounds = calloc(all + 1, sizeof *rounds);

  for (uint32_t i = 0; rounds && i < all; i++)
    rounds[i] = i + 1;
  if (rounds && count < all)
    traffic_shuffle(rounds, all, &rng);
  return rounds;
}

bool gossip_make(struct schedule *schedule, const struct traffic_request *request,
                 const char *argument, struct err *err)
{
  static const char *const keys[] = {"rounds"};
  const struct topology *t = request->topology;
  uint32_t count = t->terminals - 1;
  size_t capacity = 0;

  if (!options_check("gossip", argument, keys, 1, err) ||
      !options_number("gossip", argument, "rounds", 1, t->terminals - 1, "rounds", &count,
                      err) ||
      (count > 0 &&
       !traffic_reserve(schedule, &capacity, (uint64_t)t->terminals * count, err)))
    return false;
  uint32_t *rounds = draw_rounds(request, count);
  bool good = rounds || err_set(err, ERR_ENVIRONMENT, "not enough memory for %u rounds",
                                t->terminals);

  for (uint32_t i = 0; good && i < count; i++)
    for (uint32_t source = 0; good && source < t->terminals; source++) {
      struct schedule_entry entry = {
          .cycle = i,
          .source = source,
          .destination = at(t, source, rounds[i]),
      };

      traffic_set_header(&entry, schedule->count, request);
      good = traffic_append(schedule, &capacity, &entry, err);
    }
  free(rounds);
  return good;
}

/* --- broadcast as a tree of packets --- */

/* What a terminal that knows the message does next. */
struct informed {
  uint32_t answers; /* of what it sends; 0: it is the source */
  uint32_t cycle;   /* in which it can send, if no packet waits */
};

/* Round r: who is nearer than 2^r sends to the one 2^r further on. */
static bool send_round(struct collective *c, uint32_t source, uint32_t round,
                       struct informed *informed, struct err *err)
{
  const uint32_t step = UINT32_C(1) << round;

  for (uint32_t near = 0; near < step && near < c->t->terminals - step; near++) {
    const uint32_t from = at(c->t, source, near), to = at(c->t, source, near + step);
    struct schedule_entry entry = {
        .cycle = informed[from].cycle++,
        .source = from,
        .destination = to,
        .answers = informed[from].answers,
    };

    traffic_set_header(&entry, c->schedule->count, c->request);
    informed[to] =
        (struct informed){.answers = (uint32_t)c->schedule->count + 1,
                          .cycle = entry.cycle + collective_steps(c, &entry) + 1};
    if (!collective_add(c, &entry, err))
      return false;
  }
  return true;
}

bool tree_make(struct schedule *schedule, const struct traffic_request *request,
               const char *argument, struct err *err)
{
  static const char *const keys[] = {"source"};
  const uint32_t terminals = request->topology->terminals;
  const struct routing *routing = request->routing;
  struct collective c;
  uint32_t source;
  bool good = true;

  collective_open(&c, schedule, request);
  if (!options_check("broadcast", argument, keys, 1, err) ||
      !options_terminal("broadcast", argument, "source", c.t, &source, err))
    return false;
  if (routing->phases.kind == PHASE_BARRIER)
    return err_set(err, ERR_USAGE,
                   "broadcast: a packet of the tree starts when the one before it has "
                   "arrived, and with %s none arrives before all have started; use "
                   "another routing",
                   routing->name);
  struct informed *informed = calloc(terminals, sizeof *informed);

  if (!informed)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals", terminals);
  for (uint32_t round = 0; good && round < 31 && UINT32_C(1) << round < terminals; round++)
    good = send_round(&c, source, round, informed, err);
  free(informed);
  return collective_close(&c, good, err);
}
