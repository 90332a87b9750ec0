/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_level -- how much a check does: quick, standard, deep. */
#include "tool/campaign/check_level.h"

#include <string.h>

const struct check_level_row check_levels[CHECK_LEVELS] = {
    [CHECK_QUICK] = {"quick", 1, 250, UINT64_C(1) << 20, {8, 4}},
    [CHECK_STANDARD] = {"standard", 4, 1000, UINT64_C(1) << 24, {64, 24}},
    [CHECK_DEEP] = {"deep", 64, 16000, UINT64_C(1) << 34, {256, 32}},
};

const char *check_level_list(size_t number)
{
  return number < CHECK_LEVELS ? check_levels[number].name : NULL;
}

bool check_level_read(enum check_level *level, const char *text, struct err *err)
{
  for (int i = 0; i < CHECK_LEVELS; i++)
    if (strcmp(text, check_levels[i].name) == 0) {
      *level = (enum check_level)i;
      return true;
    }
  return err_set(err, ERR_USAGE, "--level '%s': must be quick, standard or deep", text);
}
