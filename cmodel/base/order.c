/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* order -- all orders of a few things, one after the other. */
#include "base/order.h"

bool next_permutation(uint32_t *order, size_t count)
{
  size_t i = count - 1, j = i;

  while (i > 0 && order[i - 1] >= order[i])
    i--;
  if (i == 0)
    return false;
  while (order[j] <= order[i - 1])
    j--;
  uint32_t moved = order[i - 1];
  order[i - 1] = order[j];
  order[j] = moved;
  for (size_t low = i, high = count - 1; low < high; low++, high--) {
    moved = order[low];
    order[low] = order[high];
    order[high] = moved;
  }
  return true;
}
