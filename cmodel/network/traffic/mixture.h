/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mixture -- a collective of the swapped dragonfly among background traffic.
 *
 * "COLLECTIVE+TRAFFIC": the packets of the first are privileged, those of the second
 * standard (docs/switches/levels.md).
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_MIXTURE_H
#define LOCKHOP_NETWORK_TRAFFIC_MIXTURE_H

#include "network/traffic/traffic.h"

/* The name of the row. */
#define MIXTURE_NAME "COLLECTIVE+TRAFFIC"

/* The '+' of a mixture; NULL: the text is no mixture.  A '+' in a path is none. */
const char *mixture_plus(const char *traffic);

/* The routing of mixtures: struct traffic_row. */
const char *mixture_routing(const char *options);

/* `argument` is the whole text.  Errors: those of both parts; ERR_USAGE when the routing
 * has one level, or the collective has link conflicts. */
traffic_make mixture_make;

#endif
