/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* relation -- finds the smallest h for which a schedule is an h-relation. */
#include "network/traffic/relation.h"

#include <stdlib.h>

bool relation_of(const struct schedule *schedule, const struct topology *t, uint32_t *h,
                 struct err *err)
{
  uint32_t *sent = calloc(2 * (size_t)t->terminals, sizeof *sent);

  if (!sent)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals",
                   t->terminals);
  uint32_t *received = sent + t->terminals;
  *h = 1;
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    if (!schedule_is_for_one(entry) || entry->answers || entry->cycle > 0) {
      *h = 0;
      break;
    }
    uint32_t out = ++sent[entry->source], in = ++received[entry->destination];
    if (out > *h)
      *h = out;
    if (in > *h)
      *h = in;
  }
  free(sent);
  return true;
}
