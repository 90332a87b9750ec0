/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace_disturbances -- the lines of a trace that say what happens beside the packets. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_TRACE_DISTURBANCES_H
#define LOCKHOP_NETWORK_TRAFFIC_TRACE_DISTURBANCES_H

#include "network/topology/topology.h"
#include "network/traffic/disturbance.h"
#include "network/traffic/lines.h"

#include <stdio.h>

/* Read the line that lines->text has, if it is one of these: *found.  Error: ERR_USAGE with
 * the place, for a line of a wrong form, at a switch or terminal that is not there, or in
 * wrong order. */
bool trace_take_disturbance(struct disturbances *disturbances, size_t *capacity,
                            bool *found, const struct lines *lines,
                            const struct topology *t, struct err *err);

/* The line of one, without its end. */
void trace_print_disturbance(const struct disturbance *disturbance, FILE *file);

void trace_print_disturbances(const struct disturbances *disturbances, FILE *file);

#endif
