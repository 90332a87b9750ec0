/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* order -- judges end to end that packets arrive in the order in which they started. */
#include "run/lockstep/order.h"

#include "network/traffic/payload.h"
#include "run/flow/decisions.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

bool order_is_promised(const struct shape *shape)
{
  return payload_is_numbered(&shape->format) && flow_decisions_single(shape);
}

bool order_open(struct order *o, const struct shape *shape, const struct schedule *schedule,
                struct err *err)
{
  *o = (struct order){.shape = shape, .schedule = schedule, .bits = 4};
  while (((size_t)1 << o->bits) < 2 * schedule->count)
    o->bits++;
  o->packets = malloc((schedule->count + 1) * sizeof *o->packets);
  o->latest = malloc(sizeof *o->latest << o->bits);
  if (o->packets && o->latest) {
    order_reset(o);
    return true;
  }
  order_close(o);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for the order of packets");
}

void order_reset(struct order *o)
{
  if (!o->packets)
    return;
  memset(o->latest, 0xff, sizeof *o->latest << o->bits);
  for (size_t i = 0; i < o->schedule->count; i++)
    o->packets[i] = (struct order_packet){.before = NONE, .passed = NONE};
}

/* The place of the latest packet of this lane and header, or a free one. */
static uint32_t *find(const struct order *o, uint32_t at, uint32_t lane, uint64_t header)
{
  const uint64_t key = (header * UINT64_C(0x9e3779b97f4a7c15)) ^ ((uint64_t)at << 8 | lane);
  const size_t mask = ((size_t)1 << o->bits) - 1;
  size_t place = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - o->bits));

  for (;; place = (place + 1) & mask) {
    const uint32_t latest = o->latest[place];

    if (latest == NONE)
      return &o->latest[place];
    const struct order_packet *p = &o->packets[latest];

    if (p->at == at && p->lane == lane && p->packet.header == header)
      return &o->latest[place];
  }
}

void order_start(struct order *o, uint64_t cycle, const struct injection *injection)
{
  const struct packet *packet = &injection->packet;

  if (!o->packets)
    return;
  const uint32_t number = payload_number(packet->data, &o->shape->format);

  if (schedule_destination(o->schedule, number) >= o->shape->topology->terminals)
    return; /* it has several destinations, or none */
  uint32_t *latest = find(o, injection->at, injection->lane, packet->header);

  o->packets[number] = (struct order_packet){.packet = *packet,
                                             .cycle = cycle,
                                             .at = injection->at,
                                             .lane = injection->lane,
                                             .before = *latest,
                                             .passed = NONE};
  *latest = number;
}

static struct inside_packet told(const struct order *o, uint32_t number)
{
  const struct order_packet *p = &o->packets[number];

  return (struct inside_packet){.packet = p->packet,
                                .cycle = p->cycle,
                                .channel = shape_inject_channel(o->shape, p->lane)};
}

bool order_arrive(struct order *o, uint32_t number, bool *broken, struct flow_fault *fault,
                  struct err *err)
{
  *broken = false;
  if (!o->packets)
    return true;
  struct order_packet *p = &o->packets[number];

  if (o->arrival_count == o->arrival_capacity) {
    const size_t capacity = o->arrival_capacity ? 2 * o->arrival_capacity : 64;
    uint32_t *larger = realloc(o->arrivals, capacity * sizeof *larger);

    if (!larger)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for the order of packets");
    o->arrivals = larger;
    o->arrival_capacity = capacity;
  }
  o->arrivals[o->arrival_count++] = number;
  p->arrived = true;
  *broken = p->passed != NONE;
  if (*broken)
    *fault = (struct flow_fault){.rule = FLOW_ORDER,
                                 .exit = FLOW_TERMINAL,
                                 .end_to_end = true,
                                 .from = p->at,
                                 .known = true,
                                 .inside = told(o, number),
                                 .has_other = true,
                                 .other = told(o, p->passed)};
  return true;
}

void order_cycle(struct order *o)
{
  for (; o->arrival_count > 0; o->arrival_count--) {
    const uint32_t number = o->arrivals[o->arrival_count - 1];

    for (uint32_t i = o->packets[number].before; i != NONE && !o->packets[i].arrived;
         i = o->packets[i].before)
      o->packets[i].passed = number;
  }
}

void order_close(struct order *o)
{
  free(o->packets);
  free(o->latest);
  free(o->arrivals);
  *o = (struct order){.packets = NULL};
}
