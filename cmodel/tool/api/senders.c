/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* senders -- packets that a caller has injected, in line at their terminals for a free
 * lane.
 */
#include "tool/api/senders.h"

#include "base/bits.h"
#include "run/machine/injections.h"

#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 64 };

#define NOBODY UINT32_MAX

bool senders_open(struct senders *senders, const struct shape *shape, struct err *err)
{
  size_t terminals = shape->topology->terminals;

  *senders = (struct senders){.shape = shape};
  senders->first = malloc(terminals * sizeof *senders->first);
  senders->last = malloc(terminals * sizeof *senders->last);
  senders->active = malloc(terminals * sizeof *senders->active);
  if (!senders->first || !senders->last || !senders->active)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu terminals", terminals);
  senders_reset(senders);
  return true;
}

void senders_close(struct senders *senders)
{
  free(senders->first);
  free(senders->last);
  free(senders->active);
  free(senders->places);
  free(senders->injections);
}

void senders_reset(struct senders *senders)
{
  memset(senders->first, 0xff,
         senders->shape->topology->terminals * sizeof *senders->first);
  senders->active_count = senders->injection_count = 0;
  senders->free = senders->capacity ? 0 : NOBODY;
  for (uint32_t i = 0; i < senders->capacity; i++)
    senders->places[i].next = i + 1 < senders->capacity ? i + 1 : NOBODY;
}

static bool grow(struct senders *senders, struct err *err)
{
  uint32_t capacity = senders->capacity ? 2 * senders->capacity : CAPACITY;
  struct waiting *places =
      capacity < NOBODY / 2 ? realloc(senders->places, capacity * sizeof *places) : NULL;

  if (!places)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u packets at terminals",
                   capacity);
  for (uint32_t i = senders->capacity; i < capacity; i++)
    places[i].next = i + 1 < capacity ? i + 1 : NOBODY;
  senders->free = senders->capacity;
  senders->places = places;
  senders->capacity = capacity;
  return true;
}

bool senders_join(struct senders *senders, uint32_t terminal, const struct packet *packet,
                  struct err *err)
{
  if (senders->free == NOBODY && !grow(senders, err))
    return false;
  uint32_t place = senders->free;

  senders->free = senders->places[place].next;
  senders->places[place] = (struct waiting){.packet = *packet, .next = NOBODY};
  if (senders->first[terminal] == NOBODY) {
    senders->first[terminal] = place;
    senders->active[senders->active_count++] = terminal;
  } else {
    senders->places[senders->last[terminal]].next = place;
  }
  senders->last[terminal] = place;
  return true;
}

/* The first packets of one line, into these lanes. */
static void start(struct senders *senders, const struct machine *machine, uint32_t terminal,
                  uint64_t lanes)
{
  uint32_t sw = topology_source(senders->shape->topology, terminal);
  const struct launch_sight sight = {.machine = machine, .vcs = senders->shape->vcs};
  const struct queue_view queues = {.packets = launch_sight_packets, .self = &sight};

  for (; lanes && senders->first[terminal] != NOBODY; lanes &= lanes - 1) {
    uint32_t place = senders->first[terminal];
    struct waiting *waiting = &senders->places[place];
    struct injection *injection = &senders->injections[senders->injection_count++];

    *injection =
        (struct injection){.at = sw, .lane = bits_lowest(lanes), .packet = waiting->packet};
    injection->packet.header =
        launch_header(senders->shape, sw, waiting->packet.header, &queues);
    senders->first[terminal] = waiting->next;
    waiting->next = senders->free;
    senders->free = place;
  }
}

bool senders_start(struct senders *senders, const struct machine *machine,
                   const struct links *links, struct err *err)
{
  const struct shape *shape = senders->shape;
  size_t kept = 0;

  senders->injection_count = 0;
  for (size_t i = 0; i < senders->active_count; i++) {
    uint32_t terminal = senders->active[i];
    uint32_t sw = topology_source(shape->topology, terminal);
    uint64_t lanes =
        links->ready[sw] >> shape_queues(shape) & injections_lanes(shape, terminal);

    if (!injections_reserve(&senders->injections, &senders->injection_capacity,
                            senders->injection_count + bits_count(lanes), err))
      return false;
    start(senders, machine, terminal, lanes);
    if (senders->first[terminal] != NOBODY)
      senders->active[kept++] = terminal;
  }
  senders->active_count = kept;
  return true;
}
