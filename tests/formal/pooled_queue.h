/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pooled_queue -- the queues of tests/formal whose packets are a list in a pool: what a
 * relation of theirs has in common.  The component has state head, tail, count, next,
 * header, free handles[CHANNELS], and a register count_q.
 */
#ifndef LOCKHOP_TESTS_POOLED_QUEUE_H
#define LOCKHOP_TESTS_POOLED_QUEUE_H

#include "base/bits.h"
#include "switch/component/output_queue.h"
#include "tests/formal/proof.h"

enum { PLACES = DEPTH + 1 };

static struct output_queue queue_of(const uint64_t *state)
{
  return (struct output_queue){.head = (uint32_t)state[head],
                               .tail = (uint32_t)state[tail],
                               .count = (uint32_t)state[count]};
}

/* Of the component: is the list from the head on one of packets in different places, up to
 * the tail, and that of the registers unless they are NULL?  *used: the places. */
static bool listed(const uint64_t *state, const uint64_t *registers, uint64_t *used);

static bool related(const uint64_t *state, const uint64_t *registers)
{
  uint64_t used;

  return state[count] == registers[count_q] && state[count] <= DEPTH &&
         listed(state, registers, &used);
}

/* No more is pushed than fits, and every packet has a place of its own. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  uint64_t used;

  if (!listed(state, NULL, &used))
    return false;
  for (uint32_t c = 0; c < CHANNELS; c++) {
    if (!(in[push_i] >> c & 1))
      continue;
    if (in[handles + c] >= PLACES || used >> in[handles + c] & 1)
      return false;
    used |= UINT64_C(1) << in[handles + c];
  }
  return bits_count(in[push_i]) + state[count] <= DEPTH;
}

#endif
