/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_faults -- the routing of d3 and mdf that avoids failed routers.
 *
 * The first of these paths that no failed router is on: the minimal one; by each global
 * port of the source's router first, b = 4; by each router of its drawer, or group, and
 * each global port of that, b = 5.  They are those of `valiant`, with its virtual channels.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DRAGONFLY_FAULTS_H
#define LOCKHOP_NETWORK_TOPOLOGY_DRAGONFLY_FAULTS_H

#include "network/topology/faults.h"
#include "network/topology/topology.h"

/* Headers of sync_table and sync_group; 0: a failed router is on all these paths. */
uint64_t d3_round_failed(const struct topology *t, uint32_t source, uint32_t destination,
                         uint64_t random);
uint64_t mdf_round_failed(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random);

/* Members of a row of routings that both share. */
#define DRAGONFLY_ROUND_FAILED                                                             \
  .name = FAULTS_ROUTING,                                                                  \
  .text = "minimal path, or a deflected one around failed routers",                        \
  .no_header = "has a failed switch on the minimal and on all deflected paths"

#endif
