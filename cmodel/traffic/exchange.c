/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exchange -- a permutation, after the routers of each drawer told each other their
 * targets.
 *
 * Source: The Swapped Dragonfly, appendix, Theorem 8; docs/schedules/permutation.md.  In
 * the first step every node tells the others of its drawer to which drawer it will send.
 * Then a packet that is alone in its pair of drawers goes local, global, local; the others
 * go by way of the cabinet of their destination.
 */
#include "base/text.h"
#include "traffic/collective.h"
#include "traffic/options.h"

#include <stdlib.h>
#include <string.h>

#define KIND "exchange"

enum { DELAY_MAX = 1000 };

static const char *const keys[] = {"of", "delay"};

struct plan {
  char of[OPTIONS_VALUE]; /* traffic */
  uint64_t delay;         /* steps between the exchange and the launch */
};

static bool parse(struct plan *plan, const char *argument, struct err *err)
{
  char value[OPTIONS_VALUE];

  if (!options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err))
    return false;
  if (!text_option(argument, "of", plan->of, sizeof plan->of))
    strcpy(plan->of, "random");
  if (text_option(argument, "delay", value, sizeof value) &&
      !text_u64(value, DELAY_MAX, &plan->delay))
    return err_set(err, ERR_USAGE, "'" KIND ",%s': delay must be in 0..%d steps", argument,
                   DELAY_MAX);
  return true;
}

/* Every node to the others of its drawer. */
static bool exchange(struct collective *c, struct err *err)
{
  const uint32_t m = d3_m(c->t);

  for (uint32_t source = 0; source < c->t->switches; source++)
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

static bool is_permutation(const struct schedule *schedule, const struct topology *t)
{
  bool *reached = calloc(t->switches, sizeof *reached);
  bool good = reached && schedule->count == t->switches;

  for (size_t i = 0; good && i < schedule->count; i++) {
    uint32_t to = schedule->entries[i].destination;

    good = schedule->entries[i].source == i && to < t->switches && !reached[to];
    if (good)
      reached[to] = true;
  }
  free(reached);
  return good;
}

bool exchange_make(struct schedule *schedule, const struct traffic_request *request,
                   const char *argument, struct err *err)
{
  struct plan plan = {.delay = 0};
  struct schedule permutation;
  struct traffic_request inner = *request;
  struct collective c;

  if (!collective_open(&c, KIND, schedule, request, err) || !parse(&plan, argument, err))
    return false;
  inner.traffic = plan.of;
  inner.packets = 1;
  if (!schedule_make(&permutation, &inner, err))
    return false;
  bool good = is_permutation(&permutation, c.t) ||
              err_set(err, ERR_USAGE, "'" KIND ",%s': %s is not a permutation of %s",
                      argument, plan.of, c.t->spec);
  good = good && exchange(&c, err);
  for (size_t i = 0; good && i < permutation.count; i++) {
    struct schedule_entry entry = permutation.entries[i];

    entry.cycle = 1 + (uint32_t)plan.delay;
    entry.header = d3_header(c.t, request->routing,
                             group(&permutation, i, d3_m(c.t)) == 1 ? D3_LGL : D3_GLGL,
                             entry.source, entry.destination);
    good = collective_add(&c, &entry, err);
  }
  schedule_free(&permutation);
  return good;
}
