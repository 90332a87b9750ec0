/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rows -- names with their texts, side by side, for help, lists and tables. */
#include "tool/console/rows.h"

#include "tool/console/fold.h"

#include <string.h>

enum {
  INDENT = 2,
  NARROW = 24, /* a text with less room begins below its name */
  BELOW = 6,   /* and is so far from the margin */
};

/* Words of `text`, in lines that begin at column `left`. */
static void print_words(FILE *file, const char *text, size_t left, size_t columns)
{
  size_t column = left;

  for (const char *word = text; *word; word += strspn(word, " ")) {
    const size_t length = strcspn(word, " ");

    if (column > left && column + 1 + length > columns) {
      fprintf(file, "\n%*s", (int)left, "");
      column = left;
    } else if (word > text) {
      fputc(' ', file);
      column++;
    }
    fwrite(word, 1, length, file);
    column += length;
    word += length;
  }
  fputc('\n', file);
}

void rows_print(FILE *file, const char *name, size_t width, const char *text)
{
  const size_t columns = fold_margin(file), left = INDENT + width + 1;
  const size_t end = INDENT + strlen(name);

  if (columns == 0) {
    fprintf(file, "  %-*s %s\n", (int)width, name, text);
  } else if (left + NARROW > columns) {
    fprintf(file, "  %s\n%*s", name, BELOW, "");
    print_words(file, text, BELOW, columns);
  } else {
    fprintf(file, "  %-*s ", (int)width, name);
    if (end >= left)
      fprintf(file, "\n%*s", (int)left, "");
    print_words(file, text, left, columns);
  }
}

void rows_begin(FILE *file, const char *text, size_t width, size_t rest)
{
  const size_t columns = fold_margin(file);

  if (columns == 0 || width + rest <= columns)
    fprintf(file, "%-*s", (int)width, text);
  else
    fprintf(file, *text ? "%s\n%*s" : "%s%*s", text,
            rest < columns ? (int)(columns - rest) : 0, "");
}

void rows_end(FILE *file, size_t left, const char *text)
{
  const size_t columns = fold_margin(file);

  if (columns == 0 || left + strlen(text) <= columns) {
    fprintf(file, "%s\n", text);
  } else if (left + NARROW > columns) {
    fprintf(file, "\n%*s", BELOW, "");
    print_words(file, text, BELOW, columns);
  } else {
    print_words(file, text, left, columns);
  }
}
