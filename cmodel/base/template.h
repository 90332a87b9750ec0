/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* template -- pages that are a text with places for values.
 *
 *   @NAME@       the value of that name; capital letters and _
 *   @if NAME@    on a line of its own: the lines up to @else@ or @end@ are printed if
 *   @else@       the value is not empty.  Conditions do not nest.
 *   @end@
 *
 * make compiles NAME.txt of a folder templates/ of cmodel/ into
 * `const char template_NAME[]`.
 */
#ifndef LOCKHOP_BASE_TEMPLATE_H
#define LOCKHOP_BASE_TEMPLATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One of `text`, `print` and `number`.  Empty are "" and 0. */
struct template_value {
  const char *name;
  const char *text;
  void (*print)(const void *of, FILE *file); /* alone on a line: prints whole lines */
  const void *of;
  uint64_t number;
};

/* Every name of the text must be among the values. */
void template_print(const char *text, const struct template_value *values, size_t count,
                    FILE *file);

#endif
