/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_two_copies -- paths of a permutation through two copies of BF(d) in a row.
 *
 * Packet i goes from row i to row middle[i], where the second copy begins, and on to row
 * order[i].  After l stages of the first copy it is in the row that has bits 0 to l-1 of
 * middle[i] and the others of i; after l stages of the second, bits 0 to l-1 of order[i]
 * and the others of middle[i].  Two packets must never be in one row.
 */
#ifndef LOCKHOP_PAPERS_GRIDS_TWO_COPIES_H
#define LOCKHOP_PAPERS_GRIDS_TWO_COPIES_H

#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  TWO_COPIES_D = 5, /* at most */
  TWO_COPIES_ROWS = 1 << TWO_COPIES_D
};

/* Search for middle[2^d].  False: none was found; for d <= 3 there is none then.  For
 * larger d the search may give up. */
bool two_copies_find(uint32_t *middle, const uint32_t *order, uint32_t d, struct rng *rng);

#endif
