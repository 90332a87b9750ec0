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

/* Print the parameters of the unit beyond those of all units: fixed ones, and values of the
 * network.  `format` takes name and value of each as strings. */
void route_unit_fixed(const struct shape *shape, const char *format, FILE *file);
void route_unit_named(const struct shape *shape, const char *format, FILE *file);

#endif
