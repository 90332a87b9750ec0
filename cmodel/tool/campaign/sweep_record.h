/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_record -- the lines of the partial file of a sweep.
 *
 * The first line names the version of lockhop and the plan.  Every other line is
 * `checksum number row`.  The checksum covers the first line, the names of the columns, the
 * number of the trial and the row, so a line of another plan, version or trial is found,
 * and so is a changed byte.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_RECORD_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_RECORD_H

#include "tool/campaign/sweep_row.h"

enum {
  SWEEP_IDENTITY = 160,         /* bytes of the first line, its 0 included */
  SWEEP_CHECKSUM = 16,          /* hexadecimal digits */
  SWEEP_RECORD = SWEEP_ROW + 64 /* bytes of any other line, its 0 included */
};

/* The first line of the partial file of a plan, with its line end; its length. */
size_t sweep_record_identity(char line[SWEEP_IDENTITY], const struct sweep_plan *plan);

/* text[size], 0-terminated, is the beginning of a file.  Error: ERR_USAGE if its first line
 * is not the one of this plan, nor a part of it; `path` is for the text of the error. */
bool sweep_record_identify(const char *text, size_t size, const struct sweep_plan *plan,
                           const char *path, struct err *err);

/* The line of a trial, with its line end; its length. */
size_t sweep_record_print(char line[SWEEP_RECORD], const struct sweep_plan *plan,
                          uint64_t number, const struct trial_result *result);

/* What a line says. */
struct sweep_record {
  uint64_t number; /* of the trial */
  const char *row; /* in the line; [length], without its line end */
  size_t length;
  enum outcome outcome;
};

/* Read line[length], without its line end.  False: no line of this plan that is as it was
 * written. */
bool sweep_record_read(struct sweep_record *read, const char *line, size_t length,
                       const struct sweep_plan *plan);

#endif
