/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* colour -- words of a verdict in colour, where they go to a terminal. */
#include "tool/console/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AUTO, ALWAYS, NEVER };
static int choice;
static FILE *shown; /* NULL: none but the standard ones */

const char *colour_list(size_t number)
{
  static const char *const names[] = {
      [AUTO] = "auto", [ALWAYS] = "always", [NEVER] = "never"};

  return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

bool colour_choose(const char *when, struct err *err)
{
  size_t i = 0;

  while (when && colour_list(i) && strcmp(colour_list(i), when) != 0)
    i++;
  if (!colour_list(i))
    return err_set(err, ERR_USAGE, "--color %.40s: must be auto, always or never", when);
  choice = (int)i;
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
