/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* machines -- the machines that a run can be made on, by name. */
#ifndef LOCKHOP_TOOL_SESSION_MACHINES_H
#define LOCKHOP_TOOL_SESSION_MACHINES_H

#include "tool/session/session.h"

/* Names of the machines that there are, by number; NULL: no more. */
const char *machines_list(size_t number);

/* The machine of a description by name, its default included. */
const char *machines_name(const struct description *description);

/* Is this machine one of Verilog?  So is one of an unknown name, which nobody can open. */
bool machines_have_verilog(const struct description *description);

/* Processors of this computer, as far as threads of a run can use them: 1..TEAM_THREADS. */
uint32_t machines_processors(void);

/* Open the machine of a session, which must be able to run alone unless it runs in lock
 * step. */
bool machines_open(struct machine *machine, struct session *s, struct err *err);

/* Find out how the user's switch is connected: s->fit.  Errors: those of plugin_fit. */
bool machines_fit(struct session *s, struct err *err);

/* Make the schedule of an open session that of its run: what is drawn for the user's switch
 * alone is known once it is known how that is connected, as machines_open finds out too.
 * Errors: those of plugin_fit. */
bool machines_settle(struct session *s, struct err *err);

/* The same in any case, with a map. */
bool machines_wrap(struct session *s, const struct fit_map *map, struct err *err);

/* Open the golden machine of a session: of switches, or of collective engines. */
bool machines_open_golden(struct machine *machine, struct session *s, struct err *err);

/* Can the switches of a session be built in Verilog?  Error: ERR_USAGE. */
bool machines_buildable(const struct session *s, struct err *err);

/* An estimate of the switch-cycles of the run: switches times cycles. */
uint64_t machines_work(const struct session *s);

/* Say early, before anything is made, what no machine of that name can do. */
bool machines_check(const struct description *description, struct err *err);

#endif
