/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* tables -- the tables of a paper, cell by cell.
 *
 * What is printed stands in the table, once.  A cell is judged as a claim is: its function
 * measures and adds readings.  Rows of claims that are about a table ask its cells, so that
 * they cannot say anything else.
 */
#ifndef LOCKHOP_PAPERS_TABLES_H
#define LOCKHOP_PAPERS_TABLES_H

#include "papers/claims.h"

enum { TABLE_TEXT = 80 }; /* bytes of what a cell measures */

/* One cell. */
struct table_cell {
  const struct claim_table *table;
  uint32_t row, column;
  const char *printed; /* "-": nothing is printed there */
};

/* Measures, and adds readings, as a claim_judge.  Notes alone: nothing is judged. */
typedef void table_judge(struct finding *f, const struct table_cell *cell);

struct claim_table {
  const char *name;  /* as --table takes it */
  const char *title; /* in our words */
  const char *place; /* in the paper */
  uint32_t row_count, column_count;
  const char *const *rows;    /* [row_count] */
  const char *const *columns; /* [column_count] */
  const char *const *printed; /* [row_count * column_count]; NULL: nothing anywhere */
  table_judge *judge;
  const void *with; /* where one judge serves several tables */
};

/* For the list of a paper's tables. */
#define CLAIM_TABLE_EXTERN(table) extern const struct claim_table table;
#define CLAIM_TABLE_POINTER(table) &table,

/* Judge a cell into *f, which says the measured value first. */
void table_ask(struct finding *f, const struct claim_table *table, uint32_t row,
               uint32_t column);

/* Does a cell hold, in all its readings?  When it cannot be measured, *f fails. */
bool table_holds(struct finding *f, const struct claim_table *table, uint32_t row,
                 uint32_t column);

/* What a cell prints, as a text and as a number. */
const char *table_printed(const struct claim_table *table, uint32_t row, uint32_t column);
double table_number(const struct claim_table *table, uint32_t row, uint32_t column);

/* Add a reading that holds if the text is the printed one. */
void cell_reads(struct finding *f, const struct table_cell *cell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As cell_reads; `how` says behind the value how it was measured. */
void cell_reads_by(struct finding *f, const struct table_cell *cell, const char *how,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
