/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* walk -- every packet of a small network, followed wherever the route unit may send it.
 *
 * A state is a packet at a switch, in the channel that it came by.  From every state the
 * unit is asked with all random words that make a difference, and the packet goes every way
 * that it says; the contention of packets plays no part.  What is not seen here, no packet
 * can do.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_WALK_H
#define LOCKHOP_NETWORK_TOPOLOGY_WALK_H

#include "network/topology/topology.h"

/* Where a packet is that has not come by a link: walk_state.came_by. */
#define WALK_LANE UINT32_MAX        /* in its lane */
#define WALK_STORE (UINT32_MAX - 1) /* in the waiting store */

enum { WALK_WORK = 16 };

struct walk_state {
  uint64_t header;
  uint32_t at;      /* switch */
  uint32_t came_by; /* channel_number of the link and VC; or as above */
  uint32_t phase;
  bool used; /* of an entry of the table */
};

/* Called for each state and random word: what the unit says, and the VC that this means. */
typedef void walk_step(void *self, const struct walk_state *from,
                       const struct route_out *way, uint32_t own_vc);

struct walk_request {
  const struct topology *topology; /* small */
  const struct routing *routing;
  uint32_t vcs;
  bool start_in_ports; /* packets start as if they had come by any link to their source */
  bool any_phase; /* a packet may meet any phase anywhere; no: the phase changes while it
                   * is in the waiting store alone */
  uint64_t limit; /* of states; 0: none.  The work is limited to so many times WALK_WORK */
  walk_step *step;
  void *self;
};

struct walk {
  struct walk_request asked;
  uint32_t phases;
  uint64_t steps;           /* questions to the route unit so far */
  struct walk_state *table; /* [capacity] states seen: hashing with linear probing */
  size_t capacity;          /* a power of two */
  size_t count;
  struct walk_state *stack; /* [stack_capacity] states to be looked at */
  size_t stack_count, stack_capacity;
  bool short_of_memory;
  bool over; /* the limit */
};

/* The priorities of packets that go to one place. */
struct walk_priorities {
  bool any;
  uint16_t lowest, highest;
};

static inline void walk_note_priority(struct walk_priorities *p, uint16_t priority)
{
  if (!p->any || priority < p->lowest)
    p->lowest = priority;
  if (!p->any || priority > p->highest)
    p->highest = priority;
  p->any = true;
}

/* The number of a link with a VC, [0, switches * ports * vcs). */
static inline uint32_t walk_channel(const struct walk_request *asked, uint32_t sw,
                                    uint32_t port, uint32_t channel_vc)
{
  return (sw * asked->topology->ports + port) * asked->vcs + channel_vc;
}

void walk_open(struct walk *walk, const struct walk_request *request);
void walk_close(struct walk *walk);

/* A packet that starts at a terminal with this header, in the schedule. */
void walk_start(struct walk *walk, uint32_t source, uint64_t header);

/* The packets of all sources, destinations and random choices. */
void walk_start_all(struct walk *walk);

/* Follow all that have started.  False: walk->over or walk->short_of_memory. */
bool walk_run(struct walk *walk);

#endif
