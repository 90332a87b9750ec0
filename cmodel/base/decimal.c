/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decimal -- decimal numbers as they are written. */
#include "base/decimal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char digits[] = "0123456789";

size_t decimal_read(struct decimal *d, const char *text)
{
  size_t whole = strspn(text, digits), length = whole;

  *d = (struct decimal){.units = 0};
  if (whole == 0 || whole > DECIMALS)
    return 0;
  if (text[whole] == '.' && text[whole + 1] != '.') {
    d->decimals = (uint32_t)strspn(text + whole + 1, digits);
    length += 1 + d->decimals;
    if (d->decimals == 0 || d->decimals > DECIMALS)
      return 0;
  }
  for (size_t i = 0; i < length; i++)
    if (text[i] != '.')
      d->units = 10 * d->units + (uint64_t)(text[i] - '0');
  return length;
}

uint64_t decimal_units(const struct decimal *d, uint32_t decimals)
{
  uint64_t units = d->units;

  for (uint32_t i = d->decimals; i < decimals; i++)
    units *= 10;
  return units;
}

void decimal_print(char text[DECIMAL_TEXT], uint64_t units, uint32_t decimals)
{
  uint64_t one = 1;

  for (; decimals > 0 && units % 10 == 0; decimals--)
    units /= 10;
  for (uint32_t i = 0; i < decimals; i++)
    one *= 10;
  snprintf(text, DECIMAL_TEXT, decimals ? "%" PRIu64 ".%0*" PRIu64 : "%" PRIu64,
           units / one, (int)decimals, units % one);
}
