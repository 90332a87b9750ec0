/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* closed_loop -- requests with replies, and batches behind a window: docs/traffic-loops.md.
 *
 * The requests are those of an open loop, or all packets of other traffic, one in a cycle.
 */
#include "base/memory.h"
#include "base/text.h"
#include "network/traffic/collective.h"
#include "network/traffic/open_loop.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 1000000, SERVICE_MAX = 1000000, WINDOW_MAX = 1000000 };

static const char *const uniform = "uniform";

/* The options of both kinds. */
struct loop_options {
  char of[OPTIONS_VALUE]; /* where requests go */
  bool replies;
  uint32_t service, window;
};

static bool read_options(struct loop_options *options, const char *kind,
                         const char *argument, struct err *err)
{
  char value[OPTIONS_VALUE];

  *options = (struct loop_options){
      .replies = text_option(argument, "service", value, sizeof value)};
  if (!text_option(argument, "of", options->of, sizeof options->of))
    snprintf(options->of, sizeof options->of, "%s", uniform);
  return options_number(kind, argument, "service", 0, SERVICE_MAX, "cycles",
                        &options->service, err) &&
         options_number(kind, argument, "window", 1, WINDOW_MAX, "packets",
                        &options->window, err);
}

/* Can a packet start at any time? */
static bool check_routing(const char *kind, const struct routing *routing, struct err *err)
{
  if (routing->set_up)
    return err_set(err, ERR_USAGE,
                   "%s: routing %s sets up the paths of whole permutations before the run; "
                   "use another routing, or another network",
                   kind, routing->name);
  return routing->phases.kind != PHASE_BARRIER ||
         err_set(err, ERR_USAGE,
                 "%s: a packet may start when another has arrived, and with %s none "
                 "arrives before all have started; use another routing",
                 kind, routing->name);
}

/* Is `of` a kind that has these options, and no others? */
static bool check_of(const char *kind, const char *of, const struct topology *t,
                     struct err *err)
{
  const struct traffic_row *row =
      strcmp(of, uniform) == 0 ? NULL : traffic_find(of, t, err);

  if (strcmp(of, uniform) == 0)
    return true;
  if (!row)
    return false;
  return (row->make == random_make || row->make == pattern_make) ||
         err_set(err, ERR_USAGE,
                 "%s: of is uniform or a permutation, as in of=transpose; '%.60s' is "
                 "neither",
                 kind, of);
}

/* --- replies --- */

/* An entry of a list that is to be sorted, and its number before. */
struct place {
  struct schedule_entry entry;
  uint32_t number;
};

static int by_cycle(const void *a, const void *b)
{
  const struct place *x = a, *y = b;

  if (x->entry.cycle != y->entry.cycle)
    return x->entry.cycle < y->entry.cycle ? -1 : 1;
  if (x->entry.source != y->entry.source)
    return x->entry.source < y->entry.source ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* The reply to a request, as soon as it can be. */
static bool reply_to(struct place *reply, const struct place *request, uint32_t service,
                     const struct collective *c, struct err *err)
{
  const uint64_t cycle =
      (uint64_t)request->entry.cycle + collective_steps(c, &request->entry) + 1 + service;

  if (cycle >= UINT32_MAX)
    return err_set(err, ERR_USAGE, "%.100s: a reply starts after cycle %u",
                   c->request->traffic, UINT32_MAX - 1);
  reply->entry = (struct schedule_entry){.cycle = (uint32_t)cycle,
                                         .source = request->entry.destination,
                                         .destination = request->entry.source,
                                         .answers = request->number + 1};
  traffic_set_header(&reply->entry, reply->number, c->request);
  return true;
}

/* Sort all entries, and number anew what they answer.  `to` has room for a number of each.
 */
static void sort_places(struct place *places, size_t count, uint32_t *to,
                        struct schedule_entry *entries)
{
  qsort(places, count, sizeof *places, by_cycle);
  for (size_t i = 0; i < count; i++)
    to[places[i].number] = (uint32_t)i;
  for (size_t i = 0; i < count; i++) {
    entries[i] = places[i].entry;
    entries[i].answers = entries[i].answers ? to[entries[i].answers - 1] + 1 : 0;
  }
}

/* Fill the schedule with the requests, and with a reply to each. */
static bool join(struct schedule *schedule, const struct schedule *requests,
                 const struct loop_options *options, const struct traffic_request *request,
                 struct err *err)
{
  const size_t each = options->replies ? 2 : 1, count = each * requests->count;
  size_t capacity = 0;
  struct collective c;
  bool good = true;

  if (!traffic_reserve(schedule, &capacity, (uint64_t)count + 1, err))
    return false;
  struct place *places = memory_table(count + 1, sizeof *places);
  uint32_t *to = memory_table(count + 1, sizeof *to);

  if (!places || !to)
    good = err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", count);
  collective_open(&c, schedule, request);
  for (size_t i = 0; good && i < requests->count; i++)
    places[i] = (struct place){requests->entries[i], (uint32_t)i};
  for (size_t i = requests->count; good && i < count; i++) {
    places[i].number = (uint32_t)i;
    good = reply_to(&places[i], &places[i - requests->count], options->service, &c, err);
  }
  if (good) {
    sort_places(places, count, to, schedule->entries);
    schedule->count = count;
  }
  free(places);
  free(to);
  schedule->not_sent = each * requests->not_sent;
  schedule->requests = true;
  schedule->service = options->service;
  schedule->window = options->window;
  return good;
}

/* --- the two kinds --- */

bool request_reply_make(struct schedule *schedule, const struct traffic_request *request,
                        const char *argument, struct err *err)
{
  static const char *const kind = "request-reply";
  static const char *const keys[] = {"of", "service", "window", OPEN_LOOP_KEYS};
  char loop[4 * OPTIONS_VALUE], value[OPTIONS_VALUE];
  struct traffic_request inner = *request;
  struct loop_options options;
  struct open_loop read;
  struct schedule requests;

  if (!options_check(kind, argument, keys, sizeof keys / sizeof keys[0], err) ||
      !read_options(&options, kind, argument, err) ||
      !open_loop_read(&read, kind, argument, err) ||
      !check_routing(kind, request->routing, err) ||
      !check_of(kind, options.of, request->topology, err))
    return false;
  options.replies = true;
  size_t used = (size_t)snprintf(loop, sizeof loop, "%s", options.of);

  for (size_t i = 3; i < sizeof keys / sizeof keys[0]; i++)
    if (text_option(argument, keys[i], value, sizeof value))
      used += (size_t)snprintf(loop + used, sizeof loop - used, ",%s=%s", keys[i], value);
  inner.traffic = loop;
  inner.held = SIZE_MAX;
  if (!schedule_make(&requests, &inner, err))
    return false;
  schedule->measure_from = requests.measure_from;
  schedule->measure_to = requests.measure_to;
  const bool good = join(schedule, &requests, &options, request, err);

  schedule_free(&requests);
  return good;
}

/* Packet k of every terminal, from 0, starts in cycle k. */
static bool spread(struct schedule *requests, const struct topology *t, struct err *err)
{
  uint32_t *next = calloc(t->terminals, sizeof *next);

  if (!next)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals",
                   t->terminals);
  for (size_t i = 0; i < requests->count; i++)
    requests->entries[i].cycle = next[requests->entries[i].source]++;
  free(next);
  return true;
}

bool batch_make(struct schedule *schedule, const struct traffic_request *request,
                const char *argument, struct err *err)
{
  static const char *const kind = "batch";
  static const char *const keys[] = {"count", "of", "service", "window"};
  struct traffic_request inner = *request;
  struct loop_options options;
  struct schedule requests;
  char value[OPTIONS_VALUE];

  inner.packets = 0;
  inner.held = SIZE_MAX;
  if (!options_check(kind, argument, keys, sizeof keys / sizeof keys[0], err) ||
      !read_options(&options, kind, argument, err))
    return false;
  if (!text_option(argument, "count", value, sizeof value))
    return err_set(err, ERR_USAGE,
                   "%s: needs the packets of a terminal, as in %s,count=100", kind, kind);
  if (!options_number(kind, argument, "count", 1, COUNT_MAX, "packets", &inner.packets,
                      err) ||
      !check_routing(kind, request->routing, err) ||
      !check_of(kind, options.of, request->topology, err))
    return false;
  inner.traffic = strcmp(options.of, uniform) == 0 ? "function" : options.of;
  if (!schedule_make(&requests, &inner, err))
    return false;
  const bool good = spread(&requests, request->topology, err) &&
                    join(schedule, &requests, &options, request, err);

  schedule_free(&requests);
  return good;
}
