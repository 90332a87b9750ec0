/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_corners -- the shapes of lockhop check before their traffic is known. */
#ifndef LOCKHOP_SESSION_CHECK_CORNERS_H
#define LOCKHOP_SESSION_CHECK_CORNERS_H

#include "session/check_traffic.h"
#include "session/description.h"
#include "topology/routing.h"

size_t check_corners(void);

/* Put the numbers of a corner into a description.  False: the level or the network has no
 * such corner. */
bool check_corner(struct description *d, size_t number, enum check_level level,
                  const struct topology *t, const struct routing *routing);

#endif
