/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* traffic_unit -- what the unit tests of traffic share. */
#ifndef LOCKHOP_TESTS_TRAFFIC_UNIT_H
#define LOCKHOP_TESTS_TRAFFIC_UNIT_H

#include "network/traffic/schedule.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

static inline bool try_schedule(struct schedule *schedule, const struct topology *t,
                                const char *traffic, uint32_t packets, uint64_t seed,
                                struct err *err)
{
  struct traffic_request request = {
      .topology = t,
      .routing = &t->routings[0],
      .traffic = traffic,
      .packets = packets,
      .seed = seed,
  };

  return schedule_make(schedule, &request, err);
}

static inline struct schedule schedule_of(const struct topology *t, const char *traffic,
                                          uint32_t packets, uint64_t seed)
{
  struct schedule schedule;
  struct err err;

  CHECK(try_schedule(&schedule, t, traffic, packets, seed, &err), "%s: %s", traffic,
        err.text);
  return schedule;
}

static inline void check_refused(const struct topology *t, const char *traffic,
                                 uint32_t packets, enum err_kind kind, const char *part)
{
  struct schedule schedule;
  struct err err = {.kind = ERR_NONE};

  CHECK(!try_schedule(&schedule, t, traffic, packets, 1, &err), "'%s' is accepted",
        traffic);
  check_error(&err, kind, part, traffic);
  CHECK(!schedule.entries && schedule.count == 0, "'%s' leaves entries", traffic);
}

/* Sorted by cycle, then source; everything in range; the header is the routing's. */
static inline void check_schedule(const struct schedule *schedule, const struct topology *t)
{
  const struct schedule_entry *entries = schedule->entries;

  for (size_t i = 0; i < schedule->count; i++) {
    CHECK(entries[i].source < t->terminals && entries[i].destination < t->terminals,
          "%s entry %zu", t->spec, i);
    CHECK(entries[i].header ==
              t->routings[0].header(t, entries[i].source, entries[i].destination, 0),
          "%s entry %zu: header", t->spec, i);
    CHECK(i == 0 || entries[i].cycle > entries[i - 1].cycle ||
              (entries[i].cycle == entries[i - 1].cycle &&
               entries[i].source >= entries[i - 1].source),
          "%s entry %zu is out of order", t->spec, i);
  }
}

static inline bool same_entries(const struct schedule *a, const struct schedule *b)
{
  bool same = a->count == b->count && a->measure_from == b->measure_from &&
              a->measure_to == b->measure_to && a->conflict_free == b->conflict_free;

  for (size_t i = 0; same && i < a->count; i++) {
    const struct schedule_entry *x = &a->entries[i], *y = &b->entries[i];
    same = x->cycle == y->cycle && x->source == y->source &&
           x->destination == y->destination && x->answers == y->answers &&
           x->header == y->header;
  }
  return same;
}

/* The text that schedule_print gives, to be freed. */
static inline char *print_text(const struct schedule *schedule, const struct topology *t,
                               size_t *size)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, size);

  assert_non_null(file);
  assert_true(schedule_print(schedule, t, &t->routings[0], file));
  assert_int_equal(fclose(file), 0);
  return text;
}

#endif
