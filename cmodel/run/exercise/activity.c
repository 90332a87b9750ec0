/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* activity -- counters of what happened in a run: packets on links, full queues, stalls. */
#include "run/exercise/activity.h"

#include "base/bits.h"
#include "run/machine/parts.h"

const struct activity_row activity_rows[ACTIVITY_EVENTS] = {
    [ACTIVITY_LINK] = {"link_transfers", "nothing crossed a link"},
    [ACTIVITY_EJECT] = {"ejections", "nothing was ejected"},
    [ACTIVITY_QUEUE_FULL] = {"full_queues", "no output queue was ever full"},
    [ACTIVITY_QUEUE_DEEP] = {"deep_queues", "no output queue ever held two packets"},
    [ACTIVITY_LINK_STALL] = {"stalled_links", "no link was ever stalled"},
    [ACTIVITY_CHANNEL_KEPT] = {"waiting_channels", "no packet waited in a network channel"},
    [ACTIVITY_LANE_KEPT] = {"waiting_lanes", "no packet waited in a lane"},
};

bool activity_counts(const struct machine *machine, const struct shape *shape,
                     enum activity_event event)
{
  if (shape->programs && (event == ACTIVITY_CHANNEL_KEPT || event == ACTIVITY_LANE_KEPT))
    return false;
  return (event != ACTIVITY_QUEUE_FULL && event != ACTIVITY_QUEUE_DEEP) ||
         machine_can(machine, MACHINE_QUEUES);
}

/* Packets offered by a switch: taken at the far end, or stalled. */
static void add_links(struct activity *activity, const struct shape *shape,
                      const struct links *links, uint32_t sw)
{
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    bool taken = links_taken(shape, links, sw, bits_lowest(valid));

    activity->count[taken ? ACTIVITY_LINK : ACTIVITY_LINK_STALL]++;
  }
}

/* An output queue that is not empty shows a packet, or another VC of its port does. */
static void add_queues(struct activity *activity, const struct shape *shape,
                       const struct machine *machine, const struct links *links,
                       uint32_t sw)
{
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    uint32_t first = bits_lowest(valid) / shape->vcs * shape->vcs;

    for (uint32_t i = 0; i < shape->vcs; i++) {
      uint32_t packets = machine->ops->queue_count(machine->self, sw, first + i);

      activity->count[ACTIVITY_QUEUE_FULL] += packets > 0 && packets == shape->depth;
      activity->count[ACTIVITY_QUEUE_DEEP] += packets >= 2;
    }
  }
}

/* Fast for masks with few bits; most are empty or nearly so. */
static uint32_t count_few(uint64_t mask)
{
  uint32_t count = 0;

  for (; mask; mask &= mask - 1)
    count++;
  return count;
}

/* A cycle, and what each thread has counted in it. */
struct counting {
  const struct shape *shape;
  const struct machine *machine;
  const struct links *links;
  struct parts parts;
  struct activity counted[TEAM_THREADS];
};

/* Add the events at the active switches [from, to). */
static void add_switches(struct activity *activity, const struct counting *c, size_t from,
                         size_t to)
{
  const struct shape *shape = c->shape;
  const struct links *links = c->links;
  const uint32_t queues = shape_queues(shape);
  const uint64_t channels = bits_mask(shape_channels(shape));
  const bool counts_queues = activity_counts(c->machine, shape, ACTIVITY_QUEUE_FULL);

  for (size_t i = from; i < to; i++) {
    const uint32_t sw = links->active[i];
    uint64_t kept = ~links->ready[sw] & channels;

    if (!(links->valid[sw] | links->eject[sw] | kept))
      continue;
    add_links(activity, shape, links, sw);
    if (counts_queues)
      add_queues(activity, shape, c->machine, links, sw);
    activity->count[ACTIVITY_EJECT] += count_few(links->eject[sw]);
    if (shape->programs)
      continue; /* a channel that is not ready waits for its step */
    activity->count[ACTIVITY_CHANNEL_KEPT] += count_few(kept & bits_mask(queues));
    activity->count[ACTIVITY_LANE_KEPT] += count_few(kept & ~bits_mask(queues));
  }
}

static void add_part(void *self, uint32_t part)
{
  struct counting *c = self;
  const struct links *links = c->links;
  struct activity counted = {.count = {0}};

  add_switches(
      &counted, c,
      parts_position(links->active, links->active_count, parts_first(&c->parts, part)),
      parts_position(links->active, links->active_count, parts_first(&c->parts, part + 1)));
  c->counted[part] = counted;
}

void activity_add(struct activity *activity, const struct shape *shape,
                  const struct machine *machine, const struct links *links,
                  struct team *team)
{
  struct counting c; /* what is counted is long, and is not cleared */

  c.shape = shape;
  c.machine = machine;
  c.links = links;
  if (!team) {
    add_switches(activity, &c, 0, links->active_count);
    return;
  }
  c.parts = parts_of(shape->topology->switches, team_size(team));
  team_run(team, add_part, &c);
  for (uint32_t part = 0; part < c.parts.count; part++)
    for (int event = 0; event < ACTIVITY_EVENTS; event++)
      activity->count[event] += c.counted[part].count[event];
}
