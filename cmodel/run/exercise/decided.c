/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decided -- records decisions of route units that took effect. */
#include "run/exercise/decided.h"

#include "base/bits.h"

#include <string.h>

static bool same_decision(const struct exercise_decision *a,
                          const struct exercise_decision *b)
{
  return a->sw == b->sw && a->header == b->header && a->phase == b->phase &&
         a->way.ports == b->way.ports && a->way.header == b->way.header &&
         a->way.priority == b->way.priority && a->way.vc == b->way.vc &&
         a->way.eject == b->way.eject && a->way.wait == b->way.wait;
}

void exercise_decided_once(struct exercise_map *map, const struct shape *shape,
                           struct exercise_decision *decisions,
                           const struct exercise_decision *d)
{
  const uint64_t word = d->header ^ d->way.header << 20 ^ d->way.ports << 40 ^
                        (uint64_t)d->sw << 50 ^ (uint64_t)d->phase << 30;
  struct exercise_decision *noted =
      &decisions[word * UINT64_C(0x9e3779b97f4a7c15) >> (64 - EXERCISE_DECISION_BITS)];

  if (same_decision(noted, d))
    return;
  exercise_marks_note(map, shape, d, map->reached);
  *noted = *d;
}

void exercise_decided(struct exercise_watch *w, const struct switch_bank *bank, uint32_t sw,
                      uint64_t header, const struct route_out *way)
{
  exercise_decided_once(w->map, &w->shape, w->decisions,
                        &(struct exercise_decision){
                            .sw = sw, .phase = bank->phase, .header = header, .way = *way});
}

void exercise_decided_store(struct exercise_watch *w, const struct switch_bank *bank,
                            uint32_t sw)
{
  const struct switch_config *config = &bank->config;
  const uint32_t queues = shape_queues(&w->shape);
  uint32_t counts[SHAPE_CHANNELS];

  memcpy(counts, &w->counts[(size_t)sw * queues], queues * sizeof *counts);
  for (uint32_t i = 0; i < w->stored[sw]; i++) {
    const uint64_t header = w->headers[(size_t)sw * w->shape.store + i];
    const struct route_out way = switch_ask(bank, sw, header, 0);
    const uint64_t wanted = switch_way_queues(config->vcs, &way);
    bool room = wanted != 0;

    for (uint64_t left = wanted; config->depth && left; left &= left - 1)
      room &= counts[bits_lowest(left)] < config->depth;
    for (uint64_t left = room ? wanted : 0; left; left &= left - 1)
      counts[bits_lowest(left)]++;
    if (room)
      exercise_decided(w, bank, sw, header, &way);
  }
}

void exercise_keep_store(struct exercise_watch *w, const struct switch_bank *bank,
                         uint32_t sw)
{
  const struct waiting_store *store = &bank->stores[sw];
  uint32_t packet = store->head;

  for (uint32_t i = 0; i < store->count; i++) {
    w->headers[(size_t)sw * w->shape.store + i] = bank->pool.places[packet].packet.header;
    packet = bank->pool.places[packet].next;
  }
}
