/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* freedom -- says whether a routing is free of deadlock, and why. */
#ifndef LOCKHOP_TOOL_CONSOLE_FREEDOM_H
#define LOCKHOP_TOOL_CONSOLE_FREEDOM_H

#include "network/topology/dependency.h"
#include "run/machine/machine.h"

#include <stdio.h>

/* Warn, in one line, that packets in finite queues can wait for each other in this cycle.
 * Error: ERR_ENVIRONMENT. */
bool freedom_warn(const struct shape *shape, const struct dependency *dependency,
                  FILE *file, struct err *err);

/* A table of all routings of a topology and their VCs.  Error: ERR_ENVIRONMENT. */
bool freedom_table(const struct topology *t, FILE *file, struct err *err);

#endif
