/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- lockhop report: becomes scripts/report.py, which asks this command for
 * drawings. */
#include "base/file.h"
#include "tool/cli/command.h"
#include "tool/cli/python.h"
#include "tool/console/settings.h"

#include <unistd.h>

int command_report(const struct settings *s, struct err *err)
{
  enum { WORDS = 2 };
  char self[FILE_PATH];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const char *words[WORDS + SETTINGS_ARGUMENTS] = {self, s->output ? s->output : "-"};

  if (!s->output && isatty(STDOUT_FILENO)) {
    err_set(err, ERR_USAGE, "the report is a page of HTML: -o FILE.html, or -o - for here");
    return (int)err->kind;
  }
  if (length < 0) {
    err_set(err, ERR_ENVIRONMENT,
            "cannot find the place of this command in /proc/self/exe");
    return (int)err->kind;
  }
  self[length] = '\0';
  for (size_t i = 0; i < s->argument_count; i++)
    words[WORDS + i] = s->argument[i];
  return become_python("report.py", words, WORDS + s->argument_count, err);
}
