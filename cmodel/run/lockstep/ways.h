/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ways -- checks that every packet crossed exactly the links of its path, each once.
 *
 * For a Verilog machine alone, which no golden model checks in every cycle.  The path of a
 * packet is what the C route unit computes, from switch to switch; a broadcast has a tree.
 * The path must not depend on other packets: tool/session/machines.c refuses other
 * routings.  For each packet it keeps only the number of links crossed and a sum of hashes
 * over them, which equals that of the path if the links are the same.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_WAYS_H
#define LOCKHOP_RUN_LOCKSTEP_WAYS_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* A set of links, represented by its size and a sum. */
struct way_links {
  uint64_t sum; /* of a hash of each link */
  uint32_t count;
};

/* A copy of the packet that is followed. */
struct way_copy {
  uint64_t header;
  uint32_t at; /* switch */
  uint32_t phase;
  uint32_t hops; /* so far */
};

/* The packet with the lowest number that left its path. */
struct way_fault {
  uint32_t number;   /* of the packet */
  uint32_t crossed;  /* links */
  uint32_t expected; /* links of its path */
};

struct packet_ways {
  const struct schedule *schedule; /* NULL: not checked */
  const struct shape *shape;
  uint64_t seed;           /* of the payloads */
  struct way_links *links; /* [schedule->count] links that each packet has crossed */
  struct way_copy *copies; /* [capacity] copies of the followed packet, still to be
                            * processed */
  size_t capacity;
  uint64_t strays;        /* link crossings by packets that nobody sent */
  uint64_t faults;        /* packets that left their paths */
  struct way_fault first; /* the first of them */
};

/* Error: ERR_ENVIRONMENT when memory is short.  All arguments must outlive it. */
bool ways_open(struct packet_ways *ways, const struct schedule *schedule,
               const struct shape *shape, uint64_t seed, struct err *err);

/* Return to the state after opening, with the payloads of another seed. */
void ways_reset(struct packet_ways *ways, uint64_t seed);

/* Record the packets that cross links in this cycle. */
void ways_cross(struct packet_ways *ways, const struct machine *machine,
                const struct links *links);

/* The links crossed by a packet that is ejected at a switch; for a broadcast, the links of
 * the path of the copy for that switch. */
uint32_t ways_hops(struct packet_ways *ways, uint32_t number, uint32_t at);

/* Of ranks (base/ranks.h): the record of a packet that leaves for another rank is passed on
 * with it: what it has crossed so far, which does not count here any more.  ways_come: it
 * has come.  Nothing where the data are those of no packet, or ways are not checked. */
struct way_links ways_leave(struct packet_ways *ways, uint64_t data);
void ways_come(struct packet_ways *ways, uint64_t data, const struct way_links *links);

/* What another rank knows of a packet, by its number. */
void ways_add(struct packet_ways *ways, uint32_t number, const struct way_links *links);

/* All packets have arrived: set strays, and faults and the first one of the packets with
 * numbers in [from, to). */
void ways_finish(struct packet_ways *ways, uint64_t from, uint64_t to);

void ways_close(struct packet_ways *ways);

#endif
