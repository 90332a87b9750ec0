/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* destinations -- file:PATH, destinations from a file, one a line. */
#include "network/traffic/at_once.h"
#include "network/traffic/lines.h"
#include "network/traffic/traffic.h"

/* The destination on line `given`, from 0: of packet given / terminals of terminal
 * given % terminals, so that files of permutations can be joined one behind the other. */
static bool take_line(struct schedule *schedule, size_t given, const struct lines *lines,
                      const struct traffic_request *request, struct err *err)
{
  const struct topology *t = request->topology;
  size_t entry = given % t->terminals * request->packets + given / t->terminals;

  if (given == schedule->count)
    return lines_error(
        lines, err, "one destination too many; %s with %u packets per terminal takes %zu",
        t->spec, request->packets, schedule->count);
  if (lines->text[0] == '\0')
    return lines_error(lines, err, "the line is blank; give a destination, or a # comment");
  if (!topology_parse_terminal(t, lines->text, "destination",
                               at_once_destination(schedule, entry), err))
    return lines_error(lines, err, "%s", err->text);
  return true;
}

static bool read_destinations(struct schedule *schedule, struct lines *lines,
                              const struct traffic_request *request, struct err *err)
{
  uint32_t terminals = request->topology->terminals;
  uint32_t packets = request->packets;
  enum lines_result result;
  size_t given = 0;

  while ((result = lines_next(lines, err)) == LINES_GOT) {
    if (lines->text[0] == '#')
      continue;
    if (!take_line(schedule, given++, lines, request, err))
      return false;
  }
  if (result == LINES_ERROR)
    return false;
  if (given == schedule->count)
    return true;
  if (given != terminals)
    return lines_error(lines, err,
                       packets == 1
                           ? "the file ends after %zu destinations; %s needs %u"
                           : "the file ends after %zu destinations; %s needs %u, or "
                             "%zu for %u packets per terminal",
                       given, request->topology->spec, terminals, schedule->count, packets);
  /* One destination per terminal, for all of its packets. */
  for (size_t i = 0; i < schedule->count; i++)
    if (i % packets != 0)
      *at_once_destination(schedule, i) = *at_once_destination(schedule, i - 1);
  return true;
}

bool destinations_make(struct schedule *schedule, const struct traffic_request *request,
                       const char *argument, struct err *err)
{
  struct lines lines;
  bool good;

  if (!lines_open(&lines, argument, err))
    return false;
  good = at_once_open(schedule, request, err) &&
         read_destinations(schedule, &lines, request, err);
  lines_close(&lines);
  if (good)
    at_once_finish(schedule, request);
  return good;
}
