/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* barrier -- drives the phase of a routing whose phases are synchronised. */
#include "network/barrier.h"

#include "base/bits.h"
#include "base/memory.h"
#include "traffic/payload.h"

#include <stdlib.h>
#include <string.h>

#define NOT_YET UINT32_MAX

bool barrier_open(struct barrier *barrier, const struct schedule *schedule,
                  const struct shape *shape, struct err *err)
{
  *barrier = (struct barrier){.release = UINT64_MAX};
  if (!shape->routing->waits_at)
    return true;
  *barrier = (struct barrier){
      .routing = shape->routing,
      .shape = shape,
      .packets = schedule->count,
      .arrived = memory_table(schedule->count, sizeof *barrier->arrived),
      .release = UINT64_MAX,
  };
  if (!barrier->arrived)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  memset(barrier->arrived, 0xff, schedule->count * sizeof *barrier->arrived);
  return true;
}

/* A packet is at switch `at` from cycle `from` on. */
static void reach(struct barrier *barrier, const struct packet *packet, uint32_t at,
                  uint64_t from)
{
  uint32_t number = payload_number(packet->data);

  if (barrier->routing->waits_at(barrier->shape->topology, packet->header) != at ||
      number >= barrier->packets || barrier->arrived[number] != NOT_YET)
    return;
  barrier->arrived[number] = (uint32_t)from;
  barrier->arrived_count++;
}

/* The packets that cross a link out of this switch. */
static void cross(struct barrier *barrier, uint32_t sw, uint64_t cycle,
                  const struct machine *machine, const struct links *links)
{
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    uint32_t queue = bits_lowest(valid);
    struct link far = shape_far(barrier->shape, sw, queue);

    if (!(links->ready[far.to_switch] >> far.to_port & 1))
      continue;
    struct packet packet =
        machine->ops->out_packet(machine->self, sw, queue / barrier->shape->vcs);
    reach(barrier, &packet, far.to_switch, cycle + 1);
  }
}

bool barrier_cycle(struct barrier *barrier, uint64_t cycle, const struct machine *machine,
                   const struct links *links, const struct injection *injections,
                   size_t count)
{
  if (!barrier->routing)
    return false;
  if (barrier->release != UINT64_MAX)
    return true;
  for (uint32_t sw = 0; sw < barrier->shape->topology->switches; sw++)
    cross(barrier, sw, cycle, machine, links);
  for (size_t i = 0; i < count; i++)
    reach(barrier, &injections[i].packet, injections[i].at, cycle + 1);
  if (barrier->arrived_count < barrier->packets)
    return false;
  barrier->release = cycle + 1;
  return true;
}

uint64_t barrier_waited(const struct barrier *barrier, uint32_t packet)
{
  if (!barrier->routing || barrier->release == UINT64_MAX ||
      barrier->arrived[packet] == NOT_YET)
    return 0;
  return barrier->release - barrier->arrived[packet];
}

uint32_t barrier_store(const struct schedule *schedule, const struct topology *t,
                       const struct routing *routing)
{
  uint32_t *waiting, most = 0;

  if (!routing->waits_at)
    return 0;
  waiting = calloc(t->switches, sizeof *waiting);
  if (!waiting)
    return UINT32_MAX;
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];
    uint32_t at = routing->waits_at(t, entry->header);

    if (at != topology_sink(t, entry->destination) && ++waiting[at] > most)
      most = waiting[at];
  }
  free(waiting);
  return most;
}

void barrier_close(struct barrier *barrier)
{
  free(barrier->arrived);
  *barrier = (struct barrier){0};
}
