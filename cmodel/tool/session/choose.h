/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* choose -- the shape of a session's switches, where its description leaves it open. */
#ifndef LOCKHOP_TOOL_SESSION_CHOOSE_H
#define LOCKHOP_TOOL_SESSION_CHOOSE_H

#include "tool/session/session.h"

/* Virtual channels that packets need: those of the routing, or one where no packet waits
 * for room. */
uint32_t choose_vcs(const struct routing *routing, bool unlimited);

/* Why queues that take one packet in a cycle have no switch for a routing: each packet must
 * have one queue that takes it.  Static text, what the switch does; NULL: they have. */
const char *choose_no_turns(const struct routing *routing);

/* Depth, virtual channels, lanes, store and format.  Topology, routing and schedule are
 * there; a session without traffic has switches as choose_switch makes them. */
bool choose_shape(struct session *s, struct err *err);

/* A switch for any traffic: one lane and a depth of 4 unless the description says more. */
bool choose_switch(struct shape *shape, const struct description *description,
                   struct err *err);

#endif
