/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* examples -- command lines that help shows first. */
#ifndef LOCKHOP_TOOL_CLI_EXAMPLES_H
#define LOCKHOP_TOOL_CLI_EXAMPLES_H

#include <stddef.h>

struct example {
  const char *line; /* as typed; its second word is a command */
  const char *text; /* what it does */
};

/* By number, from 0; NULL: no more. */
const struct example *examples_first(size_t number); /* of lockhop help */
const struct example *examples_of(const char *command, size_t number);

#endif
