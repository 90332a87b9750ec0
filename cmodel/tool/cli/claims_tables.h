/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* claims_tables -- lockhop claims PAPER --table NAME: tables of a paper, cell by cell. */
#ifndef LOCKHOP_TOOL_CLI_CLAIMS_TABLES_H
#define LOCKHOP_TOOL_CLI_CLAIMS_TABLES_H

#include "base/file.h"
#include "papers/claims.h"

#include <stdio.h>

/* Print the table of that name, "all" tables, or the "list" of their names.  The JSON goes
 * to *json where that is open; it is committed or abandoned here.  Returns the exit code;
 * on ERR_* codes *err is filled. */
int claims_print_table(struct claims *claims, const struct paper *paper, const char *name,
                       struct output_file *json, FILE *text, struct err *err);

#endif
