/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- a workload as a flat list: the source, destination and start of each packet.
 */
#include "network/traffic/schedule.h"

#include "base/memory.h"
#include "network/traffic/trace.h"
#include "network/traffic/trace_disturbances.h"
#include "network/traffic/traffic.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LOOKED_AT = 100 /* cycles, of a packet that never arrives */ };

bool schedule_hold(struct schedule *schedule, struct err *err)
{
  if (!schedule->rule)
    return true;
  struct schedule_entry *entries = NULL;

  if (!traffic_has_room(schedule, schedule->count, sizeof *entries, err))
    return false;
  entries = memory_table(schedule->count, sizeof *entries);
  if (!entries)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  for (size_t i = 0; i < schedule->count; i++) {
    schedule_next(schedule, i, &entries[i]);
    schedule->rule->header(schedule->rule, i, &entries[i]);
  }
  schedule->rule->close(schedule->rule);
  schedule->rule = NULL;
  schedule->entries = entries;
  return true;
}

/* schedule_width_of where all packets are held and of one level. */
static uint32_t width_of_all(const struct schedule *schedule, const struct topology *t)
{
  const struct schedule_entry *entries = schedule->entries;
  size_t width = 1, first = 0; /* of the packets of one terminal and cycle */

  for (size_t i = 1; i < schedule->count && width < t->ports; i++)
    if (entries[i].source != entries[i - 1].source ||
        entries[i].cycle != entries[i - 1].cycle)
      first = i;
    else if (i - first >= width)
      width = i - first + 1;
  return (uint32_t)width;
}

uint32_t schedule_width_of(const struct schedule *schedule, const struct topology *t,
                           bool privileged)
{
  const bool mixed = schedule_is_mixed(schedule);
  uint32_t cycle = 0, source = UINT32_MAX; /* of the packet before, of this level */
  uint32_t width = 1, together = 1;
  struct schedule_entry room;

  if (schedule->requests && !mixed)
    return 1;
  if (schedule->rule && !mixed)
    return schedule->rule->width < t->ports ? schedule->rule->width : t->ports;
  if (!mixed && (schedule->privileged > 0) == privileged)
    return width_of_all(schedule, t);
  for (size_t i = 0; i < schedule->count && width < t->ports; i++) {
    const struct schedule_entry *entry = schedule_entry(schedule, i, &room);

    if (schedule_is_privileged(schedule, entry) != privileged)
      continue;
    together = entry->cycle == cycle && entry->source == source ? together + 1 : 1;
    width = together > width ? together : width;
    cycle = entry->cycle;
    source = entry->source;
  }
  return width;
}

uint32_t schedule_width(const struct schedule *schedule, const struct topology *t)
{
  if (!schedule_is_mixed(schedule))
    return schedule_width_of(schedule, t, schedule->privileged > 0);
  return schedule_width_of(schedule, t, true) + schedule_width_of(schedule, t, false);
}

/* Packets that go to all, and to none. */
static void count_others(const struct schedule *schedule, size_t *all, size_t *nowhere)
{
  const struct schedule_entry *entry = schedule->entries;
  size_t to_all = 0, to_none = 0;

  for (size_t i = schedule->singles ? schedule->count : 0; entry && i < schedule->count;
       i++, entry++)
    if (!schedule_is_for_one(entry)) {
      to_all += entry->destination == SCHEDULE_ALL;
      to_none += entry->destination == SCHEDULE_NOWHERE;
    }
  *all = to_all;
  *nowhere = to_none;
}

/* The deliveries and the packets that never arrive. */
static uint64_t deliveries_of(const struct schedule *schedule, const struct topology *t,
                              size_t *nowhere)
{
  uint64_t group = 0;
  size_t all;

  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    group += schedule_in_group(schedule, terminal);
  count_others(schedule, &all, nowhere);
  return schedule->count - all - *nowhere + all * group;
}

uint64_t schedule_deliveries(const struct schedule *schedule, const struct topology *t)
{
  size_t nowhere;

  return deliveries_of(schedule, t, &nowhere);
}

size_t schedule_nowhere(const struct schedule *schedule)
{
  size_t all, nowhere;

  count_others(schedule, &all, &nowhere);
  return nowhere;
}

size_t schedule_copies(const struct schedule *schedule, const struct topology *t)
{
  size_t nowhere;
  const uint64_t deliveries = deliveries_of(schedule, t, &nowhere);

  return (size_t)deliveries + nowhere;
}

uint64_t schedule_lasts(const struct schedule *schedule)
{
  for (size_t i = schedule->rule || schedule->singles ? 0 : schedule->count; i-- > 0;)
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
  struct schedule_entry room;

  fprintf(file, TRACE_TITLE "\n",
          disturbances_any(&schedule->disturbances) ? TRACE_DISTURBED : TRACE_PLAIN,
          t->spec, routing->name);
  fprintf(file, "# packets %zu\n", schedule->count);
  if (schedule->measure_to > 0)
    fprintf(file, "# measure %u %u\n", schedule->measure_from, schedule->measure_to);
  if (schedule->conflict_free)
    fprintf(file, TRACE_CONFLICT_FREE "\n");
  if (schedule->requests)
    fprintf(file, TRACE_REQUESTS "%u %u\n", schedule->service, schedule->window);
  if (schedule->group)
    print_group(schedule, t, file);
  trace_print_disturbances(&schedule->disturbances, file);
  fprintf(file, TRACE_COLUMNS "\n");
  for (size_t i = 0; i < schedule->count && !ferror(file); i++) {
    const struct schedule_entry *entry = schedule_entry(schedule, i, &room);

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
  if (schedule->rule)
    schedule->rule->close(schedule->rule);
  free(schedule->group);
  if (schedule->reduction)
    free(schedule->reduction->vertices);
  free(schedule->reduction);
  disturbances_free(&schedule->disturbances);
  *schedule = (struct schedule){.entries = NULL};
}
