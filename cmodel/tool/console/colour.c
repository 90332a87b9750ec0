/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* colour -- words of a verdict in colour, where they go to a terminal. */
#include "tool/console/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum { AUTO, ALWAYS, NEVER } choice;
static FILE *shown; /* NULL: none but the standard ones */

bool colour_choose(const char *when, struct err *err)
{
  if (!when || strcmp(when, "auto") == 0)
    choice = AUTO;
  else if (strcmp(when, "always") == 0)
    choice = ALWAYS;
  else if (strcmp(when, "never") == 0)
    choice = NEVER;
  else
    return err_set(err, ERR_USAGE, "--color %.40s: must be auto, always or never", when);
  return true;
}

enum colour colour_of_outcome(const char *word)
{
  if (strcmp(word, "PASS") == 0)
    return COLOUR_GOOD;
  if (strcmp(word, "VACUOUS") == 0 || strcmp(word, "INTERRUPTED") == 0)
    return COLOUR_DOUBT;
  return COLOUR_BAD;
}

void colour_shown(FILE *file)
{
  shown = file;
}

static bool has_colours(FILE *file)
{
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

  if (choice == NEVER || (file != stdout && file != stderr && file != shown))
    return false;
  if (choice == ALWAYS)
    return true;
  return isatty(file == stderr ? STDERR_FILENO : STDOUT_FILENO) && !(no && no[0] != '\0') &&
         !(terminal && strcmp(terminal, "dumb") == 0);
}

const char *colour_begin(FILE *file, enum colour colour)
{
  static const char *const codes[] = {
      [COLOUR_NONE] = "",
      [COLOUR_GOOD] = "\033[1;32m",
      [COLOUR_BAD] = "\033[1;31m",
      [COLOUR_DOUBT] = "\033[1;33m",
  };

  return has_colours(file) ? codes[colour] : "";
}

const char *colour_end(FILE *file)
{
  return has_colours(file) ? "\033[0m" : "";
}
