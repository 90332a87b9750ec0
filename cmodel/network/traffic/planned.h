/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* planned -- headers of permutations by a routing that looks at the whole of one.
 *
 * If no terminal sends to two and none receives from two, however many packets there are
 * and whenever they start, there is one plan for all.  Else, but for open loops, packet j
 * of every terminal in a cycle together is a wave, and every wave that is part of a
 * permutation has a plan of its own.  All other packets keep the headers that they have.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_PLANNED_H
#define LOCKHOP_NETWORK_TRAFFIC_PLANNED_H

#include "network/traffic/schedule.h"

/* Plan what can be planned: schedule->plans and schedule->setup_seconds.  Errors: those of
 * the routing's plan. */
bool planned_headers(struct schedule *schedule, const struct topology *t,
                     const struct routing *routing, struct err *err);

#endif
