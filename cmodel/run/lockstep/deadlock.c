/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* deadlock -- finds a cycle of channels that wait for each other. */
#include "run/lockstep/deadlock.h"

#include <stdlib.h>

/* The wait-for graph of the channels: channel c of switch s is vertex s * queues + c.  It
 * has no lanes: nothing waits for a lane, so no cycle goes through one. */
struct wait_graph {
  const struct shape *shape;
  const struct machine *machine;
  uint32_t queues;   /* of a switch */
  uint32_t *visited; /* [switches * queues] number of the search that visited it; 0: none */
};

static uint32_t queue_wanted(const struct wait_graph *graph, size_t channel)
{
  return graph->machine->ops->waits_for(graph->machine->self,
                                        (uint32_t)(channel / graph->queues),
                                        (uint32_t)(channel % graph->queues));
}

/* The channel at the far end of the queue that this one waits for. */
static size_t next_channel(const struct wait_graph *graph, size_t channel)
{
  struct link far = shape_far(graph->shape, (uint32_t)(channel / graph->queues),
                              queue_wanted(graph, channel));

  return (size_t)far.to_switch * graph->queues + far.to_port;
}

/* A channel on a cycle, or SIZE_MAX. */
static size_t find_on_cycle(struct wait_graph *graph)
{
  const struct links links = graph->machine->ops->links(graph->machine->self);
  uint32_t number = 0;

  for (size_t i = 0; i < links.active_count * graph->queues; i++) {
    size_t channel =
        (size_t)links.active[i / graph->queues] * graph->queues + i % graph->queues;

    number++;
    while (graph->visited[channel] == 0 && queue_wanted(graph, channel) != UINT32_MAX) {
      graph->visited[channel] = number;
      channel = next_channel(graph, channel);
    }
    if (graph->visited[channel] == number)
      return channel;
  }
  return SIZE_MAX;
}

size_t deadlock_find(const struct shape *shape, const struct machine *machine,
                     struct waiting_port *cycle, size_t capacity)
{
  struct wait_graph graph = {
      .shape = shape, .machine = machine, .queues = shape_queues(shape)};
  size_t length = 0;

  if (!machine_can(machine, MACHINE_QUEUES))
    return 0;
  graph.visited =
      calloc((size_t)shape->topology->switches * graph.queues, sizeof *graph.visited);
  size_t first = graph.visited ? find_on_cycle(&graph) : SIZE_MAX;
  if (first != SIZE_MAX) {
    size_t channel = first;

    do {
      uint32_t queue = queue_wanted(&graph, channel);

      if (length < capacity)
        cycle[length] = (struct waiting_port){.at = (uint32_t)(channel / graph.queues),
                                              .port = queue / shape->vcs,
                                              .vc = queue % shape->vcs};
      length++;
      channel = next_channel(&graph, channel);
    } while (channel != first);
  }
  free(graph.visited);
  return length;
}
