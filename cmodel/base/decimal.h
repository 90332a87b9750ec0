/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decimal -- decimal numbers as they are written, without rounding: digits / 10^decimals.
 */
#ifndef LOCKHOP_BASE_DECIMAL_H
#define LOCKHOP_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

enum {
  DECIMALS = 9,     /* most behind a point; as many are before it, at most */
  DECIMAL_TEXT = 24 /* bytes of a number, its 0 included */
};

struct decimal {
  uint64_t units;
  uint32_t decimals;
};

/* The number that text begins with; its length, 0: there is none, or it is too long.  Of
 * "0..1" it is "0". */
size_t decimal_read(struct decimal *d, const char *text);

/* In units of 10^-decimals, where these are no fewer than its own. */
uint64_t decimal_units(const struct decimal *d, uint32_t decimals);

/* Without zeros at its end: "0.1", "2". */
void decimal_print(char text[DECIMAL_TEXT], uint64_t units, uint32_t decimals);

#endif
