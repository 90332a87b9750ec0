/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ways -- did every packet cross the links of its way, each once, and no others?
 *
 * For a machine of Verilog alone, which nobody compares in every cycle.  The way of a
 * packet is what the C route unit says, from switch to switch; a broadcast has a tree.  It
 * must not depend on what meets the packet: tool/session/machines.c refuses other routings.
 * Nothing is kept of a packet but how many links it has crossed, and a sum over them, which
 * is that of its way if it crossed the same ones.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_WAYS_H
#define LOCKHOP_RUN_LOCKSTEP_WAYS_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Links, as far as it matters which they are. */
struct way_links {
  uint64_t sum; /* over the links, of a hash of each */
  uint32_t count;
};

/* A copy of a packet that is followed. */
struct way_copy {
  uint64_t header;
  uint32_t at; /* switch */
  uint32_t phase;
  uint32_t hops; /* so far */
};

/* The first packet, by its number, that went another way. */
struct way_fault {
  uint32_t number;   /* of the packet */
  uint32_t crossed;  /* links */
  uint32_t expected; /* links of its way */
};

struct packet_ways {
  const struct schedule *schedule; /* NULL: nothing is watched */
  const struct shape *shape;
  uint64_t seed;           /* of the payloads */
  struct way_links *links; /* [schedule->count] that each packet has crossed */
  struct way_copy *copies; /* [capacity] of the packet that is followed, still to be looked
                            * at */
  size_t capacity;
  uint64_t strays;        /* links crossed by what nobody has sent */
  uint64_t faults;        /* packets that went another way */
  struct way_fault first; /* of these */
};

/* Error: ERR_ENVIRONMENT when memory is short.  What is pointed to must outlive it. */
bool ways_open(struct packet_ways *ways, const struct schedule *schedule,
               const struct shape *shape, uint64_t seed, struct err *err);

/* As after opening, with the payloads of another seed. */
void ways_reset(struct packet_ways *ways, uint64_t seed);

/* What crosses links in this cycle. */
void ways_cross(struct packet_ways *ways, const struct machine *machine,
                const struct links *links);

/* Links that the packet has crossed which is ejected at a switch; of a broadcast, those of
 * the way of the copy that belongs there. */
uint32_t ways_hops(struct packet_ways *ways, uint32_t number, uint32_t at);

/* All have arrived, and nothing moves: strays, faults and the first one. */
void ways_finish(struct packet_ways *ways);

void ways_close(struct packet_ways *ways);

#endif
