/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_jobs -- the missing trials of a sweep, as jobs of many trials each.
 *
 * A trial can take microseconds, and a job costs two processes.  So a job makes trials, the
 * costly ones first, until they are worth it.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_JOBS_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_JOBS_H

#include "tool/campaign/sweep_file.h"
#include "tool/console/settings.h"

#include <signal.h>

/* Run every trial that the file misses and add it there, in so many jobs at once as
 * settings say, until *stop is not 0, which only a signal handler may change.  Progress is
 * shown on a terminal.  No process is left in any case.  Errors: those of the trials and of
 * sweep_file_add; ERR_ENVIRONMENT when a job cannot be started or dies. */
bool sweep_jobs_run(struct sweep_file *file, const struct settings *settings,
                    const volatile sig_atomic_t *stop, struct err *err);

#endif
