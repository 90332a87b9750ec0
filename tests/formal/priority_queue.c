/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_queue -- C = RTL, by way of a row of packets: row.h.
 *
 * in: push_i packets_i[CHANNELS] priorities_i[CHANNELS] ready_i
 * out: valid_o packet_o priority_o count_o
 * state: count row[DEPTH]
 * registers: count_q entries_q[DEPTH]
 * lemma: turn head tail list_count next[DEPTH+1] header[DEPTH+1] priority[DEPTH+1]
 * lemma: places[DEPTH] packets[DEPTH] pops handle packet
 * values: CHANNELS=2 DEPTH=2 PACKET_BITS=2 PRIORITY_BITS=2;
 * values: CHANNELS=2 DEPTH=4 PACKET_BITS=2 PRIORITY_BITS=1
 * moves: CHANNELS
 * cases: DEPTH > 4 and DEPTH + 1 or 1
 * narrow: PACKET_BITS=2
 * day: CHANNELS <= 9 and PRIORITY_BITS < 4 and DEPTH <= 8
 *
 * With 4 places a push searches behind the second packet of the list.
 */
#define ROW_PRIORITIES
#include "switch/component/priority_queue.h"
#include "tests/formal/row.h"

static bool related(const uint64_t *state, const uint64_t *registers)
{
  const struct row now = row_of(state);
  bool same = (state[count] == registers[count_q]) & (state[count] <= DEPTH);

  for (uint32_t i = 0; i < DEPTH; i++)
    same &= (i >= state[count]) | (state[row + i] == registers[entries_q + i]);
  return same & row_ordered(&now);
}

static uint64_t packet_of(const uint64_t *in, uint64_t channel)
{
  return in[priorities_i + channel] << PACKET_BITS | in[packets_i + channel];
}

/* Without a push. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct row now = row_of(state);

  out[count_o] = now.count;
  out[valid_o] = now.count != 0;
  out[packet_o] = out[valid_o] ? row_first(&now) & bits_mask(PACKET_BITS) : 0;
  out[priority_o] = out[valid_o] ? row_priority(row_first(&now)) : 0;
  unread[packet_o] = unread[priority_o] = !out[valid_o];
  state[count] -= out[valid_o] & in[ready_i];
}
