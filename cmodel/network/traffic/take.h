/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* take -- reads a line of a trace word by word. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_TAKE_H
#define LOCKHOP_NETWORK_TRAFFIC_TAKE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Read a number as PRIu64 or PRIx64 prints it: no sign, no leading zero, at most `max`.
 * Moves *text past it. */
static inline bool take_number(const char **text, uint32_t base, uint64_t max,
                               uint64_t *value)
{
  static const char digits[] = "0123456789abcdef";
  const char *start = *text;
  uint64_t number = 0;

  for (; **text != '\0'; ++*text) {
    const char *digit = memchr(digits, **text, base);
    uint64_t next = digit ? (uint64_t)(digit - digits) : 0;

    if (!digit)
      break;
    if (number > (max - next) / base)
      return false;
    number = number * base + next;
  }
  *value = number;
  return *text > start && (start[0] != '0' || *text == start + 1);
}

/* Read this text if it comes next, and move *text past it. */
static inline bool take_text(const char **text, const char *expected)
{
  size_t length = strlen(expected);
  bool found = strncmp(*text, expected, length) == 0;

  *text += found ? length : 0;
  return found;
}

#endif
