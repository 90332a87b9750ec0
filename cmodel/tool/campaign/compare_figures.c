/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_figures -- what the runs of a design at several loads say together. */
#include "tool/campaign/compare_figures.h"

static const double follows = 0.95; /* of the offered load, at least */

bool compare_keeps_up(const struct compare_numbers *numbers)
{
  return numbers->accepted >= follows * numbers->offered;
}

double compare_saturation(const struct compare_numbers *numbers, size_t count, bool *beyond)
{
  double most = 0;

  *beyond = true;
  for (size_t i = 0; i < count; i++) {
    most = numbers[i].accepted > most ? numbers[i].accepted : most;
    *beyond = *beyond && compare_keeps_up(&numbers[i]);
  }
  return most;
}

size_t compare_common(const struct compare_numbers *const *designs, size_t design_count,
                      size_t count)
{
  for (size_t load = count; load-- > 0;) {
    size_t d = 0;

    while (d < design_count && compare_keeps_up(&designs[d][load]))
      d++;
    if (d == design_count)
      return load;
  }
  return 0;
}
