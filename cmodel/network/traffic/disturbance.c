/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturbance -- events besides packets: link stalls, held terminals, refused ejections,
 * resets, and noise on inputs. */
#include "network/traffic/disturbance.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  uint32_t kinds;
} rows[] = {{"stalls", DISTURB_STALLS},     {"holds", DISTURB_HOLDS},
            {"resets", DISTURB_RESETS},     {"noise", DISTURB_NOISE},
            {"refusals", DISTURB_REFUSALS}, {"all", DISTURB_ALL}};

enum { ROWS = sizeof rows / sizeof rows[0] };

const char *disturbances_list(size_t number)
{
  return number < ROWS ? rows[number].name : NULL;
}

bool disturbances_kinds(const char *text, uint32_t *kinds, struct err *err)
{
  *kinds = 0;
  for (const char *word = text;; word++) {
    const size_t length = strcspn(word, ",");
    size_t i = 0;

    while (i < ROWS &&
           (strlen(rows[i].name) != length || strncmp(word, rows[i].name, length) != 0))
      i++;
    if (i == ROWS)
      return err_set(err, ERR_USAGE,
                     "--disturb '%s': '%.*s' is none of stalls, holds, resets, noise, "
                     "refusals and all",
                     text, (int)length, word);
    *kinds |= rows[i].kinds;
    word += length;
    if (*word == '\0')
      return true;
  }
}

size_t disturbances_count(const struct disturbances *disturbances,
                          enum disturbance_kind kind)
{
  size_t count = 0;

  for (size_t i = 0; i < disturbances->count; i++)
    count += disturbances->list[i].kind == kind;
  return count;
}

int disturbance_compare(const struct disturbance *a, const struct disturbance *b)
{
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return (a->queue > b->queue) - (a->queue < b->queue);
}

static int compare(const void *a, const void *b)
{
  const struct disturbance *x = a, *y = b;
  const int order = disturbance_compare(x, y);

  /* The same place, twice at once: so that the order does not depend on the sort. */
  return order ? order : (x->to > y->to) - (x->to < y->to);
}

void disturbances_sort(struct disturbances *disturbances)
{
  if (disturbances->count > 1)
    qsort(disturbances->list, disturbances->count, sizeof *disturbances->list, compare);
}

bool disturbances_append(struct disturbances *disturbances, size_t *capacity,
                         const struct disturbance *disturbance, struct err *err)
{
  if (disturbances->count == *capacity) {
    const size_t larger = *capacity ? 2 * *capacity : 16;
    struct disturbance *list =
        realloc(disturbances->list, larger * sizeof *disturbances->list);

    if (!list)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu disturbances",
                     disturbances->count + 1);
    disturbances->list = list;
    *capacity = larger;
  }
  disturbances->list[disturbances->count++] = *disturbance;
  return true;
}

void disturbances_free(struct disturbances *disturbances)
{
  free(disturbances->list);
  *disturbances = (struct disturbances){.list = NULL};
}
