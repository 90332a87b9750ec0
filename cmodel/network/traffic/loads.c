/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* loads -- counts the packets of a schedule that pass each switch and each link. */
#include "network/traffic/loads.h"

#include <inttypes.h>
#include <stdlib.h>

/* Does the header alone say where a packet goes? */
static bool has_paths(const struct topology *t, const struct routing *routing,
                      struct err *err)
{
  return (routing->random == RANDOM_NONE && !routing->launch) ||
         err_set(err, ERR_USAGE,
                 "routing %s of %s chooses paths during a run; loads are counted only "
                 "where headers fix the path, as with %s",
                 routing->name, t->spec, t->routings[0].name);
}

static bool add_path(struct path_loads *loads, const struct schedule_entry *entry,
                     const struct routing *routing, struct hop *hops, size_t capacity,
                     struct err *err)
{
  const struct topology *t = loads->t;
  const size_t count = !schedule_is_for_one(entry)
                           ? 0
                           : topology_path(t, routing, entry->source, entry->destination,
                                           entry->header, 0, hops, capacity);

  if (count == 0)
    return err_set(
        err, ERR_USAGE,
        "the packet of terminal %" PRIu32 " with header 0x%" PRIx64
        " has no path to one terminal on %s; loads count only packets with one destination",
        entry->source, entry->header, t->spec);
  for (size_t i = 0; i < count; i++) {
    loads->switches[hops[i].at]++;
    if (i + 1 < count)
      loads->links[(size_t)hops[i].at * t->ports + hops[i].port]++;
  }
  return true;
}

bool path_loads_count(struct path_loads *loads, const struct schedule *schedule,
                      const struct topology *t, const struct routing *routing,
                      struct err *err)
{
  const size_t capacity = 2 * (size_t)t->switches + 2;
  struct hop *hops = malloc(capacity * sizeof *hops);
  struct schedule_entry room;

  *loads = (struct path_loads){.t = t};
  loads->switches = calloc(t->switches, sizeof *loads->switches);
  loads->links = calloc((size_t)t->switches * t->ports, sizeof *loads->links);
  bool good = hops && loads->switches && loads->links;

  if (!good)
    err_set(err, ERR_ENVIRONMENT, "not enough memory for the loads of %s", t->spec);
  good = good && has_paths(t, routing, err);
  for (size_t i = 0; good && i < schedule->count; i++)
    good =
        add_path(loads, schedule_entry(schedule, i, &room), routing, hops, capacity, err);
  free(hops);
  if (!good)
    path_loads_close(loads);
  return good;
}

void path_loads_close(struct path_loads *loads)
{
  free(loads->switches);
  free(loads->links);
  *loads = (struct path_loads){.t = loads->t};
}

static void note_peak(struct load_peak *peak, uint32_t packets, uint32_t at, uint32_t port)
{
  if (packets > peak->packets)
    *peak = (struct load_peak){.packets = packets, .at = at, .port = port};
  peak->count += packets > 0 && packets == peak->packets;
}

struct level_load path_loads_level(const struct path_loads *loads, uint32_t level)
{
  const struct topology *t = loads->t;
  struct level_load most = {.switches = {.packets = 0}};

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    if (topology_level(t, sw) != level)
      continue;
    note_peak(&most.switches, loads->switches[sw], sw, 0);
    for (uint32_t port = 0; port < t->ports; port++)
      note_peak(&most.links, loads->links[(size_t)sw * t->ports + port], sw, port);
  }
  return most;
}
