/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_ways -- the golden model goes the ways by which a design alone is judged, on every
 * network, with every routing that is judged, whatever is in the way; and who crosses one
 * other link is found. */
#include "run/lockstep/ways.h"

#include "tests/unit/unit.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

#include <inttypes.h>

enum { LARGEST = 100 /* switches */ };

/* Those that a network does not have are left out. */
static const char *const traffics[] = {
    "function",           "relation,h=2,fill=0.6",
    "multicast,fanout=3", "uniform,load=0.4,warmup=5,measure=25,burst=3",
    "all-to-all",         "one-to-all,source=1",
    "all-to-one,sink=1",  "broadcast,source=1",
    "exchange",
};

static struct packet (*real_out_packet)(const void *, uint32_t, uint32_t);

/* A golden machine that does not tell how many links a packet has crossed. */
static bool judge(struct session *s,
                  struct packet (*out_packet)(const void *, uint32_t, uint32_t),
                  struct run_result *result, struct err *err)
{
  struct machine_ops silent;
  struct machine golden, judged;
  struct run_request request = session_request(s);

  CHECK(machines_open_golden(&golden, s, err), "%s: %s", s->topology.spec, err->text);
  silent = *golden.ops;
  real_out_packet = silent.out_packet;
  if (out_packet)
    silent.out_packet = out_packet;
  silent.can &= ~(uint32_t)MACHINE_HOPS;
  judged = (struct machine){.ops = &silent, .self = golden.self};
  request.machine = judged;
  const bool ran = run(&request, result, err);
  golden.ops->close(golden.self);
  return ran;
}

/* The golden model ends so, and counts so many hops. */
static void expect_golden(struct session *s, const struct run_result *judged)
{
  struct run_request request = session_request(s);
  struct run_result result;
  struct machine golden;
  struct err err;

  CHECK(machines_open_golden(&golden, s, &err), "%s: %s", s->topology.spec, err.text);
  request.machine = golden;
  CHECK(run(&request, &result, &err), "%s: %s", s->topology.spec, err.text);
  CHECK(judged->outcome == result.outcome &&
            judged->statistics.hops == result.statistics.hops,
        "%s %s %s, depth %u, %s: %s, packet %u of %" PRIu64 ", %" PRIu64
        " hops for %" PRIu64,
        s->topology.spec, s->shape.routing->name, s->description.traffic, s->shape.depth,
        s->description.disturb ? s->description.disturb : "calm",
        outcome_name(judged->outcome), judged->misrouted.number, judged->misrouted_count,
        judged->statistics.hops, result.statistics.hops);
  run_result_close(&result);
  golden.ops->close(golden.self);
}

/* How many runs were judged: 0 or 1. */
static uint32_t check_run(const char *spec, const char *routing, const char *traffic,
                          int64_t depth, const char *disturb)
{
  struct description d = description_of(spec, traffic);
  struct run_result result;
  struct session s;
  struct err err;

  d.routing = routing;
  d.depth = depth;
  d.disturb = disturb;
  d.seed = 7;
  if (!session_open(&s, &d, NULL, &err))
    return 0;
  CHECK(judge(&s, NULL, &result, &err), "%s %s %s: %s", spec, routing, traffic, err.text);
  expect_golden(&s, &result);
  run_result_close(&result);
  session_close(&s);
  return 1;
}

static uint32_t check_routing(const struct topology *t, const struct routing *routing)
{
  uint32_t runs = 0;

  for (size_t i = 0; i < sizeof traffics / sizeof traffics[0]; i++) {
    runs += check_run(t->spec, routing->name, traffics[i], 0, NULL);
    runs += check_run(t->spec, routing->name, traffics[i], 1 + i % 2,
                      i % 3 ? "stalls,holds" : "all");
  }
  return runs;
}

TEST(test_the_golden_model_goes_the_ways)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  for (size_t i = 0; i < count; i++) {
    uint32_t runs = 0;

    for (const char *const *spec = rows[i]->examples; *spec; spec++) {
      const struct topology t = topology_of(*spec);

      for (size_t k = 0; t.switches <= LARGEST && k < t.routing_count; k++)
        if (!t.routings[k].unit->has_random && !t.routings[k].launch)
          runs += check_routing(&t, &t.routings[k]);
    }
    CHECK(runs > 3, "%s: %u runs", rows[i]->name, runs);
  }
}

/* On the link from switch 3 by port 0 the data of each packet is another. */
static struct packet changed(const void *golden, uint32_t sw, uint32_t port)
{
  struct packet packet = real_out_packet(golden, sw, port);

  if (sw == 3 && port == 0)
    packet.data ^= UINT64_C(1) << 39;
  return packet;
}

TEST(test_what_nobody_has_sent)
{
  const struct description d = description_of("hypercube:2", "bit-complement");
  struct run_result result;
  struct session s;
  struct err err;

  CHECK(session_open(&s, &d, NULL, &err), "%s", err.text);
  CHECK(judge(&s, changed, &result, &err), "%s", err.text);
  assert_int_equal(result.outcome, OUTCOME_MISROUTED);
  assert_int_equal(result.strays, 1);
  assert_int_equal(result.misrouted_count, 1);
  assert_int_equal(result.misrouted.crossed + 1, result.misrouted.expected);
  run_result_close(&result);
  session_close(&s);
}
