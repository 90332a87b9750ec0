/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* freedom -- says whether a routing is free of deadlock, and why. */
#ifndef LOCKHOP_CLI_FREEDOM_H
#define LOCKHOP_CLI_FREEDOM_H

#include "network/machine.h"

#include <stdio.h>

/* One line about a network with finite queues; nothing when they have no limit.  Error:
 * ERR_ENVIRONMENT. */
bool freedom_say(const struct shape *shape, FILE *file, struct err *err);

/* A table of all routings of a topology and their classes.  Error: ERR_ENVIRONMENT. */
bool freedom_table(const struct topology *t, FILE *file, struct err *err);

#endif
