/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_file -- the rows of a sweep on disk, so that no finished trial is lost.
 *
 * While a sweep runs, FILE.partial takes the rows in the order in which trials end, each
 * written at once; sweep_record.h has its lines.  At the end FILE appears whole, sorted,
 * and FILE.partial goes.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_FILE_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_FILE_H

#include "base/file.h"
#include "tool/campaign/sweep_row.h"

struct sweep_file {
  const struct sweep_plan *plan;
  char path[FILE_PATH];
  char partial[FILE_PATH];
  int descriptor; /* of the partial file; -1: closed */
  uint64_t size;  /* of the partial file */
  uint64_t *at;   /* [plan->trials] where the line of the trial begins; 0: it is missing */
  uint64_t done;  /* trials that are not missing */
  bool force;     /* FILE may be replaced */
};

/* How the trials of a sweep ended. */
struct sweep_tally {
  /* Told of each row[length], in the order of the plan; NULL: nobody is.  Set by who asks.
   */
  void (*each)(void *self, const struct sweep_plan *plan, uint64_t number, const char *row,
               size_t length, enum outcome outcome);
  void *self;
  uint64_t failed; /* that did not pass */
  uint64_t first;  /* number of the first of these */
  enum outcome first_outcome;
  bool only_stuck; /* all of these are DEADLOCK or TIMEOUT */
};

/* Create the partial file, or with `resume` go on with the one that is there.  A line that
 * is damaged or cut is named on standard error, and its trial is missing; a last line that
 * was cut is removed, too.  Close the file in either case.  Errors: ERR_USAGE when FILE is
 * there and may not be replaced (`force`); when the partial file is there and should not be
 * or the other way round, or is of another plan or version; when another sweep writes it;
 * when FILE cannot be created. */
bool sweep_file_open(struct sweep_file *file, const struct sweep_plan *plan,
                     const char *path, bool resume, bool force, struct err *err);

static inline bool sweep_file_has(const struct sweep_file *file, uint64_t number)
{
  return file->at[number] != 0;
}

/* Add the row of a trial that is missing.  Error: ERR_ENVIRONMENT; the file then ends with
 * the row before. */
bool sweep_file_add(struct sweep_file *file, uint64_t number,
                    const struct trial_result *result, struct err *err);

/* Write FILE and remove the partial file, when no trial is missing.  Errors, after which
 * the partial file stays: ERR_ENVIRONMENT; ERR_USAGE when FILE came into being meanwhile.
 */
bool sweep_file_finish(struct sweep_file *file, struct sweep_tally *tally, struct err *err);

/* Close the descriptor alone, as a child process must: the file is locked through it. */
void sweep_file_leave(struct sweep_file *file);

/* A partial file without a row is removed. */
void sweep_file_close(struct sweep_file *file);

#endif
