/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* broadcast -- one router, or one of every drawer, sends N packets, each to all.
 *
 * Source: The Swapped Dragonfly, appendix, Theorem 4; docs/schedules/broadcast.md.  The
 * packets follow each other as closely as link conflicts allow: one a step, or, from a
 * router (c,p,p) that sends on its link to itself too, two in four steps.  Where routers
 * cannot copy, in a part of a network or without source vectors, terminals do.
 */
#include "base/text.h"
#include "network/traffic/collective.h"
#include "network/traffic/options.h"
#include "network/traffic/relay.h"

#include <string.h>

#define KIND "broadcast"

static const uint64_t count_max = 1000000;

static const char *const keys[] = {"source", "count", "self-links", "copies"};

struct options {
  bool drawers;    /* one router of each sends, */
  uint32_t source; /* or this one */
  uint64_t count;
  bool self_links; /* copies are sent on the link of a router to itself */
  enum copies copies;
};

static bool parse(struct options *options, const struct collective *c, const char *argument,
                  struct err *err)
{
  char value[OPTIONS_VALUE];

  options->drawers =
      text_option(argument, "source", value, sizeof value) && strcmp(value, "drawers") == 0;
  if (!options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err) ||
      !options_flag(KIND, argument, "self-links", &options->self_links, err))
    return false;
  if (!options->drawers &&
      !options_terminal(KIND, argument, "source", c->t, &options->source, err))
    return false;
  if (text_option(argument, "count", value, sizeof value) &&
      (!text_u64(value, count_max, &options->count) || options->count < 1))
    return err_set(err, ERR_USAGE, "'" KIND ",%s': count must be in 1..%llu", argument,
                   (unsigned long long)count_max);
  return relay_read(&options->copies, c, KIND, argument, err);
}

/* One message; `relay` is of use where terminals copy it. */
static bool launch(struct collective *c, const struct options *options, uint32_t source,
                   struct relay *relay, struct err *err)
{
  const struct schedule_entry entry = {
      .source = source,
      .destination = SCHEDULE_ALL,
      .header = d3_broadcast(c->t, !options->self_links),
  };

  if (options->copies == COPIES_ROUTERS)
    return collective_launch(c, &entry, 1, true, err);
  relay_message(relay, c, source);
  return collective_launch(c, relay->entries, relay->count, true, err);
}

bool broadcast_make(struct schedule *schedule, const struct traffic_request *request,
                    const char *argument, struct err *err)
{
  struct options options = {.count = 1, .self_links = true};
  struct collective c;
  struct relay relay;

  collective_open(&c, schedule, request);
  if (!parse(&options, &c, argument, err))
    return false;
  bool good = relay_open(&relay, &c, err);
  const uint32_t m = d3_m(c.t), sources = options.drawers ? c.t->switches / m : 1;
  struct rng rng = rng_seed(request->seed, traffic_stream_problem);
  for (uint64_t i = 0; good && i < options.count * sources; i++) {
    const uint32_t drawer = (uint32_t)(i % sources);
    const uint32_t source =
        options.drawers ? drawer * m + (uint32_t)rng_below(&rng, m) : options.source;

    good = launch(&c, &options, source, &relay, err);
  }
  relay_close(&relay);
  schedule->conflict_free = true;
  return collective_close(&c, good, err);
}
