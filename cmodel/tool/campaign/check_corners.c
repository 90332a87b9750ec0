/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_corners -- the shapes of lockhop check before their traffic is known. */
#include "tool/campaign/check_corners.h"

#include "network/topology/explore.h"
#include "network/traffic/payload.h"
#include "run/machine/machine.h"
#include "tool/campaign/check_shape.h"

enum sends { SENDS_ALL, SENDS_ONE, SENDS_ALL_BUT_ONE };

/* VCs beside those with which the routing is free of deadlock. */
enum vcs {
  VCS_FEWEST,
  VCS_MORE, /* one more; below level deep only where packets use it */
  VCS_MOST, /* two more, likewise */
  VCS_LESS, /* one less than packets use, at least two: the last two share one */
  VCS_ORDER /* the most VCs for which queues can be ordered by priority */
};

enum {
  TURNS = 3,
  UNNUMBERED = 32, /* data bits below which packets have no numbers */
  EXPLORED_STATES = 1 << 18
};

/* The parts of a shape that are chosen before its traffic is known. */
struct corner {
  uint32_t depth;
  bool all_lanes; /* else one */
  enum vcs vcs;
  enum sends sends;
  enum check_level level;
  uint32_t store; /* places of a waiting store; 0: what the traffic needs */
  uint32_t data_bits;
  /* At level quick only with one of TURNS seeds: 1, 2.. of them; 0: with all. */
  uint32_t turn;
};

static const struct corner corners[] = {
    {2, true, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 0, 40, 0},
    {2, true, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 2, 40, 0},
    {1, true, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 0, 40, 0},
    {4, true, VCS_ORDER, SENDS_ALL, CHECK_QUICK, 0, 40, 0},
    {2, true, VCS_MORE, SENDS_ALL, CHECK_QUICK, 0, 40, 0},
    {3, false, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 0, 64, 0},
    {2, true, VCS_FEWEST, SENDS_ONE, CHECK_QUICK, 0, 33, 0},
    {4, true, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 0, 48, 1},
    {6, true, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 0, 32, 2},
    {12, true, VCS_FEWEST, SENDS_ALL, CHECK_QUICK, 0, 63, 3},
    {5, false, VCS_FEWEST, SENDS_ALL, CHECK_STANDARD, 0, 8, 0},
    {1, false, VCS_FEWEST, SENDS_ALL, CHECK_STANDARD, 0, 1, 0},
    {3, true, VCS_FEWEST, SENDS_ALL, CHECK_STANDARD, 0, 40, 0},
    {2, false, VCS_FEWEST, SENDS_ALL, CHECK_STANDARD, 0, 57, 0},
    {1, true, VCS_MORE, SENDS_ALL, CHECK_STANDARD, 0, 40, 0},
    {2, true, VCS_LESS, SENDS_ALL, CHECK_STANDARD, 0, 40, 0},
    {1, true, VCS_FEWEST, SENDS_ALL_BUT_ONE, CHECK_STANDARD, 0, 40, 0},
    {3, false, VCS_MORE, SENDS_ONE, CHECK_STANDARD, 0, 40, 0},
    {1, false, VCS_FEWEST, SENDS_ALL, CHECK_STANDARD, 1, 40, 0},
    {3, true, VCS_MORE, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
    {5, true, VCS_MORE, SENDS_ALL, CHECK_DEEP, 0, 64, 0},
    {1, false, VCS_MORE, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
    {2, true, VCS_MOST, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
    {5, true, VCS_FEWEST, SENDS_ONE, CHECK_DEEP, 0, 40, 0},
    {1, false, VCS_FEWEST, SENDS_ONE, CHECK_DEEP, 0, 40, 0},
    {3, true, VCS_MORE, SENDS_ALL_BUT_ONE, CHECK_DEEP, 0, 40, 0},
    {7, true, VCS_FEWEST, SENDS_ALL, CHECK_DEEP, 0, 16, 0},
    {8, true, VCS_FEWEST, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
    {9, true, VCS_FEWEST, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
    {16, true, VCS_MORE, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
    {33, false, VCS_FEWEST, SENDS_ALL, CHECK_DEEP, 0, 40, 0},
};

size_t check_corners(void)
{
  return sizeof corners / sizeof corners[0];
}

static void note_vc(void *self, const struct explore_state *from,
                    const struct route_out *way, uint32_t own_vc)
{
  uint32_t *used = self;

  (void)from;
  if (way->ports && own_vc >= *used)
    *used = own_vc + 1;
}

bool check_corner_vcs(uint32_t *used, const struct topology *t,
                      const struct routing *routing, struct err *err)
{
  const struct explore_request request = {.topology = t,
                                          .routing = routing,
                                          .vcs = ROUTE_VCS,
                                          .any_phase = true,
                                          .limit = EXPLORED_STATES,
                                          .visit = note_vc,
                                          .self = used};
  struct exploration exploration;

  *used = 1;
  explore_open(&exploration, &request);
  explore_start_all(&exploration);
  const bool known = explore_run(&exploration), good = !exploration.short_of_memory;

  explore_close(&exploration);
  if (!known || *used < routing->vcs)
    *used = routing->vcs;
  return good || check_plan_no_memory(err);
}

/* False: the routing cannot use such a number of VCs here, or needs none. */
static bool choose_vcs_of(const struct corner *corner, const struct routing *routing,
                          uint32_t used, enum check_level level, uint32_t *vcs)
{
  switch (corner->vcs) {
  case VCS_FEWEST:
    *vcs = routing->vcs;
    return true;
  case VCS_MORE:
  case VCS_MOST:
    *vcs = routing->vcs + (corner->vcs == VCS_MORE ? 1 : 2);
    return *vcs <= ROUTE_VCS && (*vcs <= used || level == CHECK_DEEP);
  case VCS_LESS:
    *vcs = used - 1;
    return used > 2;
  default:
    *vcs = routing->ordered - 1;
    return routing->ordered > 1 && routing->vcs >= routing->ordered;
  }
}

bool check_corner_at(size_t number, enum check_level level, uint64_t seed)
{
  const uint32_t turn = corners[number].turn;

  return level > CHECK_QUICK || turn == 0 || turn - 1 == (seed + TURNS - 1) % TURNS;
}

bool check_corner(struct description *d, size_t number, enum check_level level,
                  const struct topology *t, const struct routing *routing, uint32_t used)
{
  const struct corner *corner = &corners[number];
  uint32_t vcs;

  if (corner->level > level || (corner->store && !routing->phases.ends_at) ||
      (corner->sends != SENDS_ALL && t->ports < 2) ||
      (corner->sends == SENDS_ALL_BUT_ONE && t->ports < 3) ||
      !choose_vcs_of(corner, routing, used, level, &vcs))
    return false;
  const uint32_t queues = t->ports * vcs;
  const uint32_t room =
      queues < SHAPE_CHANNELS ? (SHAPE_CHANNELS - queues) / t->per_site : 0;
  /* With one lane and one port there is no contention for a queue. */
  const uint32_t all = t->ports < 2 ? 2 : t->ports;
  const uint32_t lanes = corner->all_lanes ? all : 1; /* of a terminal */

  if (room == 0)
    return false;
  d->depth = corner->depth;
  d->vcs = vcs;
  d->lanes = (lanes < room ? lanes : room) * t->per_site;
  d->sends = corner->sends == SENDS_ALL ? 0 : corner->sends == SENDS_ONE ? 1 : t->ports - 1;
  d->data_bits = corner->data_bits;
  if (corner->data_bits < UNNUMBERED) {
    d->data_bits += payload_terminal_bits(t->per_site);
    d->data = "mixed";
  }
  if (corner->store)
    d->store = corner->store;
  return true;
}
