/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* planned -- headers of permutations by a routing that looks at the whole of one.
 *
 * If no terminal sends to two and none receives from two, however many packets there are
 * and whenever they start, there is one plan for all.  Else, if all packets start in cycle
 * 0, packet j of every terminal together is wave j, and every wave that is part of a
 * permutation has a plan of its own.  All other packets keep the headers that they have.
 */
#ifndef LOCKHOP_TRAFFIC_PLANNED_H
#define LOCKHOP_TRAFFIC_PLANNED_H

#include "traffic/schedule.h"

/* Plan what can be planned: schedule->plans and schedule->setup_seconds.  Errors: those of
 * the routing's plan. */
bool planned_headers(struct schedule *schedule, const struct topology *t,
                     const struct routing *routing, struct err *err);

#endif
