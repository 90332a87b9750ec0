/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* activity -- counters of what happened in a run: packets on links, full queues, stalls. */
#include "run/exercise/activity.h"

#include "base/bits.h"

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

void activity_add(struct activity *activity, const struct shape *shape,
                  const struct machine *machine, const struct links *links)
{
  const uint32_t queues = shape_queues(shape);
  const uint64_t channels = bits_mask(shape_channels(shape));
  const bool counts_queues = activity_counts(machine, shape, ACTIVITY_QUEUE_FULL);

  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];
    uint64_t kept = ~links->ready[sw] & channels;

    if (!(links->valid[sw] | links->eject[sw] | kept))
      continue;
    add_links(activity, shape, links, sw);
    if (counts_queues)
      add_queues(activity, shape, machine, links, sw);
    activity->count[ACTIVITY_EJECT] += count_few(links->eject[sw]);
    if (shape->programs)
      continue; /* a channel that is not ready waits for its step */
    activity->count[ACTIVITY_CHANNEL_KEPT] += count_few(kept & bits_mask(queues));
    activity->count[ACTIVITY_LANE_KEPT] += count_few(kept & ~bits_mask(queues));
  }
}
