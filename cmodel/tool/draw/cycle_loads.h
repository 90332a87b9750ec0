/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cycle_loads -- a packet that goes round a Hamiltonian cycle, once. */
#ifndef LOCKHOP_TOOL_DRAW_CYCLE_LOADS_H
#define LOCKHOP_TOOL_DRAW_CYCLE_LOADS_H

#include "tool/draw/run_loads.h"

/* Count it; *how: how the cycle was found.  `loads` are open, and all 0.  Errors: those of
 * hamiltonian_find. */
bool cycle_loads_count(struct run_loads *loads, const struct topology *t, const char **how,
                       struct err *err);

#endif
