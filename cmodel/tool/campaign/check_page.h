/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_page -- a check as one HTML page: the verdict, its causes and the first case, then
 * everything else (docs/check.md, "The page"). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_PAGE_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_PAGE_H

#include "tool/campaign/check_causes.h"

void check_page_write(const struct check *check, FILE *file);

/* The page of a check that was refused. */
void check_page_refused(const struct settings *settings, const struct err *why, FILE *file);

/* What is to be done about the failures of a cause: its last events, commands and files.
 * The first case is open, others open when they are asked for. */
void check_page_cases(const struct check *check, FILE *file);

/* Has any run left evidence? */
bool check_page_has_cases(const struct check *check);

/* Which case is that of a cause, from 1; 0: it has none. */
size_t check_page_case(const struct check *check, size_t cause);

/* On a line of its own, the command that makes a run. */
void check_page_command(const struct check *check, size_t run, FILE *file);

/* The runs, those that failed first. */
void check_page_runs(const struct check *check, FILE *file);

#endif
