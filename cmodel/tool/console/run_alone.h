/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run_alone -- one run of one machine alone, with its report: lockhop run. */
#ifndef LOCKHOP_TOOL_CONSOLE_RUN_ALONE_H
#define LOCKHOP_TOOL_CONSOLE_RUN_ALONE_H

#include "base/err.h"
#include "tool/console/settings.h"

/* Run what settings->run describes, print the report, and write the JSON that settings ask
 * for. Returns the exit code; on error that of *err. */
int run_alone(const struct settings *settings, struct err *err);

#endif
