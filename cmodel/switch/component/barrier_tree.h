/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* barrier_tree -- tells all switches, in one cycle, that all of them are over with a phase.
 *
 * Twin of rtl/component/barrier_tree.v; docs/switches/two_phase.md.  All leaves are at one
 * depth, so all nodes of a level agree about a cycle, and a level is a bit here: of up_q,
 * whether all switches were over in the cycle that has come so far; of down_q, the phase.
 * Ports: done_i, over_i, phase_o.  Parameter: LEAVES.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_BARRIER_TREE_H
#define LOCKHOP_SWITCH_COMPONENT_BARRIER_TREE_H

#include <stdbool.h>
#include <stdint.h>

struct barrier_tree {
  uint64_t up;     /* bit 0: the leaves; bit `levels`: the root */
  uint64_t down;   /* bit 0: the root; bit `levels`: the leaves */
  uint32_t levels; /* below the root: log2(LEAVES), [1, 20] */
};

/* The state after a reset. */
static inline struct barrier_tree barrier_tree_reset(uint32_t leaves)
{
  struct barrier_tree tree = {.levels = 0};

  while (UINT32_C(1) << tree.levels < leaves)
    tree.levels++;
  return tree;
}

/* phase_o of every switch. */
static inline bool barrier_tree_phase(const struct barrier_tree *tree)
{
  return tree->down >> tree->levels & 1;
}

/* `over`: done_i, and over_i of all switches. */
static inline void barrier_tree_tick(struct barrier_tree *tree, bool over)
{
  const bool found = tree->up >> tree->levels & 1;

  tree->down = tree->down << 1 | (tree->down & 1) | found;
  tree->up = tree->up << 1 | over;
}

#endif
