/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* faults -- switches that have failed, and the routing that goes round them.
 *
 * A failed switch neither sends nor receives, and no path leads through it.  The set
 * belongs to its topology, which is opened whole and then loses switches.  Routing
 * fault-tolerant is there on such a topology alone: its header is the list of the ports of
 * a shortest path among those left.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_FAULTS_H
#define LOCKHOP_NETWORK_TOPOLOGY_FAULTS_H

#include "network/topology/topology.h"

#define FAULTS_ROUTING "fault-tolerant"

/* Let switches fail: addresses or numbers, commas between.  The routings of *t are made
 * anew, and those asked for before are gone.  Errors: ERR_USAGE when the list is wrong,
 * when the network has no such routing, or with two switches that no path joins any more;
 * ERR_ENVIRONMENT when memory is short.  *t stays open in either case. */
bool faults_set(struct topology *t, const char *list, struct err *err);

/* How many switches have failed. */
uint32_t faults_count(const struct topology *t);

/* Has this one? */
bool faults_failed(const struct topology *t, uint32_t sw);

/* May a packet go from one terminal to another: have neither of their switches failed? */
bool faults_may_send(const struct topology *t, uint32_t source, uint32_t destination);

/* Of topology_close; NULL is none. */
struct faults;
void faults_free(struct faults *faults);

/* --- the row of the routing --- */

bool faults_any(const struct topology *t);
uint32_t faults_header_bits(const struct topology *t);

/* 0: there is no path whose ports fit into the header. */
uint64_t faults_header(const struct topology *t, uint32_t source, uint32_t destination,
                       uint64_t random);
size_t faults_fields(const struct topology *t, struct field *fields, size_t capacity);

/* For tables of routings; their files include switch/route/source_route.h. */
#define FAULT_TOLERANT                                                                     \
  {                                                                                        \
    .plain = {.name = FAULTS_ROUTING,                                                      \
              .text = "the ports of a shortest path round failed switches in the header",  \
              .unit = &source_route_unit,                                                  \
              .vcs = 1,                                                                    \
              .cyclic = true,                                                              \
              .why = "no cycle among the paths that are left",                             \
              .header_bits = faults_header_bits,                                           \
              .header = faults_header,                                                     \
              .fields = faults_fields},                                                    \
    .has = faults_any, .where = "networks with failed switches, --failed"                  \
  }

#endif
