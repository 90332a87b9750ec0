/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_results -- lockhop check --plan and --judge: jobs out, results that others made in.
 *
 * A judge goes through the plan as a check does. Where a job has a result, it uses the
 * result instead of running the job.
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
  CHECK_TAKEN,   /* *job holds it until the next call, like a job that ended */
  CHECK_TO_MAKE, /* the judge makes the run: a further run, or a failed one for its evidence
                  */
  CHECK_IN_NEXT  /* a further run, now in --next */
};

/* Take the result of a job. If it is missing or doubled, the job ends with an error that
 * says so.  Error: ERR_ENVIRONMENT. */
bool check_results_take(struct check *check, enum job_kind kind, size_t run,
                        struct job *job, enum check_taken *taken, struct err *err);

/* A failed run was repeated for its evidence: compare it with its result. */
void check_results_compare(const struct check *check, size_t run,
                           struct check_result *result);

/* Call at the end. Error: ERR_USAGE for a result that belongs to no job of the check;
 * ERR_ENVIRONMENT when --next holds further runs to make. */
bool check_results_end(struct check *check, struct err *err);

void check_results_close(struct check *check);

#endif
