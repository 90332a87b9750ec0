/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* relation -- finds the smallest h for which a schedule is an h-relation.
 *
 * In an h-relation every terminal is the source of at most h packets and the destination of
 * at most h, and all start in cycle 0.  It is a union of h partial permutations (the
 * packets are the edges of a bipartite graph of degree h, which has h colours), so h times
 * a bound for permutations is a bound for it.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_RELATION_H
#define LOCKHOP_NETWORK_TRAFFIC_RELATION_H

#include "network/traffic/schedule.h"

/* The smallest such h, >= 1; *h is 0 when a packet starts after cycle 0, is an answer, or
 * is a broadcast.  Error: ERR_ENVIRONMENT when memory is short. */
bool relation_of(const struct schedule *schedule, const struct topology *t, uint32_t *h,
                 struct err *err);

#endif
