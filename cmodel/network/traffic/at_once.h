/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* at_once -- packets that all terminals start in cycle 0, as many each.
 *
 * Only the destinations are chosen by a kind of traffic; the rest of an entry follows from
 * its number.  Where a schedule is too large to be held, destinations are all that is held.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_AT_ONCE_H
#define LOCKHOP_NETWORK_TRAFFIC_AT_ONCE_H

#include "network/traffic/traffic.h"

/* Make request->packets packets of every terminal, all in cycle 0, without destinations and
 * headers.  Errors: ERR_USAGE when there are too many, ERR_ENVIRONMENT when memory is
 * short. */
bool at_once_open(struct schedule *schedule, const struct traffic_request *request,
                  struct err *err);

/* The destination of a packet, to be set or read. */
uint32_t *at_once_destination(struct schedule *schedule, size_t number);

/* All destinations are set: set the headers. */
void at_once_finish(struct schedule *schedule, const struct traffic_request *request);

#endif
