/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_file_json -- a network in JSON: docs/schema/network.json. */
#include "network/topology/network_file.h"

#include "network/topology/topology.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum { VERSION = 1, SHOWN = 40 };

#define BLANKS " \t\r\n"

/* --- lines: jansson does not say where a value was --- */

static const char *skip_blanks(const char *at)
{
  return at + strspn(at, BLANKS);
}

static const char *skip_string(const char *at)
{
  for (at++; *at != '"'; at++)
    at += *at == '\\';
  return at + 1;
}

/* Behind a value of right JSON, and behind the comma that follows it. */
static const char *skip_value(const char *at)
{
  size_t depth = 0;

  do {
    at = skip_blanks(at);
    if (*at == '"') {
      at = skip_string(at);
    } else {
      depth += *at == '{' || *at == '[';
      depth -= *at == '}' || *at == ']';
      at += strchr("{}[],:", *at) ? 1 : strcspn(at, BLANKS "{}[],:");
    }
  } while (depth > 0);
  at = skip_blanks(at);
  return skip_blanks(at + (*at == ','));
}

/* The value of a key in the object at[0]; the object if it is not found. */
static const char *find_key(const char *object, const char *key)
{
  const size_t length = strlen(key);

  for (const char *at = skip_blanks(object + 1); *at == '"'; at = skip_value(at)) {
    const bool same = strncmp(at + 1, key, length) == 0 && at[1 + length] == '"';

    at = skip_blanks(skip_blanks(skip_string(at)) + 1);
    if (same)
      return at;
  }
  return object;
}

static const char *find_item(const char *array, size_t number)
{
  const char *at = skip_blanks(array + 1);

  while (number-- > 0)
    at = skip_value(at);
  return at;
}

static uint32_t line_at(const struct network_file *f, const char *at)
{
  uint32_t line = 1;

  for (const char *c = f->text; c < at; c++)
    line += *c == '\n';
  return line;
}

/* --- values --- */

/* The whole text, where it is in f->text, and what is read of it. */
struct reader {
  struct network_file *f;
  struct err *err;
};

static bool only(const struct reader *r, const json_t *object, const char *at,
                 const char *const *keys)
{
  const char *key;
  json_t *value;

  json_object_foreach((json_t *)object, key, value)
  {
    const char *const *known = keys;

    while (*known && strcmp(*known, key) != 0)
      known++;
    if (!*known)
      return network_refuse(
          r->f, line_at(r->f, find_key(at, key)), r->err,
          "unknown key '%.*s'; remove it, or see docs/schema/network.json", SHOWN, key);
  }
  return true;
}

/* A whole number in [0, most] of a key that need not be there; else *number stays. */
static bool whole(const struct reader *r, const json_t *object, const char *at,
                  const char *key, json_int_t most, int32_t *number)
{
  const json_t *value = json_object_get(object, key);

  if (!value)
    return true;
  if (!json_is_integer(value) || json_integer_value(value) < 0 ||
      json_integer_value(value) > most)
    return network_refuse(r->f, line_at(r->f, find_key(at, key)), r->err,
                          "\"%s\" must be a whole number from 0 to %" JSON_INTEGER_FORMAT,
                          key, most);
  *number = (int32_t)json_integer_value(value);
  return true;
}

/* The switch that a string names. */
static bool named(const struct reader *r, const json_t *value, const char *at,
                  const char *what, uint32_t *sw)
{
  const char *name = json_string_value(value);

  if (!name)
    return network_refuse(r->f, line_at(r->f, at), r->err,
                          "%s must be the name of a switch, in quotes", what);
  *sw = network_find(r->f, name, strlen(name));
  return *sw != UINT32_MAX ||
         network_refuse(r->f, line_at(r->f, at), r->err,
                        "%s is '%.*s', which is no switch; add it to \"switches\", or "
                        "correct the name",
                        what, SHOWN, name);
}

/* --- switches --- */

static bool read_place(const struct reader *r, const json_t *value, const char *at,
                       struct network_switch *sw)
{
  if (!value)
    return true;
  if (json_array_size(value) != 2 || !json_is_number(json_array_get(value, 0)) ||
      !json_is_number(json_array_get(value, 1)))
    return network_refuse(r->f, line_at(r->f, find_key(at, "at")), r->err,
                          "\"at\" must be two numbers: [x, y]");
  sw->placed = true;
  sw->x = json_number_value(json_array_get(value, 0));
  sw->y = json_number_value(json_array_get(value, 1));
  return true;
}

static bool read_switch(const struct reader *r, const json_t *value, const char *at)
{
  static const char *const keys[] = {"name", "terminals", "at", NULL};
  const bool alone = json_is_string(value);
  const char *name = json_string_value(alone ? value : json_object_get(value, "name"));
  struct network_file *f = r->f;

  if (!name)
    return network_refuse(f, line_at(f, at), r->err,
                          "a switch is a name, or an object with a \"name\"");
  if (!network_add_switch(f, name, strlen(name), line_at(f, at), r->err))
    return false;
  if (alone)
    return true;
  struct network_switch *sw = &f->switches[f->switch_count - 1];
  f->says_terminals |= json_object_get(value, "terminals") != NULL;
  return only(r, value, at, keys) &&
         whole(r, value, at, "terminals", TOPOLOGY_PER_SITE, &sw->terminals) &&
         read_place(r, json_object_get(value, "at"), at, sw);
}

/* --- links --- */

static bool read_link(const struct reader *r, const json_t *value, const char *at)
{
  static const char *const keys[] = {"from", "from_port", "to", "to_port", "one_way", NULL};
  const bool pair = json_is_array(value);
  struct network_link link = {.from_port = NETWORK_NOT_SAID,
                              .to_port = NETWORK_NOT_SAID,
                              .line = line_at(r->f, at)};

  if (pair ? json_array_size(value) != 2 : !json_is_object(value))
    return network_refuse(r->f, link.line, r->err,
                          "a link is a pair of names, or an object with \"from\" and "
                          "\"to\"");
  if (!pair) {
    const json_t *one_way = json_object_get(value, "one_way");

    if (!only(r, value, at, keys) ||
        !whole(r, value, at, "from_port", TOPOLOGY_PORTS - 1, &link.from_port) ||
        !whole(r, value, at, "to_port", TOPOLOGY_PORTS - 1, &link.to_port))
      return false;
    if (one_way && !json_is_boolean(one_way))
      return network_refuse(r->f, link.line, r->err, "\"one_way\" must be true or false");
    link.one_way = json_is_true(one_way);
  }
  return named(r, pair ? json_array_get(value, 0) : json_object_get(value, "from"), at,
               pair ? "the first end of the link" : "\"from\" of the link", &link.from) &&
         named(r, pair ? json_array_get(value, 1) : json_object_get(value, "to"), at,
               pair ? "the second end of the link" : "\"to\" of the link", &link.to) &&
         network_add_link(r->f, &link, r->err);
}

/* --- routes --- */

static bool read_route(const struct reader *r, uint32_t from, const char *to,
                       const json_t *value, const char *at)
{
  struct network_route route = {.at = from, .line = line_at(r->f, at)};
  const bool pair = json_is_array(value);
  const json_t *port = pair ? json_array_get(value, 0) : value;
  const json_t *vc = pair ? json_array_get(value, 1) : NULL;

  if (!json_is_integer(port) ||
      (pair && (json_array_size(value) != 2 || !json_is_integer(vc))) ||
      json_integer_value(port) < 0 || json_integer_value(port) >= TOPOLOGY_PORTS ||
      json_integer_value(vc) < 0 || json_integer_value(vc) >= ROUTE_VCS)
    return network_refuse(r->f, route.line, r->err,
                          "a route is a port from 0 to %d, or [port, VC] with a VC from 0 "
                          "to %d",
                          TOPOLOGY_PORTS - 1, ROUTE_VCS - 1);
  route.port = (uint32_t)json_integer_value(port);
  route.vc = (uint32_t)json_integer_value(vc);
  route.to = network_find(r->f, to, strlen(to));
  if (route.to == UINT32_MAX)
    return network_refuse(r->f, route.line, r->err,
                          "\"routes\" leads to '%.*s', which is no switch; correct the "
                          "name",
                          SHOWN, to);
  return network_add_route(r->f, &route, r->err);
}

static bool read_routes(const struct reader *r, const json_t *routes, const char *at)
{
  const char *name, *to;
  json_t *table, *value;

  if (!json_is_object(routes))
    return network_refuse(r->f, line_at(r->f, at), r->err,
                          "\"routes\" must be an object: for a switch, for a destination, "
                          "the port");
  json_object_foreach((json_t *)routes, name, table)
  {
    const char *here = find_key(at, name);
    const uint32_t from = network_find(r->f, name, strlen(name));

    if (from == UINT32_MAX || !json_is_object(table))
      return network_refuse(r->f, line_at(r->f, here), r->err,
                            "\"routes\" has '%.*s', which is no switch with an object of "
                            "destinations; correct it",
                            SHOWN, name);
    json_object_foreach(table, to, value) if (!read_route(r, from, to, value,
                                                          find_key(here, to))) return false;
  }
  return true;
}

/* --- the whole --- */

static bool each(const struct reader *r, const json_t *object, const char *key,
                 bool (*read)(const struct reader *r, const json_t *value, const char *at))
{
  const json_t *array = json_object_get(object, key);
  const char *at = skip_blanks(r->f->text);

  if (!json_is_array(array))
    return network_refuse(r->f, line_at(r->f, find_key(at, key)), r->err,
                          "\"%s\" is missing, or no array", key);
  at = find_item(find_key(at, key), 0);
  for (size_t i = 0; i < json_array_size(array); i++, at = skip_value(at))
    if (!read(r, json_array_get(array, i), at))
      return false;
  return true;
}

static bool read_all(const struct reader *r, const json_t *json)
{
  static const char *const keys[] = {"version", "name",   "terminals", "switches",
                                     "links",   "routes", NULL};
  const char *text = skip_blanks(r->f->text);
  const json_t *routes = json_object_get(json, "routes"),
               *name = json_object_get(json, "name");
  int32_t version = -1;

  if (!only(r, json, text, keys) || !whole(r, json, text, "version", INT16_MAX, &version))
    return false;
  if (version < 0)
    return network_refuse(r->f, 1, r->err, "\"version\": %d is missing; add it", VERSION);
  if (version != VERSION)
    return network_refuse(r->f, line_at(r->f, find_key(text, "version")), r->err,
                          "\"version\" must be %d", VERSION);
  if (name && !json_is_string(name))
    return network_refuse(r->f, line_at(r->f, find_key(text, "name")), r->err,
                          "\"name\" must be a text in quotes");
  r->f->says_terminals = json_object_get(json, "terminals") != NULL;
  return whole(r, json, text, "terminals", TOPOLOGY_PER_SITE, &r->f->terminals) &&
         each(r, json, "switches", read_switch) && each(r, json, "links", read_link) &&
         (!routes || read_routes(r, routes, find_key(text, "routes")));
}

bool network_read_json(struct network_file *f, struct err *err)
{
  const struct reader r = {.f = f, .err = err};
  json_error_t why;

  errno = 0; /* Jansson may say of a text that it had no memory for that it is not JSON */
  json_t *json = json_loadb(f->text, f->size, JSON_REJECT_DUPLICATES, &why);
  if (!json && (errno == ENOMEM || !why.text[0]))
    return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", f->path);
  if (!json)
    return network_refuse(f, why.line > 0 ? (uint32_t)why.line : 1, err,
                          "not JSON: %.200s; correct it", why.text);
  const bool good = read_all(&r, json);
  json_decref(json);
  return good;
}
