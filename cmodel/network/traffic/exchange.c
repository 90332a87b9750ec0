/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exchange -- a permutation, after the routers of each drawer told each other their
 * targets.
 *
 * Source: The Swapped Dragonfly, appendix, Theorem 8; docs/schedules/permutation.md.  In
 * the first step every terminal tells the others of its drawer to which drawer it will
 * send. Then a packet that is alone in its pair of drawers goes local, global, local; the
 * others go by way of the cabinet of their destination.
 */
#include "base/text.h"
#include "network/traffic/collective.h"
#include "network/traffic/options.h"
#include "network/traffic/relation.h"

#include <string.h>

#define KIND "exchange"

enum { DELAY_MAX = 1000 };

static const char *const keys[] = {"of", "delay"};

struct options {
  char of[OPTIONS_VALUE]; /* traffic */
  uint64_t delay;         /* steps between the exchange and the launch */
};

static bool parse(struct options *options, const char *argument, struct err *err)
{
  char value[OPTIONS_VALUE];

  if (!options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err))
    return false;
  if (!text_option(argument, "of", options->of, sizeof options->of))
    strcpy(options->of, "random");
  if (text_option(argument, "delay", value, sizeof value) &&
      !text_u64(value, DELAY_MAX, &options->delay))
    return err_set(err, ERR_USAGE, "'" KIND ",%s': delay must be in 0..%d steps", argument,
                   DELAY_MAX);
  return true;
}

/* Every terminal to the others of its drawer. */
static bool exchange(struct collective *c, struct err *err)
{
  const uint32_t m = d3_m(c->t);

  for (uint32_t source = 0; source < c->t->terminals; source++)
    for (uint32_t p = 0; p < m; p++) {
      struct schedule_entry entry = {.source = source, .destination = source / m * m + p};

      if (entry.destination == source)
        continue;
      entry.header = d3_header(c->t, c->request->routing, D3_L, source, entry.destination);
      if (!collective_add(c, &entry, err))
        return false;
    }
  return true;
}

/* Packets from the drawer of entries[i] to its target drawer. */
static uint32_t group(const struct schedule *schedule, size_t i, uint32_t m)
{
  const struct schedule_entry *one = &schedule->entries[i];
  uint32_t packets = 0;

  /* Sources ascend, one packet each: those of a drawer stand together. */
  for (size_t j = one->source / m * m; j < one->source / m * m + m; j++)
    packets += schedule->entries[j].destination / m == one->destination / m;
  return packets;
}

/* Every router to its target. */
static bool send(struct collective *c, const struct schedule *permutation, uint32_t cycle,
                 struct err *err)
{
  for (size_t i = 0; i < permutation->count; i++) {
    const struct schedule_entry *one = &permutation->entries[i];
    enum d3_path path = group(permutation, i, d3_m(c->t)) == 1 ? D3_LGL : D3_GLGL;
    struct schedule_entry entry = {
        .cycle = cycle,
        .source = one->source,
        .destination = one->destination,
        .header = d3_header(c->t, c->request->routing, path, one->source, one->destination),
    };

    if (!collective_add(c, &entry, err))
      return false;
  }
  return true;
}

static bool check_permutation(const struct schedule *schedule, const struct topology *t,
                              const char *name, struct err *err)
{
  uint32_t h;

  return relation_of(schedule, t, &h, err) &&
         ((h == 1 && schedule->count == t->terminals) ||
          err_set(err, ERR_USAGE, KIND ": %s is not a permutation of %s; use random", name,
                  t->spec));
}

const char *exchange_routing(const char *options)
{
  (void)options;
  return "source-vector,holds=0";
}

bool exchange_make(struct schedule *schedule, const struct traffic_request *request,
                   const char *argument, struct err *err)
{
  struct options options = {.delay = 0};
  struct schedule permutation;
  struct traffic_request inner = *request;
  struct collective c;

  collective_open(&c, schedule, request);
  if (!parse(&options, argument, err))
    return false;
  inner.traffic = options.of;
  inner.packets = 1;
  if (!schedule_make(&permutation, &inner, err))
    return false;
  bool good = check_permutation(&permutation, c.t, options.of, err) && exchange(&c, err) &&
              send(&c, &permutation, 1 + (uint32_t)options.delay, err);
  schedule_free(&permutation);
  return collective_close(&c, good, err);
}
