/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_workers -- processes that run the missing trials of a sweep, several at once.
 *
 * Processes rather than threads: one that runs out of memory or crashes takes no finished
 * trial with it, and says which trial it was.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_WORKERS_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_WORKERS_H

#include "tool/campaign/sweep_file.h"

#include <signal.h>

enum { SWEEP_JOBS = 1024 }; /* most processes */

/* Run every trial that the file misses and add it there, the costly ones first, in `jobs`
 * processes; until *stop is not 0, which only a signal handler may change.  Progress is
 * shown on a terminal.  No process is left in any case.  Errors: those of the trials and of
 * sweep_file_add; ERR_ENVIRONMENT when a process cannot be started or dies. */
bool sweep_workers_run(struct sweep_file *file, uint32_t jobs,
                       const volatile sig_atomic_t *stop, struct err *err);

#endif
