/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- the result of a run, as text, as JSON, and as an exit code. */
#ifndef LOCKHOP_CLI_RESULT_H
#define LOCKHOP_CLI_RESULT_H

#include "cli/simulate.h"

/* Print the result as text, JSON, or both, as settings ask.  `dut`: the second machine's
 * name, or NULL.  Error: ERR_ENVIRONMENT when it cannot be written. */
bool result_report(struct simulation *s, const struct run_result *result,
                   const char *machine, const char *dut, struct err *err);

/* Packets ejected in the measured cycles of an open loop, per switch and cycle. */
double result_accepted_load(const struct simulation *s, const struct run_result *result);

/* Print the outcome, alone on the last line, and return the exit code. */
int result_outcome(const struct simulation *s, const struct run_result *result);

#endif
