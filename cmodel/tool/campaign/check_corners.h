/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_corners -- the shapes of lockhop check before their traffic is known. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_CORNERS_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_CORNERS_H

#include "network/topology/routing.h"
#include "tool/campaign/check_traffic.h"
#include "tool/session/description.h"

size_t check_corners(void);

/* *used: VCs of a link that packets of the routing use when there are enough, at least
 * those with which it is free of deadlock; these where the network is too large to know.
 * Error: ERR_ENVIRONMENT. */
bool check_corner_vcs(uint32_t *used, const struct topology *t,
                      const struct routing *routing, struct err *err);

/* Is the corner one of this seed?  Below level standard some depths take turns. */
bool check_corner_at(size_t number, enum check_level level, uint64_t seed);

/* Put the numbers of a corner into a description; `used` is that of check_corner_vcs.
 * False: the level or the network has no such corner. */
bool check_corner(struct description *d, size_t number, enum check_level level,
                  const struct topology *t, const struct routing *routing, uint32_t used);

#endif
