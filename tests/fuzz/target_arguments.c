/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* arguments -- a command line, a word in each line; nothing is run. */
#include "tests/fuzz/fuzz.h"
#include "tool/cli/options.h"

#include <getopt.h>

enum { WORDS = 40 };

/* It remembers where it was in a word that was refused. */
static void begin_anew(void)
{
  char name[] = "lockhop";
  char *const words[] = {name, NULL};

  optind = 0;
  getopt(1, words, "");
}

FUZZ_TARGET(arguments)
{
  char *text = fuzz_text(data, size), name[] = "lockhop";
  char *words[WORDS + 1] = {name};
  int count = 1;
  const struct command *command;
  struct settings settings = options_defaults();
  struct err err;

  begin_anew();
  for (char *at = text; at && count < WORDS; count++) {
    words[count] = at;
    at = strchr(at, '\n');
    if (at)
      *at++ = '\0';
  }
  if (!command_find(words[1] ? words[1] : "", &command, &err) ||
      !options_read(&settings, command, count, words, &err))
    fuzz_refused(&err);
  free(text);
}
