/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_map -- what a user says of the ports of his switch. */
#include "verilog/simulator/fit_map.h"

#include "base/file.h"
#include "verilog/generate/modules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *text)
{
  text += strspn(text, " \t");
  for (size_t length = strlen(text); length > 0; text[--length] = '\0')
    if (!strchr(" \t\r;", text[length - 1]))
      break;
  return text;
}

/* "PREFIX* = INTERFACE of LINKS" */
static bool add_group(struct fit_map *map, const char *left, const char *right,
                      uint32_t number, struct err *err)
{
  struct fit_map_group *larger =
      realloc(map->groups, (map->group_count + 1) * sizeof larger[0]);

  if (!larger)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  map->groups = larger;
  larger[map->group_count] = (struct fit_map_group){.number = number};
  return port_group_parse(&larger[map->group_count++].group, left, right, err) ||
         err_set(err, err->kind, "%.300s:%" PRIu32 ": %.600s", map->path, number,
                 err->text);
}

/* One line without its end; empty ones and comments say nothing. */
static bool add_line(struct fit_map *map, char *line, uint32_t number, struct err *err)
{
  char *comment = strstr(line, "//"), *equal;

  if (comment)
    *comment = '\0';
  line[strcspn(line, "#")] = '\0';
  line = trim(line);
  if (line[0] == '\0')
    return true;
  equal = strchr(line, '=');
  if (!equal || equal == line)
    return err_set(err, ERR_USAGE,
                   "%.400s:%" PRIu32 ": '%.200s': must be NAME = EXPRESSION", map->path,
                   number, line);
  *equal = '\0';
  if (port_group_is(trim(line)))
    return add_group(map, trim(line), trim(equal + 1), number, err);
  uint32_t *larger = realloc(map->number, (map->lines.count + 1) * sizeof larger[0]);
  if (larger)
    map->number = larger;
  if (!larger || !wrapper_add(&map->lines, trim(line), trim(equal + 1)))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  map->number[map->lines.count - 1] = number;
  return true;
}

/* A line whose end is "\\" goes on in the next. */
enum { JOINT = '\v' };

static void join(char *text)
{
  for (char *end = text; (end = strstr(end, "\\\n")) != NULL;) {
    *end++ = ' ';
    *end++ = JOINT;
  }
}

/* The lines of the file that one was joined from; their joints become blanks. */
static uint32_t joined(char *line)
{
  uint32_t lines = 1;

  for (char *joint; (joint = strchr(line, JOINT)) != NULL; lines++)
    *joint = ' ';
  return lines;
}

bool fit_map_open(struct fit_map *map, const char *path, struct err *err)
{
  size_t size;
  char *text = file_read(path, &size, err), *rest = text, *line;
  bool good = text != NULL;

  *map = (struct fit_map){.path = path};
  if (good)
    join(text);
  for (uint32_t number = 1; good && (line = strsep(&rest, "\n"));) {
    const uint32_t lines = joined(line);

    good = add_line(map, line, number, err);
    number += lines;
  }
  free(text);
  return good;
}

bool fit_map_uses(const struct fit_map *map, const char *pin)
{
  for (size_t i = 0; i < map->lines.count; i++)
    if (modules_has_name(map->lines.line[i].right, pin))
      return true;
  return false;
}

void fit_map_close(struct fit_map *map)
{
  struct wrapper wrapper = {.ports = map->lines};

  wrapper_close(&wrapper);
  free(map->number);
  free(map->groups);
  *map = (struct fit_map){.path = NULL};
}
