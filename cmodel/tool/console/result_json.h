/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result_json -- the result of a run as JSON: docs/schema/result.json. */
#ifndef LOCKHOP_TOOL_CONSOLE_RESULT_JSON_H
#define LOCKHOP_TOOL_CONSOLE_RESULT_JSON_H

#include "tool/console/result.h"

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

/* The same of a collective whose messages were counted: no words moved, so the result has
 * the numbers of the operation. */
bool result_write_counted(struct simulation *s, enum outcome outcome, struct err *err);

#endif
