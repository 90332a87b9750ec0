/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route_unit -- the module route_unit of a network, as Verilog. */
#ifndef LOCKHOP_VERILOG_GENERATE_ROUTE_UNIT_H
#define LOCKHOP_VERILOG_GENERATE_ROUTE_UNIT_H

#include "run/machine/machine.h"

#include <stdio.h>

/* Print the module route_unit of docs/switch.md, which instantiates the routing's unit of
 * rtl/route/ with its parameters.  Outputs that the unit does not have are 0. */
void route_unit_print(const struct shape *shape, FILE *file);

/* Print the parameters that the unit has beside those of all units: those that it defines
 * itself, and those of the network.  Each as `format`, which takes name and value as
 * strings. */
void route_unit_fixed(const struct shape *shape, const char *format, FILE *file);
void route_unit_named(const struct shape *shape, const char *format, FILE *file);

#endif
