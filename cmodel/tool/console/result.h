/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- the result of a run, as text, as JSON, and as an exit code. */
#ifndef LOCKHOP_TOOL_CONSOLE_RESULT_H
#define LOCKHOP_TOOL_CONSOLE_RESULT_H

#include "tool/console/simulate.h"

/* Print the result as text, unless settings ask for the outcome alone.  `dut`: the second
 * machine's name, or NULL. */
void result_print(const struct simulation *s, const struct run_result *result,
                  const char *dut);

/* For a PASS with Verilog: print one line on events that never happened, if any. `machine`:
 * the one whose events were counted. */
void result_print_exercise(const struct simulation *s, const struct run_result *result,
                           const struct machine *machine);

/* Print the exercise map, if settings ask for it. */
void result_print_map(const struct simulation *s);

/* The machines of a run. */
struct result_machines {
  const struct machine *machine; /* the first: its events were counted */
  const char *dut;               /* name of the second machine, or NULL */
  const char *simulator;         /* of the machine with Verilog in it, or NULL */
  const char *waveform;          /* written; NULL: none */
};

/* Write the JSON that settings ask for.  Error: ERR_ENVIRONMENT when it cannot be written.
 */
bool result_write_json(struct simulation *s, const struct run_result *result,
                       const struct result_machines *machines, struct err *err);

/* Print the result of a collective whose messages were counted, as text and JSON. Returns
 * the exit code.
 */
int result_counted(struct simulation *s, bool stopped, struct err *err);

/* Print the outcome, alone on the last line, and return the exit code. */
int result_outcome(const struct simulation *s, const struct run_result *result);

#endif
