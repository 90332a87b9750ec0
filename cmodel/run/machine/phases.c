/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* phases -- drives the phase of a network by the rule of its routing. */
#include "run/machine/phases.h"

#include "base/bits.h"
#include "base/memory.h"
#include "network/traffic/payload.h"

#include <stdlib.h>
#include <string.h>

#define NOWHERE UINT32_MAX

bool phases_open(struct phases *phases, const struct schedule *schedule,
                 const struct shape *shape, struct err *err)
{
  const struct phase_rule *rule = &shape->routing->phases;

  *phases = (struct phases){.rule = rule, .shape = shape, .schedule = schedule, .count = 1};
  if (rule->kind == PHASE_STAYS)
    return true;
  phases->count = rule->count(shape->topology);
  if (rule->kind != PHASE_BARRIER)
    return true;
  phases->packets = memory_table(schedule->count, sizeof *phases->packets);
  if (!phases->packets)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  phases_reset(phases);
  return true;
}

void phases_reset(struct phases *phases)
{
  phases->phase = 0;
  phases->since = 0;
  phases->there = phases->started = 0;
  phases->cost = 0;
  phases->tree = barrier_tree_reset(phases->shape->topology->switches);
  for (size_t i = 0; phases->packets && i < phases->schedule->count; i++)
    phases->packets[i] = (struct phases_packet){.at = NOWHERE};
}

uint64_t phases_round(const struct shape *shape)
{
  const struct phase_rule *rule = &shape->routing->phases;
  uint64_t cycles = 0;

  if (rule->kind != PHASE_LENGTHS)
    return 0;
  for (uint32_t phase = 0; phase < rule->count(shape->topology); phase++)
    cycles += rule->length(shape->topology, phase);
  return cycles;
}

/* Will this phase ever end? */
static bool steps(const struct phases *phases)
{
  return phases->rule->repeated || phases->phase + 1 < phases->count;
}

/* The switch at which a phase ends for a packet. */
static uint32_t phase_end(const struct topology *t, const struct phase_rule *rule,
                          const struct schedule_entry *entry, uint32_t phase)
{
  return rule->ends_at(t, topology_site(t, entry->source), entry->header, phase);
}

/* Note whether a packet has finished this phase; it could go on from cycle `from`. */
static void look_at(struct phases *phases, uint32_t number, uint64_t from)
{
  struct phases_packet *packet = &phases->packets[number];
  struct schedule_entry room;
  const struct schedule_entry *entry = schedule_entry(phases->schedule, number, &room);

  if (packet->there || packet->at == NOWHERE ||
      phase_end(phases->shape->topology, phases->rule, entry, phases->phase) != packet->at)
    return;
  packet->there = true;
  packet->since = (uint32_t)from;
  phases->there++;
}

/* A packet reaches switch `at`, where it is from cycle `from` on. */
static void reach(struct phases *phases, const struct packet *packet, uint32_t at,
                  uint64_t from)
{
  uint32_t number = payload_number(packet->data, &phases->shape->format);

  if (number >= phases->schedule->count)
    return;
  phases->started += phases->packets[number].at == NOWHERE;
  phases->packets[number].at = at;
  look_at(phases, number, from);
}

/* The packets that cross a link out of this switch. */
static void cross(struct phases *phases, uint32_t sw, uint64_t cycle,
                  const struct machine *machine, const struct links *links)
{
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    uint32_t queue = bits_lowest(valid);

    if (!links_taken(phases->shape, links, sw, queue))
      continue;
    const struct link far = shape_far(phases->shape, sw, queue);
    struct packet packet =
        machine->ops->out_packet(machine->self, sw, queue / phases->shape->vcs);
    reach(phases, &packet, far.to_switch, cycle + 1);
  }
}

/* The next phase begins in this cycle. */
static void next_phase(struct phases *phases, uint64_t begin)
{
  phases->phase = (phases->phase + 1) % phases->count;
  phases->since = begin;
  phases->there = 0;
  for (uint32_t i = 0; phases->packets && i < phases->schedule->count; i++) {
    struct phases_packet *packet = &phases->packets[i];

    if (packet->there)
      packet->waited += (uint32_t)begin - packet->since;
    packet->there = false;
    if (steps(phases))
      look_at(phases, i, begin);
  }
}

bool phases_all_sent(const struct phases *phases)
{
  return phases->started == phases->schedule->count;
}

/* over_i of all switches: no channel keeps a packet, nothing is offered to or by one. */
static bool all_over(const struct phases *phases, const struct links *links,
                     const struct stimulus *stimulus)
{
  const uint64_t channels = bits_mask(shape_channels(phases->shape));

  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    if (links->valid[sw] || (links->ready[sw] & channels) != channels)
      return false;
  }
  return stimulus->injection_count == 0;
}

/* Is this cycle the last of the phase by the tree? */
static bool tree_says(struct phases *phases, const struct links *links,
                      const struct stimulus *stimulus)
{
  const bool told = barrier_tree_phase(&phases->tree);

  if (phases->there == phases->schedule->count && !told)
    phases->cost++;
  barrier_tree_tick(&phases->tree,
                    phases_all_sent(phases) && all_over(phases, links, stimulus));
  return told;
}

/* Is this cycle the last of the phase? */
static bool is_over(struct phases *phases, uint64_t cycle, const struct machine *machine,
                    const struct links *links, const struct stimulus *stimulus)
{
  const struct phase_rule *rule = phases->rule;

  if (rule->kind == PHASE_LENGTHS)
    return cycle + 1 >=
           phases->since + rule->length(phases->shape->topology, phases->phase);
  for (size_t i = 0; i < links->active_count; i++)
    cross(phases, links->active[i], cycle, machine, links);
  for (size_t i = 0; i < stimulus->injection_count; i++)
    reach(phases, &stimulus->injections[i].packet, stimulus->injections[i].at, cycle + 1);
  if (rule->tree)
    return tree_says(phases, links, stimulus);
  return phases->there == phases->schedule->count;
}

uint32_t phases_cycle(struct phases *phases, uint64_t cycle, const struct machine *machine,
                      const struct links *links, const struct stimulus *stimulus)
{
  if (steps(phases) && is_over(phases, cycle, machine, links, stimulus))
    next_phase(phases, cycle + 1);
  return phases->phase;
}

uint64_t phases_waited(const struct phases *phases, uint32_t packet)
{
  return phases->packets ? phases->packets[packet].waited : 0;
}

/* Does a packet stay in the network after this phase?  If all its later phases end at its
 * destination, it is ejected there. */
static bool stays(const struct schedule_entry *entry, const struct topology *t,
                  const struct phase_rule *rule, uint32_t phase)
{
  if (!schedule_is_for_one(entry))
    return true;
  const uint32_t sink = topology_sink(t, entry->destination);

  for (uint32_t later = phase; later < rule->count(t); later++)
    if (phase_end(t, rule, entry, later) != sink)
      return true;
  return false;
}

/* The most packets that wait at one switch in one phase: those that have finished it, and
 * those of the previous phase that have not left the store yet. */
static uint32_t most_waiting(const struct schedule *schedule, const struct topology *t,
                             const struct phase_rule *rule, uint32_t phase,
                             uint32_t *waiting)
{
  uint32_t most = 0;

  memset(waiting, 0, t->switches * sizeof *waiting);
  for (size_t i = 0; i < schedule->count; i++) {
    struct schedule_entry room;
    const struct schedule_entry *entry = schedule_entry(schedule, i, &room);
    const uint32_t at = phase_end(t, rule, entry, phase);
    const uint32_t from = phase > 0 ? phase_end(t, rule, entry, phase - 1) : at;

    if (from != at && ++waiting[from] > most)
      most = waiting[from];
    if (stays(entry, t, rule, phase) && ++waiting[at] > most)
      most = waiting[at];
  }
  return most;
}

uint32_t phases_store(const struct schedule *schedule, const struct topology *t,
                      const struct routing *routing)
{
  const struct phase_rule *rule = &routing->phases;
  uint32_t *waiting, most = 0;

  if (!rule->ends_at)
    return 0;
  waiting = malloc(t->switches * sizeof *waiting);
  if (!waiting)
    return UINT32_MAX;
  for (uint32_t phase = 0; phase + !rule->repeated < rule->count(t); phase++) {
    uint32_t here = most_waiting(schedule, t, rule, phase, waiting);

    most = here > most ? here : most;
  }
  free(waiting);
  return most;
}

void phases_close(struct phases *phases)
{
  free(phases->packets);
  *phases = (struct phases){.phase = 0};
}
