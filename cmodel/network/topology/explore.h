/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* explore -- all states that packets of a small network can be in.
 *
 * A state is a packet in a channel of a switch.  From every state the exploration calls the
 * route unit with every random word that makes a difference, and follows the packet to all
 * ports of the answer.  It ignores contention.  So it covers everything that a packet can
 * do in a run.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_EXPLORE_H
#define LOCKHOP_NETWORK_TOPOLOGY_EXPLORE_H

#include "network/topology/topology.h"

/* Values of explore_state.came_by for a packet that did not come by a link. */
#define EXPLORE_LANE UINT32_MAX        /* in its lane */
#define EXPLORE_STORE (UINT32_MAX - 1) /* in the waiting store */

enum { EXPLORE_WORK = 16 };

struct explore_state {
  uint64_t header;
  uint32_t at;      /* switch */
  uint32_t came_by; /* explore_channel of the link and VC; or one of the values above */
  uint32_t phase;
  bool used; /* the table entry is in use */
};

/* Called for each state and random word with the answer of the unit and the resulting VC.
 */
typedef void explore_visit(void *self, const struct explore_state *from,
                           const struct route_out *way, uint32_t own_vc);

struct explore_request {
  const struct topology *topology; /* small */
  const struct routing *routing;
  uint32_t vcs;
  bool start_in_ports; /* packets start as if they had arrived by a link at their source */
  bool any_phase; /* a packet may be in any phase anywhere; false: the phase changes only
                   * while it is in the waiting store */
  uint64_t limit; /* of states; 0: none; steps are limited to EXPLORE_WORK times it */
  explore_visit *visit;
  void *self;
};

struct exploration {
  struct explore_request request;
  uint32_t phases;
  uint64_t steps;              /* calls of the route unit so far */
  struct explore_state *table; /* [capacity] states seen: hashing with linear probing */
  size_t capacity;             /* a power of two */
  size_t count;
  struct explore_state *stack; /* [stack_capacity] states still to be explored */
  size_t stack_count, stack_capacity;
  bool short_of_memory;
  bool over; /* the limit was reached */
};

/* The range of priorities of packets for one queue. */
struct explore_priorities {
  bool any;
  uint16_t lowest, highest;
};

static inline void explore_note_priority(struct explore_priorities *p, uint16_t priority)
{
  if (!p->any || priority < p->lowest)
    p->lowest = priority;
  if (!p->any || priority > p->highest)
    p->highest = priority;
  p->any = true;
}

/* The number of a link with a VC, [0, switches * ports * vcs). */
static inline uint32_t explore_channel(const struct explore_request *request, uint32_t sw,
                                       uint32_t port, uint32_t channel_vc)
{
  return (sw * request->topology->ports + port) * request->vcs + channel_vc;
}

void explore_open(struct exploration *exploration, const struct explore_request *request);
void explore_close(struct exploration *exploration);

/* Add a packet of a schedule that starts at a terminal with this header. */
void explore_start(struct exploration *exploration, uint32_t source, uint64_t header);

/* Add the packets of all sources, destinations and random choices. */
void explore_start_all(struct exploration *exploration);

/* Explore all states of the packets added.  False: exploration->over or
 * exploration->short_of_memory. */
bool explore_run(struct exploration *exploration);

#endif
