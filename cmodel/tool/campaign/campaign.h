/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* campaign -- the commands that make many runs: each plans jobs, has them made, and judges
 * what came of them.
 *
 * All return the exit code; on error that of *err, and nothing else was said.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CAMPAIGN_H
#define LOCKHOP_TOOL_CAMPAIGN_CAMPAIGN_H

#include "base/err.h"
#include "tool/console/settings.h"

/* docs/check.md */
int command_check(const struct settings *settings, struct err *err);

/* docs/shrink.md */
int command_shrink(const struct settings *settings, struct err *err);

/* docs/sweep.md */
int command_sweep(const struct settings *settings, struct err *err);

/* docs/compare.md */
int command_compare(const struct settings *settings, struct err *err);

/* docs/jobs.md */
int command_jobs(const struct settings *settings, struct err *err);

#endif
