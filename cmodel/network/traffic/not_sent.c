/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* not_sent -- removes the packets of a schedule that failed switches prevent. */
#include "network/traffic/not_sent.h"

#include "network/topology/faults.h"

#include <stdlib.h>

static bool check(const struct schedule_entry *entry, const struct topology *t,
                  struct err *err)
{
  char from[ADDRESS_TEXT], to[ADDRESS_TEXT];

  if (entry->header != 0)
    return true;
  topology_print_terminal(t, entry->source, from);
  topology_print_terminal(t, entry->destination, to);
  return err_set(err, ERR_USAGE,
                 "--failed: the ports of the path from %s to %s do not fit a header of 64 "
                 "bits; let other switches fail, or take a smaller network than %s",
                 from, to, t->spec);
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
    if (routing->header == faults_header && !check(&entry, t, err))
      return false;
    entry.answers = entry.answers ? numbers[entry.answers - 1] : 0;
    schedule->entries[kept++] = entry;
    numbers[i] = (uint32_t)kept;
  }
  schedule->not_sent = schedule->count - kept;
  schedule->count = kept;
  return true;
}

bool not_sent_remove(struct schedule *schedule, const struct topology *t,
                     const struct routing *routing, struct err *err)
{
  if (!faults_any(t))
    return true;
  uint32_t *numbers = calloc(schedule->count + 1, sizeof *numbers);

  if (!numbers)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  bool good = remove_some(schedule, t, routing, numbers, err);
  free(numbers);
  return good;
}
