/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* path_setup -- disjoint paths for the permutations in a schedule.
 *
 * Only for a routing that sets up a whole permutation at once (struct routing, set_up).  If
 * no terminal sends to two others and none receives from two, all packets share one set-up.
 * Otherwise, except in open loops, the j-th packets that all terminals start in one cycle
 * are a wave; each wave that is a (partial) permutation gets a set-up of its own.  All
 * other packets keep their headers.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_PATH_SETUP_H
#define LOCKHOP_NETWORK_TRAFFIC_PATH_SETUP_H

#include "network/traffic/schedule.h"

/* Set up all permutations: writes headers, schedule->setups and schedule->setup_seconds.
 * Errors: those of the routing's set_up. */
bool path_setup(struct schedule *schedule, const struct topology *t,
                const struct routing *routing, struct err *err);

#endif
