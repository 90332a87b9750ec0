/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* explain -- why a run did not pass, in words. */
#ifndef LOCKHOP_TOOL_CONSOLE_EXPLAIN_H
#define LOCKHOP_TOOL_CONSOLE_EXPLAIN_H

#include "tool/console/simulate.h"

/* What the outcome alone does not say: the packet lost, the cycle of waiting ports, how far
 * an interrupted run came.  Nothing for PASS, nor where settings ask for the outcome alone;
 * for DIFFER the one line of the difference. */
void explain_outcome(const struct simulation *s, const struct machine *machine,
                     const struct run_result *result, FILE *file);

/* A line for each thing that a run with Verilog has shown of the design besides its
 * verdict. */
void explain_remarks(const struct moore_remarks *remarks, FILE *file);

#endif
