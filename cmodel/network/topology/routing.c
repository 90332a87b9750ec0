/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* routing -- the routing algorithms of a topology, and the options of each. */
#include "network/topology/routing.h"

#include "base/text.h"
#include "network/topology/topology.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NAMES = 32, /* routings among which a name is looked for */
  HINT = 128
};

size_t routing_fields(const struct routing *routing, const struct topology *t,
                      struct field *fields, size_t capacity)
{
  if (routing->fields)
    return routing->fields(t, fields, capacity);
  if (capacity == 0)
    return 0;
  fields[0] = (struct field){.name = "ports", .lsb = 0, .bits = routing->header_bits(t)};
  return 1;
}

size_t routing_values(const struct routing_option *option)
{
  size_t count = 0;

  while (count < ROUTING_VALUES && option->values[count])
    count++;
  return count;
}

size_t routing_options(const struct routing_row *row)
{
  size_t count = 0;

  while (count < ROUTING_OPTIONS && row->options[count].name)
    count++;
  return count;
}

/* --- all combinations --- */

static bool has(const struct topology *t, const struct routing_row *row)
{
  return !row->has || row->has(t);
}

static size_t combinations(const struct topology *t, const struct routing_row *row)
{
  size_t count = has(t, row);

  for (size_t i = 0; i < routing_options(row); i++)
    count *= routing_values(&row->options[i]);
  return count;
}

/* Combination `number` of a row's options. */
static void make(const struct topology *t, const struct routing_row *row, size_t number,
                 struct routing *routing)
{
  size_t used = strlen(row->plain.name);

  *routing = row->plain;
  for (size_t i = routing_options(row); i-- > 0;) {
    routing->chosen[i] = (uint8_t)(number % routing_values(&row->options[i]));
    number /= routing_values(&row->options[i]);
  }
  for (size_t i = 0; i < routing_options(row); i++) {
    const struct routing_option *option = &row->options[i];

    if (routing->chosen[i])
      used += (size_t)snprintf(routing->name + used, sizeof routing->name - used, ",%s=%s",
                               option->name, option->values[routing->chosen[i]]);
    assert(used < sizeof routing->name);
  }
  if (row->choose)
    row->choose(t, routing);
}

bool routing_make_all(struct topology *t, struct err *err)
{
  size_t count = 0;

  for (size_t i = 0; i < t->row->routing_count; i++)
    count += combinations(t, &t->row->routings[i]);
  struct routing *routings = calloc(count, sizeof *routings);
  if (!routings)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the routings of %s",
                   t->row->name);
  free((void *)t->routings);
  t->routing_count = 0;
  for (size_t i = 0; i < t->row->routing_count; i++)
    for (size_t number = 0; number < combinations(t, &t->row->routings[i]); number++)
      make(t, &t->row->routings[i], number, &routings[t->routing_count++]);
  t->routings = routings;
  return true;
}

/* --- by name --- */

static bool equals(const char *text, const char *other, size_t length)
{
  return strlen(text) == length && strncmp(text, other, length) == 0;
}

/* Read "name=value" at item[length] of a routing's name. */
static bool read_option(const struct routing_row *row, const char *name, const char *item,
                        size_t length, size_t chosen[ROUTING_OPTIONS],
                        bool given[ROUTING_OPTIONS], struct err *err)
{
  const char *equal = memchr(item, '=', length);
  size_t key = equal ? (size_t)(equal - item) : length;
  char values[HINT];

  for (size_t i = 0; i < routing_options(row); i++) {
    const struct routing_option *option = &row->options[i];
    size_t count = routing_values(option);

    if (!equals(option->name, item, key))
      continue;
    if (given[i])
      return err_set(err, ERR_USAGE, "routing '%.100s': %s is given twice", name,
                     option->name);
    for (size_t v = 0; v < count; v++)
      if (equal && equals(option->values[v], equal + 1, length - key - 1)) {
        chosen[i] = v;
        given[i] = true;
      }
    return given[i] ||
           err_set(err, ERR_USAGE, "routing '%.100s': %s must be %s", name, option->name,
                   text_list(values, sizeof values, option->values, count, " or "));
  }
  return err_set(err, ERR_USAGE, "routing '%.100s': '%s' has no option '%.*s'", name,
                 row->plain.name, (int)key, item);
}

static const struct routing_row *refuse(const struct topology *t, const char *name,
                                        const char *why_not, struct err *err)
{
  err_set(err, ERR_USAGE, "%.100s: routing '%.100s' %s; take '%s'", t->spec, name, why_not,
          t->routings[0].name);
  return NULL;
}

/* The row that `name` begins with; *first: its place in t->routings. */
static const struct routing_row *find_row(const struct topology *t, const char *name,
                                          size_t *first, struct err *err)
{
  size_t base = strcspn(name, ","), count = 0;
  char hint[HINT], text[ROUTING_NAME];
  const char *names[NAMES];

  *first = 0;
  for (size_t i = 0; i < t->row->routing_count; i++) {
    const struct routing_row *row = &t->row->routings[i];

    if (!equals(row->plain.name, name, base)) {
      *first += combinations(t, row);
      if (has(t, row) && count < NAMES)
        names[count++] = row->plain.name;
      continue;
    }
    if (has(t, row))
      return row;
    const char *why_not = row->why_not ? row->why_not(t) : "";
    if (why_not[0] != '\0')
      return refuse(t, name, why_not, err);
    err_set(err, ERR_USAGE,
            "routing '%.100s' belongs to %s; %s is another topology; its default is %s",
            name, row->where, t->spec, t->routings[0].name);
    return NULL;
  }
  snprintf(text, sizeof text, "%.*s", (int)base, name);
  text_did_you_mean(hint, sizeof hint, text, names, count);
  err_set(err, ERR_USAGE, "unknown routing '%.100s' for %s%s", name, t->spec,
          hint[0] != '\0' ? hint : "; 'lockhop list routings' names them");
  return NULL;
}

const struct routing *topology_routing(const struct topology *t, const char *name,
                                       struct err *err)
{
  size_t chosen[ROUTING_OPTIONS] = {0};
  bool given[ROUTING_OPTIONS] = {false};
  size_t first, number = 0;

  if (!name || name[0] == '\0')
    return &t->routings[0];
  const struct routing_row *row = find_row(t, name, &first, err);
  if (!row)
    return NULL;
  for (const char *item = name + strcspn(name, ","); *item == ',';) {
    size_t length = strcspn(++item, ",");

    if (!read_option(row, name, item, length, chosen, given, err))
      return NULL;
    item += length;
  }
  for (size_t i = 0; i < routing_options(row); i++)
    number = number * routing_values(&row->options[i]) + chosen[i];
  return &t->routings[first + number];
}

const struct routing *topology_open_loop_routing(const struct topology *t)
{
  size_t first = 0;

  if (t->routings[0].phases.kind == PHASE_STAYS)
    return &t->routings[0];
  for (size_t i = 0; i < t->row->routing_count; i++) {
    const struct routing_row *row = &t->row->routings[i];

    if (row->open_loop && has(t, row))
      return &t->routings[first];
    first += combinations(t, row);
  }
  return NULL;
}
