/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- what is left of a lockhop cosim that did not come to its end. */
#ifndef LOCKHOP_TOOL_CLI_COSIM_H
#define LOCKHOP_TOOL_CLI_COSIM_H

#include "tool/console/settings.h"

/* A run that did not come to its end, for the reason `line` (NULL: it did): what settings
 * ask for is written; returns the code. */
int cosim_ended(const struct settings *settings, int code, const char *line);

#endif
