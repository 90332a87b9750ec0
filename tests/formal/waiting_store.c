/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* waiting_store -- C = RTL.
 *
 * in: wait_i packets_i[CHANNELS] leave_i
 * out: taken_o full_o packets_o[STORE]
 * state: head tail count next[STORE+CHANNELS] header[STORE+CHANNELS]
 * free: handles[CHANNELS]
 * registers: full_q packets_q[STORE]
 * values: CHANNELS=2 STORE=1 PACKET_BITS=2; CHANNELS=2 STORE=2 PACKET_BITS=2
 * narrow: PACKET_BITS=2
 * feasible: CHANNELS*STORE <= 6
 *
 * Handles are any places of the pool that are not used twice.  Packets are only moved, so
 * two bits stand for all.  `open` only says when the switch may skip the store.
 */
#define PROOF_STATE
#include "switch/component/waiting_store.h"
#include "tests/formal/proof.h"

enum { PLACES = STORE + CHANNELS };

/* Are the packets from the head on those of the registers, in different places, with the
 * tail the last and no packet behind it?  *used: their places. */
static bool listed(const uint64_t *state, const uint64_t *registers, uint64_t *used)
{
  uint64_t packet = state[head], last = packet;

  *used = 0;
  for (uint32_t i = 0; i < STORE && i < state[count]; i++) {
    if (packet >= PLACES || *used >> packet & 1)
      return false;
    if (registers && state[header + packet] != registers[packets_q + i])
      return false;
    *used |= UINT64_C(1) << packet;
    last = packet;
    packet = state[next + packet];
  }
  return packet == PACKET_NONE && (state[count] == 0 || last == state[tail]);
}

static bool related(const uint64_t *state, const uint64_t *registers)
{
  uint64_t used;

  return state[count] <= STORE && registers[full_q] == (UINT64_C(1) << state[count]) - 1 &&
         listed(state, registers, &used);
}

/* Only packets leave, and every packet has a place of its own. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  uint64_t used;

  if (!listed(state, NULL, &used) || in[leave_i] >> state[count])
    return false;
  for (uint32_t c = 0; c < CHANNELS; c++) {
    if (!(in[wait_i] >> c & 1))
      continue;
    if (in[handles + c] >= PLACES || used >> in[handles + c] & 1)
      return false;
    used |= UINT64_C(1) << in[handles + c];
  }
  return true;
}

/* Store and pool are one object, as a removal changes a word of one of both. */
struct part {
  struct waiting_store store;
  struct pooled_packet places[PLACES];
};

/* As switch_step_release: the packets of the mask, by their places in the order, leave. */
static void release(struct part *part, struct packet_pool *pool, uint64_t leave)
{
  uint32_t previous = PACKET_NONE, packet = part->store.head;

  for (uint32_t s = 0; packet != PACKET_NONE; s++)
    if (leave >> s & 1) {
      packet = waiting_store_remove(&part->store, pool, previous);
    } else {
      previous = packet;
      packet = part->places[packet].next;
    }
}

static void show(const struct part *part, uint64_t *out, uint64_t *unread)
{
  uint32_t packet = part->store.head;

  out[full_o] = 0;
  for (uint32_t s = 0; s < STORE; s++) {
    out[packets_o + s] = 0;
    unread[packets_o + s] = packet == PACKET_NONE;
    if (packet == PACKET_NONE)
      continue;
    out[full_o] |= UINT64_C(1) << s;
    out[packets_o + s] = part->places[packet].packet.header;
    packet = part->places[packet].next;
  }
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct part part = {.store = {.head = (uint32_t)state[head],
                                .tail = (uint32_t)state[tail],
                                .count = (uint32_t)state[count]}};
  struct packet_pool pool = {.places = part.places};
  uint32_t stored = part.store.count;

  for (uint32_t i = 0; i < PLACES; i++) {
    part.places[i].packet.header = state[header + i];
    part.places[i].next = (uint32_t)state[next + i];
  }
  show(&part, out, unread);
  release(&part, &pool, in[leave_i]);
  out[taken_o] = 0;
  for (uint32_t c = 0; c < CHANNELS; c++)
    if (in[wait_i] >> c & 1 && stored < STORE) {
      part.places[in[handles + c]].packet.header = in[packets_i + c];
      waiting_store_append(&part.store, &pool, (uint32_t)in[handles + c]);
      out[taken_o] |= UINT64_C(1) << c;
      stored++;
    }
  for (uint32_t i = 0; i < PLACES; i++) {
    state[header + i] = part.places[i].packet.header;
    state[next + i] = part.places[i].next;
  }
  state[head] = part.store.head;
  state[tail] = part.store.tail;
  state[count] = part.store.count;
}

static void reset(uint64_t *state, const uint64_t *in)
{
  struct waiting_store store = {.head = (uint32_t)state[head]};

  waiting_store_reset(&store);
  state[head] = store.head;
  state[count] = store.count;
}
