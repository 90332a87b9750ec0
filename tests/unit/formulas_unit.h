/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* formulas_unit -- the formulas of a network beside what searches of its graph find. */
#ifndef LOCKHOP_TESTS_FORMULAS_UNIT_H
#define LOCKHOP_TESTS_FORMULAS_UNIT_H

#include "network/topology/measure.h"
#include "tests/unit/unit.h"

/* No formula differs from what is measured, and at least so many are equal. */
static inline void check_formulas(const struct topology *t, size_t least)
{
  struct measurement rows[MEASURE_ROWS];
  struct err err = {.kind = ERR_NONE};
  const size_t count =
      topology_measure(t, &t->routings[0], NULL, 0, rows, MEASURE_ROWS, &err);
  size_t equal = 0;

  CHECK(count > 0, "%s: %s", t->spec, err.text);
  for (size_t i = 0; i < count; i++) {
    const char *verdict = measure_verdict(&rows[i]);

    CHECK(strcmp(verdict, "DIFFERS") != 0, "%s: %s is %.17g, not %.17g", t->spec,
          rows[i].quantity, rows[i].value, rows[i].formula_value * rows[i].times);
    equal += strcmp(verdict, "equal") == 0;
  }
  CHECK(equal >= least, "%s: only %zu formulas are confirmed", t->spec, equal);
}

#endif
