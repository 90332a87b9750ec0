/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_coverage -- what the runs of a check reach of the Verilog (docs/coverage.md). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_COVERAGE_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_COVERAGE_H

#include "tool/campaign/check.h"
#include "verilog/simulator/coverage.h"

struct json_t;

struct check_coverage {
  struct coverage merged;         /* merged over all runs that agree */
  size_t runs;                    /* of which that is */
  struct output_file data, never; /* open where their streams are */
  char share[FILE_PATH];          /* where our own files are */
  char **real; /* [check->dut.files.count] the files as Verilator gets them */
};

/* Only where the settings ask for it.  Error: ERR_USAGE when the folder cannot be made. */
bool check_coverage_open(struct check *check, struct err *err);

/* The coverage file of a run. */
void check_coverage_path(const struct check *check, size_t run, char path[FILE_PATH]);

/* Merge the coverage of a run that agreed. Error: ERR_ENVIRONMENT. */
bool check_coverage_add(struct check *check, size_t run, struct err *err);

/* Complete the files of the folder. */
bool check_coverage_write(struct check *check, struct err *err);

void check_coverage_close(struct check *check);

/* --- text; nothing where it is not counted --- */

void check_coverage_print(const struct check *check, FILE *file);
struct json_t *check_coverage_json(const struct check *check);
void check_coverage_html(const struct check *check, FILE *file);

#endif
