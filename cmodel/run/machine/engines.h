/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engines -- the golden machine of a network of collective engines
 * (docs/switches/collective_engine.md).
 *
 * The cost of a cycle is proportional to the engines that send, receive or eject in it,
 * plus one bit for each other engine.
 */
#ifndef LOCKHOP_RUN_MACHINE_ENGINES_H
#define LOCKHOP_RUN_MACHINE_ENGINES_H

#include "run/machine/engine_programs.h"
#include "run/machine/machine.h"

/* The routing of engine networks, which do not route: no headers, and two phases separated
 * by a barrier.  Phase 0 loads all words into the engines, phase 1 runs the programs. */
extern const struct routing engines_routing;

/* The engines run shape->programs.  `every`: links().active lists all engines, as lock step
 * needs it, because nearly every engine has a channel that is not ready; otherwise only the
 * engines that offer or eject a word.  The shape's topology and programs must outlive the
 * machine.  Error: ERR_ENVIRONMENT when memory is short. */
bool engines_open(struct machine *machine, const struct shape *shape, bool every,
                  struct err *err);

#endif
