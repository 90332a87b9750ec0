/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_range -- the values of a line of a plan, ranges written out.
 *
 * A value may have one range FROM..TO:STEP of decimal numbers, at its beginning or behind a
 * '=': "uniform,load=0.1..0.9:0.1" stands for nine values.  Steps are counted in units of
 * the last decimal that is written, so every value is exact.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_RANGE_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_RANGE_H

#include "base/err.h"
#include "network/traffic/lines.h"

#include <stdbool.h>
#include <stddef.h>

enum { SWEEP_VALUES = 100000 }; /* most of a line */

struct sweep_values {
  char (*word)[LINES_TEXT]; /* [count] */
  size_t count, capacity;
};

/* Add what a word stands for: itself, where it may not be a range.  Free the values in
 * either case.  Errors: ERR_USAGE for a range that is none; ERR_ENVIRONMENT when memory is
 * short. */
bool sweep_range_add(struct sweep_values *values, const char *word, bool ranges,
                     struct err *err);

void sweep_values_free(struct sweep_values *values);

#endif
