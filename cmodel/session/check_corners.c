/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_corners -- the shapes of lockhop check before their traffic is known. */
#include "session/check_corners.h"

#include "network/machine.h"

enum sends { SENDS_ALL, SENDS_ONE, SENDS_ALL_BUT_ONE };

/* What is chosen of a shape before its traffic is known. */
struct corner {
  uint32_t depth;
  bool all_lanes; /* else one */
  uint32_t more_vcs;
  enum sends sends;
  enum check_level level;
  uint32_t store; /* places of a waiting store; 0: what the traffic needs */
};

static const struct corner corners[] = {
    {2, true, 0, SENDS_ALL, CHECK_QUICK, 0},
    {2, true, 0, SENDS_ALL, CHECK_QUICK, 2},
    {1, true, 0, SENDS_ALL, CHECK_QUICK, 0},
    {2, true, 1, SENDS_ALL, CHECK_QUICK, 0},
    {3, false, 0, SENDS_ALL, CHECK_QUICK, 0},
    {2, true, 0, SENDS_ONE, CHECK_QUICK, 0},
    {5, false, 0, SENDS_ALL, CHECK_STANDARD, 0},
    {1, false, 0, SENDS_ALL, CHECK_STANDARD, 0},
    {3, true, 0, SENDS_ALL, CHECK_STANDARD, 0},
    {5, true, 0, SENDS_ALL, CHECK_STANDARD, 0},
    {2, false, 0, SENDS_ALL, CHECK_STANDARD, 0},
    {1, true, 1, SENDS_ALL, CHECK_STANDARD, 0},
    {1, true, 0, SENDS_ALL_BUT_ONE, CHECK_STANDARD, 0},
    {3, false, 1, SENDS_ONE, CHECK_STANDARD, 0},
    {1, false, 0, SENDS_ALL, CHECK_STANDARD, 1},
    {3, true, 1, SENDS_ALL, CHECK_DEEP, 0},
    {5, true, 1, SENDS_ALL, CHECK_DEEP, 0},
    {1, false, 1, SENDS_ALL, CHECK_DEEP, 0},
    {2, true, 2, SENDS_ALL, CHECK_DEEP, 0},
    {5, true, 0, SENDS_ONE, CHECK_DEEP, 0},
    {1, false, 0, SENDS_ONE, CHECK_DEEP, 0},
    {3, true, 1, SENDS_ALL_BUT_ONE, CHECK_DEEP, 0},
    {8, true, 0, SENDS_ALL, CHECK_DEEP, 0},
    {16, true, 1, SENDS_ALL, CHECK_DEEP, 0},
};

size_t check_corners(void)
{
  return sizeof corners / sizeof corners[0];
}

bool check_corner(struct description *d, size_t number, enum check_level level,
                  const struct topology *t, const struct routing *routing)
{
  const struct corner *corner = &corners[number];
  const uint32_t vcs = routing->vcs + corner->more_vcs;
  const uint32_t queues = t->ports * vcs;
  const uint32_t room = queues < SHAPE_CHANNELS ? SHAPE_CHANNELS - queues : 0;
  /* With one lane and one port nothing competes for a queue. */
  const uint32_t all = t->ports < 2 ? 2 : t->ports;
  const uint32_t lanes = corner->all_lanes ? all : 1;
  const uint32_t sends = corner->sends == SENDS_ALL   ? 0
                         : corner->sends == SENDS_ONE ? 1
                                                      : t->ports - 1;

  if (corner->level > level || (corner->store && !routing->phases.ends_at) ||
      vcs > ROUTE_VCS || room == 0 || (corner->sends != SENDS_ALL && t->ports < 2) ||
      (corner->sends == SENDS_ALL_BUT_ONE && t->ports < 3))
    return false;
  d->depth = corner->depth;
  d->vcs = vcs;
  d->lanes = lanes < room ? lanes : room;
  d->sends = sends;
  if (corner->store)
    d->store = corner->store;
  return true;
}
