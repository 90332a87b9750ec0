/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pins -- records which items of a map a design reaches that is judged by its flow. */
#include "run/exercise/pins.h"

#include "base/bits.h"
#include "run/exercise/decided.h"

#include <stdlib.h>
#include <string.h>

bool exercise_pins_open(struct exercise_pins *p, struct exercise_map *map,
                        const struct shape *shape, struct err *err)
{
  const size_t switches = shape->topology->switches;
  const size_t queues = switches * shape_queues(shape);

  *p = (struct exercise_pins){.map = map, .shape = *shape};
  p->refused = calloc(switches, sizeof *p->refused);
  p->arrived = calloc(queues, sizeof *p->arrived);
  p->touched = calloc(queues, sizeof *p->touched);
  p->decisions = calloc(EXERCISE_DECISIONS, sizeof *p->decisions);
  if (p->refused && p->arrived && p->touched && p->decisions)
    return true;
  exercise_pins_close(p);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory to see what a run reaches");
}

void exercise_pins_close(struct exercise_pins *p)
{
  free(p->refused);
  free(p->arrived);
  free(p->touched);
  free(p->decisions);
  *p = (struct exercise_pins){.map = NULL};
}

static void see(struct exercise_pins *p, enum exercise_kind kind, uint64_t places)
{
  p->seen[kind] |= places;
}

/* --- what the judge tells --- */

/* A packet for a queue enters its switch at this edge. */
static void arrives(struct exercise_pins *p, uint32_t sw, uint32_t queue)
{
  const size_t place = (size_t)sw * shape_queues(&p->shape) + queue;

  if (p->arrived[place]++ == 0)
    p->touched[p->touched_count++] = (uint32_t)place;
}

static void enters(void *self, uint32_t sw, const struct inside_packet *packet)
{
  struct exercise_pins *p = self;
  const uint64_t queues = packet->owes & bits_mask(shape_queues(&p->shape));

  p->ones[packet->channel] |= packet->packet.header;
  p->zeros[packet->channel] |= ~packet->packet.header;
  for (uint64_t left = packet->fixed ? queues : 0; left; left &= left - 1)
    arrives(p, sw, bits_lowest(left));
}

static void leaves(void *self, uint32_t sw, const struct inside_packet *packet,
                   uint32_t exit, const struct route_out *decision, uint32_t phase)
{
  struct exercise_pins *p = self;

  if (exit != FLOW_TERMINAL)
    p->routed[packet->channel] |= UINT64_C(1) << exit;
  else
    see(p, EXERCISE_EJECTED, UINT64_C(1) << packet->channel);
  if (exit == FLOW_TERMINAL && packet->refused)
    see(p, EXERCISE_REFUSED, UINT64_C(1) << packet->channel);
  if (decision)
    exercise_decided_once(
        p->map, &p->shape, p->decisions,
        &(struct exercise_decision){
            .sw = sw, .phase = phase, .header = packet->packet.header, .way = *decision});
}

struct flow_witness exercise_pins_witness(struct exercise_pins *p)
{
  return (struct flow_witness){.self = p, .enters = enters, .leaves = leaves};
}

/* --- the pins --- */

static void see_offers(struct exercise_pins *p, const struct links *links, uint32_t sw)
{
  uint64_t taken = 0;

  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1)
    if (links_taken(&p->shape, links, sw, bits_lowest(valid)))
      taken |= UINT64_C(1) << bits_lowest(valid);
  see(p, EXERCISE_STALLED, links->valid[sw] & ~taken);
  see(p, EXERCISE_HELD, p->refused[sw] & taken);
  p->refused[sw] = (p->refused[sw] & ~taken) | (links->valid[sw] & ~taken);
}

void exercise_pins_cycle(struct exercise_pins *p, const struct links *links)
{
  const uint64_t channels = bits_mask(shape_channels(&p->shape));

  for (size_t i = 0; i < links->active_count; i++) {
    see(p, EXERCISE_NOT_READY, ~links->ready[links->active[i]] & channels);
    see_offers(p, links, links->active[i]);
  }
  for (; p->touched_count > 0; p->touched_count--) {
    const uint32_t place = p->touched[p->touched_count - 1];

    p->arrivals[place % shape_queues(&p->shape)] |= UINT64_C(1) << (p->arrived[place] - 1);
    p->arrived[place] = 0;
  }
}

void exercise_pins_reset(struct exercise_pins *p, const struct flow *flow)
{
  const struct inside *inside = flow_inside(flow);
  const uint32_t most = shape_channels(&p->shape);

  for (uint32_t sw = 0; sw < inside->switches; sw++) {
    const struct inside_list *list = &inside->lists[sw];

    for (uint32_t i = list->first; i != INSIDE_NONE; i = inside->packets[i].next)
      see(p, EXERCISE_RESET_ENTERED, UINT64_C(1) << inside->packets[i].channel);
    if (list->count > 0)
      p->inside |= UINT64_C(1) << ((list->count < most ? list->count : most) - 1);
  }
  memset(p->refused, 0, inside->switches * sizeof *p->refused);
}

/* --- the end --- */

/* Set the items at places a and b, for each bit b of a mask. */
static void put(struct exercise_pins *p, enum exercise_kind kind, size_t a, uint64_t mask)
{
  const size_t items = p->map->first[kind + 1] - p->map->first[kind];

  for (uint64_t left = items ? mask : 0; left; left &= left - 1)
    exercise_set(p->map->reached, exercise_map_item(p->map, kind, a, bits_lowest(left), 0));
}

void exercise_pins_finish(struct exercise_pins *p)
{
  static const enum exercise_kind kinds[] = {EXERCISE_EJECTED,       EXERCISE_STALLED,
                                             EXERCISE_HELD,          EXERCISE_NOT_READY,
                                             EXERCISE_RESET_ENTERED, EXERCISE_REFUSED};

  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    for (uint64_t left = p->seen[kinds[k]]; left; left &= left - 1)
      exercise_set(p->map->reached,
                   exercise_map_item(p->map, kinds[k], bits_lowest(left), 0, 0));
  for (uint32_t channel = 0; channel < shape_channels(&p->shape); channel++) {
    put(p, EXERCISE_ROUTED, channel, p->routed[channel]);
    for (uint32_t bit = 0; bit < p->map->shape.header_bits; bit++) {
      const size_t item = exercise_map_item(p->map, EXERCISE_HEADER, channel, bit, 0);

      if (p->zeros[channel] >> bit & 1)
        exercise_set(p->map->reached, item);
      if (p->ones[channel] >> bit & 1)
        exercise_set(p->map->reached, item + 1);
    }
  }
  for (uint32_t queue = 0; queue < shape_queues(&p->shape); queue++)
    put(p, EXERCISE_ARRIVALS, queue, p->arrivals[queue]);
  put(p, EXERCISE_RESET_INSIDE, 0, p->inside);
}
