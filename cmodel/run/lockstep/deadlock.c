/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* deadlock -- when nothing can move any more: who waits for whom. */
#include "run/lockstep/deadlock.h"

#include <stdlib.h>

/* The walk over the waiting channels: channel c of switch s is number s * queues + c. Lanes
 * are left out: nothing waits for a lane, so no cycle goes through one. */
struct walk {
  const struct shape *shape;
  const struct machine *machine;
  uint32_t queues;   /* of a switch */
  uint32_t *visited; /* [switches * queues] number of the walk that came by; 0: none did */
};

static uint32_t queue_wanted(const struct walk *walk, size_t channel)
{
  return walk->machine->ops->waits_for(walk->machine->self,
                                       (uint32_t)(channel / walk->queues),
                                       (uint32_t)(channel % walk->queues));
}

/* The channel at the far end of the queue that this one waits for. */
static size_t next_channel(const struct walk *walk, size_t channel)
{
  struct link far = shape_far(walk->shape, (uint32_t)(channel / walk->queues),
                              queue_wanted(walk, channel));

  return (size_t)far.to_switch * walk->queues + far.to_port;
}

/* A channel on a cycle, or SIZE_MAX. */
static size_t find_on_cycle(struct walk *walk)
{
  const struct links links = walk->machine->ops->links(walk->machine->self);
  uint32_t number = 0;

  for (size_t i = 0; i < links.active_count * walk->queues; i++) {
    size_t channel =
        (size_t)links.active[i / walk->queues] * walk->queues + i % walk->queues;

    number++;
    while (walk->visited[channel] == 0 && queue_wanted(walk, channel) != UINT32_MAX) {
      walk->visited[channel] = number;
      channel = next_channel(walk, channel);
    }
    if (walk->visited[channel] == number)
      return channel;
  }
  return SIZE_MAX;
}

size_t deadlock_find(const struct shape *shape, const struct machine *machine,
                     struct waiting_port *cycle, size_t capacity)
{
  struct walk walk = {.shape = shape, .machine = machine, .queues = shape_queues(shape)};
  size_t length = 0;

  if (!machine_can(machine, MACHINE_QUEUES))
    return 0;
  walk.visited =
      calloc((size_t)shape->topology->switches * walk.queues, sizeof *walk.visited);
  size_t first = walk.visited ? find_on_cycle(&walk) : SIZE_MAX;
  if (first != SIZE_MAX) {
    size_t channel = first;

    do {
      uint32_t queue = queue_wanted(&walk, channel);

      if (length < capacity)
        cycle[length] = (struct waiting_port){.at = (uint32_t)(channel / walk.queues),
                                              .port = queue / shape->vcs,
                                              .vc = queue % shape->vcs};
      length++;
      channel = next_channel(&walk, channel);
    } while (channel != first);
  }
  free(walk.visited);
  return length;
}
