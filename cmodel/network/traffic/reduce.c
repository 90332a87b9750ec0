/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reduce -- reduces a failing schedule to a minimal one that fails the same way.
 *
 * What can be left out is numbered: the disturbances, the noise, the packets.  The last are
 * tried first, because stalls can take the place of packets that are in the way.  Of a
 * candidate the parts that it shares with the schedule (its group) are not copied.
 */
#include "network/traffic/reduce.h"

#include <stdlib.h>
#include <string.h>

/* Room for a candidate, taken once. */
struct candidate {
  struct schedule schedule; /* with lists of its own */
  uint32_t *number;         /* [count] 1 + new number of a packet; 0: it is left out */
};

static void candidate_close(struct candidate *c)
{
  free(c->schedule.entries);
  free(c->schedule.disturbances.list);
  free(c->number);
}

static bool candidate_open(struct candidate *c, const struct schedule *schedule,
                           struct err *err)
{
  const size_t packets = schedule->count + 1;
  const size_t disturbances = schedule->disturbances.count + 1;

  *c = (struct candidate){.schedule = *schedule};
  c->schedule.entries = malloc(packets * sizeof *c->schedule.entries);
  c->schedule.disturbances.list =
      malloc(disturbances * sizeof *c->schedule.disturbances.list);
  c->number = malloc(packets * sizeof *c->number);
  if (c->schedule.entries && c->schedule.disturbances.list && c->number)
    return true;
  candidate_close(c);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory to make %zu packets fewer",
                 schedule->count);
}

static void copy_lists(struct schedule *to, const struct schedule *from)
{
  const struct disturbances *d = &from->disturbances;

  if (from->count > 0)
    memcpy(to->entries, from->entries, from->count * sizeof *to->entries);
  if (d->count > 0)
    memcpy(to->disturbances.list, d->list, d->count * sizeof *d->list);
}

/* The candidate is the schedule as it is. */
static void candidate_whole(struct candidate *c, const struct schedule *schedule)
{
  struct schedule_entry *entries = c->schedule.entries;
  struct disturbance *list = c->schedule.disturbances.list;

  c->schedule = *schedule;
  c->schedule.entries = entries;
  c->schedule.disturbances.list = list;
  copy_lists(&c->schedule, schedule);
}

/* The schedule without items [from, to).  A packet whose question is left out answers
 * nobody. */
static void candidate_without(struct candidate *c, const struct schedule *schedule,
                              size_t from, size_t to)
{
  struct schedule *s = &c->schedule;
  const size_t others = schedule->disturbances.count;

  candidate_whole(c, schedule);
  s->count = s->disturbances.count = 0;
  for (size_t i = 0; i < others; i++)
    if (i < from || to <= i)
      s->disturbances.list[s->disturbances.count++] = schedule->disturbances.list[i];
  if (from <= others && others < to)
    s->disturbances.noise = 0;
  for (size_t i = 0; i < schedule->count; i++) {
    const size_t item = others + 1 + i;
    struct schedule_entry entry = schedule->entries[i];

    c->number[i] = 0;
    if (from <= item && item < to)
      continue;
    entry.answers = entry.answers ? c->number[entry.answers - 1] : 0;
    s->entries[s->count++] = entry;
    c->number[i] = (uint32_t)s->count;
  }
}

/* Try the candidate; where it fails, it takes the place of the schedule: *took. */
static bool try_candidate(struct reduce *r, struct candidate *c, struct schedule *schedule,
                          bool *took, struct err *err)
{
  *took = false;
  r->trials++;
  if (!r->trial(r->self, &c->schedule, took, err))
    return false;
  if (*took) {
    copy_lists(schedule, &c->schedule);
    schedule->count = c->schedule.count;
    schedule->disturbances.count = c->schedule.disturbances.count;
    schedule->disturbances.noise = c->schedule.disturbances.noise;
  }
  return true;
}

/* The noise is one, whether there is any or not. */
static size_t items(const struct schedule *schedule)
{
  return schedule->disturbances.count + 1 + schedule->count;
}

/* Leave out what is not needed of items [from, to), so many at a time, the last first: what
 * comes after the failure goes at once. */
static bool leave_out(struct reduce *r, struct candidate *c, struct schedule *schedule,
                      size_t many, size_t from, size_t to, bool *any, struct err *err)
{
  while (to > from) {
    const size_t first = to - from > many ? to - many : from;
    bool took;

    candidate_without(c, schedule, first, to);
    if (items(&c->schedule) < items(schedule) ||
        c->schedule.disturbances.noise != schedule->disturbances.noise) {
      if (!try_candidate(r, c, schedule, &took, err))
        return false;
      *any = *any || took;
    }
    to = first;
  }
  return true;
}

/* The packets, then the disturbances and the noise. */
static bool fewer(struct reduce *r, struct candidate *c, struct schedule *schedule,
                  bool *any, struct err *err)
{
  for (size_t kind = 0; kind < 2; kind++) {
    const size_t count = kind == 0 ? schedule->count : schedule->disturbances.count + 1;

    for (size_t many = (count + 1) / 2; many > 0; many = many > 1 ? (many + 1) / 2 : 0) {
      const size_t from = kind == 0 ? schedule->disturbances.count + 1 : 0;
      const size_t to = kind == 0 ? items(schedule) : schedule->disturbances.count + 1;

      if (!leave_out(r, c, schedule, many, from, to, any, err))
        return false;
    }
  }
  return true;
}

/* --- shorter and earlier --- */

/* Does a come before b in a schedule? */
static bool before(const struct schedule_entry *a, const struct schedule_entry *b)
{
  return a->cycle != b->cycle ? a->cycle < b->cycle : a->source < b->source;
}

/* Packet i, which has become earlier, goes to its place.  One that answers must stay behind
 * its question, so where there are answers no packet passes another; false: it would. */
static bool place_packet(struct schedule *s, size_t i)
{
  const struct schedule_entry entry = s->entries[i];
  size_t at = i;
  bool answers = false;

  while (at > 0 && before(&entry, &s->entries[at - 1]))
    at--;
  for (size_t k = 0; k < s->count && at < i; k++)
    answers = answers || s->entries[k].answers;
  if (answers)
    return false;
  memmove(&s->entries[at + 1], &s->entries[at], (i - at) * sizeof *s->entries);
  s->entries[at] = entry;
  return true;
}

/* A number of a schedule that may become less. */
enum number_kind { NUMBER_CYCLE, NUMBER_FROM, NUMBER_LENGTH, NUMBER_KINDS };

static uint32_t least_length(const struct reduce *r, const struct disturbance *d)
{
  return d->kind == DISTURBANCE_RESET ? r->least_reset : 1;
}

static uint32_t read_number(const struct schedule *s, enum number_kind kind, size_t i)
{
  const struct disturbance *d = kind == NUMBER_CYCLE ? NULL : &s->disturbances.list[i];

  if (!d)
    return s->entries[i].cycle;
  return kind == NUMBER_FROM ? d->from : d->to - d->from;
}

static void write_number(struct schedule *s, enum number_kind kind, size_t i,
                         uint32_t value)
{
  struct disturbance *d = kind == NUMBER_CYCLE ? NULL : &s->disturbances.list[i];

  if (!d) {
    s->entries[i].cycle = value;
  } else if (kind == NUMBER_FROM) {
    d->to = value + (d->to - d->from);
    d->from = value;
  } else {
    d->to = d->from + value;
  }
}

/* Resets do not touch each other. */
static bool resets_apart(const struct disturbances *d)
{
  uint64_t free = 0;

  for (size_t i = 0; i < d->count; i++) {
    if (d->list[i].kind != DISTURBANCE_RESET)
      continue;
    if (d->list[i].from < free)
      return false;
    free = (uint64_t)d->list[i].to + 1;
  }
  return true;
}

static bool try_number(struct reduce *r, struct candidate *c, struct schedule *schedule,
                       enum number_kind kind, size_t i, uint32_t value, bool *took,
                       struct err *err)
{
  *took = false;
  candidate_whole(c, schedule);
  write_number(&c->schedule, kind, i, value);
  if (kind == NUMBER_CYCLE && !place_packet(&c->schedule, i))
    return true;
  disturbances_sort(&c->schedule.disturbances);
  return !resets_apart(&c->schedule.disturbances) ||
         try_candidate(r, c, schedule, took, err);
}

/* As little as possible, then half, then one less. */
static bool less(struct reduce *r, struct candidate *c, struct schedule *schedule,
                 enum number_kind kind, size_t i, bool *any, struct err *err)
{
  const uint32_t least =
      kind == NUMBER_LENGTH ? least_length(r, &schedule->disturbances.list[i]) : 0;
  const uint32_t now = read_number(schedule, kind, i);
  const uint32_t values[] = {least, least + (now > least ? (now - least) / 2 : 0), now - 1};
  bool took = false;

  for (size_t k = 0; k < sizeof values / sizeof values[0] && !took; k++) {
    if (now <= least || (k > 0 && values[k] <= values[k - 1]) || values[k] >= now)
      continue;
    if (!try_number(r, c, schedule, kind, i, values[k], &took, err))
      return false;
  }
  *any = *any || took;
  return true;
}

static bool earlier(struct reduce *r, struct candidate *c, struct schedule *schedule,
                    bool *any, struct err *err)
{
  for (enum number_kind kind = NUMBER_CYCLE; kind < NUMBER_KINDS; kind++)
    for (size_t i = 0;
         i < (kind == NUMBER_CYCLE ? schedule->count : schedule->disturbances.count); i++)
      if (!less(r, c, schedule, kind, i, any, err))
        return false;
  return true;
}

/* --- all that comes later, together --- */

static void keep_next(uint32_t cycle, uint32_t after, uint32_t *next)
{
  if (cycle > after && cycle < *next)
    *next = cycle;
}

/* The first cycle after `after` in which a packet starts, or a disturbance begins or is
 * over; UINT32_MAX: there is none. */
static uint32_t next_event(const struct schedule *s, uint32_t after)
{
  uint32_t next = UINT32_MAX;

  for (size_t i = 0; i < s->count; i++)
    keep_next(s->entries[i].cycle, after, &next);
  for (size_t i = 0; i < s->disturbances.count; i++) {
    keep_next(s->disturbances.list[i].from, after, &next);
    keep_next(s->disturbances.list[i].to, after, &next);
  }
  return next;
}

/* All packets in their places; false: one that answers would pass another. */
static bool place_packets(struct schedule *s)
{
  for (size_t i = 1; i < s->count; i++)
    if (before(&s->entries[i], &s->entries[i - 1]) && !place_packet(s, i))
      return false;
  return true;
}

/* What is in cycle `since` or later is so many cycles earlier; a disturbance that begins
 * before and is over after it is shorter.  False: one would be too short. */
static bool cut_out(const struct reduce *r, struct schedule *s, uint32_t since,
                    uint32_t cycles)
{
  bool good = true;

  for (size_t i = 0; i < s->count; i++)
    if (s->entries[i].cycle >= since)
      s->entries[i].cycle -= cycles;
  for (size_t i = 0; i < s->disturbances.count; i++) {
    struct disturbance *d = &s->disturbances.list[i];

    d->from -= d->from >= since ? cycles : 0;
    d->to -= d->to >= since ? cycles : 0;
    good = good && d->to >= d->from + least_length(r, d);
  }
  disturbances_sort(&s->disturbances);
  return good && place_packets(s) && resets_apart(&s->disturbances);
}

/* Gaps between events are closed, or halved, or made one cycle shorter. */
static bool closer(struct reduce *r, struct candidate *c, struct schedule *schedule,
                   bool *any, struct err *err)
{
  uint32_t after = 0;

  for (uint32_t next; (next = next_event(schedule, after)) != UINT32_MAX;) {
    const uint32_t cycles[] = {next - after, (next - after) / 2, 1};
    bool took = false;
    size_t k = 0;

    for (; k < sizeof cycles / sizeof cycles[0] && !took; k++) {
      if (cycles[k] == 0 || (k > 0 && cycles[k] >= cycles[k - 1]))
        continue;
      candidate_whole(c, schedule);
      if (cut_out(r, &c->schedule, next, cycles[k]) &&
          !try_candidate(r, c, schedule, &took, err))
        return false;
    }
    *any = *any || took;
    after = took ? next - cycles[k - 1] : next;
  }
  return true;
}

/* The run begins after a reset, as if it had never been: the packets start again there. */
static bool begin_after_reset(struct reduce *r, struct candidate *c,
                              struct schedule *schedule, bool *any, struct err *err)
{
  for (size_t i = schedule->disturbances.count; i-- > 0;) {
    const struct disturbance reset = schedule->disturbances.list[i];
    struct disturbances *d = &c->schedule.disturbances;
    bool took;

    if (reset.kind != DISTURBANCE_RESET)
      continue;
    candidate_whole(c, schedule);
    d->count = 0;
    for (size_t k = 0; k < schedule->disturbances.count; k++) {
      struct disturbance later = schedule->disturbances.list[k];

      if (later.from < reset.to)
        continue;
      later.from -= reset.to;
      later.to -= reset.to;
      d->list[d->count++] = later;
    }
    if (!try_candidate(r, c, schedule, &took, err))
      return false;
    *any = *any || took;
    if (took)
      return true;
  }
  return true;
}

bool reduce_schedule(struct reduce *r, struct schedule *schedule, struct err *err)
{
  struct candidate candidate;
  bool any = true, good = true;

  if (!candidate_open(&candidate, schedule, err))
    return false;
  while (any && good) {
    any = false;
    good = begin_after_reset(r, &candidate, schedule, &any, err) &&
           fewer(r, &candidate, schedule, &any, err) &&
           closer(r, &candidate, schedule, &any, err) &&
           earlier(r, &candidate, schedule, &any, err);
  }
  candidate_close(&candidate);
  return good;
}
