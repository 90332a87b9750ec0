/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* waiting_store -- C = RTL, by way of a row of packets, the oldest first.
 *
 * in: wait_i packets_i[CHANNELS] leave_i
 * out: taken_o full_o packets_o[STORE]
 * state: count row[STORE]
 * registers: full_q packets_q[STORE]
 * lemma: turn head tail listed next[STORE+1] header[STORE+1] places[STORE] packets[STORE]
 * lemma: leaves at handle packet other
 * values: CHANNELS=2 STORE=1 PACKET_BITS=2; CHANNELS=2 STORE=2 PACKET_BITS=2;
 * values: CHANNELS=3 STORE=4 PACKET_BITS=2
 * moves: CHANNELS+STORE
 * cases: STORE > 4 and STORE + 1 or 1
 * narrow: PACKET_BITS=2
 * day: STORE <= 4
 *
 * The moves append the packet of each channel, then remove each place, the last first.  The
 * C twin removes packets first, and the first one first: that makes the same row, which the
 * lemma says too.  Packets are only moved, so two bits stand for all.  `open` only says
 * when the switch may skip the store.
 */
#define PROOF_STATE
#define PROOF_LEMMA
#define PROOF_MOVES
#include "switch/component/waiting_store.h"
#include "base/bits.h"
#include "tests/formal/proof.h"

enum { PLACES = STORE + 1 };

struct row {
  uint64_t count, packets[STORE];
};

static void put(uint64_t *words, uint64_t at, uint64_t word)
{
  for (uint32_t i = 0; i < STORE; i++)
    words[i] = i == at ? word : words[i];
}

static void drop(uint64_t *words, uint64_t at)
{
  for (uint32_t i = 0; i + 1 < STORE; i++)
    words[i] = i >= at ? words[i + 1] : words[i];
}

static void row_append(struct row *row, uint64_t packet)
{
  put(row->packets, row->count++, packet);
}

static void row_remove(struct row *row, uint64_t at)
{
  drop(row->packets, at);
  row->count--;
}

static bool row_equal(const struct row *one, const struct row *other)
{
  bool all = one->count == other->count;

  for (uint32_t i = 0; i < STORE; i++)
    all &= (i >= one->count) | (one->packets[i] == other->packets[i]);
  return all;
}

/* --- the module is a row --- */

static struct row row_of(const uint64_t *state)
{
  struct row now = {.count = state[count]};

  memcpy(now.packets, &state[row], sizeof now.packets);
  return now;
}

static bool related(const uint64_t *state, const uint64_t *registers)
{
  bool all = (state[count] <= STORE) &
             (registers[full_q] == (UINT64_C(1) << (state[count] & 63)) - 1);

  for (uint32_t s = 0; s < STORE; s++)
    all &= (s >= state[count]) | (state[row + s] == registers[packets_q + s]);
  return all;
}

/* Only packets leave. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  bool all = true;

  for (uint32_t s = 0; s < STORE; s++)
    all &= (s < state[count]) | !(in[leave_i] >> s & 1);
  return all;
}

static void left(uint64_t *in, uint64_t at)
{
  if (at < CHANNELS) {
    in[wait_i] &= ~bits_mask((uint32_t)at);
  } else {
    in[wait_i] = 0;
    in[leave_i] &= bits_mask((uint32_t)(STORE + CHANNELS - at));
  }
}

/* What is shown is what the store had before all moves. */
static void show(const uint64_t *state, uint64_t *out, uint64_t *unread)
{
  out[full_o] = bits_mask((uint32_t)state[count]);
  for (uint32_t s = 0; s < STORE; s++) {
    out[packets_o + s] = state[row + s];
    unread[packets_o + s] = s >= state[count];
  }
}

static void move(uint64_t *state, uint64_t *in, uint64_t *out, uint64_t *unread,
                 uint64_t at)
{
  const uint64_t place = STORE + CHANNELS - 1 - at;
  struct row now = row_of(state);

  show(state, out, unread);
  if (at >= CHANNELS) {
    if (in[leave_i] >> place & 1)
      row_remove(&now, place);
  } else if ((in[wait_i] >> at & 1) & (now.count < STORE)) {
    row_append(&now, in[packets_i + at]);
    out[taken_o] |= UINT64_C(1) << at;
  }
  state[count] = now.count;
  memcpy(&state[row], now.packets, sizeof now.packets);
}

/* Nothing enters or leaves. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  show(state, out, unread);
  out[taken_o] = 0;
}

static void reset(uint64_t *state, const uint64_t *in)
{
  state[count] = 0;
}

/* --- the C twin is a row --- */

/* The twin, and the row, with the places of its packets.  Store and pool are one object, as
 * a removal changes a word of one of both. */
struct twins {
  struct waiting_store store;
  struct pooled_packet pool[PLACES];
  struct row row;
  uint64_t places[STORE];
};

static struct twins twins_of(const uint64_t *in)
{
  struct twins t = {.store = {.head = (uint32_t)in[head],
                              .tail = (uint32_t)in[tail],
                              .count = (uint32_t)in[listed]},
                    .row.count = in[listed]};

  for (uint32_t i = 0; i < PLACES; i++) {
    t.pool[i].packet.header = in[header + i] & bits_mask(PACKET_BITS);
    t.pool[i].next = (uint32_t)in[next + i];
  }
  for (uint32_t i = 0; i < STORE; i++) {
    t.row.packets[i] = in[packets + i] & bits_mask(PACKET_BITS);
    t.places[i] = CASES > 1 ? (in[turn] + i) % PLACES : (uint32_t)in[places + i];
  }
  return t;
}

/* The place of a packet of the row; behind the last one there is none. */
static uint32_t place_of(const struct twins *t, uint64_t at)
{
  uint32_t place = PACKET_NONE;

  for (uint32_t i = 0; i < STORE; i++)
    place = (i == at) & (i < t->row.count) ? (uint32_t)t->places[i] : place;
  return place;
}

/* Is the list the row? */
static bool same(const struct twins *t)
{
  const uint64_t held = t->row.count;
  bool all = (t->store.count == held) & (held <= STORE);
  uint32_t behind = PACKET_NONE; /* the place behind that of the packet in turn */

  for (uint32_t i = STORE; i-- > 0;) {
    const uint32_t place = (uint32_t)t->places[i];
    const bool none = i >= held;

    all &= none | (place < PLACES);
    all &= (i + 1 != held) | (t->store.tail == place);
    for (uint32_t j = 0; j < i; j++)
      all &= none | (t->places[j] != place);
    for (uint32_t p = 0; p < PLACES; p++)
      all &=
          none | (p != place) |
          ((t->pool[p].packet.header == t->row.packets[i]) & (t->pool[p].next == behind));
    behind = none ? behind : place;
  }
  return all & (t->store.head == behind);
}

/* A packet of the list leaves; or one is appended, for which there is room, with a place of
 * its own. */
static bool assumed(const uint64_t *in)
{
  const struct twins t = twins_of(in);
  bool free = in[handle] < PLACES;

  for (uint32_t i = 0; i < STORE; i++)
    free &= (i >= t.row.count) | (t.places[i] != in[handle]);
  return same(&t) & (in[leaves] ? in[at] < t.row.count : (t.row.count < STORE) & free);
}

/* Does the order of what is done with a row change nothing?  Another packet is appended
 * before a removal or after it; of two that are removed one is before the other. */
static bool ordered(const struct row *row, uint64_t at, uint64_t before, uint64_t packet)
{
  struct row one = *row, other = *row;
  bool all = true;

  if (row->count < STORE) {
    row_append(&one, packet);
    row_remove(&one, at);
    row_remove(&other, at);
    row_append(&other, packet);
    all &= row_equal(&one, &other);
  }
  if (before < at) {
    one = other = *row;
    row_remove(&one, at);
    row_remove(&one, before);
    row_remove(&other, before);
    row_remove(&other, at - 1);
    all &= row_equal(&one, &other);
  }
  return all;
}

static bool lemma(const uint64_t *in)
{
  struct twins t = twins_of(in);
  struct packet_pool pool = {.places = t.pool};
  const uint64_t pushed = in[packet] & bits_mask(PACKET_BITS);
  bool all = true;

  if (in[leaves]) {
    const uint32_t previous =
        in[at] == 0 ? PACKET_NONE : (uint32_t)place_of(&t, in[at] - 1);
    const uint32_t behind = waiting_store_remove(&t.store, &pool, previous);

    all &= ordered(&t.row, in[at], in[other], pushed);
    row_remove(&t.row, in[at]);
    drop(t.places, in[at]);
    all &= behind == place_of(&t, in[at]);
  } else {
    put(t.places, t.row.count, in[handle]);
    row_append(&t.row, pushed);
    for (uint32_t p = 0; p < PLACES; p++)
      t.pool[p].packet.header = p == in[handle] ? pushed : t.pool[p].packet.header;
    waiting_store_append(&t.store, &pool, (uint32_t)in[handle]);
  }
  return all & same(&t);
}
