/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- a workload as a flat list: which packet starts where and when. */
#include "traffic/schedule.h"

#include "traffic/trace.h"

#include <inttypes.h>
#include <stdlib.h>

uint32_t schedule_width(const struct schedule *schedule, const struct topology *t)
{
  const struct schedule_entry *entries = schedule->entries;
  uint32_t width = 1, together = 1;

  for (size_t i = 1; i < schedule->count && width < t->ports; i++) {
    bool same = entries[i].cycle == entries[i - 1].cycle &&
                entries[i].source == entries[i - 1].source;

    together = same ? together + 1 : 1;
    width = together > width ? together : width;
  }
  return width;
}

bool schedule_print(const struct schedule *schedule, const struct topology *t,
                    const struct routing *routing, FILE *file)
{
  fprintf(file, TRACE_TITLE "\n", t->spec, routing->name);
  fprintf(file, "# packets %zu\n", schedule->count);
  if (schedule->measure_to > 0)
    fprintf(file, "# measure %u %u\n", schedule->measure_from, schedule->measure_to);
  fprintf(file, TRACE_COLUMNS "\n");
  for (size_t i = 0; i < schedule->count && !ferror(file); i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    fprintf(file, "%u %u %u 0x%" PRIx64 "\n", entry->cycle, entry->source,
            entry->destination, entry->header);
  }
  return !ferror(file);
}

void schedule_free(struct schedule *schedule)
{
  if (schedule)
    free(schedule->entries);
  if (schedule)
    *schedule = (struct schedule){.entries = NULL};
}
