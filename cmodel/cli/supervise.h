/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* supervise -- a command in a child process, so that a design under test that hangs,
 * crashes or ends the process cannot pass for one that was checked.
 *
 * The parent waits.  It hands signals that ask for an end on, ends a child whose design
 * does not come back from an evaluation, and takes an exit code only from a child that has
 * said that it finished.
 */
#ifndef LOCKHOP_CLI_SUPERVISE_H
#define LOCKHOP_CLI_SUPERVISE_H

#include "base/err.h"
#include "cli/options.h"

/* Must this command run in a child: does it run Verilog, or write a waveform? */
bool supervise_wanted(const struct command *command, const struct settings *settings);

/* In the child: true, with settings->watchdog to be fed; go on, and call supervise_finished
 * at the end.  In the parent, when the child has ended: false, with the exit code in *code,
 * and *err when the child did not end by itself in good order. */
bool supervise(struct settings *settings, int *code, struct err *err);

/* The command has come to its end; NULL: it was not supervised. */
void supervise_finished(struct watchdog *watchdog);

/* In the child, before the design is loaded: it may have this much memory (bytes; 0: no
 * limit). */
void supervise_confine(uint64_t memory);

#endif
