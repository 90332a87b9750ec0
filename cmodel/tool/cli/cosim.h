/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- the end of a lockhop cosim that did not finish. */
#ifndef LOCKHOP_TOOL_CLI_COSIM_H
#define LOCKHOP_TOOL_CLI_COSIM_H

#include "tool/console/settings.h"

/* A run did not finish, for the reason `line` (NULL: it finished): write the JUnit file
 * that settings ask for. Returns the code. */
int cosim_ended(const struct settings *settings, int code, const char *line);

#endif
