/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* supervise -- work in a child process, so that a design under test that hangs, crashes or
 * ends the process cannot pass for one that was checked.
 *
 * The parent waits.  It hands signals that ask for an end on, ends a child whose design
 * does not come back from an evaluation, and believes only what the child has reported at
 * its end (base/report.h): its exit code, its result, and what it prints on standard
 * output, which the parent alone has.  When the child has reported it ends at once: nothing
 * of the design runs after its verdict, so the work leaves machines open.
 */
#ifndef LOCKHOP_TOOL_JOBS_SUPERVISE_H
#define LOCKHOP_TOOL_JOBS_SUPERVISE_H

#include "base/err.h"
#include "tool/console/settings.h"

/* Work in a child: it prints to settings->out and feeds settings->watchdog; its exit code,
 * and in *result whatever else is to be told: values alone. */
typedef int supervise_work(const void *self, const struct settings *settings, void *result,
                           struct err *err);

/* Have it done.  True: the child came to its end; *result [size], the exit code in *code
 * and *err are as the work left them.  False: *code and *err, or settings->hung, say what
 * happened instead. */
bool supervise(struct settings *settings, supervise_work *work, const void *self,
               void *result, size_t size, int *code, struct err *err);

#endif
