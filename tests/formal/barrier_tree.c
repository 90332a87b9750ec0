/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* barrier_tree -- C = RTL.
 *
 * in: done_i over_i
 * out: phase_o
 * state: up down
 * registers: up_q down_q
 * feasible: LEAVES <= 32
 */
#define PROOF_STATE
#include "switch/component/barrier_tree.h"
#include "base/bits.h"
#include "tests/formal/proof.h"

/* Bit n - 1 of a register is node n; nodes 2^k to 2^(k+1) - 1 are level k below the root.
 */
static bool related(const uint64_t *state, const uint64_t *registers)
{
  const uint32_t levels = barrier_tree_reset(LEAVES).levels;

  for (uint32_t k = 0; k <= levels; k++) {
    const uint64_t level = bits_mask(1 << k) << ((1 << k) - 1);
    const uint64_t ups = registers[up_q] & level, downs = registers[down_q] & level;

    if ((ups == level) != (state[up] >> (levels - k) & 1) ||
        downs != (state[down] >> k & 1 ? level : 0))
      return false;
  }
  return true;
}

static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return true;
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct barrier_tree tree = barrier_tree_reset(LEAVES);

  tree.up = state[up];
  tree.down = state[down];
  out[phase_o] = barrier_tree_phase(&tree) ? bits_mask(LEAVES) : 0;
  barrier_tree_tick(&tree, in[done_i] && in[over_i] == bits_mask(LEAVES));
  state[up] = tree.up;
  state[down] = tree.down;
}

static void reset(uint64_t *state, const uint64_t *in)
{
  const struct barrier_tree tree = barrier_tree_reset(LEAVES);

  state[up] = tree.up;
  state[down] = tree.down;
}
