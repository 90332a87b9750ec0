/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- a workload as a flat list: the source, destination and start of each packet.
 */
#include "network/traffic/schedule.h"

#include "network/traffic/trace.h"
#include "network/traffic/trace_disturbances.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LOOKED_AT = 100 /* cycles, of a packet that never arrives */ };

uint32_t schedule_width_of(const struct schedule *schedule, const struct topology *t,
                           bool privileged)
{
  const struct schedule_entry *last = NULL; /* of this level */
  uint32_t width = 1, together = 1;

  for (size_t i = 0; i < schedule->count && width < t->ports; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    if (schedule_is_privileged(schedule, entry) != privileged)
      continue;
    bool same = last && entry->cycle == last->cycle && entry->source == last->source;

    together = same ? together + 1 : 1;
    width = together > width ? together : width;
    last = entry;
  }
  return width;
}

uint32_t schedule_width(const struct schedule *schedule, const struct topology *t)
{
  if (!schedule_is_mixed(schedule))
    return schedule_width_of(schedule, t, schedule->privileged > 0);
  return schedule_width_of(schedule, t, true) + schedule_width_of(schedule, t, false);
}

uint64_t schedule_deliveries(const struct schedule *schedule, const struct topology *t)
{
  uint64_t deliveries = 0, group = 0;

  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    group += schedule_in_group(schedule, terminal);
  for (size_t i = 0; i < schedule->count; i++)
    deliveries += schedule->entries[i].destination == SCHEDULE_ALL
                      ? group
                      : schedule_is_for_one(&schedule->entries[i]);
  return deliveries;
}

size_t schedule_nowhere(const struct schedule *schedule)
{
  size_t count = 0;

  for (size_t i = 0; i < schedule->count; i++)
    count += schedule->entries[i].destination == SCHEDULE_NOWHERE;
  return count;
}

size_t schedule_copies(const struct schedule *schedule, const struct topology *t)
{
  return (size_t)schedule_deliveries(schedule, t) + schedule_nowhere(schedule);
}

uint64_t schedule_lasts(const struct schedule *schedule)
{
  for (size_t i = schedule->count; i-- > 0;)
    if (schedule->entries[i].destination == SCHEDULE_NOWHERE)
      return (uint64_t)schedule->entries[i].cycle + LOOKED_AT;
  return 0;
}

/* How a destination is written that is not one terminal. */
static const char *word_of(const struct schedule_entry *entry)
{
  return entry->destination == SCHEDULE_ALL ? TRACE_ALL : TRACE_NOWHERE;
}

void schedule_print_destination(const struct topology *t,
                                const struct schedule_entry *entry, char text[ADDRESS_TEXT])
{
  if (!schedule_is_for_one(entry))
    snprintf(text, ADDRESS_TEXT, "%s", word_of(entry));
  else
    topology_print_terminal(t, entry->destination, text);
}

/* A trace does not hold it: what has a group is not moved by its headers. */
static void print_group(const struct schedule *schedule, const struct topology *t,
                        FILE *file)
{
  fprintf(file, "# all is");
  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    if (schedule_in_group(schedule, terminal))
      fprintf(file, " %u", terminal);
  fputc('\n', file);
}

bool schedule_print(const struct schedule *schedule, const struct topology *t,
                    const struct routing *routing, FILE *file)
{
  fprintf(file, TRACE_TITLE "\n",
          disturbances_any(&schedule->disturbances) ? TRACE_DISTURBED : TRACE_PLAIN,
          t->spec, routing->name);
  fprintf(file, "# packets %zu\n", schedule->count);
  if (schedule->measure_to > 0)
    fprintf(file, "# measure %u %u\n", schedule->measure_from, schedule->measure_to);
  if (schedule->conflict_free)
    fprintf(file, TRACE_CONFLICT_FREE "\n");
  if (schedule->group)
    print_group(schedule, t, file);
  trace_print_disturbances(&schedule->disturbances, file);
  fprintf(file, TRACE_COLUMNS "\n");
  for (size_t i = 0; i < schedule->count && !ferror(file); i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    fprintf(file, "%u %u ", entry->cycle, entry->source);
    if (schedule_is_for_one(entry))
      fprintf(file, "%u", entry->destination);
    else
      fprintf(file, "%s", word_of(entry));
    fprintf(file, " 0x%" PRIx64, entry->header);
    if (entry->answers)
      fprintf(file, TRACE_ANSWERS "%u", entry->answers - 1);
    fputc('\n', file);
  }
  return !ferror(file);
}

void schedule_free(struct schedule *schedule)
{
  if (!schedule)
    return;
  free(schedule->entries);
  free(schedule->group);
  if (schedule->reduction)
    free(schedule->reduction->vertices);
  free(schedule->reduction);
  disturbances_free(&schedule->disturbances);
  *schedule = (struct schedule){.entries = NULL};
}
