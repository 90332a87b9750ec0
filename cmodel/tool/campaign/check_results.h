/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_results -- lockhop check --plan and --judge: jobs out, results that others made in.
 *
 * A judge goes through the plan as a check that makes its runs; where there is a result of
 * a job, it is taken in the place of the job.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_RESULTS_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_RESULTS_H

#include "tool/campaign/check.h"
#include "tool/jobs/job_lines.h"

/* Print the jobs of the plan, a line each. */
bool check_results_plan(const struct check *check, struct err *err);

/* Read the results that settings name.  Errors: ERR_USAGE for a line that is none, or that
 * is of another design or version. */
bool check_results_open(struct check *check, struct err *err);

enum check_taken {
  CHECK_TAKEN,   /* *job holds it until the next call, as a job that has ended */
  CHECK_TO_MAKE, /* the judge makes the run: a further one, or one that failed, for its
                  * evidence */
  CHECK_IN_NEXT  /* a further run that --next has now */
};

/* Take the result of a job of a run.  Where it is missing, or there twice, the end of the
 * job is an error that says so.  Error: ERR_ENVIRONMENT. */
bool check_results_take(struct check *check, enum job_kind kind, size_t run,
                        struct job *job, enum check_taken *taken, struct err *err);

/* A run that failed was made again, for its evidence: is it as its result says? */
void check_results_compare(const struct check *check, size_t run,
                           struct check_result *result);

/* At the end.  Error: ERR_USAGE for a result of no job of the check; ERR_ENVIRONMENT when
 * further runs are to be made, which --next has. */
bool check_results_end(struct check *check, struct err *err);

void check_results_close(struct check *check);

#endif
