/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* link_arbiter -- gives the link of a port to one of its VCs in each cycle.
 *
 * Twin of rtl/component/link_arbiter.v.  It uses the ready signals of the previous cycle,
 * so its grants depend on registers only.  Ports: valid_i, ready_i, sent_i, grant_o;
 * registers blocked_q and last_q.  Parameters: VCS, ARBITER.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_LINK_ARBITER_H
#define LOCKHOP_SWITCH_COMPONENT_LINK_ARBITER_H

#include "base/bits.h"

#include <stdbool.h>

/* Which of several competing queues is first: ARBITER of docs/switch.md. */
enum arbiter_rule {
  ARBITER_TURNS,  /* round-robin */
  ARBITER_LOWEST, /* the lowest VC or queue */
  ARBITER_HIGHEST /* the highest VC; the lowest queue */
};

struct link_arbiter_in {
  uint64_t valid;         /* bit k: VC k shows a packet */
  uint64_t blocked;       /* blocked_q: bit k: VC k was not ready in the previous cycle */
  uint32_t last;          /* last_q: VC that sent last; VCs - 1 after reset */
  uint32_t vcs;           /* VCS, [1, 8] */
  enum arbiter_rule rule; /* ARBITER */
};

/* grant_o: one bit, or 0 when no VC is valid. */
static inline uint64_t link_arbiter_comb(const struct link_arbiter_in *in)
{
  uint64_t candidates = in->valid & ~in->blocked ? in->valid & ~in->blocked : in->valid;
  uint64_t above = candidates & ~bits_mask(in->last + 1);

  if (in->rule == ARBITER_HIGHEST)
    return candidates ? UINT64_C(1) << bits_highest(candidates) : 0;
  if (in->rule == ARBITER_TURNS && above)
    candidates = above;
  return candidates & (0 - candidates);
}

#endif
