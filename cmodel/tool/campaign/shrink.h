/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink -- a small run that fails in the same way (docs/shrink.md). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SHRINK_H
#define LOCKHOP_TOOL_CAMPAIGN_SHRINK_H

#include "tool/console/settings.h"
#include "tool/session/description.h"

/* Shrink a run that fails, `what` the user calls it; the result is a folder in that of
 * settings->output.  `alone`: the last line is the outcome in one word.  The exit code,
 * that of the run; on error that of *err: ERR_USAGE where the run does not fail. */
int shrink_run(const struct settings *settings, const struct description *first,
               const char *what, bool alone, struct err *err);

/* The same of a folder of lockhop check. */
int shrink_folder(const struct settings *settings, const char *folder, bool alone,
                  struct err *err);

#endif
