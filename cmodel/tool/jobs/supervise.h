/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* supervise -- work in a child process, so that a design under test that hangs, crashes or
 * ends the process cannot pass for one that was checked.
 *
 * The parent waits. It passes on signals that ask for an end, and kills a child whose
 * design hangs in an evaluation. It believes only the report that the child makes at its
 * end (base/report.h): exit code, result, and the text for standard output, which only the
 * parent can write. The child ends as soon as it has reported: no code of the design runs
 * after the verdict, so the work leaves machines open.
 */
#ifndef LOCKHOP_TOOL_JOBS_SUPERVISE_H
#define LOCKHOP_TOOL_JOBS_SUPERVISE_H

#include "base/err.h"
#include "tool/console/settings.h"

/* Work in a child. It prints to settings->out and feeds settings->watchdog. Returns the
 * exit code; *result holds the rest, without pointers. */
typedef int supervise_work(const void *self, const struct settings *settings, void *result,
                           struct err *err);

/* Run it in a child. True: the child finished; *result [size], *code and *err are as the
 * work left them. False: *code and *err, or settings->hung, say what happened. */
bool supervise(struct settings *settings, supervise_work *work, const void *self,
               void *result, size_t size, int *code, struct err *err);

#endif
