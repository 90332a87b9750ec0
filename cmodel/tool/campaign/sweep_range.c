/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_range -- the values of a line of a plan, ranges written out. */
#include "tool/campaign/sweep_range.h"

#include "base/decimal.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_NUMBERS = 3 /* from, to, step */ };

/* Where a range begins in a word: digits, then two points; NULL: nowhere.  A path may have
 * points, too. */
static const char *find_range(const char *word)
{
  const bool path = strncmp(word, "file:", 5) == 0 || strncmp(word, "trace:", 6) == 0;

  for (const char *points = path ? NULL : strstr(word, ".."); points;
       points = strstr(points + 1, "..")) {
    const char *start = points;

    while (start > word && start[-1] != '=')
      start--;
    if (start < points && strspn(start, "0123456789.") > (size_t)(points - start) + 1)
      return start;
  }
  return NULL;
}

static bool add_value(struct sweep_values *values, const char *before, size_t length,
                      const char *number, const char *behind, struct err *err)
{
  if (values->count == SWEEP_VALUES)
    return err_set(err, ERR_USAGE, "more than %d values", SWEEP_VALUES);
  if (values->count == values->capacity) {
    size_t capacity = values->capacity ? 2 * values->capacity : 16;
    char(*word)[LINES_TEXT] = realloc(values->word, capacity * sizeof *word);

    if (!word)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan");
    values->word = word;
    values->capacity = capacity;
  }
  int used = snprintf(values->word[values->count], LINES_TEXT, "%.*s%s%s", (int)length,
                      before, number, behind);

  if (used >= LINES_TEXT)
    return err_set(err, ERR_USAGE, "'%.60s...': too long", before);
  values->count++;
  return true;
}

static bool write_out(struct sweep_values *values, const char *word, const char *range,
                      const struct decimal d[RANGE_NUMBERS], const char *behind,
                      struct err *err)
{
  uint32_t decimals = 0;
  char number[DECIMAL_TEXT];

  for (size_t i = 0; i < RANGE_NUMBERS; i++)
    decimals = d[i].decimals > decimals ? d[i].decimals : decimals;
  const uint64_t from = decimal_units(&d[0], decimals), to = decimal_units(&d[1], decimals);
  const uint64_t step = decimal_units(&d[2], decimals);

  if (step == 0 || to < from || (to - from) % step != 0)
    return err_set(err, ERR_USAGE,
                   "'%.100s': %s; a range is FROM..TO:STEP, as in 0.1..0.9:0.1", word,
                   step == 0   ? "the step is 0"
                   : to < from ? "the range ends before it begins"
                               : "no number of steps leads to the end");
  for (uint64_t units = from; units <= to; units += step) {
    decimal_print(number, units, decimals);
    if (!add_value(values, word, (size_t)(range - word), number, behind, err))
      return false;
  }
  return true;
}

bool sweep_range_add(struct sweep_values *values, const char *word, bool ranges,
                     struct err *err)
{
  static const char *const ends[RANGE_NUMBERS] = {"..", ":", ""};
  const char *range = ranges ? find_range(word) : NULL, *at = range;
  struct decimal d[RANGE_NUMBERS];

  if (!range)
    return add_value(values, word, 0, word, "", err);
  for (size_t i = 0; at && i < RANGE_NUMBERS; i++) {
    size_t length = decimal_read(&d[i], at);

    at += length;
    at = length > 0 && strncmp(at, ends[i], strlen(ends[i])) == 0 ? at + strlen(ends[i])
                                                                  : NULL;
  }
  if (!at || (*at != '\0' && *at != ','))
    return err_set(
        err, ERR_USAGE,
        "'%.100s': a range is FROM..TO:STEP, decimal numbers, as in 0.1..0.9:0.1", word);
  if (find_range(at))
    return err_set(err, ERR_USAGE, "'%.100s': has two ranges; give several values", word);
  return write_out(values, word, range, d, at, err);
}

void sweep_values_free(struct sweep_values *values)
{
  free(values->word);
  *values = (struct sweep_values){.word = NULL};
}
