/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_mixture -- a collective among background traffic: its packets, and that none of them
 * is impeded. */
#include "network/traffic/mixture.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "run/lockstep/run.h"
#include "run/machine/golden.h"
#include "tests/unit/traffic_unit.h"
#include "tool/session/session.h"

#include <inttypes.h>

enum { WARMUP = 40, PACKETS = 4096, SWITCHES = 64, TEXT = 256 };

static const char *const specs[] = {"d3:1,2", "d3:2,2", "d3:2,3"};

static const char *const collectives[] = {"all-to-all",
                                          "all-to-all,order=zero-wait,self=1",
                                          "all-to-all,order=doubly-parallel",
                                          "one-to-all,source=0.1.0",
                                          "one-to-all,source=0.1.1,paths=glgl",
                                          "all-to-one,sink=0.0.1",
                                          "broadcast,source=0.0.1,count=9",
                                          "broadcast,source=0.1.1,count=3,self-links=0"};

static const char *const loads[] = {"0.1", "0.5", "1"};

enum {
  SPECS = sizeof specs / sizeof specs[0],
  COLLECTIVES = sizeof collectives / sizeof collectives[0],
  LOADS = sizeof loads / sizeof loads[0]
};

static void mixture_text(char text[TEXT], const char *collective, const char *load)
{
  snprintf(text, TEXT, "%s+uniform,load=%s,warmup=%d", collective, load, WARMUP);
}

static struct schedule schedule_with(const struct topology *t, const char *routing,
                                     const char *traffic)
{
  struct schedule schedule;
  struct err err;

  CHECK(schedule_make(&schedule,
                      &(struct traffic_request){.topology = t,
                                                .routing = routing_of(t, routing),
                                                .traffic = traffic,
                                                .packets = 1,
                                                .seed = 1},
                      &err),
        "%s: %s", traffic, err.text);
  return schedule;
}

/* --- the packets --- */

/* The packets of one level of a mixture, which must be those of `part`. */
static void check_part(const struct schedule *mixture, const struct schedule *part,
                       bool privileged, uint32_t from, const char *text)
{
  size_t places[PACKETS], next = 0;

  for (size_t i = 0; i < mixture->count; i++) {
    const struct schedule_entry *is = &mixture->entries[i], *to_be;

    if (((is->header & mixture->privileged_bit) != 0) != privileged)
      continue;
    CHECK(next < part->count && next < PACKETS, "%s: too many packets", text);
    to_be = &part->entries[next];
    places[next++] = i;
    CHECK(is->cycle == to_be->cycle + from && is->source == to_be->source &&
              is->destination == to_be->destination &&
              is->header == (to_be->header | (privileged ? mixture->privileged_bit : 0)) &&
              (to_be->answers ? is->answers == places[to_be->answers - 1] + 1
                              : is->answers == 0),
          "%s: packet %zu is not packet %zu of its part", text, i, next - 1);
  }
  CHECK(next == part->count, "%s: %zu packets of %zu", text, next, part->count);
}

TEST(test_both_parts_are_there)
{
  for (size_t s = 0; s < SPECS; s++)
    for (size_t c = 0; c < COLLECTIVES; c++) {
      struct topology t = topology_of(specs[s]);
      char text[TEXT], background[TEXT];
      struct conflicts conflicts;
      struct err err;

      mixture_text(text, collectives[c], "0.3");
      struct schedule mixture = schedule_with(&t, "two-levels", text);
      struct schedule alone = schedule_with(&t, "source-vector", collectives[c]);
      assert_true(conflicts_count(&conflicts, &alone, &t, &t.routings[0], &err));
      /* Measured for as long as the collective lasts. */
      snprintf(background, sizeof background, "uniform,load=0.3,warmup=%d,measure=%" PRIu64,
               WARMUP, conflicts.last);
      struct schedule others = schedule_with(&t, "two-levels", background);
      CHECK(mixture.measure_from == WARMUP &&
                mixture.measure_to == WARMUP + conflicts.last && mixture.conflict_free &&
                mixture.privileged == alone.count && schedule_is_mixed(&mixture),
            "%s %s", t.spec, text);
      check_part(&mixture, &alone, true, WARMUP, text);
      check_part(&mixture, &others, false, 0, text);
      for (size_t i = 1; i < mixture.count; i++) {
        const struct schedule_entry *e = &mixture.entries[i];

        CHECK(e->cycle > e[-1].cycle ||
                  (e->cycle == e[-1].cycle && e->source >= e[-1].source),
              "%s: packet %zu is out of order", text, i);
      }
      schedule_free(&mixture);
      schedule_free(&alone);
      schedule_free(&others);
    }
}

/* Lanes of both levels; conflicts of the privileged packets alone. */
TEST(test_widths_and_conflicts)
{
  struct topology t = topology_of("d3:2,3");
  struct conflicts conflicts;
  struct err err;
  struct schedule mixture =
      schedule_with(&t, "two-levels", "one-to-all,source=0.1.0+uniform,load=1,warmup=9");

  assert_int_equal(schedule_width_of(&mixture, &t, true), 3);
  assert_int_equal(schedule_width_of(&mixture, &t, false), 1);
  assert_int_equal(schedule_width(&mixture, &t), 4);
  assert_true(
      conflicts_count(&conflicts, &mixture, &t, routing_of(&t, "two-levels"), &err));
  assert_int_equal(conflicts.count, 0);
  mixture.privileged = 0; /* as packets of one level they would have some */
  assert_true(
      conflicts_count(&conflicts, &mixture, &t, routing_of(&t, "two-levels"), &err));
  assert_true(conflicts.count > 0);
  schedule_free(&mixture);
}

TEST(test_what_is_refused)
{
  static const struct {
    const char *routing, *traffic, *part;
  } rows[] = {
      {"source-vector", "all-to-all+random", "needs two service levels, which routing"},
      {"two-levels", "all-to-all,order=lifo+random", "must be free of link conflicts"},
      {"two-levels", "random+random", "'random' is not"},
      {"two-levels", "exchange+random", "must be free of link conflicts"},
      {"two-levels", "all-to-all+random+random", "a mixture has two parts"},
      {"two-levels", "all-to-all+", "the form is COLLECTIVE+TRAFFIC"},
      {"two-levels", "+random", "the form is COLLECTIVE+TRAFFIC"},
      {"two-levels", "all-to-all+unifrom,load=1", "did you mean 'uniform'"},
      {"two-levels", "all-to-al+random", "did you mean 'all-to-all'"},
  };
  struct topology t = topology_of("d3:2,2"), cube = topology_of("hypercube:3");

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct schedule schedule;
    struct err err = {.kind = ERR_NONE};

    CHECK(
        !schedule_make(&schedule,
                       &(struct traffic_request){.topology = &t,
                                                 .routing = routing_of(&t, rows[i].routing),
                                                 .traffic = rows[i].traffic,
                                                 .packets = 1,
                                                 .seed = 1},
                       &err),
        "'%s' is accepted", rows[i].traffic);
    check_error(&err, ERR_USAGE, rows[i].part, rows[i].traffic);
    CHECK(!schedule.entries, "'%s' leaves entries", rows[i].traffic);
  }
  check_refused(&cube, "all-to-all+random", 1, ERR_USAGE, "unknown traffic");
  assert_string_equal(schedule_routing(&t, "all-to-all+random"), "two-levels");
  assert_null(mixture_plus("file:a+b"));
  assert_null(mixture_plus("all-to-all"));
}

/* --- runs --- */

/* Cycle of every delivery of the packets of a collective: [packet][terminal]. */
struct deliveries {
  const struct session *s;
  uint64_t at[PACKETS][SWITCHES]; /* 0: none */
  uint32_t number[PACKETS * 4];   /* of a packet of the schedule in its collective */
};

static bool note(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct deliveries *d = self;
  const struct machine *m = cycle->machine;
  const struct schedule *schedule = &d->s->schedule;

  (void)err;
  for (uint32_t sw = 0; sw < d->s->topology.switches; sw++)
    for (uint64_t left = cycle->links->eject[sw]; left; left &= left - 1) {
      struct packet packet = m->ops->eject_packet(m->self, sw, bits_lowest(left));
      uint32_t packet_number = payload_number(packet.data, &d->s->shape.format);

      if (!schedule_is_mixed(schedule) || (packet.header & schedule->privileged_bit))
        d->at[d->number[packet_number]][sw] = cycle->cycle - schedule->measure_from;
    }
  return true;
}

static void run_session(struct deliveries *d, const char *spec, const char *traffic,
                        uint32_t depth, uint32_t vcs, struct run_result *result)
{
  struct description description = description_of(spec, traffic);
  struct session s;
  struct err err;
  uint32_t next = 0;

  description.depth = depth;
  if (vcs)
    description.vcs = vcs;
  CHECK(session_open(&s, &description, NULL, &err), "%s %s: %s", spec, traffic, err.text);
  memset(d, 0, sizeof *d);
  d->s = &s;
  assert_true(s.schedule.count <= PACKETS * 4 && s.topology.switches <= SWITCHES);
  for (size_t i = 0; i < s.schedule.count; i++)
    if (!schedule_is_mixed(&s.schedule) ||
        schedule_is_privileged(&s.schedule, &s.schedule.entries[i]))
      d->number[i] = next++;
  struct run_request request = session_request(&s);
  request.observer = note;
  request.observer_self = d;
  CHECK(golden_open(&request.machine, &s.shape, session_copies(&s), &err) &&
            run(&request, result, &err),
        "%s %s: %s", spec, traffic, err.text);
  CHECK(result->outcome == OUTCOME_PASS, "%s %s: %s", spec, traffic,
        outcome_name(result->outcome));
  request.machine.ops->close(request.machine.self);
  session_close(&s);
}

/* Every packet of the collective arrives everywhere in the cycle in which it does alone. */
TEST(test_the_same_deliveries_as_alone)
{
  static struct deliveries alone, mixed;

  for (size_t s = 0; s < SPECS; s++)
    for (size_t c = 0; c < COLLECTIVES; c++) {
      struct run_result result;

      run_session(&alone, specs[s], collectives[c], 1, 0, &result);
      run_result_close(&result);
      for (size_t l = 0; l < LOADS; l++)
        for (uint32_t depth = 1; depth <= 2; depth++) {
          char text[TEXT];

          mixture_text(text, collectives[c], loads[l]);
          run_session(&mixed, specs[s], text, depth, 0, &result);
          CHECK(memcmp(alone.at, mixed.at, sizeof alone.at) == 0,
                "%s %s depth %u: other deliveries than alone", specs[s], text, depth);
          CHECK(result.privileged.undelayed == result.privileged.delivered &&
                    result.privileged.delivered > 0 &&
                    result.privileged.delivered + statistics_measured(&result.statistics) <=
                        result.statistics.delivered,
                "%s %s depth %u: %" PRIu64 " of %" PRIu64 " undelayed", specs[s], text,
                depth, result.privileged.undelayed, result.privileged.delivered);
          run_result_close(&result);
        }
    }
}

/* With one VC for both levels the collective is impeded, and the numbers say so. */
TEST(test_one_vc_impedes)
{
  static struct deliveries alone, mixed;
  struct run_result result;

  run_session(&alone, "d3:2,2", "all-to-all", 0, 0, &result);
  run_result_close(&result);
  run_session(&mixed, "d3:2,2", "all-to-all+uniform,load=1,warmup=40", 0, 1, &result);
  assert_true(memcmp(alone.at, mixed.at, sizeof alone.at) != 0);
  assert_true(result.privileged.undelayed < result.privileged.delivered);
  run_result_close(&result);
}

/* The background alone is measured: with and without privileged packets in its way. */
TEST(test_statistics_of_the_background)
{
  static struct deliveries d;
  struct run_result result;

  run_session(&d, "d3:2,2", "all-to-all+uniform,load=0.5,warmup=40,measure=60", 1, 0,
              &result);
  const struct statistics others =
      statistics_others(&result.statistics, &result.privileged);
  assert_int_equal(result.privileged.delivered, 56);
  assert_int_equal(result.privileged.hops, 3 * 56);
  assert_int_equal(others.delivered, result.statistics.delivered - 56);
  assert_true(statistics_average_delay(&others) >
              statistics_average_delay(&result.statistics));
  assert_true(statistics_measured(&result.statistics) > 150 &&
              statistics_measured(&result.statistics) < 330);
  run_result_close(&result);
}
