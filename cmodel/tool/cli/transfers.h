/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* transfers -- the steps of a collective: which node sends to which, and how much. */
#ifndef LOCKHOP_TOOL_CLI_TRANSFERS_H
#define LOCKHOP_TOOL_CLI_TRANSFERS_H

#include "base/err.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stdint.h>

/* Is it traffic that collective engines move? */
bool transfers_are_of(const struct topology *t, const char *traffic);

/* Print a line for each, then the cost.  Errors: those of collectives_read, operation_open
 * and verifier_visit. */
void transfers_print(const struct topology *t, const char *traffic, uint64_t seed,
                     struct err *err);

#endif
