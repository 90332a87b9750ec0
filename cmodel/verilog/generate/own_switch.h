/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* own_switch -- a switch in Verilog to begin with, for a user who has none
 * (docs/own-switch.md).
 *
 * It has what this network and routing need of a switch, and works but for its module
 * `route`, which the user writes.
 */
#ifndef LOCKHOP_VERILOG_GENERATE_OWN_SWITCH_H
#define LOCKHOP_VERILOG_GENERATE_OWN_SWITCH_H

#include "run/machine/machine.h"

#include <stdbool.h>
#include <stdio.h>

/* What its comments say. */
struct own_switch_words {
  const char *command; /* by which it was written */
  const char *routing; /* option that names it: "" or " --routing NAME" */
  const char *options; /* all of a run with switches of this shape */
  const char *compare; /* how it will be judged */
  const char *file;    /* where it is */
};

void own_switch_print(const struct shape *shape, const struct own_switch_words *words,
                      FILE *file);

#endif
