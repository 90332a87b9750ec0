/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective_unit -- what the tests of schedules on the swapped dragonfly share: a
 * reference that follows packets by arithmetic with c, d and p alone, without route units
 * and headers; and runs of the golden model.
 */
#ifndef LOCKHOP_TESTS_COLLECTIVE_UNIT_H
#define LOCKHOP_TESTS_COLLECTIVE_UNIT_H

#include "tests/unit/support.h"

#include "network/topology/d3.h"
#include "network/traffic/conflicts.h"

/* --- the reference --- */

enum reference_path { REFERENCE_L, REFERENCE_LGL, REFERENCE_GLGL };

struct reference {
  uint32_t k, m, switches;
  bool holds;      /* staying at a router takes a step, and one of its two places */
  bool one_hold;   /* the two places are one */
  bool skip_self;  /* broadcasts are not sent from (c,d,d) to itself */
  uint64_t steps;  /* there is room for */
  uint32_t *used;  /* [steps][switches][m + k + 1] packets on local port q, global port
                    * m + g, the place to stay before the global hop 0, after it m + k */
  uint32_t *read;  /* [steps][switches] arrivals */
  uint32_t *pairs; /* [switches][switches] arrivals from one router at another */
  uint64_t last;   /* step of the last arrival */
};

struct place {
  uint32_t c, d, p;
};

static inline struct place place_of(const struct reference *r, uint32_t sw)
{
  return (struct place){sw / (r->m * r->m), sw / r->m % r->m, sw % r->m};
}

static inline uint32_t number_of(const struct reference *r, struct place at)
{
  return (at.c * r->m + at.d) * r->m + at.p;
}

static inline void reference_open(struct reference *r, uint32_t k, uint32_t m,
                                  uint64_t steps)
{
  *r = (struct reference){.k = k, .m = m, .switches = k * m * m, .holds = true};
  r->steps = steps + 1;
  r->used = calloc(r->steps * r->switches * (m + k + 1), sizeof *r->used);
  r->read = calloc(r->steps * r->switches, sizeof *r->read);
  r->pairs = calloc((size_t)r->switches * r->switches, sizeof *r->pairs);
  assert_true(r->used && r->read && r->pairs);
}

static inline void reference_close(struct reference *r)
{
  free(r->used);
  free(r->read);
  free(r->pairs);
}

static inline void reference_use(struct reference *r, uint64_t step, struct place at,
                                 uint32_t port)
{
  assert_true(step < r->steps);
  r->used[(step * r->switches + number_of(r, at)) * (r->m + r->k + 1) + port]++;
}

static inline void reference_read(struct reference *r, uint64_t step, uint32_t source,
                                  struct place at)
{
  assert_true(step < r->steps);
  r->read[step * r->switches + number_of(r, at)]++;
  r->pairs[source * r->switches + number_of(r, at)]++;
  if (step > r->last)
    r->last = step;
}

/* To router p of the drawer, in the step after *step; `after` the last global hop. */
static inline void reference_local(struct reference *r, uint64_t *step, struct place *at,
                                   uint32_t p, bool after)
{
  uint32_t by = (p + r->m - at->p) % r->m;

  if (by == 0 && !r->holds)
    return;
  reference_use(r, ++*step, *at, by || !after || r->one_hold ? by : r->m + r->k);
  at->p = p;
}

/* To cabinet c. */
static inline void reference_global(struct reference *r, uint64_t *step, struct place *at,
                                    uint32_t c)
{
  reference_use(r, ++*step, *at, r->m + (c + r->k - at->c) % r->k);
  *at = (struct place){c, at->p, at->d};
}

static inline void reference_send(struct reference *r, enum reference_path path,
                                  uint64_t cycle, uint32_t source, uint32_t destination)
{
  struct place at = place_of(r, source), to = place_of(r, destination);

  if (path == REFERENCE_GLGL)
    reference_global(r, &cycle, &at, to.c);
  if (path != REFERENCE_L) {
    reference_local(r, &cycle, &at, to.d, false);
    reference_global(r, &cycle, &at, to.c);
  }
  reference_local(r, &cycle, &at, to.p, true);
  assert_int_equal(number_of(r, at), destination);
  reference_read(r, cycle, source, at);
}

static inline void reference_broadcast(struct reference *r, uint64_t cycle, uint32_t source)
{
  const struct place from = place_of(r, source);

  for (uint32_t q = 0; q < r->m; q++) {
    struct place first = from;
    uint64_t step = cycle;

    reference_local(r, &step, &first, q, false);
    for (uint32_t c = 0; c < r->k; c++) {
      struct place second = first;

      step = cycle + 1;
      if (r->skip_self && c == from.c && q == from.d)
        continue;
      reference_global(r, &step, &second, c);
      for (uint32_t p = 0; p < r->m; p++) {
        struct place third = second;

        step = cycle + 2;
        reference_local(r, &step, &third, p, true);
        reference_read(r, step, source, third);
      }
    }
    if (r->skip_self)
      reference_read(r, cycle + 2, source, first);
  }
}

/* All packets by such a path. */
static inline void reference_schedule(struct reference *r, enum reference_path path,
                                      const struct schedule *schedule)
{
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    if (entry->destination == SCHEDULE_ALL)
      reference_broadcast(r, entry->cycle, entry->source);
    else
      reference_send(r, path, entry->cycle, entry->source, entry->destination);
  }
}

static inline struct conflicts reference_conflicts(const struct reference *r)
{
  const size_t links = (size_t)r->switches * (r->m + r->k + 1);
  struct conflicts c = {.last = r->last};

  for (uint64_t step = 0; step < r->steps; step++) {
    uint64_t before = c.count;

    for (size_t link = 0; link < links; link++) {
      uint32_t packets = r->used[step * links + link];

      c.count += packets > 1;
      c.most = packets > c.most ? packets : c.most;
    }
    c.steps += c.count > before;
  }
  return c;
}

/* Most packets that one router reads in one step. */
static inline uint32_t reference_most_read(const struct reference *r)
{
  uint32_t most = 0;

  for (size_t i = 0; i < r->steps * r->switches; i++)
    most = r->read[i] > most ? r->read[i] : most;
  return most;
}

/* --- schedules that were made --- */

struct made {
  struct topology t;
  const struct routing *routing;
  struct schedule schedule;
  struct conflicts conflicts;
};

/* Routing NULL: that of the traffic. */
static inline void made_open(struct made *made, const char *spec, const char *routing,
                             const char *traffic)
{
  struct err err = {.kind = ERR_NONE};

  made->t = topology_of(spec);
  made->routing =
      routing_of(&made->t, routing ? routing : schedule_routing(&made->t, traffic));
  CHECK(schedule_make(&made->schedule,
                      &(struct traffic_request){.topology = &made->t,
                                                .routing = made->routing,
                                                .traffic = traffic,
                                                .packets = 1,
                                                .seed = 5},
                      &err),
        "%s %s %s: %s", spec, made->routing->name, traffic, err.text);
  CHECK(conflicts_count(&made->conflicts, &made->schedule, &made->t, made->routing, &err) &&
            conflicts_refuse(&made->conflicts, &made->schedule, &made->t, &err),
        "%s %s %s: %s", spec, made->routing->name, traffic, err.text);
}

static inline void made_close(struct made *made)
{
  schedule_free(&made->schedule);
}

/* A reference that has seen the schedule: what was counted must be the same. */
static inline void made_compare(const struct made *made, struct reference *r,
                                enum reference_path path, const char *traffic)
{
  reference_schedule(r, path, &made->schedule);
  struct conflicts c = reference_conflicts(r);

  CHECK(c.count == made->conflicts.count && c.steps == made->conflicts.steps &&
            c.most == made->conflicts.most && c.last == made->conflicts.last,
        "%s %s %s: %" PRIu64 " conflicts in %" PRIu64 " steps, most %u, last step %" PRIu64
        "; the reference has %" PRIu64 ", %" PRIu64 ", %u, %" PRIu64,
        made->t.spec, made->routing->name, traffic, made->conflicts.count,
        made->conflicts.steps, made->conflicts.most, made->conflicts.last, c.count, c.steps,
        c.most, c.last);
}

/* A reference for it, compared. */
static inline struct reference made_reference(const struct made *made,
                                              enum reference_path path, const char *traffic)
{
  struct reference r;

  reference_open(&r, d3_k(&made->t), d3_m(&made->t), made->conflicts.last);
  r.holds = !strstr(made->routing->name, "holds=0");
  r.skip_self = strstr(traffic, "self-links=0") ||
                (strncmp(traffic, "all-to-one", 10) == 0 && !strstr(traffic, "printed"));
  made_compare(made, &r, path, traffic);
  return r;
}

/* Steps of a golden machine with queues of that depth (0: no limit) and so many VCs;
 * every packet is delivered.  Without conflicts they must be those that were counted. */
static inline uint64_t made_run(const struct made *made, uint32_t depth, uint32_t vcs,
                                const char *traffic)
{
  struct err err = {.kind = ERR_NONE};
  struct run_result result;
  struct run_request request = {
      .shape = shape_of(&made->t, made->routing->name,
                        schedule_width(&made->schedule, &made->t), depth, 32),
      .schedule = &made->schedule,
      .seed = 3,
  };

  request.shape.vcs = vcs;
  request.shape.format.number_bits = payload_bits_for(made->schedule.count);
  CHECK(golden_open(&request.machine, &request.shape,
                    schedule_deliveries(&made->schedule, &made->t), &err) &&
            run(&request, &result, &err),
        "%s %s: %s", made->t.spec, traffic, err.text);
  CHECK(result.outcome == OUTCOME_PASS, "%s %s %s: %s", made->t.spec, made->routing->name,
        traffic, outcome_name(result.outcome));
  CHECK(result.values.kept == (made->schedule.reduction != NULL),
        "%s %s: are values followed?", made->t.spec, traffic);
  uint64_t steps = result.statistics.steps;
  CHECK(made->conflicts.count > 0 || steps == made->conflicts.last,
        "%s %s %s: %" PRIu64 " steps, %" PRIu64 " counted", made->t.spec,
        made->routing->name, traffic, steps, made->conflicts.last);
  run_result_close(&result);
  request.machine.ops->close(request.machine.self);
  return steps;
}

#endif
