/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* overtaking -- packets of three and of four hops that meet at a queue, d3.
 *
 * Where queues are last in, first out, the packet of four hops goes first: it was launched
 * a cycle later, and comes to the router in the same cycle.  In one round of two they meet
 * at a global port, in the next at a local one.  Two packets at a time are too few for a
 * deadlock, whatever the number of virtual channels.
 */
#include "network/topology/d3.h"
#include "network/traffic/collective.h"
#include "network/traffic/options.h"

#include <assert.h>

#define KIND "overtaking"

enum {
  COUNT = 64, /* rounds, if nothing is said */
  COUNT_MAX = 1000000,
  ROUND = 12 /* cycles of a round: both have arrived */
};

struct meeting {
  struct collective c;
  struct rng rng;
  uint32_t cycle; /* in which the round begins */
};

static uint32_t any(struct meeting *m, uint32_t count)
{
  assert(count > 0);
  return (uint32_t)rng_below(&m->rng, count);
}

/* Another than `number`, where there is one. */
static uint32_t other(struct meeting *m, uint32_t number, uint32_t count)
{
  return count > 1 ? (number + 1 + any(m, count - 1)) % count : number;
}

static bool send(struct meeting *m, uint32_t cycle, enum d3_path path,
                 struct d3_router from, struct d3_router to, struct err *err)
{
  const struct topology *t = m->c.t;
  struct schedule_entry entry = {
      .cycle = cycle, .source = d3_switch(t, from), .destination = d3_switch(t, to)};

  entry.header = d3_header(t, m->c.request->routing, path, entry.source, entry.destination);
  return collective_add(&m->c, &entry, err);
}

/* At a global port of (c,d,p): one packet comes from a router of its drawer, one starts
 * there. */
static bool meet_at_global(struct meeting *m, struct d3_router at, struct err *err)
{
  const uint32_t routers = d3_m(m->c.t), to = any(m, d3_k(m->c.t));
  const struct d3_router from = {at.c, at.d, other(m, at.p, routers)};

  return send(m, m->cycle, D3_LGL, from, (struct d3_router){to, at.p, any(m, routers)},
              err) &&
         send(m, m->cycle + 1, D3_GLGL, at,
              (struct d3_router){to, any(m, routers), any(m, routers)}, err);
}

/* At a local port of (c,d,p): they come from two cabinets, one to stay in the drawer, one
 * on its way to another. */
static bool meet_at_local(struct meeting *m, struct d3_router at, struct err *err)
{
  const uint32_t routers = d3_m(m->c.t), to = other(m, at.p, routers);
  const uint32_t from = any(m, d3_k(m->c.t));

  return send(m, m->cycle, D3_LGL, (struct d3_router){from, at.p, other(m, at.d, routers)},
              (struct d3_router){at.c, at.d, to}, err) &&
         send(m, m->cycle + 1, D3_GLGL,
              (struct d3_router){other(m, from, d3_k(m->c.t)), at.p, at.d},
              (struct d3_router){at.c, to, any(m, routers)}, err);
}

const char *overtaking_routing(const char *options)
{
  (void)options;
  return "source-vector,queue=lifo";
}

bool overtaking_make(struct schedule *schedule, const struct traffic_request *request,
                     const char *argument, struct err *err)
{
  static const char *const keys[] = {"count"};
  struct meeting m = {.rng = rng_seed(request->seed, traffic_stream_problem)};
  uint32_t count = COUNT;
  bool good = true;

  collective_open(&m.c, schedule, request);
  if (!options_check(KIND, argument, keys, 1, err) ||
      !options_number(KIND, argument, "count", 1, COUNT_MAX, "rounds", &count, err))
    return false;
  if (!d3_has_vectors(request->routing))
    return err_set(err, ERR_USAGE,
                   KIND ": needs source vectors, which routing %s does not have; use "
                        "source-vector,queue=lifo",
                   request->routing->name);
  for (uint32_t i = 0; good && i < count; i++) {
    const struct d3_router at = d3_router(m.c.t, any(&m, m.c.t->switches));

    good = i % 2 ? meet_at_local(&m, at, err) : meet_at_global(&m, at, err);
    m.cycle += ROUND;
  }
  return collective_close(&m.c, good, err);
}
