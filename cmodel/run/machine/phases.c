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

enum { CROSSINGS = 32 /* packets on links that are read before they are looked at */ };

/* A packet that crosses a link in this cycle. */
struct crossing {
  struct phases_packet *packet;
  uint32_t to; /* switch */
};

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
    phases->packets[i] = (struct phases_packet){.end = NOWHERE, .at = NOWHERE};
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

/* The switch at which this phase ends for a packet of the schedule. */
static uint32_t this_end(const struct phases *phases, size_t number)
{
  struct schedule_entry room;

  return phase_end(phases->shape->topology, phases->rule,
                   schedule_entry(phases->schedule, number, &room), phases->phase);
}

/* A packet is at switch `at` from cycle `from` on: has it finished this phase? */
static void look_at(struct phases *phases, struct phases_packet *packet, uint32_t at,
                    uint64_t from)
{
  if (packet->end != at)
    return;
  packet->end = NOWHERE;
  packet->at = at;
  packet->since = (uint32_t)from;
  phases->there++;
}

/* The record of a packet; NULL: no packet of the schedule has this data. */
static struct phases_packet *record_of(const struct phases *phases, uint64_t data)
{
  const uint32_t number = payload_number(data, &phases->shape->format);

  return number < phases->schedule->count ? &phases->packets[number] : NULL;
}

/* A packet enters a lane, and is in its switch from cycle `from` on. */
static void enter(struct phases *phases, const struct injection *injection, uint64_t from)
{
  struct phases_packet *packet = record_of(phases, injection->packet.data);

  if (!packet)
    return;
  packet->end = this_end(phases, (size_t)(packet - phases->packets));
  phases->started++;
  look_at(phases, packet, injection->at, from);
}

/* Append the packets that cross a link from this switch to one of [from, to) to
 * crossings[count]; returns the new count. */
static size_t cross(const struct phases *phases, uint32_t sw, const struct machine *machine,
                    const struct links *links, uint32_t from, uint32_t to,
                    struct crossing *crossings, size_t count)
{
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);
    const struct link far = links_far(phases->shape, links, sw, queue);

    if (far.to_switch - from >= to - from || !links_taken_to(links, sw, queue, far))
      continue;
    crossings[count].packet = record_of(
        phases,
        machine->ops->out_packet(machine->self, sw, queue / phases->shape->vcs).data);
    crossings[count].to = far.to_switch;
    __builtin_prefetch(crossings[count].packet, 1);
    count += crossings[count].packet != NULL;
  }
  return count;
}

/* Follow the packets that cross links in this cycle.  On large networks the record of every
 * packet misses the caches.  Reading many packets first lets these misses overlap. */
static void follow(struct phases *phases, uint64_t cycle, const struct machine *machine,
                   const struct links *links, uint32_t from, uint32_t to)
{
  struct crossing crossings[CROSSINGS + SHAPE_CHANNELS];
  size_t count = 0;

  for (size_t i = 0; i < links->active_count; i++) {
    count = cross(phases, links->active[i], machine, links, from, to, crossings, count);
    if (count < CROSSINGS && i + 1 < links->active_count)
      continue;
    for (size_t c = 0; c < count; c++)
      look_at(phases, crossings[c].packet, crossings[c].to, cycle + 1);
    count = 0;
  }
}

void phases_follow(struct phases *phases, uint64_t cycle, const struct machine *machine,
                   const struct links *links, const struct stimulus *stimulus,
                   uint32_t from, uint32_t to)
{
  follow(phases, cycle, machine, links, from, to);
  for (size_t i = 0; i < stimulus->injection_count; i++)
    enter(phases, &stimulus->injections[i], cycle + 1);
}

bool phases_keep(const struct phases *phases)
{
  return phases->packets != NULL;
}

bool phases_watch(const struct phases *phases)
{
  return phases_keep(phases) && steps(phases);
}

struct phases_packet phases_offer(const struct phases *phases, uint64_t data, uint32_t to,
                                  bool *finishes)
{
  const struct phases_packet *packet = record_of(phases, data);

  *finishes = packet && packet->end == to;
  return packet ? *packet : (struct phases_packet){.end = NOWHERE, .at = NOWHERE};
}

void phases_leave(struct phases *phases, uint64_t data)
{
  struct phases_packet *packet = record_of(phases, data);

  if (packet)
    *packet = (struct phases_packet){.end = NOWHERE, .at = NOWHERE};
}

void phases_come(struct phases *phases, uint64_t data, const struct phases_packet *record,
                 uint32_t to, uint64_t cycle)
{
  struct phases_packet *packet = record_of(phases, data);

  if (!packet)
    return;
  *packet = *record;
  look_at(phases, packet, to, cycle + 1);
}

/* The next phase begins in this cycle. */
static void next_phase(struct phases *phases, uint64_t begin)
{
  const size_t count = phases->packets ? phases->schedule->count : 0;

  phases->phase = (phases->phase + 1) % phases->count;
  phases->since = begin;
  phases->there = 0;
  for (size_t i = 0; i < count; i++) {
    struct phases_packet *packet = &phases->packets[i];
    const bool there = packet->end == NOWHERE && packet->at != NOWHERE;

    if (there)
      packet->waited += (uint32_t)begin - packet->since;
    if (!steps(phases))
      continue;
    packet->end = this_end(phases, i);
    if (there)
      look_at(phases, packet, packet->at, begin);
  }
}

bool phases_all_sent(const struct phases *phases)
{
  return phases->started + phases->others_started == phases->schedule->count;
}

/* No channel keeps a packet, nothing is offered to or by one. */
bool phases_over(const struct phases *phases, const struct links *links,
                 size_t injection_count)
{
  const uint64_t channels = bits_mask(shape_channels(phases->shape));

  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    if (links->valid[sw] || (links->ready[sw] & channels) != channels)
      return false;
  }
  return injection_count == 0;
}

/* over_i of all switches. */
static bool all_over(const struct phases *phases, const struct links *links,
                     const struct stimulus *stimulus)
{
  return phases_over(phases, links, stimulus->injection_count) &&
         (!phases->joint || phases->others_over);
}

/* Have all packets finished this phase? */
static bool all_there(const struct phases *phases)
{
  return phases->there + phases->others_there == phases->schedule->count;
}

/* Is this cycle the last of the phase by the tree? */
static bool tree_says(struct phases *phases, const struct links *links,
                      const struct stimulus *stimulus)
{
  const bool told = barrier_tree_phase(&phases->tree);

  if (all_there(phases) && !told)
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
  if (!phases->joint)
    phases_follow(phases, cycle, machine, links, stimulus, 0, UINT32_MAX);
  if (rule->tree)
    return tree_says(phases, links, stimulus);
  return all_there(phases);
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
