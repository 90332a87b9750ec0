/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* row -- the queues of tests/formal as a row of packets, the one that leaves last first.
 *
 * The module is a row, for all channels in one cycle.  The C twin, a list in a pool, is a
 * row too: a push, and a pop, do the same to both.  With ROW_PRIORITIES a packet has its
 * priority above its bits, and goes behind those of the same one.  Handles are any places
 * of the pool that are not used twice; of other queues there is one place more.  Packets
 * are only moved, so two bits stand for all.
 */
#ifndef LOCKHOP_TESTS_ROW_H
#define LOCKHOP_TESTS_ROW_H

#define PROOF_STATE
#define PROOF_LEMMA
#define PROOF_MOVES
#include "base/bits.h"
#include "switch/component/output_queue.h"
#include "tests/formal/proof.h"

enum { PLACES = DEPTH + 1 };

struct row {
  uint64_t count, packets[DEPTH];
};

static struct row row_of(const uint64_t *state)
{
  struct row now = {.count = state[count]};

  memcpy(now.packets, &state[row], sizeof now.packets);
  return now;
}

static void row_keep(const struct row *now, uint64_t *state)
{
  state[count] = now->count;
  memcpy(&state[row], now->packets, sizeof now->packets);
}

#ifdef ROW_PRIORITIES
enum { ROW_BITS = PRIORITY_BITS + PACKET_BITS };
static uint64_t row_priority(uint64_t packet)
{
  return packet >> PACKET_BITS;
}
#else
enum { ROW_BITS = PACKET_BITS };
static uint64_t row_priority(uint64_t packet)
{
  return 0;
}
#endif

/* The place of a new packet: behind those that are not lower. */
static uint64_t row_place(const struct row *row, uint64_t packet)
{
  uint64_t place = 0;

  for (uint32_t i = 0; i < DEPTH; i++)
    place += (i < row->count) & (row_priority(row->packets[i]) < row_priority(packet));
  return place;
}

static void row_insert(uint64_t *words, uint64_t place, uint64_t word)
{
  for (uint32_t i = DEPTH - 1; i > 0; i--)
    words[i] = i > place ? words[i - 1] : i == place ? word : words[i];
  words[0] = place == 0 ? word : words[0];
}

static void row_push(struct row *row, uint64_t packet)
{
  row_insert(row->packets, row_place(row, packet), packet);
  row->count++;
}

static uint64_t row_first(const struct row *row)
{
  return row->packets[row->count - 1];
}

static bool row_ordered(const struct row *row)
{
  bool all = true;

  for (uint32_t i = 1; i < DEPTH; i++)
    all &= (i >= row->count) |
           (row_priority(row->packets[i - 1]) <= row_priority(row->packets[i]));
  return all;
}

/* --- the module is a row: each push is a move --- */

/* No more is pushed than fits. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  uint64_t held = state[count];

  for (uint32_t c = 0; c < CHANNELS; c++)
    held += in[push_i] >> c & 1;
  return held <= DEPTH;
}

static void left(uint64_t *in, uint64_t at)
{
  in[push_i] &= ~bits_mask((uint32_t)at);
}

/* The packet of a channel, with its priority. */
static uint64_t packet_of(const uint64_t *in, uint64_t channel);

/* The count that is shown is that before all pushes. */
static void move(uint64_t *state, uint64_t *in, uint64_t *out, uint64_t *unread,
                 uint64_t channel)
{
  struct row now = row_of(state);

  out[count_o] = now.count;
  if (in[push_i] >> channel & 1) {
    row_push(&now, packet_of(in, channel));
    row_keep(&now, state);
  }
}

static void reset(uint64_t *state, const uint64_t *in)
{
  state[count] = 0;
}

/* --- the C twin is a row --- */

/* The twin, and the row, with the places of its packets. */
struct twins {
  struct output_queue queue;
  struct pooled_packet pool[PLACES];
  struct row row;
  uint16_t priorities[PLACES];
  uint64_t places[DEPTH];
};

static void twins_push(struct twins *t, struct packet_pool *pool, uint32_t handle,
                       uint64_t packet)
{
  t->pool[handle].packet.header = packet & bits_mask(PACKET_BITS);
#ifdef ROW_PRIORITIES
  priority_queue_push(&t->queue, pool, handle, (uint16_t)row_priority(packet));
#else
  output_queue_push(&t->queue, pool, handle);
#endif
}

/* The packet of a place, as the row has it. */
static uint64_t twins_packet(const struct twins *t, uint32_t place)
{
#ifdef ROW_PRIORITIES
  return t->pool[place].packet.header | (uint64_t)t->priorities[place] << PACKET_BITS;
#else
  return t->pool[place].packet.header;
#endif
}

static struct twins twins_of(const uint64_t *in)
{
  struct twins t = {.queue = {.head = (uint32_t)in[head],
                              .tail = (uint32_t)in[tail],
                              .count = (uint32_t)in[list_count]},
                    .row.count = in[list_count]};

  for (uint32_t i = 0; i < PLACES; i++) {
    t.pool[i].packet.header = in[header + i] & bits_mask(PACKET_BITS);
    t.pool[i].next = (uint32_t)in[next + i];
#ifdef ROW_PRIORITIES
    t.priorities[i] = (uint16_t)(in[priority + i] & bits_mask(PRIORITY_BITS));
#endif
  }
  for (uint32_t i = 0; i < DEPTH; i++) {
    t.row.packets[i] = in[packets + i] & bits_mask(ROW_BITS);
    t.places[i] = CASES > 1 ? (in[turn] + i) % PLACES : (uint32_t)in[places + i];
  }
  return t;
}

/* Is a place none of those of so many packets? */
static bool unused(const struct twins *t, uint64_t place, uint64_t packets)
{
  bool none = true;

  for (uint32_t i = 0; i < DEPTH; i++)
    none &= (i >= packets) | (t->places[i] != place);
  return none;
}

/* Is the list the row? */
static bool same(const struct twins *t)
{
  const uint64_t held = t->row.count;
  bool all = (t->queue.count == held) & (held <= DEPTH) &
             ((held == 0) | (t->places[0] == t->queue.tail));

  for (uint32_t i = 0; i < DEPTH; i++) {
    const bool none = i >= held;

    all &= none | (t->places[i] < PLACES);
    all &= (i + 1 != held) | (t->places[i] == t->queue.head);
    for (uint32_t j = 0; j < i; j++)
      all &= none | (t->places[i] != t->places[j]);
    for (uint32_t p = 0; p < PLACES; p++) {
      const bool other = none | (p != t->places[i]);

      all &= other | (twins_packet(t, p) == t->row.packets[i]);
      if (i > 0)
        all &= other | (t->pool[p].next == t->places[i - 1]);
    }
  }
  return all;
}

/* A pop of what there is; or a push, for which there is room, with a place of its own. */
static bool assumed(const uint64_t *in)
{
  const struct twins t = twins_of(in);
  const uint64_t held = t.row.count;
  const bool free = (in[handle] < PLACES) & unused(&t, in[handle], held);

  return same(&t) & row_ordered(&t.row) & (in[pops] ? held > 0 : (held < DEPTH) & free);
}

static bool lemma(const uint64_t *in)
{
  struct twins t = twins_of(in);
  struct packet_pool pool = {.places = t.pool, .priorities = t.priorities};
  bool shown = true;

  if (in[pops]) {
    shown = twins_packet(&t, t.queue.head) == row_first(&t.row);
    output_queue_pop(&t.queue, &pool);
    t.row.count--;
  } else {
    const uint64_t pushed = in[packet] & bits_mask(ROW_BITS);

    row_insert(t.places, row_place(&t.row, pushed), in[handle]);
    row_push(&t.row, pushed);
    twins_push(&t, &pool, (uint32_t)in[handle], pushed);
    shown = output_queue_valid(&t.queue);
  }
  return shown & same(&t) & row_ordered(&t.row);
}

#endif
