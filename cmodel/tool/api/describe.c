/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* describe -- converts values of lockhop.h to those of a session, and errors back. */
#include "tool/api/describe.h"

#include "tool/session/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS_PACKETS = 0 /* of struct description: as many as ports */ };

/* 0 of lockhop.h: the session chooses; LOCKHOP_ZERO: 0. */
static int64_t number(uint32_t given)
{
  if (given == LOCKHOP_ZERO)
    return 0;
  return given ? (int64_t)given : DESCRIPTION_UNSET;
}

static const char *copy(char **to, const char *text)
{
  char *begin = *to;

  if (!text)
    return NULL;
  strcpy(begin, text);
  *to += strlen(text) + 1;
  return begin;
}

/* The next word of *rest, which begins after it then; NULL: there is none. */
static char *next_word(char **rest)
{
  char *word = *rest + strspn(*rest, " ");

  if (*word == '\0')
    return NULL;
  *rest = word + strcspn(word, " ");
  if (**rest != '\0')
    *(*rest)++ = '\0';
  return word;
}

/* Options that say what a run is; a library has no files of a design and one machine. */
static bool read_options(struct description *d, char *words, struct err *err)
{
  for (char *word; (word = next_word(&words)) != NULL;) {
    const struct run_field *field =
        strncmp(word, "--", 2) == 0 ? run_field_named(word + 2) : NULL;

    if (!field || field->role != RUN_FIELD_IS || field->kind == RUN_FIELD_FILES ||
        strcmp(field->name, "machine") == 0)
      return err_set(err, ERR_USAGE,
                     "'%.60s' in the options of a description: there is no such option",
                     word);
    char *value = next_word(&words);
    if (!value)
      return err_set(err, ERR_USAGE, "--%s needs a value", field->name);
    if (!run_field_read(d, field, value, err))
      return false;
  }
  return true;
}

static size_t size_of(const char *text)
{
  return text ? strlen(text) + 1 : 0;
}

bool describe_open(struct described *described, const struct lockhop_description *given,
                   struct err *err)
{
  size_t size = size_of(given->topology) + size_of(given->traffic) +
                size_of(given->routing) + size_of(given->disturb) + size_of(given->options);
  char *to = described->strings = malloc(size + 1);
  struct description *d = &described->description;

  if (!to)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a description");
  *d = description_of(copy(&to, given->topology), copy(&to, given->traffic));
  d->routing = copy(&to, given->routing);
  d->packets = given->packets == LOCKHOP_ZERO ? PORTS_PACKETS
               : given->packets               ? (int64_t)given->packets
                                              : 1;
  d->depth = number(given->depth);
  d->vcs = number(given->vcs);
  d->lanes = number(given->lanes);
  d->store = number(given->store);
  d->sends = given->sends;
  if (given->data_bits)
    d->data_bits = given->data_bits;
  d->seed = given->seed;
  d->cycles = given->cycles;
  d->disturb = copy(&to, given->disturb);
  return !given->options || read_options(d, strcpy(to, given->options), err);
}

void describe_close(struct described *described)
{
  free(described->strings);
}

struct lockhop_shape describe_shape(const struct shape *shape)
{
  const struct topology *t = shape->topology;

  return (struct lockhop_shape){.topology = t->spec,
                                .routing = shape->routing->name,
                                .switches = t->switches,
                                .terminals = t->terminals,
                                .ports = t->ports,
                                .lanes = shape->lanes,
                                .vcs = shape->vcs,
                                .queues = shape_queues(shape),
                                .channels = shape_channels(shape),
                                .depth = shape->depth,
                                .store = shape->store,
                                .priority_bits = shape_priority_bits(shape),
                                .arbiter = shape_arbiter(shape),
                                .sends = shape->sends,
                                .phase_bits = shape_phase_bits(shape),
                                .random = shape->routing->random,
                                .header_bits = shape->format.header_bits,
                                .data_bits = shape->format.data_bits,
                                .address_bits = t->address_bits};
}

bool describe_error(struct lockhop_error *error, const struct err *err)
{
  if (error) {
    error->code = err->kind == ERR_USAGE ? LOCKHOP_USAGE : LOCKHOP_ENVIRONMENT;
    snprintf(error->text, sizeof error->text, "%s", err->text);
  }
  return false;
}
