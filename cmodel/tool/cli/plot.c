/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plot -- lockhop plot: becomes scripts/plot.py, which draws with matplotlib. */
#include "tool/cli/command.h"
#include "tool/cli/python.h"
#include "tool/console/settings.h"

int command_plot(const struct settings *s, struct err *err)
{
  enum { WORDS = 5 };
  const char *words[WORDS + SETTINGS_ARGUMENTS] = {s->output, s->figure, s->column, s->base,
                                                   s->panels};

  if (!s->output) {
    err_set(err, ERR_USAGE, "lockhop plot needs a file to write: -o FIGURE.svg");
    return (int)err->kind;
  }
  for (size_t i = 0; i < s->argument_count; i++)
    words[WORDS + i] = s->argument[i];
  return become_python("plot.py", words, WORDS + s->argument_count, err);
}
