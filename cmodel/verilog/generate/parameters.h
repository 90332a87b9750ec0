/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parameters -- the parameters of rtl/switch/switch.v for a network: their one list, for
 * the generated network, its page, plug-ins and lists. */
#ifndef LOCKHOP_VERILOG_GENERATE_PARAMETERS_H
#define LOCKHOP_VERILOG_GENERATE_PARAMETERS_H

#include "run/machine/machine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* PUSHES is the last one, and only a switch that was asked for it has it: those that users
 * have written before it existed stay as they are. */
enum { SWITCH_PARAMETERS = 14, SWITCH_PARAMETERS_OLD = 13 };

/* Those that switches of this shape have: the first ones. */
static inline size_t switch_parameter_count(const struct shape *shape)
{
  return shape->pushes ? SWITCH_PARAMETERS : SWITCH_PARAMETERS_OLD;
}

struct switch_parameter {
  const char *name; /* e.g. "PORTS" */
  uint32_t value;
  const char *text; /* a short description */
  bool free;        /* also a parameter of the network module */
};

/* The name of one of them, in the same order. */
const char *switch_parameter_name(size_t number);

/* The connections of an instance of a switch, each parameter to one of its own name. */
void switch_parameters_print(const struct shape *shape, FILE *file);

/* All parameters except derived ones, in the order of the module. */
void switch_parameters(const struct shape *shape,
                       struct switch_parameter parameters[SWITCH_PARAMETERS]);

#endif
