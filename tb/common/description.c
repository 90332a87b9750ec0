/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* description -- what a bench runs, said in the words of `lockhop cosim`. */
#include "description.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wrong(struct lockhop_error *error, const char *word, const char *what)
{
  error->code = LOCKHOP_USAGE;
  snprintf(error->text, sizeof error->text, "'%.200s' in what the bench is to run: %s",
           word, what);
  return false;
}

/* Add NAME VALUE to the options that the library reads.  They stay in the line of which
 * they are words: behind those that were added before. */
static void pass_on(struct lockhop_description *d, char *name, const char *value)
{
  const size_t length = strlen(name), size = strlen(value);
  char *end = d->options ? (char *)d->options + strlen(d->options) : name;

  if (d->options)
    *end++ = ' ';
  else
    d->options = name;
  memmove(end, name, length);
  end[length] = ' ';
  memmove(end + length + 1, value, size + 1);
}

/* 0 is what lockhop.h calls LOCKHOP_ZERO. */
static bool number(const char *word, uint64_t most, uint64_t *value)
{
  char *end;

  errno = 0;
  *value = strtoull(word, &end, 10);
  return word[0] >= '0' && word[0] <= '9' && *end == '\0' && errno == 0 && *value <= most;
}

static bool read_option(struct lockhop_description *d, char *name, char *word,
                        struct lockhop_error *error)
{
  const struct {
    const char *name;
    const char **text;
    uint32_t *small;
    uint64_t *large;
  } options[] = {
      {"--routing", &d->routing, NULL, NULL}, {"--disturb", &d->disturb, NULL, NULL},
      {"--packets", NULL, &d->packets, NULL}, {"--depth", NULL, &d->depth, NULL},
      {"--lanes", NULL, &d->lanes, NULL},     {"--vcs", NULL, &d->vcs, NULL},
      {"--sends", NULL, &d->sends, NULL},     {"--store", NULL, &d->store, NULL},
      {"--seed", NULL, NULL, &d->seed},       {"--data-bits", NULL, &d->data_bits, NULL},
      {"--cycles", NULL, NULL, &d->cycles},
  };
  uint64_t value = 0;
  size_t i = 0;

  while (i < sizeof options / sizeof options[0] && strcmp(options[i].name, name) != 0)
    i++;
  if (!word)
    return wrong(error, name, "the option needs a value");
  if (i == sizeof options / sizeof options[0]) {
    pass_on(d, name, word);
    return true;
  }
  if (options[i].text) {
    *options[i].text = word;
  } else if (options[i].small == &d->packets && strcmp(word, "ports") == 0) {
    d->packets = LOCKHOP_ZERO;
  } else if (!number(word, options[i].large ? UINT64_MAX : UINT32_MAX - 1, &value)) {
    return wrong(error, word, "must be a number");
  } else if (options[i].large) {
    *options[i].large = value;
  } else {
    /* As an option, 0 places of a store are none; of ports that send, it means all. */
    *options[i].small =
        value == 0 && options[i].small == &d->store ? LOCKHOP_ZERO : (uint32_t)value;
  }
  return true;
}

bool description_read(struct lockhop_description *d, char *line,
                      struct lockhop_error *error)
{
  char *rest = NULL;

  *d = (struct lockhop_description){.seed = 1, .pins = true};
  d->topology = strtok_r(line, " ", &rest);
  d->traffic = strtok_r(NULL, " ", &rest);
  if (!d->topology || !d->traffic || d->topology[0] == '-' || d->traffic[0] == '-')
    return wrong(error, d->topology ? d->topology : "", "a SPEC and a TRAFFIC come first");
  for (char *name; (name = strtok_r(NULL, " ", &rest));)
    if (!read_option(d, name, strtok_r(NULL, " ", &rest), error))
      return false;
  if (d->depth == 0 || d->lanes == 0)
    return wrong(error, d->topology, "--depth and --lanes must be given, 1 or more");
  return true;
}
