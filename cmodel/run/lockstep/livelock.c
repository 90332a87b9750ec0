/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* livelock -- records which packets move, and where, while none arrives. */
#include "run/lockstep/livelock.h"

#include "base/bits.h"
#include "network/traffic/payload.h"

/* The entry of a packet, a new one if there is room; NULL: no room. */
static struct livelock_packet *find(struct livelock *livelock, uint32_t number)
{
  for (size_t i = 0; i < livelock->count; i++)
    if (livelock->packets[i].number == number)
      return &livelock->packets[i];
  if (livelock->count == LIVELOCK_PACKETS)
    return NULL;
  livelock->packets[livelock->count] = (struct livelock_packet){.number = number};
  return &livelock->packets[livelock->count++];
}

void livelock_note(struct livelock *livelock, uint32_t number, uint32_t at)
{
  struct livelock_packet *entry = find(livelock, number);

  if (entry && entry->hops < LIVELOCK_HOPS)
    entry->at[entry->hops++] = at;
}

void livelock_add(struct livelock *livelock, const struct shape *shape,
                  const struct machine *machine, const struct links *links)
{
  if (!payload_is_numbered(&shape->format))
    return;
  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      uint32_t queue = bits_lowest(valid);

      if (!links_taken(shape, links, sw, queue))
        continue;
      struct packet packet =
          machine->ops->out_packet(machine->self, sw, queue / shape->vcs);

      livelock_note(livelock, payload_number(packet.data, &shape->format), sw);
    }
  }
}

bool livelock_circle(const struct livelock_packet *packet, size_t *first, size_t *last)
{
  for (*last = 1; *last < packet->hops; ++*last)
    for (*first = 0; *first < *last; ++*first)
      if (packet->at[*first] == packet->at[*last])
        return true;
  return false;
}
