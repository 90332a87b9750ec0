/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink -- reduces a failing run to a small one that fails the same way (docs/shrink.md).
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SHRINK_H
#define LOCKHOP_TOOL_CAMPAIGN_SHRINK_H

#include "tool/console/settings.h"
#include "tool/session/description.h"

/* Shrink a failing run, which the user calls `what`; the result is a folder in
 * settings->output. `alone`: the last line is the outcome in one word. Returns the exit
 * code of the run; on error that of *err: ERR_USAGE if the run does not fail. */
int shrink_run(const struct settings *settings, const struct description *first,
               const char *what, bool alone, struct err *err);

/* The same for an evidence folder. */
int shrink_folder(const struct settings *settings, const char *folder, bool alone,
                  struct err *err);

#endif
