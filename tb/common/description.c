/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* description -- what a bench runs, said in the words of `lockhop cosim`. */
#include "description.h"

#include <stdio.h>
#include <string.h>

static bool wrong(struct lockhop_error *error, const char *word, const char *what)
{
  error->code = LOCKHOP_USAGE;
  snprintf(error->text, sizeof error->text, "'%.200s' in what the bench is to run: %s",
           word, what);
  return false;
}

/* The next word of *rest, which begins behind it then; "": there is none. */
static char *next_word(char **rest)
{
  char *word = *rest + strspn(*rest, " ");

  *rest = word + strcspn(word, " ");
  if (**rest != '\0')
    *(*rest)++ = '\0';
  return word;
}

bool description_option(const struct lockhop_description *d, const char *name,
                        char value[DESCRIPTION_VALUE])
{
  bool said = false;

  for (const char *word = d->options + strspn(d->options, " "); *word != '\0';) {
    const size_t length = strcspn(word, " ");
    const char *given = word + length + strspn(word + length, " ");
    const size_t size = strcspn(given, " ");

    if (length == strlen(name) && strncmp(word, name, length) == 0) {
      snprintf(value, DESCRIPTION_VALUE, "%.*s", (int)size, given);
      said = true;
    }
    word = given + size + strspn(given + size, " ");
  }
  return said;
}

/* Has this option a value that is not 0? */
static bool is_given(const struct lockhop_description *d, const char *name)
{
  char value[DESCRIPTION_VALUE];

  return description_option(d, name, value) && value[strspn(value, "0")] != '\0';
}

bool description_read(struct lockhop_description *d, char *line,
                      struct lockhop_error *error)
{
  char *rest = line;

  *d = (struct lockhop_description){.seed = 1, .pins = true};
  d->topology = next_word(&rest);
  d->traffic = next_word(&rest);
  if (strspn(d->topology, "-") > 0 || strspn(d->traffic, "-") > 0 || *d->traffic == '\0')
    return wrong(error, d->topology, "a SPEC and a TRAFFIC come first");
  d->options = rest;
  if (!is_given(d, "--depth") || !is_given(d, "--lanes"))
    return wrong(error, d->topology, "--depth and --lanes must be given, 1 or more");
  return true;
}
