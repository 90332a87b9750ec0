/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* channel_order -- dependencies between channels that grow one by one and stay acyclic. */
#include "network/topology/channel_order.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

bool channel_order_open(struct channel_order *o, const struct network_wires *wires,
                        uint32_t vcs)
{
  const uint32_t out = wires->ports * vcs, words = (out + WORD - 1) / WORD;
  const size_t channels = (size_t)wires->switches * out;

  *o = (struct channel_order){.wires = wires,
                              .vcs = vcs,
                              .channels = (uint32_t)channels,
                              .out = out,
                              .words = words};
  o->next = calloc(channels * words, sizeof *o->next);
  o->previous = calloc(channels * words, sizeof *o->previous);
  o->forbidden = calloc(channels * words, sizeof *o->forbidden);
  o->place = calloc(channels, sizeof *o->place);
  o->seen = calloc(channels, sizeof *o->seen);
  o->came = calloc(channels, sizeof *o->came);
  o->found = calloc(2 * channels, sizeof *o->found);
  o->moved = calloc(2 * channels, sizeof *o->moved);
  o->places = calloc(2 * channels, sizeof *o->places);
  for (uint32_t i = 0; o->place && i < channels; i++)
    o->place[i] = i;
  return o->next && o->previous && o->forbidden && o->place && o->seen && o->came &&
         o->found && o->moved && o->places;
}

void channel_order_close(struct channel_order *o)
{
  free(o->next);
  free(o->previous);
  free(o->forbidden);
  free(o->place);
  free(o->seen);
  free(o->came);
  free(o->found);
  free(o->moved);
  free(o->places);
}

/* --- sets --- */

static bool has(const struct channel_order *o, const uint64_t *sets, uint32_t channel,
                uint32_t bit)
{
  return sets[(size_t)channel * o->words + bit / WORD] >> bit % WORD & 1;
}

static void put(const struct channel_order *o, uint64_t *sets, uint32_t channel,
                uint32_t bit, bool in)
{
  uint64_t *word = &sets[(size_t)channel * o->words + bit / WORD];

  *word = (*word & ~(UINT64_C(1) << bit % WORD)) | (uint64_t)in << bit % WORD;
}

/* The place of a channel among those that end where it ends. */
static uint32_t arriving(const struct channel_order *o, uint32_t channel)
{
  return o->wires->to[channel / o->vcs].to_port * o->vcs + channel % o->vcs;
}

/* Number k of the channels that start at the head of this one, or end at its tail. */
static uint32_t neighbour(const struct channel_order *o, uint32_t channel, uint32_t k,
                          bool forward)
{
  const uint32_t ports = o->wires->ports;

  if (forward)
    return o->wires->to[channel / o->vcs].to_switch * o->out + k;
  return o->wires->feeder[channel / o->out * ports + k / o->vcs] * o->vcs + k % o->vcs;
}

static void set(struct channel_order *o, uint32_t from, uint32_t to, bool in)
{
  put(o, o->next, from, to % o->out, in);
  put(o, o->previous, to, arriving(o, from), in);
}

/* --- searches --- */

/* Follow dependencies from `start`, forward or back, within places [low, high], until
 * `stop` is seen.  The channels seen are o->found[channels ...]; returns their number. */
static uint32_t search(struct channel_order *o, uint32_t start, bool forward, uint32_t stop,
                       uint32_t low, uint32_t high)
{
  const uint64_t *sets = forward ? o->next : o->previous;
  uint32_t *stack = o->found, *seen = o->found + o->channels;
  uint32_t depth = 0, count = 0;
  const uint32_t now = ++o->search;

  stack[depth++] = start;
  o->seen[start] = now;
  o->came[start] = start;
  while (depth > 0 && (stop == start || o->seen[stop] != now)) {
    const uint32_t at = stack[--depth];

    seen[count++] = at;
    for (uint32_t w = 0; w < o->words; w++)
      for (uint64_t left = sets[(size_t)at * o->words + w]; left; left &= left - 1) {
        const uint32_t next = neighbour(o, at, w * WORD + bits_lowest(left), forward);

        if (o->seen[next] == now || o->place[next] < low || o->place[next] > high)
          continue;
        o->seen[next] = now;
        o->came[next] = at;
        stack[depth++] = next;
      }
  }
  return count;
}

/* --- the order --- */

static int ascending(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

  return (x > y) - (x < y);
}

/* Append the channels of the last search to o->moved, in the order that they have. */
static uint32_t collect(struct channel_order *o, uint32_t moved, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t channel = o->found[o->channels + i];

    o->moved[moved + i] = (uint64_t)o->place[channel] << 32 | channel;
  }
  qsort(o->moved + moved, count, sizeof *o->moved, ascending);
  return moved + count;
}

static int ascending_place(const void *a, const void *b)
{
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

  return (x > y) - (x < y);
}

/* All that leads to `from` before all that `to` leads to, in the places that they have.
 * False: `to` leads to `from`, and nothing is changed. */
static bool reorder(struct channel_order *o, uint32_t from, uint32_t to)
{
  const uint32_t low = o->place[to], high = o->place[from];
  uint32_t behind = search(o, to, true, from, low, high);

  if (o->seen[from] == o->search)
    return false;
  collect(o, o->channels, behind);
  const uint32_t before = collect(o, 0, search(o, from, false, from, low, high));
  memmove(o->moved + before, o->moved + o->channels, behind * sizeof *o->moved);
  behind += before;
  for (uint32_t i = 0; i < behind; i++)
    o->places[i] = (uint32_t)(o->moved[i] >> 32);
  qsort(o->places, behind, sizeof *o->places, ascending_place);
  for (uint32_t i = 0; i < behind; i++)
    o->place[(uint32_t)o->moved[i]] = o->places[i];
  return true;
}

enum channel_add channel_order_add(struct channel_order *o, uint32_t from, uint32_t to)
{
  if (has(o, o->next, from, to % o->out))
    return CHANNEL_THERE;
  if (from == to || channel_order_forbidden(o, from, to))
    return CHANNEL_CYCLE;
  if (o->place[from] > o->place[to] && !reorder(o, from, to))
    return CHANNEL_CYCLE;
  set(o, from, to, true);
  return CHANNEL_ADDED;
}

bool channel_order_forbidden(const struct channel_order *o, uint32_t from, uint32_t to)
{
  return has(o, o->forbidden, from, to % o->out);
}

void channel_order_forbid(struct channel_order *o, uint32_t from, uint32_t to)
{
  put(o, o->forbidden, from, to % o->out, true);
}

void channel_order_remove(struct channel_order *o, uint32_t from, uint32_t to)
{
  set(o, from, to, false);
}

size_t channel_order_cycle(struct channel_order *o, uint32_t from, uint32_t to,
                           uint32_t *cycle, size_t capacity)
{
  size_t count = 0;

  search(o, from, false, to, 0, UINT32_MAX); /* back, so that `came` leads forward */
  if (o->seen[to] != o->search)
    return 0;
  for (uint32_t at = to; count < capacity; at = o->came[at]) {
    cycle[count++] = at;
    if (at == from)
      break;
  }
  return count;
}
