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
};

static const struct corner corners[] = {
    {2, true, 0, SENDS_ALL, CHECK_QUICK},
    {1, true, 0, SENDS_ALL, CHECK_QUICK},
    {2, true, 1, SENDS_ALL, CHECK_QUICK},
    {3, false, 0, SENDS_ALL, CHECK_QUICK},
    {2, true, 0, SENDS_ONE, CHECK_QUICK},
    {5, false, 0, SENDS_ALL, CHECK_STANDARD},
    {1, false, 0, SENDS_ALL, CHECK_STANDARD},
    {3, true, 0, SENDS_ALL, CHECK_STANDARD},
    {5, true, 0, SENDS_ALL, CHECK_STANDARD},
    {2, false, 0, SENDS_ALL, CHECK_STANDARD},
    {1, true, 1, SENDS_ALL, CHECK_STANDARD},
    {1, true, 0, SENDS_ALL_BUT_ONE, CHECK_STANDARD},
    {3, false, 1, SENDS_ONE, CHECK_STANDARD},
    {3, true, 1, SENDS_ALL, CHECK_DEEP},
    {5, true, 1, SENDS_ALL, CHECK_DEEP},
    {1, false, 1, SENDS_ALL, CHECK_DEEP},
    {2, true, 2, SENDS_ALL, CHECK_DEEP},
    {5, true, 0, SENDS_ONE, CHECK_DEEP},
    {1, false, 0, SENDS_ONE, CHECK_DEEP},
    {3, true, 1, SENDS_ALL_BUT_ONE, CHECK_DEEP},
    {8, true, 0, SENDS_ALL, CHECK_DEEP},
    {16, true, 1, SENDS_ALL, CHECK_DEEP},
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
  const uint32_t lanes = corner->all_lanes ? t->ports : 1;
  const uint32_t sends = corner->sends == SENDS_ALL   ? 0
                         : corner->sends == SENDS_ONE ? 1
                                                      : t->ports - 1;

  if (corner->level > level || vcs > ROUTE_VCS || room == 0 ||
      (corner->sends != SENDS_ALL && t->ports < 2) ||
      (corner->sends == SENDS_ALL_BUT_ONE && t->ports < 3))
    return false;
  d->depth = corner->depth;
  d->vcs = vcs;
  d->lanes = lanes < room ? lanes : room;
  d->sends = sends;
  return true;
}
