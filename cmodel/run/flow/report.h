/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- a broken rule in words. */
#ifndef LOCKHOP_RUN_FLOW_REPORT_H
#define LOCKHOP_RUN_FLOW_REPORT_H

#include "run/flow/flow.h"

#include <stdio.h>

/* One line without its end: what was seen, and what was allowed. */
void flow_print_cause(const struct flow_fault *fault, const struct shape *shape,
                      FILE *file);

/* Further lines, indented: the packet inside, and the other one that the fault is about. */
void flow_print_packets(const struct flow_fault *fault, const struct shape *shape,
                        FILE *file);

#endif
