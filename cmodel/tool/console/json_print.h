/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* json_print -- prints JSON that is whole, or none.
 *
 * Objects are put together by many calls, each of which leaves something out when memory is
 * short.  So every allocation of Jansson is watched: after one has failed nothing is
 * printed.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_JSON_PRINT_H
#define LOCKHOP_TOOL_CONSOLE_JSON_PRINT_H

#include "base/err.h"

#include <jansson.h>
#include <stdio.h>

/* Print it with these flags of json_dumpf, and a line end; NULL: memory was short.  Error:
 * ERR_ENVIRONMENT when memory is or was short.  A failed write is the stream's error, which
 * its owner finds. */
bool json_print(const json_t *json, FILE *file, size_t flags, struct err *err);

#endif
