/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb_session -- the disturbances of a session: those of its trace, or drawn from its
 * seed. */
#ifndef LOCKHOP_TOOL_SESSION_DISTURB_SESSION_H
#define LOCKHOP_TOOL_SESSION_DISTURB_SESSION_H

#include <stdbool.h>

struct err;
struct session;

/* Which kinds there will be, before the switches are chosen: s->disturb.  Errors: ERR_USAGE
 * for a kind that nobody knows, for --disturb where nothing can be drawn, and for a machine
 * that cannot be disturbed so. */
bool disturb_session_kinds(struct session *s, struct err *err);

/* Can packets come later than the schedule says? */
bool disturb_session_delays(const struct session *s);

/* It is known that the switches have eject_ready_i: draw refusals, if they were asked for
 * only where they can be.  Error: ERR_ENVIRONMENT. */
bool disturb_session_refuse(struct session *s, struct err *err);

/* Once the switches are chosen: s->schedule.disturbances is drawn, or, from a trace,
 * checked.  Errors: those of disturb_check and disturbances_draw. */
bool disturb_session_make(struct session *s, struct err *err);

#endif
