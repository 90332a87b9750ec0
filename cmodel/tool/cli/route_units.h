/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route_units -- the route units with the parameters that networks give them. */
#ifndef LOCKHOP_TOOL_CLI_ROUTE_UNITS_H
#define LOCKHOP_TOOL_CLI_ROUTE_UNITS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdio.h>

/* Print a line for every route unit, example network and switch that lockhop rtl makes of
 * them: unit, network, routing; the parameters that the unit defines itself; "network" and
 * its parameters of the network; "switch" and the switch's parameters.  Of lines that
 * differ in the names of network and routing alone only the first. */
bool route_units_print(FILE *file, struct err *err);

#endif
