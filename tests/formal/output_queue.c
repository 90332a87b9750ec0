/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* output_queue -- C = RTL.
 *
 * in: push_i packets_i[CHANNELS] ready_i
 * out: valid_o packet_o count_o
 * state: head tail count next[DEPTH+1] header[DEPTH+1]
 * free: handles[CHANNELS]
 * registers: count_q packets_q[DEPTH]
 * narrow: PACKET_BITS=2
 * feasible: CHANNELS <= 5 and DEPTH <= 2
 *
 * Handles are any places of the pool that are not used twice; of other queues there is one
 * place more.  Packets are only moved, so two bits stand for all.
 */
#define PROOF_STATE
#include "tests/formal/pooled_queue.h"

/* Are the packets from the head on those of the registers, in different places, up to the
 * tail?  *used: their places. */
static bool listed(const uint64_t *state, const uint64_t *registers, uint64_t *used)
{
  uint64_t packet = state[head], last = packet;

  *used = 0;
  for (uint32_t i = 0; i < DEPTH && i < state[count]; i++) {
    if (packet >= PLACES || *used >> packet & 1)
      return false;
    if (registers &&
        state[header + packet] != registers[packets_q + registers[count_q] - 1 - i])
      return false;
    *used |= UINT64_C(1) << packet;
    last = packet;
    packet = state[next + packet];
  }
  return state[count] == 0 || last == state[tail];
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct pooled_packet places[PLACES];
  struct packet_pool pool = {.places = places};
  struct output_queue queue = queue_of(state);

  for (uint32_t i = 0; i < PLACES; i++)
    places[i] = (struct pooled_packet){.packet.header = state[header + i],
                                       .next = (uint32_t)state[next + i]};
  out[count_o] = queue.count;
  for (uint32_t c = 0; c < CHANNELS; c++)
    if (in[push_i] >> c & 1) {
      places[in[handles + c]].packet.header = in[packets_i + c] & bits_mask(PACKET_BITS);
      output_queue_push(&queue, &pool, (uint32_t)in[handles + c]);
    }
  out[valid_o] = output_queue_valid(&queue);
  out[packet_o] = 0;
  unread[packet_o] = !out[valid_o];
  if (out[valid_o]) {
    out[packet_o] = places[queue.head].packet.header;
    if (in[ready_i])
      output_queue_pop(&queue, &pool);
  }
  for (uint32_t i = 0; i < PLACES; i++) {
    state[header + i] = places[i].packet.header;
    state[next + i] = places[i].next;
  }
  state[head] = queue.head;
  state[tail] = queue.tail;
  state[count] = queue.count;
}

static void reset(uint64_t *state, const uint64_t *in)
{
  struct output_queue queue = queue_of(state);

  output_queue_reset(&queue);
  state[count] = queue.count;
}
