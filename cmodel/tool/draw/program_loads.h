/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* program_loads -- the messages that cross links in a step of a collective operation, which
 * moves by programs, not as packets. */
#ifndef LOCKHOP_TOOL_DRAW_PROGRAM_LOADS_H
#define LOCKHOP_TOOL_DRAW_PROGRAM_LOADS_H

#include "tool/draw/run_loads.h"

/* Count the messages of a step, from 1; *steps: of the operation.  `loads` are open, and
 * all 0.  Errors: ERR_USAGE when there is no such step, or the operation is too large to
 * keep; ERR_ENVIRONMENT. */
bool program_loads_count(struct run_loads *loads, const struct topology *t,
                         const char *traffic, uint64_t seed, uint32_t step, uint32_t *steps,
                         struct err *err);

#endif
