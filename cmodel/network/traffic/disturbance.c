/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturbance -- events besides packets: link stalls, held terminals, resets, and noise on
 * inputs. */
#include "network/traffic/disturbance.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  uint32_t kinds;
} rows[] = {{"stalls", DISTURB_STALLS},
            {"holds", DISTURB_HOLDS},
            {"resets", DISTURB_RESETS},
            {"noise", DISTURB_NOISE},
            {"all", DISTURB_ALL}};

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
                     "--disturb '%s': '%.*s' is none of stalls, holds, resets, noise and "
                     "all",
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

static void sort_list(struct disturbance *list, size_t count)
{
  size_t sorted = 1;

  while (sorted < count && compare(&list[sorted - 1], &list[sorted]) <= 0)
    sorted++;
  if (sorted < count)
    qsort(list, count, sizeof *list, compare);
}

/* The first cycle after which nothing begins. */
static size_t cycles_of(const struct disturbances *disturbances)
{
  uint32_t last = 0;

  for (size_t i = 0; i < disturbances->count; i++)
    if (disturbances->list[i].from > last)
      last = disturbances->list[i].from;
  return (size_t)last + 1;
}

/* Copy the list to `copy`, by cycle, and within a cycle in its old order.  ends [cycles]:
 * all 0; afterwards where each cycle ends in `copy`. */
static void distribute(const struct disturbances *disturbances, struct disturbance *copy,
                       size_t *ends, size_t cycles)
{
  size_t before = 0;

  for (size_t i = 0; i < disturbances->count; i++)
    ends[disturbances->list[i].from]++;
  for (size_t cycle = 0; cycle < cycles; cycle++) {
    const size_t here = ends[cycle];

    ends[cycle] = before;
    before += here;
  }
  for (size_t i = 0; i < disturbances->count; i++)
    copy[ends[disturbances->list[i].from]++] = disturbances->list[i];
}

/* Most of a long list is drawn place by place.  Once it is distributed to the cycles, those
 * of most cycles are in order.  Where cycles are many or memory is short, qsort does it
 * all. */
void disturbances_sort(struct disturbances *disturbances)
{
  const size_t count = disturbances->count, cycles = cycles_of(disturbances);
  const bool many = count > 64 && cycles <= 4 * count;
  struct disturbance *copy = many ? malloc(count * sizeof *copy) : NULL;
  size_t *ends = many ? calloc(cycles, sizeof *ends) : NULL;

  if (copy && ends) {
    distribute(disturbances, copy, ends, cycles);
    memcpy(disturbances->list, copy, count * sizeof *copy);
    for (size_t cycle = 0, start = 0; cycle < cycles; start = ends[cycle++])
      sort_list(disturbances->list + start, ends[cycle] - start);
  } else {
    sort_list(disturbances->list, count);
  }
  free(copy);
  free(ends);
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
