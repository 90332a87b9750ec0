/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* make -- the two jobs that plans are made of: a run in lock step, and the build of its
 * switch. */
#ifndef LOCKHOP_TOOL_JOBS_MAKE_H
#define LOCKHOP_TOOL_JOBS_MAKE_H

#include "tool/console/cosim.h"
#include "tool/jobs/jobs.h"

/* The result of such a job, without pointers. */
struct run_found {
  bool elsewhere, declined; /* of a build: session.dut_elsewhere, session.dut_declined */
  struct cosim_summary summary;
};

/* How it ended, and its result. */
struct run_end {
  struct job_end end;
  struct run_found found; /* valid where end.worked */
};

struct run_end run_end_of(const struct job *job);

/* Both are supervise_work: `self` is the description of a run, `result` a run_found. */
int make_build(const void *self, const struct settings *settings, void *result,
               struct err *err);
int make_run(const void *self, const struct settings *settings, void *result,
             struct err *err);

#endif
