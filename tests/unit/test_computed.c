/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_computed -- entries that are computed are those that are held, and their runs too.
 */
#include "tests/unit/unit.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

static const struct row {
  const char *topology, *traffic, *routing;
  int64_t packets, depth;
  const char *disturb, *data;
} rows[] = {
    {"d3:3,4", "all-to-all", .depth = -1},
    {"d3:3,4", "all-to-all,self=1", .depth = 2},
    {"d3:4,4", "all-to-all,order=minimal", .depth = -1},
    {"d3:3,2", "all-to-all,order=zero-wait", .depth = -1},
    {"d3:2,3", "all-to-all,order=zero-wait,self=1", .depth = -1},
    {"d3:3,4", "all-to-all,order=protocol-1", .depth = 3},
    {"d3:5,3", "all-to-all,order=protocol-2", .depth = -1},
    {"d3:3,4", "all-to-all,order=protocol-3", .depth = -1},
    {"d3:3,5", "all-to-all,order=lifo", .depth = -1},
    {"d3:4,4", "all-to-all,order=doubly-parallel", .depth = -1},
    {"d3:5,3", "all-to-all,order=doubly-parallel", .depth = -1},
    {"d3:3,5", "all-to-all,order=doubly-parallel-1,self=1", .depth = 2},
    {"d3:1,2", "all-to-all", "source-vector", .depth = -1},
    {"d3:3,4", "all-to-all", .depth = 2, .disturb = "all"},
    {"hypercube:5", "random", .packets = 5, .depth = -1},
    {"hypercube:5", "random", "rand-trans", .packets = 7, .depth = 2},
    {"hypercube:5", "random", "rand-sync", .packets = 3, .depth = -1},
    {"hypercube:4", "random,parts=3", .packets = 2, .depth = 1, .disturb = "resets"},
    {"hypercube:5", "function", .packets = 4, .depth = -1, .data = "constant"},
    {"mesh:5x5", "tornado", .packets = 6, .depth = 2},
    {"torus:4x4", "neighbour", .packets = 3, .depth = -1},
    {"hypercube:4,terminals=2", "bit-reversal", .packets = 3, .depth = -1},
    {"benes:4", "random", .packets = 3, .depth = -1},
    {"hypercube:5", "uniform,load=0.3,warmup=100,measure=2000", .depth = -1},
    {"hypercube:5", "uniform,load=1,warmup=10,measure=300", "rand-trans", .depth = 2},
    {"hypercube:5", "uniform,load=0.3,measure=200", "rand-sync", .depth = -1},
    {"torus:3x5", "uniform,load=0.0001,measure=200000", .depth = -1},
    {"mesh:5x5", "uniform,load=1,warmup=100,measure=4000", .depth = 2}, /* long lines */
    {"mesh:5x5", "hotspot,terminal=3,share=0.1,load=0.2,measure=900", .depth = 1,
     .disturb = "all"},
    {"mesh:5x5", "hotspot,share=1,terminal=7,load=0.1,measure=300", .depth = -1},
    {"d3:3,4", "uniform,load=0.2,to=drawer,measure=500", .depth = -1},
    {"hypercube:4,terminals=2", "random,load=0.4,measure=700", .depth = -1},
    {"hypercube:6", "transpose,load=0.4,measure=700", .depth = -1, .data = "constant"},
    {"hypercube:5", "uniform,load=0.4,burst=5,measure=700", .depth = -1},
    {"hypercube:5", "mix,measure=700", .depth = -1},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static struct description description_at(const struct row *row)
{
  struct description d = description_of(row->topology, row->traffic);

  d.routing = row->routing;
  d.packets = row->packets ? row->packets : 1;
  d.depth = row->depth;
  d.disturb = row->disturb;
  d.data = row->data;
  return d;
}

static void make(struct schedule *schedule, const struct session *s, size_t held)
{
  struct err err;

  CHECK(schedule_make(schedule,
                      &(struct traffic_request){.topology = &s->topology,
                                                .routing = s->shape.routing,
                                                .traffic = s->description.traffic,
                                                .packets = (uint32_t)s->description.packets,
                                                .seed = s->description.seed,
                                                .held = held},
                      &err),
        "%s", err.text);
}

/* Is it held whatever is asked for? */
static bool is_held(const struct row *row)
{
  return strstr(row->traffic, "parts=") || strncmp(row->topology, "benes", 5) == 0 ||
         strstr(row->traffic, "burst=") || strncmp(row->traffic, "mix", 3) == 0;
}

static void open_row(struct session *s, const struct row *row)
{
  const struct description d = description_at(row);
  struct err err;

  CHECK(session_open(s, &d, NULL, &err), "%s %s: %s", row->topology, row->traffic,
        err.text);
}

TEST(test_entries)
{
  for (size_t k = 0; k < ROWS; k++) {
    const char *const what = rows[k].traffic;
    struct schedule_entry room;
    struct schedule held, computed;
    struct session s;
    struct err err;

    open_row(&s, &rows[k]);
    make(&held, &s, SIZE_MAX);
    make(&computed, &s, 1);
    CHECK(held.entries && !held.rule, "%s", what);
    CHECK((computed.rule && !computed.entries) || is_held(&rows[k]), "%s", what);
    CHECK(held.count == computed.count && held.conflict_free == computed.conflict_free &&
              schedule_width(&held, &s.topology) ==
                  schedule_width(&computed, &s.topology) &&
              schedule_copies(&held, &s.topology) ==
                  schedule_copies(&computed, &s.topology) &&
              schedule_deliveries(&held, &s.topology) ==
                  schedule_deliveries(&computed, &s.topology) &&
              schedule_last_cycle(&held) == schedule_last_cycle(&computed) &&
              schedule_lasts(&held) == schedule_lasts(&computed),
          "%s: the wholes differ", what);
    for (size_t i = 0; i < held.count; i++) {
      const struct schedule_entry *a = &held.entries[i];
      const struct schedule_entry *b = schedule_entry(&computed, i, &room);

      CHECK(memcmp(a, b, sizeof *a) == 0,
            "%s %s: packet %zu: cycle %u, %u to %u, not cycle %u, %u to %u",
            rows[k].topology, what, i, b->cycle, b->source, b->destination, a->cycle,
            a->source, a->destination);
    }
    for (size_t i = 0; i < held.count; i++) { /* in order, and then one before it */
      const size_t numbers[] = {i, i / 2, i / 2, i / 3, i};

      for (size_t j = 0; j < 5; j++) {
        const struct schedule_entry *b = j == 0 ? schedule_next(&computed, i, &room)
                                         : j == 1
                                             ? schedule_enter(&computed, i / 2, &room)
                                             : schedule_start(&computed, numbers[j], &room);
        const struct schedule_entry *a = &held.entries[numbers[j]];

        CHECK(a->cycle == b->cycle && a->source == b->source &&
                  a->destination == b->destination,
              "%s: packet %zu after %zu: cycle %u, %u to %u", what, numbers[j], i, b->cycle,
              b->source, b->destination);
      }
    }
    CHECK(schedule_hold(&computed, &err) && !computed.rule && computed.entries, "%s", what);
    CHECK(memcmp(computed.entries, held.entries, held.count * sizeof *held.entries) == 0,
          "%s", what);
    schedule_free(&held);
    schedule_free(&computed);
    session_close(&s);
  }
}

/* All that a run says of itself, as text. */
static void run_row(const struct row *row, bool computes, char text[512])
{
  struct run_result result;
  struct machine machine;
  struct session s;
  struct err err;
  bool written;

  open_row(&s, row);
  if (computes) {
    const struct disturbances disturbances = s.schedule.disturbances;
    struct schedule computed;

    make(&computed, &s, 1);
    s.schedule.disturbances = (struct disturbances){.count = 0};
    schedule_free(&s.schedule);
    s.schedule = computed;
    s.schedule.disturbances = disturbances;
  }
  CHECK(machines_open(&machine, &s, &err) &&
            session_run(&s, &machine, &result, &written, &err),
        "%s %s: %s", row->topology, row->traffic, err.text);
  const struct statistics *t = &result.statistics;
  snprintf(text, 512,
           "outcome %d cycles %llu delivered %llu hops %llu latency %llu undelayed %llu "
           "steps %llu queue %u median %llu faults %zu",
           (int)result.outcome, (unsigned long long)result.cycles,
           (unsigned long long)t->delivered, (unsigned long long)t->hops,
           (unsigned long long)t->latency, (unsigned long long)t->undelayed,
           (unsigned long long)t->steps, result.max_output_queue,
           (unsigned long long)statistics_quantile(t, 0.5), result.scoreboard.faults);
  CHECK(result.outcome == OUTCOME_PASS, "%s %s: %s", row->topology, row->traffic, text);
  run_result_close(&result);
  machine.ops->close(machine.self);
  session_close(&s);
}

TEST(test_runs)
{
  for (size_t k = 0; k < ROWS; k++) {
    char held[512], computed[512];

    run_row(&rows[k], false, held);
    run_row(&rows[k], true, computed);
    CHECK(strcmp(held, computed) == 0, "%s %s: %s; computed: %s", rows[k].topology,
          rows[k].traffic, held, computed);
  }
}

/* Places for packets in the network, where none waits: not one for each. */
TEST(test_a_machine_has_room_for_what_is_under_way)
{
  struct description d = description_of("d3:6,6", "all-to-all");
  struct session s;
  struct err err;

  CHECK(session_open(&s, &d, NULL, &err), "%s", err.text);
  assert_int_equal(session_copies(&s), 216 * 215);
  assert_int_equal(session_at_once(&s), 216 * 16);
  session_close(&s);
  d.disturb = "stalls";
  CHECK(session_open(&s, &d, NULL, &err), "%s", err.text);
  assert_int_equal(session_at_once(&s), 216 * 215);
  session_close(&s);
}

/* To hold entries that were computed takes the memory of a schedule that is held. */
TEST(test_what_has_no_room_is_not_held)
{
  const struct row row = {"hypercube:4", "random", .packets = 3, .depth = -1};
  struct schedule computed;
  struct session s;
  struct err err;

  open_row(&s, &row);
  make(&computed, &s, 1);
  computed.most = 47;
  assert_false(schedule_hold(&computed, &err));
  check_error(&err, ERR_ENVIRONMENT, "there is room for", "47 of 48");
  assert_true(computed.rule && !computed.entries);
  computed.most = 48;
  assert_true(schedule_hold(&computed, &err));
  schedule_free(&computed);
  session_close(&s);
}
