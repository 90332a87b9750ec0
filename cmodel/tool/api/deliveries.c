/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* deliveries -- packets that arrived and that the caller has not fetched. */
#include "tool/api/deliveries.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "tool/api/describe.h"

#include <stdlib.h>

enum { CAPACITY = 64 };

static bool grow(struct deliveries *d, struct err *err)
{
  size_t capacity = d->capacity ? 2 * d->capacity : CAPACITY;
  struct lockhop_delivery *places = malloc(capacity * sizeof *places);

  if (!places)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets delivered",
                   capacity);
  for (size_t i = 0; i < d->count; i++)
    places[i] = d->places[(d->first + i) % d->capacity];
  free(d->places);
  d->places = places;
  d->capacity = capacity;
  d->first = 0;
  return true;
}

bool deliveries_add(struct deliveries *d, const struct shape *shape,
                    const struct machine *m, const struct links *links, uint64_t cycle,
                    struct err *err)
{
  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t eject = links->eject[sw]; eject; eject &= eject - 1) {
      const uint32_t channel = bits_lowest(eject);
      const struct packet packet = m->ops->eject_packet(m->self, sw, channel);

      if (d->count == d->capacity && !grow(d, err))
        return false;
      d->places[(d->first + d->count++) % d->capacity] = (struct lockhop_delivery){
          .cycle = cycle,
          .terminal = topology_receiver(shape->topology, sw,
                                        payload_terminal(packet.data, &shape->format)),
          .sw = sw,
          .hops = machine_can(m, MACHINE_HOPS) ? m->ops->eject_hops(m->self, sw, channel)
                                               : UINT32_MAX,
          .packet = describe_packet(packet)};
    }
  }
  return true;
}

bool deliveries_take(struct deliveries *d, struct lockhop_delivery *delivery)
{
  if (d->count == 0)
    return false;
  *delivery = d->places[d->first];
  d->first = (d->first + 1) % d->capacity;
  d->count--;
  return true;
}
