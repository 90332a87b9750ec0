/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route_unit -- the module route_unit of a network, as Verilog. */
#ifndef LOCKHOP_GENERATE_ROUTE_UNIT_H
#define LOCKHOP_GENERATE_ROUTE_UNIT_H

#include "network/machine.h"

#include <stdio.h>

/* Print the module route_unit of docs/switch.md, which instantiates the routing's unit of
 * rtl/route/ with its parameters.  Outputs that the unit does not have are 0. */
void route_unit_print(const struct shape *shape, FILE *file);

#endif
