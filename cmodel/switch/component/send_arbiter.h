/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* send_arbiter -- chooses the ports that send in this cycle, for a switch with a send
 * budget.
 *
 * Twin of rtl/component/send_arbiter.v.  It uses the ready signals of the previous cycle,
 * so its grants depend on registers only.  Ports: valid_i, ready_i, priorities_i, grant_o;
 * registers blocked_q and last_q.  Parameters: QUEUES, SENDS, PRIORITY_BITS, ARBITER.
 *
 * Source: our design; SENDS = 1 is the one-port model of the mesh paper.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_SEND_ARBITER_H
#define LOCKHOP_SWITCH_COMPONENT_SEND_ARBITER_H

#include "base/bits.h"

#include <stdbool.h>

struct send_arbiter_in {
  uint64_t valid;   /* bit q: queue q shows a packet, and its VC is granted the link */
  uint64_t blocked; /* blocked_q: bit q: queue q was not ready in the previous cycle */
  const uint16_t *priorities; /* [queues] of the packets shown; NULL: all are equal */
  uint32_t last;              /* last_q; queues - 1 after reset */
  uint32_t queues;            /* QUEUES, at most 63 */
  uint32_t sends;             /* SENDS, at least 1 */
  bool fixed;                 /* ARBITER is not 0: the lowest; otherwise round-robin */
};

/* The rank of a valid queue among the valid ones: the lowest is granted first. */
static inline uint32_t send_arbiter_rank(const struct send_arbiter_in *in, uint32_t queue)
{
  enum { TURN_BITS = 6, PRIORITY_BITS = 16, PRIORITY_MAX = 65535 };
  uint32_t turn =
      queue > in->last ? queue - in->last - 1 : queue + in->queues - in->last - 1;
  uint32_t priority = in->priorities ? in->priorities[queue] : 0;
  uint32_t blocked = (uint32_t)(in->blocked >> queue & 1);

  return (blocked << PRIORITY_BITS | (PRIORITY_MAX - priority)) << TURN_BITS |
         (in->fixed ? queue : turn);
}

/* grant_o. */
static inline uint64_t send_arbiter_comb(const struct send_arbiter_in *in)
{
  uint64_t grant = 0;

  if (bits_count(in->valid) <= in->sends)
    return in->valid;
  for (uint32_t i = 0; i < in->sends; i++) {
    uint32_t best = UINT32_MAX, first = 0;

    for (uint64_t left = in->valid & ~grant; left; left &= left - 1) {
      uint32_t rank = send_arbiter_rank(in, bits_lowest(left));

      if (rank < best) {
        best = rank;
        first = bits_lowest(left);
      }
    }
    grant |= UINT64_C(1) << first;
  }
  return grant;
}

/* The next last_q, when the queues of a mask, not 0, send. */
static inline uint32_t send_arbiter_last(const struct send_arbiter_in *in, uint64_t sent)
{
  uint32_t last = bits_lowest(sent);

  for (uint64_t left = sent; left; left &= left - 1)
    if (send_arbiter_rank(in, bits_lowest(left)) > send_arbiter_rank(in, last))
      last = bits_lowest(left);
  return last;
}

#endif
