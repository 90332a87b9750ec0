/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- a broken rule in words. */
#ifndef LOCKHOP_RUN_FLOW_REPORT_H
#define LOCKHOP_RUN_FLOW_REPORT_H

#include "run/flow/flow.h"

#include <stdio.h>

/* "cycle 5, switch 2 (10), " and all that follows, lines with their ends. */
void flow_print(const struct flow_fault *fault, const struct shape *shape, FILE *file);

/* One line without its end: what was seen, and what was allowed. */
void flow_print_cause(const struct flow_fault *fault, const struct shape *shape,
                      FILE *file);

#endif
