/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* process -- runs another program and waits for it.
 *
 * The child leads its own process group, reads nothing, and writes to an open file.  A
 * termination signal to this program (SIGINT, SIGTERM, SIGHUP, SIGQUIT) kills the whole
 * group.  Between process_hold and process_release such a signal is held until the caller
 * has cleaned up.
 */
#ifndef LOCKHOP_BASE_PROCESS_H
#define LOCKHOP_BASE_PROCESS_H

#include "base/err.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

/* Hold the termination signals; *held is for process_release. */
void process_hold(sigset_t *held);

/* Release them: one that has arrived ends the program here, unless it is handled. */
void process_release(const sigset_t *held);

/* Find the program `name` in PATH; false: there is none. */
bool process_find(const char *name, char *path, size_t size);

enum { PROCESS_OUT_OF_TIME = 256 }; /* a status that no program has */

/* Run arguments[0], found in PATH, with a NULL-terminated vector.  Its standard output and
 * error are appended to `output`, which tmpfile() can make.  It may take `seconds`; 0: any
 * time.  *status: 0..255 its exit status, 128 + n killed by signal n, PROCESS_OUT_OF_TIME.
 * When it has ended, in whatever way, nothing of its group is left running.  Call it
 * between process_hold and process_release.  Errors: ERR_ENVIRONMENT when it cannot be
 * started, or when a termination signal arrived. */
bool process_run(const char *const *arguments, FILE *output, uint32_t seconds, int *status,
                 struct err *err);

/* Kill the program that process_run waits for, and its group.  For signal handlers that end
 * this program. */
void process_kill_running(void);

#endif
