/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- the result of a run, as text and as an exit code; result_json.h: as JSON. */
#ifndef LOCKHOP_TOOL_CONSOLE_RESULT_H
#define LOCKHOP_TOOL_CONSOLE_RESULT_H

#include "tool/console/simulate.h"

/* Print the result as text, unless settings ask for the outcome alone.  `dut`: the second
 * machine's name, or NULL. */
void result_print(const struct simulation *s, const struct run_result *result,
                  const char *dut);

/* Do the numbers cover the whole workload? A run that was cut short saw only some packets.
 */
bool result_is_whole(const struct run_result *result);

/* For a PASS with Verilog: print one line on events that never happened, if any. `machine`:
 * the one whose events were counted. */
void result_print_exercise(const struct simulation *s, const struct run_result *result,
                           const struct machine *machine);

/* Print the exercise map, if settings ask for it. */
void result_print_map(const struct simulation *s);

/* Print the result of a collective whose messages were counted, as text and JSON. Returns
 * the exit code.
 */
int result_counted(struct simulation *s, bool stopped, struct err *err);

/* Print the outcome, alone on the last line, and return the exit code. */
int result_outcome(const struct simulation *s, const struct run_result *result);

#endif
