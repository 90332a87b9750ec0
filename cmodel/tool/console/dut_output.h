/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_output -- passes what a design under test prints on to standard error, up to a limit.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_DUT_OUTPUT_H
#define LOCKHOP_TOOL_CONSOLE_DUT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dut_output {
  uint64_t printed; /* bytes so far */
  uint64_t limit;   /* bytes */
  bool muted;       /* output is counted, not shown */
};

/* The `print` of sim/dut.h; self: a struct dut_output. */
int dut_output_print(void *self, const char *text, size_t size);

#endif
