/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* columns -- lines of text in columns. */
#include "tool/console/columns.h"

#include "tool/console/fold.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of text that fit into one line of a column; at least 1 unless the text is empty. */
static size_t line_length(const char *text, size_t width)
{
  size_t length = strlen(text), cut = width;

  if (length <= width)
    return length;
  while (cut > 0 && text[cut] != ' ')
    cut--;
  return cut ? cut : width;
}

enum { GAP = 2, NARROWEST = 8, LINE = 1024 };

static void fit(struct column *columns, size_t count, size_t margin)
{
  size_t total = GAP * (count - 1), widest;

  for (size_t i = 0; i < count; i++)
    total += columns[i].width;
  for (; total > margin; total--) {
    widest = 0;
    for (size_t i = 1; i < count; i++)
      if (columns[i].width > columns[widest].width)
        widest = i;
    if (columns[widest].width <= NARROWEST)
      return;
    columns[widest].width--;
  }
}

void columns_print(struct column *columns, size_t count, FILE *file)
{
  const size_t margin = fold_margin(file);

  if (margin > 0)
    fit(columns, count, margin);
  for (bool more = true; more;) {
    char line[LINE] = "";
    size_t place = 0, used;

    more = false;
    for (size_t i = 0; i < count; i++) {
      struct column *column = &columns[i];
      size_t length = line_length(column->text, column->width);

      used = strlen(line);
      snprintf(line + used, sizeof line - used, "%*s%.*s", (int)(place - used), "",
               (int)length, column->text);
      column->text += length;
      column->text += strspn(column->text, " ");
      more |= column->text[0] != '\0';
      place += column->width + GAP;
    }
    for (used = strlen(line); used > 0 && line[used - 1] == ' '; used--)
      continue;
    fprintf(file, "%.*s\n", (int)used, line);
  }
}
