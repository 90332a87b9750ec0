/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decisions -- all that the route unit of a switch may say to a packet. */
#include "run/flow/decisions.h"

#include "switch/bank/switch.h"

#include <stdlib.h>

bool flow_phases_open(struct flow_phases *phases)
{
  *phases = (struct flow_phases){.count = 0};
  return flow_phases_add(phases, 0);
}

bool flow_phases_add(struct flow_phases *phases, uint32_t phase)
{
  if (phases->count > 0 && phases->list[phases->count - 1] == phase)
    return true;
  if (phases->count == phases->capacity) {
    const size_t capacity = phases->capacity ? 2 * phases->capacity : 64;
    uint32_t *larger = realloc(phases->list, capacity * sizeof *larger);

    if (!larger)
      return false;
    phases->list = larger;
    phases->capacity = capacity;
  }
  phases->list[phases->count++] = phase;
  return true;
}

void flow_phases_close(struct flow_phases *phases)
{
  free(phases->list);
  *phases = (struct flow_phases){.list = NULL};
}

struct flow_decisions flow_decisions_start(const struct shape *shape,
                                           const struct flow_phases *phases, uint32_t sw,
                                           uint64_t header, size_t since)
{
  return (struct flow_decisions){.routing = shape->routing,
                                 .phases = phases,
                                 .in = topology_route_in(shape->topology, sw, header),
                                 .first = since,
                                 .phase = phases->count};
}

/* Ask in the phase before.  False: the packet was not there yet. */
static bool earlier(struct flow_decisions *a)
{
  const struct route_unit *unit = a->routing->unit;

  if (a->phase <= a->first)
    return false;
  a->phase = unit->phase_bits ? a->phase - 1 : a->first;
  a->in.phase = a->phases->list[a->phase];
  a->word = 0;
  a->word_count = 1;
  a->words[0] = 0;
  if (unit->words)
    a->word_count = unit->words(&a->in, a->words);
  return true;
}

bool flow_decisions_next(struct flow_decisions *a, struct route_out *decision)
{
  if (a->word == a->word_count && !earlier(a))
    return false;
  a->in.random = a->words[a->word++];
  *decision = a->routing->unit->comb(&a->in);
  return true;
}

uint64_t flow_decision_exits(const struct shape *shape, const struct route_out *decision)
{
  const uint64_t terminal = decision->eject ? UINT64_C(1) << FLOW_TERMINAL : 0;

  return switch_way_queues(shape->vcs, decision) | terminal;
}
