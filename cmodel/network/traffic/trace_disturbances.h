/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace_disturbances -- reads and prints the disturbances in a trace. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_TRACE_DISTURBANCES_H
#define LOCKHOP_NETWORK_TRAFFIC_TRACE_DISTURBANCES_H

#include "network/topology/topology.h"
#include "network/traffic/disturbance.h"
#include "network/traffic/lines.h"

#include <stdio.h>

/* Read the line in lines->text; *found: it is a disturbance.  Error: ERR_USAGE with the
 * place, for a wrong form, a switch or terminal that does not exist, or wrong order. */
bool trace_take_disturbance(struct disturbances *disturbances, size_t *capacity,
                            bool *found, const struct lines *lines,
                            const struct topology *t, struct err *err);

/* Print the line of a disturbance, without its line end. */
void trace_print_disturbance(const struct disturbance *disturbance, FILE *file);

void trace_print_disturbances(const struct disturbances *disturbances, FILE *file);

#endif
