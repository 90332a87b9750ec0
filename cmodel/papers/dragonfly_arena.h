/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_arena -- one network on which many permutations are run.
 *
 * Source: The Swapped Dragonfly, Theorem 8.  Ports send first in, first out; queues have no
 * limit.
 */
#ifndef LOCKHOP_PAPERS_DRAGONFLY_ARENA_H
#define LOCKHOP_PAPERS_DRAGONFLY_ARENA_H

#include "papers/dragonfly.h"

/* How a permutation is routed. */
enum policy {
  POLICY_LGL,      /* local, global, local */
  POLICY_HOLDS,    /* the same, but local port 0 takes a step, which else it does not */
  POLICY_GLGL,     /* four hops */
  POLICY_EXCHANGE, /* the paper's: traffic "exchange" */
  POLICIES
};

/* It must stay where it is. */
struct arena {
  struct bench bench; /* closed by bench_close */
  enum policy policy;
  size_t first; /* number of the packet of router 0; those of the others follow */
};

bool arena_open(struct arena *arena, const struct claims *claims, struct lab_size size,
                enum policy policy, struct err *err);

/* Steps in which router i's packet reaches to[i], for all i; the exchange counted in. False
 * with err->kind ERR_NONE: interrupted. */
bool arena_steps(struct arena *arena, const uint32_t *to, uint64_t *steps, struct err *err);

/* Conflicts of the same packets if none waits. */
bool arena_conflicts(struct arena *arena, const uint32_t *to, struct conflicts *c,
                     struct err *err);

#endif
