/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace -- a printed schedule, read back: the twin of schedule_print.
 *
 * Only what schedule_print prints is read, byte for byte, so printing what was read gives
 * the file again.  The line of the number of packets may be missing, for lists written by
 * hand; with it a list that was cut short is found.
 */
#include "network/traffic/trace.h"

#include "base/bits.h"
#include "network/traffic/lines.h"
#include "network/traffic/take.h"
#include "network/traffic/trace_disturbances.h"
#include "network/traffic/traffic.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SERVICE_MAX = 1000000 };

/* "# lockhop schedule FORMAT SPEC ROUTING": *format. */
static bool check_title(int *format, const struct lines *lines,
                        const struct traffic_request *request, struct err *err)
{
  const char *spec = request->topology->spec;
  const char *routing = request->routing->name;
  const char *text = lines->text;

  if (!take_text(&text, "# lockhop schedule "))
    return lines_error(lines, err,
                       "not a schedule: the first line is not '" TRACE_TITLE "'",
                       TRACE_PLAIN, spec, routing);
  size_t length = strcspn(text, " ");
  if (length != 1 || *text < '0' + TRACE_PLAIN || *text > '0' + TRACE_DISTURBED)
    return lines_error(lines, err, "schedule format '%.*s' is not known; 1 and 2 are",
                       (int)length, text);
  *format = *text - '0';
  text += length + (text[length] == ' ');
  length = strcspn(text, " ");
  if (length != strlen(spec) || strncmp(text, spec, length) != 0)
    return lines_error(lines, err, "the schedule is for '%.*s', not for %s", (int)length,
                       text, spec);
  text += length + (text[length] == ' ');
  if (strcmp(text, routing) != 0)
    return lines_error(lines, err, "the schedule is for routing '%s', not for %s", text,
                       routing);
  return true;
}

/* "# packets N", if the line is that: *found. */
static bool take_packets(uint64_t *packets, bool *found, const struct lines *lines,
                         struct err *err)
{
  const char *text = lines->text;

  *found = take_text(&text, "# packets ");
  if (!*found || (take_number(&text, 10, UINT32_MAX, packets) && *text == '\0'))
    return true;
  return lines_error(lines, err, "'%s' is not '# packets N'", lines->text);
}

/* "# measure FROM TO", if the line is that: *found. */
static bool take_measure(struct schedule *schedule, bool *found, const struct lines *lines,
                         struct err *err)
{
  const char *text = lines->text;
  uint64_t from = 0, to = 0;

  *found = take_text(&text, "# measure ");
  if (!*found)
    return true;
  if (!take_number(&text, 10, UINT32_MAX, &from) || !take_text(&text, " ") ||
      !take_number(&text, 10, UINT32_MAX, &to) || *text != '\0' || from >= to)
    return lines_error(lines, err,
                       "'%s' is not '# measure FROM TO', two cycles, FROM the less",
                       lines->text);
  schedule->measure_from = (uint32_t)from;
  schedule->measure_to = (uint32_t)to;
  return true;
}

/* "# conflict-free", if the line is that: schedule->conflict_free. */
static bool take_conflict_free(struct schedule *schedule, const struct lines *lines,
                               const struct routing *routing, struct err *err)
{
  schedule->conflict_free = strcmp(lines->text, TRACE_CONFLICT_FREE) == 0;
  return !schedule->conflict_free || routing->timed ||
         lines_error(lines, err,
                     "link conflicts are not defined for routing %s; leave the line out",
                     routing->name);
}

/* "# requests SERVICE WINDOW", if the line is that: schedule->requests. */
static bool take_requests(struct schedule *schedule, const struct lines *lines,
                          struct err *err)
{
  const char *text = lines->text;
  uint64_t service = 0, window = 0;

  schedule->requests = take_text(&text, TRACE_REQUESTS);
  if (!schedule->requests)
    return true;
  if (!take_number(&text, 10, SERVICE_MAX, &service) || !take_text(&text, " ") ||
      !take_number(&text, 10, UINT32_MAX, &window) || *text != '\0')
    return lines_error(lines, err,
                       "'%s' is not '" TRACE_REQUESTS
                       "SERVICE WINDOW', cycles up to %d, and packets, or 0",
                       lines->text, SERVICE_MAX);
  schedule->service = (uint32_t)service;
  schedule->window = (uint32_t)window;
  return true;
}

/* Requests have one answer each, for their source, which nobody answers. */
static bool check_answer(const struct schedule *schedule, const struct schedule_entry *e,
                         const struct lines *lines, struct err *err)
{
  const struct schedule_entry *question;

  if (!schedule->requests || e->answers == 0)
    return true;
  question = &schedule->entries[e->answers - 1];
  if (question->answers)
    return lines_error(lines, err,
                       "packet %zu answers packet %u, which answers one; with "
                       "'" TRACE_REQUESTS "' an answer is not answered",
                       schedule->count, e->answers - 1);
  return e->destination == question->source ||
         lines_error(lines, err,
                     "packet %zu answers packet %u of terminal %u, and goes to another; "
                     "with '" TRACE_REQUESTS "' an answer goes back",
                     schedule->count, e->answers - 1, question->source);
}

/* The number of a terminal; or "all" or "none", which *special says: else 0. */
static bool take_destination(const char **text, uint64_t *destination, uint32_t *special)
{
  *destination = 0;
  *special = take_text(text, TRACE_ALL)       ? SCHEDULE_ALL
             : take_text(text, TRACE_NOWHERE) ? SCHEDULE_NOWHERE
                                              : 0;
  return *special || take_number(text, 10, UINT64_MAX, destination);
}

/* A phase that waits for packets cannot wait for one that never comes; and copies of a
 * switch have one terminal field. */
static bool may_be_for(uint32_t special, const struct lines *lines,
                       const struct traffic_request *request, struct err *err)
{
  if (special == SCHEDULE_ALL && request->topology->per_site > 1)
    return lines_error(
        lines, err,
        "destination all: the copies of a broadcast reach one terminal of each "
        "switch, and %s has %u; leave terminals=%u out",
        request->topology->spec, request->topology->per_site, request->topology->per_site);
  return special != SCHEDULE_NOWHERE || !request->routing->phases.ends_at ||
         lines_error(lines, err,
                     "destination none: with routing %s packets wait where a phase ends, "
                     "and one that never arrives has no such place",
                     request->routing->name);
}

/* "CYCLE SOURCE DESTINATION 0xHEADER", and perhaps " answers PACKET" */
static bool take_entry(struct schedule *schedule, size_t *capacity,
                       const struct lines *lines, const struct traffic_request *request,
                       struct err *err)
{
  const struct topology *t = request->topology;
  const char *text = lines->text;
  const struct schedule_entry *last =
      schedule->count > 0 ? &schedule->entries[schedule->count - 1] : NULL;
  uint64_t cycle, source, destination, header, answers = 0;
  uint32_t special;

  if (!take_number(&text, 10, UINT64_MAX, &cycle) || !take_text(&text, " ") ||
      !take_number(&text, 10, UINT64_MAX, &source) || !take_text(&text, " ") ||
      !take_destination(&text, &destination, &special) || !take_text(&text, " 0x") ||
      !take_number(&text, 16, UINT64_MAX, &header))
    return lines_error(lines, err, "'%s' is not 'cycle source destination 0xheader'",
                       lines->text);
  bool is_answer = take_text(&text, TRACE_ANSWERS);
  if ((is_answer && !take_number(&text, 10, UINT32_MAX - 1, &answers)) || *text != '\0')
    return lines_error(lines, err, "'%s' is not 'cycle source destination 0xheader%s'",
                       lines->text, is_answer ? TRACE_ANSWERS "packet" : "");
  if (!may_be_for(special, lines, request, err))
    return false;
  if (special && schedule->requests)
    return lines_error(lines, err,
                       "destination %s: with '" TRACE_REQUESTS
                       "' every packet is for one terminal",
                       special == SCHEDULE_ALL ? TRACE_ALL : TRACE_NOWHERE);
  if (cycle > UINT32_MAX - 1)
    return lines_error(lines, err, "cycle %" PRIu64 " is out of range", cycle);
  if (source >= t->terminals || destination >= t->terminals)
    return lines_error(
        lines, err, "%s %" PRIu64 " is out of range; %s has terminals 0 to %u",
        source >= t->terminals ? "source" : "destination",
        source >= t->terminals ? source : destination, t->spec, t->terminals - 1);
  if (is_answer && answers >= schedule->count)
    return lines_error(lines, err,
                       "packet %zu answers packet %" PRIu64
                       "; it can answer only an earlier one",
                       schedule->count, answers);
  if (is_answer && schedule->entries[answers].destination != source &&
      schedule->entries[answers].destination != SCHEDULE_ALL)
    return lines_error(lines, err,
                       "packet %zu answers packet %" PRIu64
                       ", which does not go to its source",
                       schedule->count, answers);
  uint32_t header_bits = request->routing->header_bits(t);
  if (header > bits_mask(header_bits))
    return lines_error(lines, err, "header 0x%" PRIx64 " is wider than %u bits", header,
                       header_bits);
  if (last && (cycle < last->cycle || (cycle == last->cycle && source < last->source)))
    return lines_error(lines, err,
                       "cycle %" PRIu64 " source %" PRIu64
                       " after cycle %u source %u; lines "
                       "must ascend by cycle, then source",
                       cycle, source, last->cycle, last->source);
  struct schedule_entry entry = {
      .cycle = (uint32_t)cycle,
      .source = (uint32_t)source,
      .destination = special ? special : (uint32_t)destination,
      .answers = is_answer ? (uint32_t)answers + 1 : 0,
      .header = header,
  };
  if (!check_answer(schedule, &entry, lines, err))
    return false;
  if (traffic_append(schedule, capacity, &entry, err))
    return true;
  return err->kind == ERR_USAGE ? lines_error(lines, err, "%s", err->text) : false;
}

/* The next line, which must be there and be whole. */
static bool next_whole(struct lines *lines, enum lines_result *result, struct err *err)
{
  *result = lines_next(lines, err);
  if (*result == LINES_GOT && !lines->ended)
    return lines_error(lines, err, "the last line is cut short: it has no line end");
  return *result != LINES_ERROR;
}

/* The lines of disturbances, which format 2 has. */
static bool read_disturbances(struct schedule *schedule, int format, struct lines *lines,
                              const struct traffic_request *request, struct err *err)
{
  struct disturbances *d = &schedule->disturbances;
  enum lines_result result = LINES_GOT;
  size_t capacity = 0;
  bool found = true;

  while (result == LINES_GOT) {
    if (!trace_take_disturbance(d, &capacity, &found, lines, request->topology, err))
      return false;
    if (!found)
      break;
    if (format == TRACE_PLAIN)
      return lines_error(lines, err, "'%s' needs schedule format 2; the first line says 1",
                         lines->text);
    if (!next_whole(lines, &result, err))
      return false;
  }
  if (format == TRACE_PLAIN || disturbances_any(d))
    return true;
  return lines_error(lines, err,
                     "schedule format 2 has a line of '# stall', '# hold', '# reset' or "
                     "'# noise' here; without one it is format 1");
}

/* Of requests: no packet has two answers. */
static bool answered_once(const struct schedule *schedule, const struct lines *lines,
                          struct err *err)
{
  bool *answered = schedule->requests ? calloc(schedule->count + 1, 1) : NULL;
  bool good = true;

  if (schedule->requests && !answered)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  for (size_t i = 0; answered && good && i < schedule->count; i++) {
    const uint32_t answers = schedule->entries[i].answers;

    if (answers && answered[answers - 1])
      good = lines_error(lines, err,
                         "packet %zu answers packet %u again; with '" TRACE_REQUESTS
                         "' a packet is answered once at most",
                         i, answers - 1);
    if (answers)
      answered[answers - 1] = true;
  }
  free(answered);
  return good;
}

static bool read_schedule(struct schedule *schedule, struct lines *lines,
                          const struct traffic_request *request, struct err *err)
{
  enum lines_result result;
  size_t capacity = 0;
  uint64_t packets = 0;
  bool counted, measured;
  int format = TRACE_PLAIN;

  if (!next_whole(lines, &result, err))
    return false;
  if (!check_title(&format, lines, request, err))
    return false;
  if (!next_whole(lines, &result, err) || !take_packets(&packets, &counted, lines, err))
    return false;
  if (counted && !next_whole(lines, &result, err))
    return false;
  if (!take_measure(schedule, &measured, lines, err))
    return false;
  if (measured && !next_whole(lines, &result, err))
    return false;
  if (!take_conflict_free(schedule, lines, request->routing, err))
    return false;
  if (schedule->conflict_free && !next_whole(lines, &result, err))
    return false;
  if (!take_requests(schedule, lines, err) ||
      (schedule->requests && !next_whole(lines, &result, err)))
    return false;
  if (!read_disturbances(schedule, format, lines, request, err))
    return false;
  if (strcmp(lines->text, TRACE_COLUMNS) != 0)
    return lines_error(lines, err, "expected the line '%s'", TRACE_COLUMNS);
  while (next_whole(lines, &result, err) && result == LINES_GOT) {
    if (!take_entry(schedule, &capacity, lines, request, err))
      return false;
  }
  if (result == LINES_END && counted && schedule->count != packets)
    return lines_error(lines, err,
                       "the list ends after %zu packets, its head says %" PRIu64,
                       schedule->count, packets);
  return result == LINES_END && answered_once(schedule, lines, err);
}

bool trace_make(struct schedule *schedule, const struct traffic_request *request,
                const char *argument, struct err *err)
{
  struct lines lines;
  bool good;

  if (!lines_open(&lines, argument, err))
    return false;
  good = read_schedule(schedule, &lines, request, err);
  lines_close(&lines);
  return good;
}
