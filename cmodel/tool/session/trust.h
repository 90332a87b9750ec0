/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trust -- does the Verilator of this machine compile our own modules rightly?
 *
 * A simulator can be wrong.  Before a design is blamed for a difference, each module of it
 * that is ours is compared alone with its C twin, for a few sets of parameters.  That is
 * done once: the result is kept in the cache, by the versions of the tools.
 */
#ifndef LOCKHOP_TOOL_SESSION_TRUST_H
#define LOCKHOP_TOOL_SESSION_TRUST_H

#include "tool/session/session.h"
#include "tool/session/units.h"
#include "verilog/simulator/twin_test.h"

/* Can that be found out for this module? */
bool trust_can(const char *module);

/* Compare one module, of ours.  Errors: ERR_ENVIRONMENT. */
bool trust_compare(struct unit_result *result, const char *module, struct err *err);

/* What became of it.  False: it differs, and *err names module and Verilator
 * (ERR_ENVIRONMENT). */
bool trust_judge(const struct unit_result *result, const char *module, struct err *err);

/* All modules of a session that no file of the user replaces.  False: as trust_judge.  When
 * it cannot be found out there is a warning, and true. */
bool trust_modules(const struct session *s, struct err *err);

#endif
