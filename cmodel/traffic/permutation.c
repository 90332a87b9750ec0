/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* permutation -- what may stand behind the name of a permutation, and what it means. */
#include "traffic/permutation.h"

#include "base/text.h"
#include "traffic/options.h"

#include <string.h>

enum { NAME = 32 };

static const char *const keys[] = {OPEN_LOOP_KEYS};

/* The open loop, where an option of one is given. */
static bool read_loop(struct permutation_options *options, const char *name,
                      const char *argument, struct err *err)
{
  static const char *const of_loop[] = {OPEN_LOOP_KEYS};
  char value[OPTIONS_VALUE];

  for (size_t i = 0; !options->open && i < sizeof of_loop / sizeof of_loop[0]; i++)
    options->open = text_option(argument, of_loop[i], value, sizeof value);
  return !options->open || open_loop_read(&options->loop, name, argument, err);
}

bool permutation_read(struct permutation_options *options,
                      const struct traffic_request *request, const char *argument,
                      struct err *err)
{
  char name[NAME];

  *options = (struct permutation_options){.open = false};
  snprintf(name, sizeof name, "%.*s", (int)strcspn(request->traffic, ","),
           request->traffic);
  return argument[0] == '\0' ||
         (options_check(name, argument, keys, sizeof keys / sizeof keys[0], err) &&
          read_loop(options, name, argument, err));
}
