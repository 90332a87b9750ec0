/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watch -- records which items of a map a run reaches, by observing the golden machine. */
#include "run/exercise/watch.h"

#include "base/bits.h"
#include "base/memory.h"
#include "run/exercise/decided.h"
#include "run/exercise/engine.h"
#include "switch/bank/switch.h"
#include "switch/component/priority_queue.h"

#include <stdlib.h>
#include <string.h>

/* A switch in a cycle. */
struct sight {
  struct exercise_watch *watch;
  const struct switch_bank *bank;
  const struct links *links;
  uint32_t sw;
  uint64_t unsure; /* queues for which it is uncertain whether a packet was pushed */
  uint8_t wanted[SHAPE_CHANNELS];   /* [queues] channels that want it */
  uint8_t pushed[SHAPE_CHANNELS];   /* [queues] packets from channels */
  uint32_t highest[SHAPE_CHANNELS]; /* [queues] of the priorities of these, plus 1 */
};

static size_t queues_of(const struct exercise_watch *w)
{
  return (size_t)w->shape.topology->switches * shape_queues(&w->shape);
}

bool exercise_watch_open(struct exercise_watch *w, struct exercise_map *map,
                         const struct shape *shape, struct err *err)
{
  const size_t switches = shape->topology->switches;

  *w = (struct exercise_watch){.map = map, .shape = *shape};
  w->held = memory_table(switches, sizeof *w->held);
  w->left = memory_table(switches, sizeof *w->left);
  w->counts = memory_table(queues_of(w), sizeof *w->counts);
  if (shape_priority_bits(shape))
    w->lowest = memory_table(queues_of(w), sizeof *w->lowest);
  if (shape->store) {
    w->stored = memory_table(switches, sizeof *w->stored);
    w->headers = memory_table(switches * shape->store, sizeof *w->headers);
  }
  w->decisions = calloc(EXERCISE_DECISIONS, sizeof *w->decisions);
  if (w->held && w->left && w->counts && (w->lowest || !shape_priority_bits(shape)) &&
      ((w->stored && w->headers) || !shape->store) && w->decisions) {
    exercise_watch_reset(w);
    return true;
  }
  exercise_watch_close(w);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory to see what a run reaches");
}

void exercise_watch_close(struct exercise_watch *w)
{
  free(w->held);
  free(w->left);
  free(w->counts);
  free(w->lowest);
  free(w->stored);
  free(w->headers);
  free(w->decisions);
  *w = (struct exercise_watch){.map = NULL};
}

void exercise_watch_reset(struct exercise_watch *w)
{
  const size_t switches = w->shape.topology->switches;

  memset(w->held, 0, switches * sizeof *w->held);
  memset(w->left, 0, switches * sizeof *w->left);
  memset(w->counts, 0, queues_of(w) * sizeof *w->counts);
  if (w->stored)
    memset(w->stored, 0, switches * sizeof *w->stored);
}

static void see(struct exercise_watch *w, enum exercise_kind kind, uint64_t places)
{
  w->seen[kind] |= places;
}

/* --- a switch --- */

static void see_pushes(struct sight *s, uint64_t queues, const struct route_out *way)
{
  const uint64_t priorities = bits_mask(s->bank->config.priority_bits);

  for (; queues; queues &= queues - 1) {
    const uint32_t queue = bits_lowest(queues);
    const uint32_t priority = 1 + (uint32_t)(way->priority & priorities);

    s->pushed[queue]++;
    if (priority > s->highest[queue])
      s->highest[queue] = priority;
  }
}

/* Does every queue have a free place after all pushes? */
static bool all_have_room(const struct sight *s, uint64_t queues)
{
  const uint32_t depth = s->bank->config.depth;

  for (; depth && queues; queues &= queues - 1)
    if (switch_count(s->bank, s->sw, bits_lowest(queues)) >= depth)
      return false;
  return true;
}

/* A packet has left its channel, and was not just ejected. */
static void see_taken(struct sight *s, uint32_t channel, const struct route_out *way,
                      uint64_t queues, uint64_t header)
{
  if (way->wait && !queues) {
    see(s->watch, EXERCISE_STORED, UINT64_C(1) << channel);
  } else if (!way->wait || all_have_room(s, queues)) {
    exercise_decided(s->watch, s->bank, s->sw, header, way);
    s->watch->routed[channel] |= queues;
    see_pushes(s, queues, way);
  } else {
    s->unsure |= queues;
  }
}

static void see_channels(struct sight *s)
{
  struct exercise_watch *w = s->watch;
  const uint64_t kept = s->bank->full[s->sw], eject = s->bank->eject[s->sw];

  for (uint64_t held = w->held[s->sw]; held; held &= held - 1) {
    const uint32_t channel = bits_lowest(held);
    const uint64_t bit = UINT64_C(1) << channel;
    const struct route_out way = switch_way(s->bank, s->sw, channel);
    const uint64_t queues = switch_way_queues(s->bank->config.vcs, &way);
    const uint64_t header =
        s->bank->inputs[(size_t)s->sw * s->bank->config.channels + channel].header;

    if (!queues && (way.wait || eject & bit))
      exercise_decided(w, s->bank, s->sw, header, &way);
    for (uint64_t left = queues; left; left &= left - 1)
      s->wanted[bits_lowest(left)]++;
    if (kept & bit) {
      see(w, EXERCISE_KEPT, bit);
      if (way.wait && s->bank->config.store)
        see(w, EXERCISE_STORE_REFUSED, 1);
      continue;
    }
    if (eject & bit)
      see(w, EXERCISE_EJECTED, bit);
    if (queues || !(eject & bit))
      see_taken(s, channel, &way, queues, header);
  }
  w->left[s->sw] = w->held[s->sw] & ~kept;
  w->held[s->sw] = kept;
}

/* The pushes into a queue that now holds `now` packets; `pop`: one leaves at the edge. */
static void see_queue_pushes(struct sight *s, uint32_t queue, uint32_t now, bool pop)
{
  struct exercise_watch *w = s->watch;
  const size_t place = (size_t)s->sw * shape_queues(&w->shape) + queue;
  const uint32_t before = w->counts[place], pushes = now - before;
  const uint64_t bit = UINT64_C(1) << queue;

  if (pushes == 0)
    return;
  if (pushes <= SHAPE_CHANNELS)
    w->pushes[queue] |= UINT64_C(1) << (pushes - 1);
  if (now == w->shape.depth)
    see(w, pop ? EXERCISE_LAST_POPPED : EXERCISE_LAST, bit);
  if (before == 0 && pop)
    see(w, EXERCISE_THROUGH, bit);
  if (w->stored && pushes > s->pushed[queue] && !(s->unsure & bit))
    see(w, EXERCISE_RELEASED, bit);
  if (w->lowest && before > 0 && s->highest[queue] > w->lowest[place] + 1u)
    see(w, EXERCISE_OVERTAKEN, bit);
}

static void see_queues(struct sight *s)
{
  struct exercise_watch *w = s->watch;
  const struct switch_bank *bank = s->bank;
  const size_t first = (size_t)s->sw * shape_queues(&w->shape);

  for (uint64_t valid = bank->valid[s->sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);
    const struct output_queue *output = &bank->outputs[first + queue];
    const bool offered = bank->offered[s->sw] >> queue & 1;
    const bool pop = offered && links_taken(&w->shape, s->links, s->sw, queue);
    const uint32_t after = output->count - pop;

    see_queue_pushes(s, queue, output->count, pop);
    if (offered && !pop)
      see(w, EXERCISE_STALLED, UINT64_C(1) << queue);
    if (after != w->counts[first + queue] && w->shape.depth)
      exercise_set(w->map->reached,
                   exercise_map_item(w->map, EXERCISE_FILL, queue, after, 0));
    w->counts[first + queue] = after;
    if (w->lowest)
      w->lowest[first + queue] = bank->pool.priorities[output->tail];
  }
  for (uint32_t queue = 0; queue < shape_queues(&w->shape); queue++)
    if (s->wanted[queue])
      w->contenders[queue] |= UINT64_C(1) << (s->wanted[queue] - 1);
}

/* The winners and losers of arbitration between several requesters. */
static void see_arbiters(struct sight *s)
{
  struct exercise_watch *w = s->watch;
  const uint32_t vcs = w->shape.vcs;
  const uint64_t valid = s->bank->valid[s->sw], offered = s->bank->offered[s->sw];
  uint64_t want = 0, send = 0;

  for (uint32_t port = 0; port < w->shape.topology->ports; port++) {
    const uint64_t own = bits_mask(vcs) << port * vcs;

    want |= (uint64_t)((valid & own) != 0) << port;
    send |= (uint64_t)((offered & own) != 0) << port;
    if ((offered & own) && (valid & own & ~offered)) {
      see(w, EXERCISE_LINK_WON, offered & own);
      see(w, EXERCISE_LINK_LOST, valid & own & ~offered);
    }
  }
  if (want & ~send) {
    see(w, EXERCISE_SEND_WON, send);
    see(w, EXERCISE_SEND_LOST, want & ~send);
  }
}

static void see_switch(struct exercise_watch *w, const struct switch_bank *bank,
                       const struct links *links, uint32_t sw)
{
  struct sight s = {.watch = w, .bank = bank, .links = links, .sw = sw};

  if (w->stored && w->stored[sw] > 0)
    exercise_decided_store(w, bank, sw);
  see_channels(&s);
  see_queues(&s);
  if (switch_has_arbiters(bank))
    see_arbiters(&s);
  if (w->stored)
    exercise_keep_store(w, bank, sw);
  if (w->stored && bank->stores[sw].count != w->stored[sw]) {
    w->stored[sw] = bank->stores[sw].count;
    exercise_set(w->map->reached,
                 exercise_map_item(w->map, EXERCISE_STORE_FILL, 0, w->stored[sw], 0));
  }
}

/* --- between switches --- */

/* A packet enters a channel at the edge. */
static void see_arrival(struct exercise_watch *w, uint32_t sw, uint32_t channel,
                        uint64_t header)
{
  const uint64_t bit = UINT64_C(1) << channel;

  if (w->left[sw] & bit)
    see(w, EXERCISE_REFILLED, bit);
  w->held[sw] |= bit;
  w->ones[channel] |= header;
  w->zeros[channel] |= ~header;
}

static void see_links(struct exercise_watch *w, const struct machine *machine,
                      const struct links *links, uint32_t sw)
{
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);
    const struct link far = links_far(&w->shape, links, sw, queue);

    if (links_taken(&w->shape, links, sw, queue))
      see_arrival(w, far.to_switch, far.to_port,
                  machine->ops->out_packet(machine->self, sw, queue / w->shape.vcs).header);
  }
}

/* A reset at this edge removes all packets. */
static void see_reset(struct exercise_watch *w)
{
  const uint32_t queues = shape_queues(&w->shape);

  for (uint32_t sw = 0; sw < w->shape.topology->switches; sw++) {
    see(w, EXERCISE_RESET_CHANNEL, w->held[sw]);
    see(w, EXERCISE_RESET_STORE, w->stored && w->stored[sw] > 0);
    for (uint32_t queue = 0; queue < queues; queue++)
      see(w, EXERCISE_RESET_QUEUE,
          (uint64_t)(w->counts[(size_t)sw * queues + queue] > 0) << queue);
  }
  exercise_watch_reset(w);
}

void exercise_watch_cycle(struct exercise_watch *w, const struct machine *machine,
                          const struct links *links, const struct stimulus *stimulus)
{
  const struct switch_bank *bank;

  if (w->shape.programs) {
    exercise_engine_cycle(w, machine, links, stimulus);
    return;
  }
  bank = machine->ops->bank(machine->self);
  if (links->reset) {
    see_reset(w);
    return;
  }
  for (size_t i = 0; i < links->active_count; i++)
    see_switch(w, bank, links, links->active[i]);
  for (size_t i = 0; i < links->active_count; i++)
    see_links(w, machine, links, links->active[i]);
  for (size_t i = 0; i < stimulus->injection_count; i++) {
    const struct injection *injection = &stimulus->injections[i];

    see_arrival(w, injection->at, shape_inject_channel(&w->shape, injection->lane),
                injection->packet.header);
  }
  for (size_t i = 0; i < links->active_count; i++)
    w->left[links->active[i]] = 0;
}

/* --- the end --- */

/* Set the items at places a and b, for each bit b of a mask. */
static void put(struct exercise_watch *w, enum exercise_kind kind, size_t a, uint64_t mask)
{
  const size_t places = exercise_map_places(w->map, exercise_kinds[kind].places[1]);

  for (uint64_t left = mask & bits_mask((uint32_t)places); left; left &= left - 1)
    exercise_set(w->map->reached, exercise_map_item(w->map, kind, a, bits_lowest(left), 0));
}

/* Set the items of a kind with one place. */
static void put_seen(struct exercise_watch *w, enum exercise_kind kind)
{
  const size_t items = w->map->first[kind + 1] - w->map->first[kind];

  for (uint64_t left = w->seen[kind]; left; left &= left - 1)
    if (bits_lowest(left) < items)
      exercise_set(w->map->reached, w->map->first[kind] + bits_lowest(left));
}

static void put_header(struct exercise_watch *w, uint32_t channel)
{
  for (uint32_t bit = 0; bit < w->map->shape.header_bits; bit++) {
    const size_t item = exercise_map_item(w->map, EXERCISE_HEADER, channel, bit, 0);

    if (w->zeros[channel] >> bit & 1)
      exercise_set(w->map->reached, item);
    if (w->ones[channel] >> bit & 1)
      exercise_set(w->map->reached, item + 1);
  }
}

void exercise_watch_finish(struct exercise_watch *w)
{
  if (w->shape.programs)
    return; /* it is set already */
  for (int kind = 0; kind < EXERCISE_KINDS; kind++)
    put_seen(w, (enum exercise_kind)kind);
  for (uint32_t channel = 0; channel < shape_channels(&w->shape); channel++) {
    put(w, EXERCISE_ROUTED, channel, w->routed[channel]);
    put_header(w, channel);
  }
  for (uint32_t queue = 0; queue < shape_queues(&w->shape); queue++) {
    put(w, EXERCISE_CONTENDERS, queue, w->contenders[queue]);
    put(w, EXERCISE_PUSHES, queue, w->pushes[queue]);
  }
}
