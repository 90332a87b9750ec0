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

enum { SWITCH_PARAMETERS = 13 };

struct switch_parameter {
  const char *name; /* e.g. "PORTS" */
  uint32_t value;
  const char *text; /* a short description */
  bool free;        /* also a parameter of the network module */
};

/* The name of one of them, in the same order. */
const char *switch_parameter_name(size_t number);

/* The connections of an instance of a switch, each parameter to one of its own name. */
void switch_parameters_print(FILE *file);

/* All parameters except derived ones, in the order of the module. */
void switch_parameters(const struct shape *shape,
                       struct switch_parameter parameters[SWITCH_PARAMETERS]);

#endif
