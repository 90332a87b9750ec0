/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engines -- the golden machine of a network of collective engines
 * (docs/switches/collective_engine.md).
 *
 * A cycle costs as much as the engines that send, receive or eject in it, and a bit for
 * every other.
 */
#ifndef LOCKHOP_RUN_MACHINE_ENGINES_H
#define LOCKHOP_RUN_MACHINE_ENGINES_H

#include "run/machine/engine_programs.h"
#include "run/machine/machine.h"

/* What stands for a routing where engines do without one: no headers, and two phases,
 * behind a barrier: load until all words are in the engines, then run. */
extern const struct routing engines_routing;

/* shape->programs are those of the engines.  `every`: links().active lists all engines, as
 * lock step wants it, because a channel of nearly every engine is not ready; else those
 * alone that offer or eject a word.  Error: ERR_ENVIRONMENT when memory is short.  The
 * shape's topology and programs must outlive the machine. */
bool engines_open(struct machine *machine, const struct shape *shape, bool every,
                  struct err *err);

#endif
