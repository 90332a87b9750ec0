/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* not_sent -- removes the packets of a schedule that failed switches prevent. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_NOT_SENT_H
#define LOCKHOP_NETWORK_TRAFFIC_NOT_SENT_H

#include "network/traffic/schedule.h"

/* Remove the packets from and to failed switches, and the answers to them;
 * schedule->not_sent counts them.  Errors: ERR_USAGE when the schedule has a broadcast, or
 * a packet whose path is too long for a header; ERR_ENVIRONMENT when memory is short. */
bool not_sent_remove(struct schedule *schedule, const struct topology *t,
                     const struct routing *routing, struct err *err);

#endif
