/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* output_queue -- C = RTL, by way of a row of packets: row.h.
 *
 * in: push_i packets_i[CHANNELS] ready_i
 * out: valid_o packet_o count_o
 * state: count row[DEPTH]
 * registers: count_q packets_q[DEPTH]
 * lemma: head tail list_count next[DEPTH+1] header[DEPTH+1] places[DEPTH] packets[DEPTH]
 * lemma: pops handle packet
 * narrow: PACKET_BITS=2
 * day: CHANNELS*DEPTH <= 24
 * feasible: CHANNELS*DEPTH < 192
 */
#include "tests/formal/row.h"

static bool related(const uint64_t *state, const uint64_t *registers)
{
  bool same = (state[count] == registers[count_q]) & (state[count] <= DEPTH);

  for (uint32_t i = 0; i < DEPTH; i++)
    same &= (i >= state[count]) | (state[row + i] == registers[packets_q + i]);
  return same;
}

/* No more is pushed than fits. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return bits_count(in[push_i]) + state[count] <= DEPTH;
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct row now = row_of(state);

  out[count_o] = now.count;
  for (uint32_t c = 0; c < CHANNELS; c++)
    if (in[push_i] >> c & 1)
      row_push(&now, in[packets_i + c]);
  out[valid_o] = now.count != 0;
  out[packet_o] = 0;
  unread[packet_o] = !out[valid_o];
  if (out[valid_o]) {
    out[packet_o] = row_first(&now);
    now.count -= in[ready_i];
  }
  state[count] = now.count;
  memcpy(&state[row], now.packets, sizeof now.packets);
}

static void reset(uint64_t *state, const uint64_t *in)
{
  state[count] = 0;
}
