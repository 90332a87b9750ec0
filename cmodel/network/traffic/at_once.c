/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* at_once -- packets that all terminals start in cycle 0, as many each. */
#include "network/traffic/at_once.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* Packet `number` is of terminal number / packets. */
struct at_once {
  struct traffic_rule base; /* first, so that a pointer to its rule is one to this */
  uint32_t packets;
  uint32_t *destination; /* [count] */
};

static struct at_once *at_once_of(const struct schedule_rule *rule)
{
  return (struct at_once *)(uintptr_t)rule;
}

static void start(const struct schedule_rule *rule, size_t number,
                  struct schedule_entry *entry)
{
  const struct at_once *a = at_once_of(rule);

  *entry = (struct schedule_entry){.source = (uint32_t)number / a->packets,
                                   .destination = a->destination[number]};
}

static void prefetch(const struct schedule_rule *rule, size_t number)
{
  __builtin_prefetch(&at_once_of(rule)->destination[number]);
}

static void close_rule(struct schedule_rule *rule)
{
  free(at_once_of(rule)->destination);
  free(rule);
}

static bool open_rule(struct schedule *schedule, const struct traffic_request *request,
                      size_t count, struct err *err)
{
  struct at_once *a = NULL;

  if (!traffic_has_room(schedule, count, sizeof *a->destination, err))
    return false;
  a = calloc(1, sizeof *a);
  if (a)
    *a = (struct at_once){.base = {{start, traffic_rule_header, NULL, NULL, close_rule,
                                    prefetch, request->packets},
                                   request->topology,
                                   request->routing,
                                   request->seed},
                          .packets = request->packets,
                          .destination = memory_table(count, sizeof *a->destination)};
  if (!a || !a->destination) {
    free(a);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", count);
  }
  schedule->rule = &a->base.rule;
  return true;
}

static bool open_entries(struct schedule *schedule, const struct traffic_request *request,
                         size_t count, struct err *err)
{
  size_t capacity = 0;

  if (!traffic_reserve(schedule, &capacity, count, err))
    return false;
  for (size_t i = 0; i < count; i++)
    schedule->entries[i] =
        (struct schedule_entry){.source = (uint32_t)(i / request->packets)};
  return true;
}

bool at_once_open(struct schedule *schedule, const struct traffic_request *request,
                  struct err *err)
{
  const struct topology *t = request->topology;
  const uint64_t count = (uint64_t)request->packets * t->terminals;

  if (request->packets < 1)
    return err_set(err, ERR_USAGE, "%.100s: 0 packets per terminal; at least 1 is needed",
                   request->traffic);
  if (count > traffic_packets_max)
    return err_set(err, ERR_USAGE,
                   "%s with %u packets per terminal makes %" PRIu64
                   " packets; at most %" PRIu64 ", so at most %" PRIu64 " per terminal",
                   t->spec, request->packets, count, traffic_packets_max,
                   traffic_packets_max / t->terminals);
  /* Paths that are set up are written into the entries. */
  const bool computed = count > traffic_held(request) && !request->routing->set_up;

  if (computed ? !open_rule(schedule, request, count, err)
               : !open_entries(schedule, request, count, err))
    return false;
  schedule->count = count;
  return true;
}

uint32_t *at_once_destination(struct schedule *schedule, size_t number)
{
  return schedule->rule ? &at_once_of(schedule->rule)->destination[number]
                        : &schedule->entries[number].destination;
}

void at_once_finish(struct schedule *schedule, const struct traffic_request *request)
{
  struct rng headers = traffic_headers(request);

  for (size_t i = 0; schedule->entries && i < schedule->count; i++)
    traffic_next_header(&schedule->entries[i], request, &headers);
}
