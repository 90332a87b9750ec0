/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_range -- the values of a line of a plan, ranges written out. */
#include "tool/campaign/sweep_range.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DECIMALS = 9, /* most behind a point */
  DIGITS = 9,   /* most before it */
  NUMBER_TEXT = 24,
  RANGE_NUMBERS = 3 /* from, to, step */
};

static const char decimal_digits[] = "0123456789";

/* A decimal number as it is written: digits / 10^decimals. */
struct decimal {
  uint64_t units;
  uint32_t decimals;
};

/* The number that text begins with; its length, 0: there is none, or it is too long. */
static size_t read_decimal(struct decimal *d, const char *text)
{
  size_t whole = strspn(text, decimal_digits), length = whole;

  *d = (struct decimal){.units = 0};
  if (whole == 0 || whole > DIGITS)
    return 0;
  if (text[whole] == '.' && text[whole + 1] != '.') {
    d->decimals = (uint32_t)strspn(text + whole + 1, decimal_digits);
    length += 1 + d->decimals;
    if (d->decimals == 0 || d->decimals > DECIMALS)
      return 0;
  }
  for (size_t i = 0; i < length; i++)
    if (text[i] != '.')
      d->units = 10 * d->units + (uint64_t)(text[i] - '0');
  return length;
}

/* In units of so many decimals. */
static uint64_t units_of(const struct decimal *d, uint32_t decimals)
{
  uint64_t units = d->units;

  for (uint32_t i = d->decimals; i < decimals; i++)
    units *= 10;
  return units;
}

/* Without zeros at its end: "0.1", "2". */
static void print_decimal(char text[NUMBER_TEXT], uint64_t units, uint32_t decimals)
{
  uint64_t one = 1;

  for (; decimals > 0 && units % 10 == 0; decimals--)
    units /= 10;
  for (uint32_t i = 0; i < decimals; i++)
    one *= 10;
  snprintf(text, NUMBER_TEXT, decimals ? "%" PRIu64 ".%0*" PRIu64 : "%" PRIu64, units / one,
           (int)decimals, units % one);
}

/* Where a range begins in a word: digits, then two points; NULL: nowhere. */
static const char *find_range(const char *word)
{
  const char *points = strncmp(word, "file:", 5) == 0 || strncmp(word, "trace:", 6) == 0
                           ? NULL /* a path */
                           : strstr(word, "..");
  const char *start = points;

  while (start && start > word && start[-1] != '=')
    start--;
  return start && strspn(start, "0123456789.") > (size_t)(points - start) + 1 &&
                 start < points
             ? start
             : NULL;
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
  char number[NUMBER_TEXT];

  for (size_t i = 0; i < RANGE_NUMBERS; i++)
    decimals = d[i].decimals > decimals ? d[i].decimals : decimals;
  const uint64_t from = units_of(&d[0], decimals), to = units_of(&d[1], decimals);
  const uint64_t step = units_of(&d[2], decimals);

  if (step == 0 || to < from || (to - from) % step != 0)
    return err_set(err, ERR_USAGE,
                   "'%.100s': %s; a range is FROM..TO:STEP, as in 0.1..0.9:0.1", word,
                   step == 0   ? "the step is 0"
                   : to < from ? "the range ends before it begins"
                               : "no number of steps leads to the end");
  for (uint64_t units = from; units <= to; units += step) {
    print_decimal(number, units, decimals);
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
    size_t length = read_decimal(&d[i], at);

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
