/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_file -- a network as a file describes it. */
#include "network/topology/network_file.h"

#include "base/file.h"
#include "network/topology/topology.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."

enum { SHOWN = 40 /* characters of a wrong name */ };

bool network_refuse(const struct network_file *f, uint32_t line, struct err *err,
                    const char *format, ...)
{
  char text[ERR_TEXT];
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (line == 0)
    return err_set(err, ERR_USAGE, "%.200s: %s", f->path, text);
  return err_set(err, ERR_USAGE, "%.200s:%" PRIu32 ": %s", f->path, line, text);
}

/* --- lists --- */

/* Room for one more element of `size` bytes in list[count]; NULL: memory is short. */
static void *grown(void *list, uint32_t count, uint32_t *room, size_t size)
{
  if (count < *room)
    return list;
  const uint32_t more = *room ? 2 * *room : 64;
  void *larger = realloc(list, more * size);

  if (larger)
    *room = more;
  return larger;
}

static bool no_memory(const struct network_file *f, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", f->path);
}

uint32_t network_find(const struct network_file *f, const char *name, size_t length)
{
  for (uint32_t i = 0; i < f->switch_count; i++)
    if (strncmp(f->switches[i].name, name, length) == 0 &&
        f->switches[i].name[length] == '\0')
      return i;
  return UINT32_MAX;
}

bool network_add_switch(struct network_file *f, const char *name, size_t length,
                        uint32_t line, struct err *err)
{
  const int shown = length < SHOWN ? (int)length : SHOWN;

  if (length == 0 || length >= NETWORK_NAME || strspn(name, NAME_LETTERS) < length)
    return network_refuse(f, line, err,
                          "'%.*s' is no name of a switch; it has 1 to %d letters, digits, "
                          "'_', '-' or '.'",
                          shown, name, NETWORK_NAME - 1);
  if (network_find(f, name, length) != UINT32_MAX)
    return network_refuse(f, line, err, "switch '%.*s' is there twice; rename one", shown,
                          name);
  if (f->switch_count == NETWORK_SWITCHES)
    return network_refuse(f, line, err, "more than %d switches, which is the limit",
                          NETWORK_SWITCHES);
  struct network_switch *list =
      grown(f->switches, f->switch_count, &f->switch_room, sizeof *f->switches);
  if (!list)
    return no_memory(f, err);
  f->switches = list;
  struct network_switch *one = &list[f->switch_count++];
  *one = (struct network_switch){.terminals = NETWORK_NOT_SAID, .line = line};
  memcpy(one->name, name, length);
  return true;
}

static bool port_is_good(const struct network_file *f, int32_t port, uint32_t line,
                         struct err *err)
{
  return port < TOPOLOGY_PORTS ||
         network_refuse(f, line, err, "port %" PRId32 " is out of range; ports are 0 to %d",
                        port, TOPOLOGY_PORTS - 1);
}

bool network_add_link(struct network_file *f, const struct network_link *link,
                      struct err *err)
{
  if (!port_is_good(f, link->from_port, link->line, err) ||
      !port_is_good(f, link->to_port, link->line, err))
    return false;
  if (link->from == link->to)
    return network_refuse(f, link->line, err,
                          "the link leads from '%s' to itself; no path uses it: remove it",
                          f->switches[link->from].name);
  if (f->link_count == NETWORK_LINKS)
    return network_refuse(f, link->line, err, "more than %d links, which is the limit",
                          NETWORK_LINKS);
  struct network_link *list =
      grown(f->links, f->link_count, &f->link_room, sizeof *f->links);
  if (!list)
    return no_memory(f, err);
  f->links = list;
  list[f->link_count++] = *link;
  return true;
}

bool network_add_route(struct network_file *f, const struct network_route *route,
                       struct err *err)
{
  if (route->vc >= ROUTE_VCS)
    return network_refuse(f, route->line, err,
                          "VC %" PRIu32 " is out of range; VCs are 0 to %d", route->vc,
                          ROUTE_VCS - 1);
  struct network_route *list =
      grown(f->routes, f->route_count, &f->route_room, sizeof *f->routes);
  if (!list)
    return no_memory(f, err);
  f->routes = list;
  list[f->route_count++] = *route;
  return true;
}

/* --- the file --- */

static const char *first_word(const char *text)
{
  text += strspn(text, " \t\r\n");
  while (*text == '#') {
    text += strcspn(text, "\n");
    text += strspn(text, " \t\r\n");
  }
  return text;
}

static bool starts(const char *text, const char *word)
{
  const size_t length = strlen(word);

  return strncmp(text, word, length) == 0 && strchr(" \t\r\n", text[length]);
}

static bool read_format(struct network_file *f, struct err *err)
{
  const char *first = first_word(f->text);

  if (*first == '{')
    return network_read_json(f, err);
  if (starts(first, "router") || starts(first, "node"))
    return network_read_anynet(f, err);
  return network_read_edges(f, err);
}

bool network_file_read(struct network_file *f, const char *path, struct err *err)
{
  *f = (struct network_file){.path = path, .terminals = 1};
  f->text = file_read(path, &f->size, err);
  if (!f->text)
    return false;
  if (memchr(f->text, '\0', f->size))
    return network_refuse(f, 0, err,
                          "has bytes of 0; give a text: JSON, an edge list or "
                          "anynet");
  if (!read_format(f, err))
    return false;
  if (f->switch_count < 2)
    return network_refuse(f, 0, err,
                          "a network has at least 2 switches; this file has "
                          "%" PRIu32,
                          f->switch_count);
  return f->link_count > 0 || network_refuse(f, 0, err, "there are no links; add some");
}

void network_file_free(struct network_file *f)
{
  free(f->text);
  free(f->switches);
  free(f->links);
  free(f->routes);
  *f = (struct network_file){.path = NULL};
}
