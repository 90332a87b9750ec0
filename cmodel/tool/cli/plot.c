/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plot -- lockhop plot: becomes scripts/plot.py, which draws with matplotlib. */
#include "base/install.h"
#include "tool/cli/command.h"
#include "tool/console/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Debian's packages of Python are those of this one. */
static const char debian_python[] = "/usr/bin/python3";

static const char *python(void)
{
  const char *asked = getenv("LOCKHOP_PYTHON");

  if (asked && asked[0] != '\0')
    return asked;
  return access(debian_python, X_OK) == 0 ? debian_python : "python3";
}

static char *text_or_none(const char *text)
{
  return (char *)(uintptr_t)(text ? text : "");
}

int command_plot(const struct settings *s, struct err *err)
{
  enum { WORDS = 8 };
  char share[FILE_PATH], program[FILE_PATH + 32];
  const char *interpreter = python();
  char *words[WORDS + SETTINGS_ARGUMENTS] = {
      text_or_none(interpreter), program,
      text_or_none(s->output),   text_or_none(s->figure),
      text_or_none(s->column),   text_or_none(s->base),
      text_or_none(s->panels)};

  if (!s->output) {
    err_set(err, ERR_USAGE, "lockhop plot needs a file to write: -o FIGURE.svg");
    return (int)err->kind;
  }
  if (!install_share(share, err))
    return (int)err->kind;
  snprintf(program, sizeof program, "%s/scripts/plot.py", share);
  for (size_t i = 0; i < s->argument_count; i++)
    words[WORDS - 1 + i] = text_or_none(s->argument[i]);
  execvp(interpreter, words);
  err_set(err, ERR_USAGE,
          "plots need Python 3, and '%.200s' cannot be run: %s; install the Debian package "
          "python3-matplotlib",
          interpreter, strerror(errno));
  return (int)err->kind;
}
