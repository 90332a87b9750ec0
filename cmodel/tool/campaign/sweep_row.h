/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_row -- a trial as a row of the CSV file of a sweep. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_ROW_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_ROW_H

#include "tool/campaign/sweep_plan.h"
#include "tool/session/trial.h"

enum {
  SWEEP_ROW = 2048,    /* bytes of a row, its 0 included */
  SWEEP_COMMAND = 2048 /* bytes of a command, its 0 included */
};

/* The first line of the file, without its line end.  A plan that says options has a column
 * of that name. */
const char *sweep_row_header(const struct sweep_plan *plan);

/* Columns that say which trial it is, up to the comma after them; its length. */
size_t sweep_row_name(char row[SWEEP_ROW], const struct sweep_plan *plan, uint64_t number);

/* The whole row, without its line end; its length. */
size_t sweep_row_print(char row[SWEEP_ROW], const struct sweep_plan *plan, uint64_t number,
                       const struct trial_result *result);

/* Is row[0, length) a row of this trial?  *outcome: what it says. */
bool sweep_row_check(const char *row, size_t length, const struct sweep_plan *plan,
                     uint64_t number, enum outcome *outcome);

/* The value of a column of row[0, length), which is a row of the plan, into text[size]; ""
 * where there is no such column.  For columns that are never in quotes. */
void sweep_row_value(char *text, size_t size, const char *row, size_t length,
                     const struct sweep_plan *plan, const char *column);

/* The command that runs the same trial alone. */
void sweep_row_command(char command[SWEEP_COMMAND], const struct sweep_plan *plan,
                       uint64_t number);

#endif
