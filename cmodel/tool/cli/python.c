/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* python -- commands that are programs in Python, of scripts/. */
#include "tool/cli/python.h"

#include "base/install.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
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

/* execvp changes none of its words. */
static char *word_of(const char *text)
{
  return (char *)(uintptr_t)(text ? text : "");
}

int become_python(const char *name, const char *const words[], size_t count,
                  struct err *err)
{
  char share[FILE_PATH], program[FILE_PATH + 64];
  const char *interpreter = python();
  char **all = calloc(count + 3, sizeof *all);

  if (!all) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
    return (int)err->kind;
  }
  if (install_share(share, err)) {
    snprintf(program, sizeof program, "%s/scripts/%s", share, name);
    all[0] = word_of(interpreter);
    all[1] = program;
    for (size_t i = 0; i < count; i++)
      all[2 + i] = word_of(words[i]);
    execvp(interpreter, all);
    err_set(
        err, ERR_USAGE,
        "this command needs Python 3, and '%.200s' cannot be run: %s; install the Debian "
        "package python3-matplotlib",
        interpreter, strerror(errno));
  }
  free(all);
  return (int)err->kind;
}
