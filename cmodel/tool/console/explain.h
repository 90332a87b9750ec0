/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* explain -- why a run did not pass, in words. */
#ifndef LOCKHOP_TOOL_CONSOLE_EXPLAIN_H
#define LOCKHOP_TOOL_CONSOLE_EXPLAIN_H

#include "tool/console/simulate.h"

/* Print what explains the outcome: the lost packet, the cycle of waiting ports, how far an
 * interrupted run came, or for DIFFER the line of the difference. Prints nothing for PASS,
 * nor where settings ask for the outcome alone. */
void explain_outcome(const struct simulation *s, const struct machine *machine,
                     const struct run_result *result, FILE *file);

/* The first line of that into line[size], whatever settings ask for; "": there is none. */
void explain_line(const struct simulation *s, const struct machine *machine,
                  const struct run_result *result, char *line, size_t size);

/* Print one line for each remark on the design, such as outputs that depend on inputs. */
void explain_remarks(const struct moore_remarks *remarks, FILE *file);

#endif
