/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* output_queue -- C = RTL, by way of a row of packets: row.h.
 *
 * in: push_i packets_i[CHANNELS] ready_i
 * out: valid_o packet_o count_o
 * state: count row[DEPTH]
 * registers: count_q packets_q[DEPTH]
 * lemma: turn head tail list_count next[DEPTH+1] header[DEPTH+1] places[DEPTH]
 * lemma: packets[DEPTH] pops handle packet
 * moves: CHANNELS
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

static uint64_t packet_of(const uint64_t *in, uint64_t channel)
{
  return in[packets_i + channel];
}

/* Without a push. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct row now = row_of(state);

  out[count_o] = now.count;
  out[valid_o] = now.count != 0;
  out[packet_o] = out[valid_o] ? row_first(&now) : 0;
  unread[packet_o] = !out[valid_o];
  state[count] -= out[valid_o] & in[ready_i];
}
