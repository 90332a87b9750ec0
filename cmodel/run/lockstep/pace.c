/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pace -- how far a run is, in what its time is spent on: the moves of its packets. */
#include "run/lockstep/pace.h"

#include "base/bits.h"

uint64_t pace_moves(const struct run_pace *pace)
{
  const struct links *links = pace->links;
  uint64_t moves = 0;

  for (uint32_t i = 0; links && links->ejected && i < links->ejected_count; i++)
    moves += links->ejected[i].count;
  for (size_t i = 0; links && i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    moves += links->ejected ? 0 : bits_count(links->eject[sw]);
    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1)
      moves += links_taken(pace->shape, links, sw, bits_lowest(valid));
  }
  return moves;
}
