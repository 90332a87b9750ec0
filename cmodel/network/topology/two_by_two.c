/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* two_by_two -- counts the 2x2 switches of the literature in a network with levels. */
#include "network/topology/two_by_two.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool two_by_two_has(const struct topology *t)
{
  return t->ports == 2 && t->row->level && topology_one_way(t);
}

/* The far ends of both links, the lower first; false: one is not used, or both are one. */
static bool ends_of(const struct topology *t, uint32_t sw, uint32_t ends[2])
{
  const uint32_t a = topology_link(t, sw, 0).to_switch;
  const uint32_t b = topology_link(t, sw, 1).to_switch;

  ends[0] = a < b ? a : b;
  ends[1] = a < b ? b : a;
  return a != b && topology_port_kind(t, sw, 0) == PORT_LINK &&
         topology_port_kind(t, sw, 1) == PORT_LINK;
}

bool two_by_two_count(const struct topology *t, uint64_t *count)
{
  /* [switches] of the lower end of a switch: the higher one; 0: no switch was there. */
  uint32_t *higher = memory_table(t->switches, sizeof *higher);

  *count = 0;
  if (!higher)
    return false;
  memset(higher, 0, t->switches * sizeof *higher);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t ends[2];

    if (!ends_of(t, sw, ends))
      continue;
    *count += higher[ends[0]] == ends[1];
    higher[ends[0]] = ends[1];
  }
  free(higher);
  return true;
}
