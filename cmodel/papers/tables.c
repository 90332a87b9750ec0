/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* tables -- the tables of a paper, cell by cell. */
#include "papers/tables.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *table_printed(const struct claim_table *table, uint32_t row, uint32_t column)
{
  assert(row < table->row_count && column < table->column_count);
  return table->printed ? table->printed[row * table->column_count + column] : "-";
}

double table_number(const struct claim_table *table, uint32_t row, uint32_t column)
{
  return strtod(table_printed(table, row, column), NULL);
}

void table_ask(struct finding *f, const struct claim_table *table, uint32_t row,
               uint32_t column)
{
  const struct table_cell cell = {.table = table,
                                  .row = row,
                                  .column = column,
                                  .printed = table_printed(table, row, column)};

  table->judge(f, &cell);
}

bool table_holds(struct finding *f, const struct claim_table *table, uint32_t row,
                 uint32_t column)
{
  struct finding cell = {.claims = f->claims, .err = f->err, .failed = f->failed};

  table_ask(&cell, table, row, column);
  return finding_check(f, !cell.failed) && finding_judges(&cell) &&
         finding_verdict(&cell) == CLAIM_TRUE;
}

static void compare(struct finding *f, const struct table_cell *cell, const char *how,
                    const char *format, va_list arguments)
{
  char text[TABLE_TEXT];

  vsnprintf(text, sizeof text, format, arguments);
  reading(f, strcmp(text, cell->printed) == 0, "%s%s%s", text, *how ? ", " : "", how);
}

void cell_reads(struct finding *f, const struct table_cell *cell, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  compare(f, cell, "", format, arguments);
  va_end(arguments);
}

void cell_reads_by(struct finding *f, const struct table_cell *cell, const char *how,
                   const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  compare(f, cell, how, format, arguments);
  va_end(arguments);
}
