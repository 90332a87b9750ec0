/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* link_arbiter -- C = RTL.
 *
 * in: valid_i ready_i sent_i
 * out: grant_o
 * state: blocked last
 * registers: blocked_q last_q?
 */
#define PROOF_STATE
#include "switch/component/link_arbiter.h"
#include "tests/formal/proof.h"

static bool related(const uint64_t *state, const uint64_t *registers)
{
  return state[blocked] == registers[blocked_q] &&
         (ARBITER != ARBITER_TURNS ||
          (state[last] == registers[last_q] && state[last] < VCS));
}

static uint64_t grant(const uint64_t *state, uint64_t valid)
{
  return link_arbiter_comb(&(struct link_arbiter_in){.valid = valid,
                                                     .blocked = state[blocked],
                                                     .last = (uint32_t)state[last],
                                                     .vcs = VCS,
                                                     .rule = ARBITER});
}

/* What is sent has the grant. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return (in[sent_i] & ~grant(state, in[valid_i])) == 0;
}

/* As switch_offer and switch_sent keep the registers. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[grant_o] = grant(state, in[valid_i]);
  state[blocked] = ~in[ready_i] & bits_mask(VCS);
  if (in[sent_i])
    state[last] = bits_lowest(in[sent_i]);
}

static void reset(uint64_t *state, const uint64_t *in)
{
  state[blocked] = 0;
  state[last] = VCS - 1;
}
