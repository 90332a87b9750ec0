/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* equals -- tells apart equal packets, where data carry no packet numbers. */
#include "run/lockstep/equals.h"

#include "base/memory.h"

#include <stdlib.h>

bool equals_open(struct equals *equals, const struct schedule *schedule,
                 const struct packet_format *format, struct err *err)
{
  *equals = (struct equals){.schedule = schedule,
                            .format = format,
                            .list = memory_table(schedule->count, sizeof *equals->list)};
  return equals->list || err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                                 schedule->count);
}

static int compare(const void *a, const void *b)
{
  const struct equal *x = a, *y = b;

  if (x->data != y->data)
    return x->data < y->data ? -1 : 1;
  if (x->destination != y->destination)
    return x->destination < y->destination ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

void equals_reset(struct equals *equals, uint64_t seed)
{
  const size_t count = equals->schedule->count;

  for (size_t i = 0; i < count; i++)
    equals->list[i] = (struct equal){
        .data = schedule_data(equals->schedule, (uint32_t)i, seed, equals->format),
        .destination = schedule_destination(equals->schedule, i),
        .number = (uint32_t)i};
  qsort(equals->list, count, sizeof *equals->list, compare);
}

/* Index of the first packet that is not ordered before these values. */
static size_t find(const struct equals *equals, uint64_t data, uint32_t destination)
{
  const struct equal wanted = {.data = data, .destination = destination};
  size_t low = 0, high = equals->schedule->count;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (compare(&equals->list[middle], &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool same_group(const struct equals *equals, size_t a, size_t b)
{
  return b < equals->schedule->count && equals->list[a].data == equals->list[b].data &&
         equals->list[a].destination == equals->list[b].destination;
}

/* Take the next packet of the group that begins at `first`, if it started before this
 * cycle. */
static bool take(struct equals *equals, size_t first, uint64_t cycle, uint32_t *number)
{
  const size_t next = first + equals->list[first].arrived;

  if (!same_group(equals, first, next)) {
    *number = equals->list[next - 1].number;
    return false;
  }
  *number = equals->list[next].number;
  if (schedule_cycle(equals->schedule, *number) >= cycle)
    return false;
  equals->list[first].arrived++;
  return true;
}

/* Take a packet with these data for any destination, if possible one that has not arrived.
 */
static enum equals_found take_elsewhere(struct equals *equals, uint64_t data,
                                        uint64_t cycle, uint32_t *number)
{
  const size_t count = equals->schedule->count;
  size_t i = find(equals, data, 0);

  if (i == count || equals->list[i].data != data)
    return EQUALS_NONE;
  while (i < count && equals->list[i].data == data && !take(equals, i, cycle, number))
    i = find(equals, data, equals->list[i].destination + 1);
  return EQUALS_ELSEWHERE;
}

enum equals_found equals_arrive(struct equals *equals, uint64_t data, uint32_t terminal,
                                uint64_t cycle, uint32_t *number)
{
  const size_t first = find(equals, data, terminal);

  if (first == equals->schedule->count || equals->list[first].data != data ||
      equals->list[first].destination != terminal)
    return take_elsewhere(equals, data, cycle, number);
  return take(equals, first, cycle, number) ? EQUALS_NEXT : EQUALS_MORE;
}

void equals_close(struct equals *equals)
{
  free(equals->list);
  equals->list = NULL;
}
