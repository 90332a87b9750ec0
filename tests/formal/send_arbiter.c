/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* send_arbiter -- C = RTL.
 *
 * in: valid_i ready_i priorities_i[QUEUES]
 * out: grant_o
 * state: blocked last
 * registers: blocked_q last_q?
 * day: QUEUES < 16
 * feasible: QUEUES*SENDS <= 16
 */
#define PROOF_STATE
#include "switch/component/send_arbiter.h"
#include "tests/formal/proof.h"

static bool related(const uint64_t *state, const uint64_t *registers)
{
  return state[blocked] == registers[blocked_q] &&
         (ARBITER != 0 || (state[last] == registers[last_q] && state[last] < QUEUES));
}

static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return true;
}

/* As switch_offer and switch_sent use it. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  uint16_t priorities[QUEUES];
  struct send_arbiter_in given = {.valid = in[valid_i],
                                  .blocked = state[blocked],
                                  .priorities = PRIORITY_BITS > 0 ? priorities : NULL,
                                  .last = (uint32_t)state[last],
                                  .queues = QUEUES,
                                  .sends = SENDS,
                                  .fixed = ARBITER != 0};

  for (uint32_t q = 0; q < QUEUES; q++)
    priorities[q] = (uint16_t)in[priorities_i + q];
  out[grant_o] = send_arbiter_comb(&given);
  given.valid = out[grant_o] & in[ready_i];
  if (given.valid)
    state[last] = send_arbiter_last(&given, given.valid);
  state[blocked] = ~in[ready_i] & bits_mask(QUEUES);
}

static void reset(uint64_t *state, const uint64_t *in)
{
  state[blocked] = 0;
  state[last] = QUEUES - 1;
}
