/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* faults -- failed switches, and the routing that avoids them.
 *
 * A failed switch neither sends nor receives, and no path leads through it.  The set
 * belongs to its topology, which is opened complete and then loses switches.  Only such a
 * topology has the routing fault-tolerant; its header lists the ports of a shortest path
 * through the switches left.  Dragonflies have one of their own (dragonfly_faults.h).
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_FAULTS_H
#define LOCKHOP_NETWORK_TOPOLOGY_FAULTS_H

#include "network/topology/topology.h"

#define FAULTS_ROUTING "fault-tolerant"

/* Mark switches as failed: addresses or numbers, separated by commas.  Rebuilds the
 * routings of *t; pointers to the old ones are no longer valid.  Errors: ERR_USAGE when the
 * list is wrong, when the network has no such routing, or when no path joins two of the
 * switches left (they are named); ERR_ENVIRONMENT when memory is short.  *t stays open in
 * all cases. */
bool faults_set(struct topology *t, const char *list, struct err *err);

/* The number of failed switches. */
uint32_t faults_count(const struct topology *t);

/* Has this switch failed? */
bool faults_failed(const struct topology *t, uint32_t sw);

/* May a terminal send to another?  False: the switch of one of them has failed. */
bool faults_may_send(const struct topology *t, uint32_t source, uint32_t destination);

/* For topology_close; NULL is allowed. */
struct faults;
void faults_free(struct faults *faults);

/* --- the row of the routing --- */

bool faults_any(const struct topology *t);
uint32_t faults_header_bits(const struct topology *t);

/* 0: no path fits into a header. */
uint64_t faults_header(const struct topology *t, uint32_t source, uint32_t destination,
                       uint64_t random);

#define FAULTS_WHERE "networks with failed switches, --failed"

/* A row for tables of routings; their files must include switch/route/source_route.h. */
#define FAULT_TOLERANT                                                                     \
  {                                                                                        \
    .plain =                                                                               \
        {.name = FAULTS_ROUTING,                                                           \
         .text = "the header carries the ports of a shortest path around failed switches", \
         .unit = &source_route_unit,                                                       \
         .vcs = 1,                                                                         \
         .cyclic = true,                                                                   \
         .why = "no cycle among the paths that are left",                                  \
         .no_header = "has a path whose ports do not fit a header of 64 bits",             \
         .header_bits = faults_header_bits,                                                \
         .header = faults_header},                                                         \
    .has = faults_any, .where = FAULTS_WHERE                                               \
  }

#endif
