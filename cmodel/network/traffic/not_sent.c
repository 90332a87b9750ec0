/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* not_sent -- removes the packets of a schedule that failed switches prevent. */
#include "network/traffic/not_sent.h"

#include "network/topology/faults.h"

#include <stdlib.h>

static bool check(const struct schedule_entry *entry, const struct topology *t,
                  const struct routing *routing, struct err *err)
{
  char from[ADDRESS_TEXT], to[ADDRESS_TEXT];

  if (!routing->no_header || entry->header != 0)
    return true;
  topology_print_terminal(t, entry->source, from);
  topology_print_terminal(t, entry->destination, to);
  return err_set(err, ERR_USAGE,
                 "--failed: on %s a packet from %s to %s %s; let other switches fail, or "
                 "take another network",
                 t->spec, from, to, routing->no_header);
}

/* numbers[count]: 1 + the new number of each packet; 0: it is not sent. */
static bool remove_some(struct schedule *schedule, const struct topology *t,
                        const struct routing *routing, uint32_t *numbers, struct err *err)
{
  size_t kept = 0;

  for (size_t i = 0; i < schedule->count; i++) {
    struct schedule_entry entry = schedule->entries[i];

    if (!schedule_is_for_one(&entry))
      return err_set(err, ERR_USAGE,
                     "--failed: packet %zu goes to %s, and some switches have failed; "
                     "give packets for one each",
                     i, entry.destination == SCHEDULE_ALL ? "all switches" : "none");
    if (!faults_may_send(t, entry.source, entry.destination) ||
        (entry.answers && !numbers[entry.answers - 1]))
      continue;
    if (!check(&entry, t, routing, err))
      return false;
    entry.answers = entry.answers ? numbers[entry.answers - 1] : 0;
    schedule->entries[kept++] = entry;
    numbers[i] = (uint32_t)kept;
  }
  schedule->not_sent += schedule->count - kept;
  schedule->count = kept;
  return true;
}

bool not_sent_remove(struct schedule *schedule, const struct topology *t,
                     const struct routing *routing, struct err *err)
{
  if (!faults_any(t))
    return true;
  if (!schedule_hold(schedule, err))
    return false;
  uint32_t *numbers = calloc(schedule->count + 1, sizeof *numbers);

  if (!numbers)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  bool good = remove_some(schedule, t, routing, numbers, err);
  free(numbers);
  return good;
}
