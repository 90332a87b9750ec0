/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* limits -- computes how long a run may take from its work. */
#include "run/lockstep/limits.h"

#include "network/topology/topology.h"
#include "run/machine/engine_programs.h"
#include "run/machine/phases.h"

enum {
  SAMPLES = 64,         /* packets whose paths are followed */
  PATH_CAPACITY = 4096, /* hops of a path, at most */
  HOPS_LEAST = 8,
  STILL_LEAST = 64,
  SETTLE_LEAST = 48,
  CYCLES_LEAST = 10000,
  PATIENCE_LEAST = 1000
};

/* Hops of a path, plus 1; 0: it does not end. */
static size_t length_of(const struct topology *t, const struct routing *routing,
                        const struct schedule_entry *entry, uint64_t seed)
{
  struct hop hops[PATH_CAPACITY];

  return topology_path(t, routing, entry->source, entry->destination, entry->header, seed,
                       hops, PATH_CAPACITY);
}

/* On a hypercube the first path is as long as the diameter. */
struct limits_paths limits_paths(const struct schedule *schedule, const struct topology *t,
                                 const struct routing *routing, uint64_t seed)
{
  const uint32_t last = t->terminals - 1;
  const struct schedule_entry across = {
      .destination = last, .header = topology_header(t, routing, 0, last, seed)};
  const size_t step = schedule->count / SAMPLES + 1;
  struct limits_paths paths = {.longest = length_of(t, routing, &across, seed)};
  uint64_t sum = 0, count = 0;
  struct schedule_entry room;

  for (size_t i = 0; i < schedule->count; i += step) {
    const struct schedule_entry *entry = schedule_entry(schedule, i, &room);

    if (entry->destination == SCHEDULE_NOWHERE)
      continue;
    size_t length = length_of(t, routing, entry, seed);

    if (length == 0)
      length = PATH_CAPACITY;
    paths.longest = length > paths.longest ? length : paths.longest;
    if (!schedule_is_for_one(entry))
      continue;
    sum += length;
    count++;
  }
  paths.hops = count ? (double)sum / (double)count : 0;
  return paths;
}

/* Programs are finite.  In every cycle some engine is in one of its steps, so the run takes
 * no longer than `work`, the sum of all steps. */
static struct limits engine_limits(const struct schedule *schedule,
                                   const struct engine_programs *programs)
{
  const uint64_t word = (uint64_t)programs->startup + programs->word;

  return (struct limits){.still = STILL_LEAST + word,
                         .settle = SETTLE_LEAST + word,
                         .cycles = CYCLES_LEAST + schedule->count + programs->work,
                         .work = programs->work};
}

struct limits limits_of(const struct schedule *schedule, const struct shape *shape,
                        uint64_t seed)
{
  if (shape->programs)
    return engine_limits(schedule, shape->programs);
  const struct limits_paths paths =
      limits_paths(schedule, shape->topology, shape->routing, seed);
  const size_t longest =
      paths.longest > HOPS_LEAST / 2 ? paths.longest : (size_t)HOPS_LEAST / 2;
  /* Randomized paths, and paths outside the sample, may be longer than the longest. */
  struct limits limits = {
      .hops = 2 * longest, .mean = paths.hops, .round = phases_round(shape)};
  uint64_t last = schedule_last_cycle(schedule);
  uint64_t deliveries = schedule_deliveries(schedule, shape->topology);

  limits.service = schedule->service;
  limits.still = STILL_LEAST + limits.round + limits.service;
  limits.settle =
      SETTLE_LEAST + limits.hops / 2 + (uint64_t)shape->depth * shape->vcs + shape->store;
  limits.cycles = CYCLES_LEAST + last + 4 * deliveries * (limits.hops + 4) +
                  32 * limits.round * (2 + deliveries / shape->topology->sites) +
                  limits.service * (2 + deliveries);
  return limits;
}

uint64_t limits_patience(const struct limits *limits, const struct shape *shape,
                         uint64_t inside)
{
  if (shape->programs)
    return PATIENCE_LEAST + limits->work;
  const uint64_t turns = (shape->sends ? shape->topology->ports / shape->sends + 1 : 1) *
                         (shape->pushes ? shape_channels(shape) : 1);

  return PATIENCE_LEAST + limits->service + 4 * inside +
         16 * (turns * limits->hops + limits->round) *
             (2 + inside / shape->topology->sites);
}
