/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_asked -- the plan of a sweep as a command line says it: a file, or a network and
 * its traffic; and whether every load is to be searched for saturation.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_ASKED_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_ASKED_H

#include "tool/campaign/sweep_plan.h"
#include "tool/console/settings.h"

/* Are its words SPEC and TRAFFIC?  Else they are PLAN, and RESULTS for --judge; two files
 * are that. */
bool sweep_asked_is_run(const struct settings *settings);

/* Is the resolution of a search, if one is asked for, such a number?  Error: ERR_USAGE. */
bool sweep_asked_resolution(const struct settings *settings, struct err *err);

/* Read the plan, as sweep_plan_read.  Errors: those; ERR_USAGE for options that a plan does
 * not take. */
bool sweep_asked_plan(struct sweep_plan *plan, const struct settings *settings,
                      struct err *err);

#endif
