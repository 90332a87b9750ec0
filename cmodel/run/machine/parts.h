/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parts -- how the switches of a network are divided: part i is a range of switches, the
 * same for the golden machine, for Verilated switches and for their comparison.
 *
 * A part writes to its own switches alone.  What crosses between parts in a cycle:
 *
 * - golden switches: packets, in the boxes of run/machine/golden_parts.h;
 * - Verilated switches: the links of the cycle, which nobody writes while it lasts, and
 *   marks of neighbours that must be evaluated in the next (verilog/simulator/wiring.h,
 *   rest.h).
 */
#ifndef LOCKHOP_RUN_MACHINE_PARTS_H
#define LOCKHOP_RUN_MACHINE_PARTS_H

#include "base/team.h"
#include "switch/bank/switch.h"

#include <string.h>

struct parts {
  uint32_t switches;
  uint32_t count; /* parts; the last can have fewer switches than others, or none */
  uint32_t share; /* switches of a part */
};

static inline struct parts parts_of(uint32_t switches, uint32_t count)
{
  const size_t block = switches > SWITCH_FEW ? SWITCH_BLOCK : 1;

  return (struct parts){.switches = switches,
                        .count = count,
                        .share = (uint32_t)team_share(count, 1, switches, block)};
}

/* The first switch of a part; that of the part after the last is `switches`. */
static inline uint32_t parts_first(const struct parts *parts, uint32_t part)
{
  const uint64_t first = (uint64_t)part * parts->share;

  return first < parts->switches ? (uint32_t)first : parts->switches;
}

/* Lists of switches of the parts become one: append to the first `count` numbers of `list`
 * the `more` numbers that begin at list[first].  Returns the new count. */
static inline size_t parts_append(uint32_t *list, size_t count, uint32_t first, size_t more)
{
  memmove(&list[count], &list[first], more * sizeof *list);
  return count + more;
}

/* The position of the first of the ascending numbers list[count] that is not below `sw`. */
static inline size_t parts_position(const uint32_t *list, size_t count, uint32_t sw)
{
  size_t from = 0, to = count;

  while (from < to) {
    const size_t middle = from + (to - from) / 2;

    if (list[middle] < sw)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

#endif
