/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_level -- how much a check does: quick, standard, deep. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_LEVEL_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_LEVEL_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum check_level { CHECK_QUICK, CHECK_STANDARD, CHECK_DEEP, CHECK_LEVELS };

/* When further runs of a shape end. */
struct check_further {
  size_t most; /* of a shape */
  size_t vain; /* runs that have reached nothing new, one after another */
};

struct check_level_row {
  const char *name;
  uint32_t factor; /* of the packets of permutations */
  uint32_t cycles; /* of an open loop */
  uint64_t work;   /* most switch-cycles of a run */
  struct check_further further;
};

extern const struct check_level_row check_levels[CHECK_LEVELS];

/* Names of the levels, by number; NULL: no more. */
const char *check_level_list(size_t number);

/* "quick", "standard", "deep".  Error: ERR_USAGE. */
bool check_level_read(enum check_level *level, const char *text, struct err *err);

#endif
