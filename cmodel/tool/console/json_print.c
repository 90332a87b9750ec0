/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* json_print -- prints JSON that is whole, or none. */
#include "tool/console/json_print.h"

#include <stdlib.h>

/* Of the process, because Jansson's functions for memory are. */
static bool was_short;

static void *watched(size_t size)
{
  void *block = malloc(size);

  was_short = was_short || !block;
  return block;
}

__attribute__((constructor)) static void watch(void)
{
  json_set_alloc_funcs(watched, free);
}

bool json_print(const json_t *json, FILE *file, size_t flags, struct err *err)
{
  if (json && !was_short && json_dumpf(json, file, flags) == 0)
    fputc('\n', file);
  return (json && !was_short) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for the result as JSON");
}
