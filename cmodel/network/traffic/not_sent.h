/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* not_sent -- packets of a schedule that failed switches keep from starting. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_NOT_SENT_H
#define LOCKHOP_NETWORK_TRAFFIC_NOT_SENT_H

#include "network/traffic/schedule.h"

/* Take from the schedule the packets from and to failed switches, and those that would
 * answer one of them; schedule->not_sent counts them.  Errors: ERR_USAGE when a broadcast
 * is among the packets, or one has no header because its path is too long; ERR_ENVIRONMENT
 * when memory is short. */
bool not_sent_remove(struct schedule *schedule, const struct topology *t,
                     const struct routing *routing, struct err *err);

#endif
