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

/* Is this option among `options`, with a value that is not 0?  Names and values take turns
 * there. */
static bool is_given(const char *options, const char *name)
{
  bool given = false;

  for (const char *word = options + strspn(options, " "); *word != '\0';) {
    const size_t length = strcspn(word, " ");
    const char *value = word + length + strspn(word + length, " ");
    const size_t size = strcspn(value, " ");

    if (length == strlen(name) && strncmp(word, name, length) == 0)
      given = size > 0 && strspn(value, "0") < size;
    word = value + size + strspn(value + size, " ");
  }
  return given;
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
  if (!is_given(rest, "--depth") || !is_given(rest, "--lanes"))
    return wrong(error, d->topology, "--depth and --lanes must be given, 1 or more");
  return true;
}
