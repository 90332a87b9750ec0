/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* headers -- packets of any headers, also such as no terminal gives.
 *
 * What a switch does with a header is fixed by the page of its route unit, whoever sends
 * it: digits out of range, ports that are not there, ways that are not short.  The C route
 * unit is followed to where such a packet ends.  Packets that arrive go one at a time, so
 * none waits for another: their ways need not be free of deadlock.  Packets that go round
 * or stay for ever come last, one of a terminal.
 */
#include "base/bits.h"
#include "network/topology/d3.h"
#include "network/topology/faults.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <stdlib.h>

enum {
  COUNT = 64, /* packets, if nothing is said */
  COUNT_MAX = 1000000,
  DRAWS = 16,        /* for each packet: some headers lead to no terminal */
  FIELDS = 64,       /* of a header */
  STEPS_LEAST = 256, /* of a way that is followed, and some for each switch */
  STEPS_EACH = 4,
  GAP = 4 /* cycles between two packets, besides those of the way */
};

/* A way, followed to its end. */
enum end {
  END_TERMINAL, /* it is ejected at a terminal */
  END_NONE,     /* it goes round, or stays for ever */
  END_OTHER     /* copies; a switch without a terminal; longer than was followed */
};

struct way {
  enum end end;
  uint32_t terminal; /* of END_TERMINAL: the first one there */
  uint32_t hops;
};

/* Where a packet is, and with which header: all that tells what it does next. */
struct place {
  uint32_t at;
  uint64_t header;
};

/* A place that comes again: it is compared with one that is renewed after 1, 2, 4.. hops.
 */
static struct way follow(const struct traffic_request *request, uint32_t source,
                         uint64_t header)
{
  const struct topology *t = request->topology;
  const uint32_t most = STEPS_EACH * t->switches + STEPS_LEAST;
  struct place now = {topology_source(t, source), header}, before = now;
  struct way way = {.end = END_OTHER};

  for (; way.hops < most; way.hops++) {
    const struct route_in in = topology_route_in(t, now.at, now.header);
    const struct route_out out = request->routing->unit->comb(&in);

    if (out.ports == 0 && !out.eject) {
      way.end = END_NONE;
      return way;
    }
    if (out.ports == 0) {
      way.terminal = topology_receiver(t, now.at, 0);
      way.end = way.terminal == UINT32_MAX ? END_OTHER : END_TERMINAL;
      return way;
    }
    if (out.eject || bits_count(out.ports) != 1 || bits_lowest(out.ports) >= t->ports)
      return way;
    if ((way.hops & (way.hops - 1)) == 0)
      before = now;
    now = (struct place){topology_link(t, now.at, bits_lowest(out.ports)).to_switch,
                         out.header};
    if (now.at == before.at && now.header == before.header) {
      way.end = END_NONE;
      return way;
    }
  }
  return way;
}

/* --- drawing --- */

struct drawing {
  const struct traffic_request *request;
  struct rng rng;
  struct field fields[FIELDS]; /* [field_count] of the header */
  size_t field_count;
  uint64_t mask; /* of the header */
  bool copies;   /* the network has broadcasts */
};

static void open_drawing(struct drawing *d, const struct traffic_request *request)
{
  const struct topology *t = request->topology;
  const struct routing *routing = request->routing;

  *d = (struct drawing){.request = request,
                        .rng = rng_seed(request->seed, traffic_stream_problem),
                        .mask = bits_mask(routing->header_bits(t))};
  d->copies = d3_is(t) && t->per_site == 1 && d3_has_vectors(routing) &&
              d3_whole_count(t, D3_CABINETS) == d3_k(t) &&
              d3_whole_count(t, D3_ROUTERS) == d3_m(t);
  d->field_count = routing_fields(routing, t, d->fields, FIELDS);
}

/* That of a random packet, with one field or one bit another. */
static uint64_t change(struct drawing *d, uint32_t source)
{
  const struct topology *t = d->request->topology;
  const uint32_t to = (uint32_t)rng_below(&d->rng, t->terminals);
  uint64_t header = topology_header(t, d->request->routing, source, to, rng_next(&d->rng));
  const uint64_t word = rng_next(&d->rng);

  if (d->field_count > 0 && word % 2) {
    const struct field *field = &d->fields[rng_below(&d->rng, d->field_count)];
    const uint64_t own = bits_mask(field->bits) << field->lsb;

    return (header & ~own) | (rng_next(&d->rng) & own);
  }
  return header ^ UINT64_C(1) << rng_below(&d->rng, bits_count(d->mask));
}

/* A broadcast looks neither at its ports nor at what is behind them. */
static uint64_t broadcast(struct drawing *d)
{
  const struct topology *t = d->request->topology;
  const uint64_t plain = d3_broadcast(t, false), skipping = d3_broadcast(t, true);
  const uint64_t used = bits_mask(bits_lowest(plain)); /* below the counter */

  return (rng_next(&d->rng) % 2 ? plain : skipping) | (rng_next(&d->rng) & used);
}

/* A packet with such a header, into entry without a cycle; *hops of its way. */
static bool draw(struct drawing *d, struct schedule_entry *entry, uint32_t *hops)
{
  enum { KINDS = 4, COPIES = 8 };
  const struct topology *t = d->request->topology;
  const uint32_t source = (uint32_t)rng_below(&d->rng, t->terminals);

  *entry = (struct schedule_entry){.source = source};
  if (d->copies && rng_below(&d->rng, COPIES) == 0) {
    entry->destination = SCHEDULE_ALL;
    entry->header = broadcast(d);
    *hops = 3;
    return true;
  }
  entry->header = rng_below(&d->rng, KINDS) == 0 ? rng_next(&d->rng) & d->mask
                                                 : change(d, source) & d->mask;
  const struct way way = follow(d->request, source, entry->header);
  *hops = way.hops;
  entry->destination = way.end == END_TERMINAL ? way.terminal : SCHEDULE_NOWHERE;
  if (way.end == END_TERMINAL && t->per_site > 1)
    entry->destination += (uint32_t)rng_below(&d->rng, t->per_site);
  return way.end != END_OTHER;
}

/* --- the schedule --- */

/* Headers that tell all, and nobody who waits for packets. */
static bool can(const struct traffic_request *request, struct err *err)
{
  const struct routing *routing = request->routing;

  return (routing->random == RANDOM_NONE && !routing->launch && !routing->phases.count &&
          !faults_any(request->topology)) ||
         err_set(err, ERR_USAGE,
                 "headers: needs a routing whose header alone fixes the path; with %s on "
                 "%s it depends on phases, random words, queues or failed switches",
                 routing->name, request->topology->spec);
}

/* Packets that arrive into the schedule; the last of each terminal that does not into
 * last[terminals], whose destination says whether there is one. */
static bool fill(struct schedule *schedule, size_t *capacity, struct drawing *d,
                 uint32_t count, struct schedule_entry *last, struct err *err)
{
  uint32_t cycle = 0;

  for (uint32_t left = count * DRAWS; left > 0 && schedule->count < count; left--) {
    struct schedule_entry entry;
    uint32_t hops;

    if (!draw(d, &entry, &hops))
      continue;
    entry.cycle = cycle;
    if (entry.destination == SCHEDULE_NOWHERE) {
      last[entry.source] = entry;
      continue;
    }
    if (!traffic_append(schedule, capacity, &entry, err))
      return false;
    cycle += hops + GAP;
  }
  for (uint32_t i = 0; i < d->request->topology->terminals; i++) {
    last[i].cycle = cycle;
    if (last[i].destination == SCHEDULE_NOWHERE && schedule->count < 2 * (size_t)count &&
        !traffic_append(schedule, capacity, &last[i], err))
      return false;
  }
  return true;
}

bool headers_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  static const char *const keys[] = {"count"};
  uint32_t count = COUNT;
  size_t capacity = 0;
  struct drawing d;

  if (!options_check("headers", argument, keys, 1, err) ||
      !options_number("headers", argument, "count", 1, COUNT_MAX, "packets", &count, err) ||
      !can(request, err))
    return false;
  struct schedule_entry *last = calloc(request->topology->terminals, sizeof *last);
  if (!last)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals",
                   request->topology->terminals);
  open_drawing(&d, request);
  const bool good = fill(schedule, &capacity, &d, count, last, err);

  free(last);
  return good;
}
