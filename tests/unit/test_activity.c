/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_activity -- what a run has exercised is counted, event by event. */
#include "run/exercise/activity.h"

#include "run/machine/engine_programs.h"
#include "tests/unit/rig.h"

/* --- links made by hand --- */

/* hypercube:2 with two VCs and one lane: queues 0..3, channels 0..4. */
struct handmade {
  struct topology topology;
  struct shape shape;
  uint64_t valid[4], ready[4], eject[4];
  uint32_t queue[4][4]; /* packets, by switch and queue */
};

static uint32_t handmade_count(const void *self, uint32_t sw, uint32_t queue)
{
  const struct handmade *h = self;

  return h->queue[sw][queue];
}

static const struct machine_ops counting_ops = {
    .name = "handmade", .can = MACHINE_QUEUES, .queue_count = handmade_count};
static const struct machine_ops silent_ops = {.name = "handmade"};

/* `h` must stay where it is. */
static void handmade_open(struct handmade *h)
{
  memset(h, 0, sizeof *h);
  h->topology = topology_of("hypercube:2");
  h->shape = shape_of(&h->topology, NULL, 1, 2, 8);
  h->shape.vcs = 2;
  memset(h->ready, 0xff, sizeof h->ready);
}

/* The counts of one cycle: in the order of enum activity_event. */
static void check_handmade(const struct handmade *h, const struct machine_ops *ops,
                           const uint64_t expected[ACTIVITY_EVENTS], const char *what)
{
  const struct machine machine = {.ops = ops, .self = (void *)(uintptr_t)h};
  const struct links links = {.valid = h->valid,
                              .ready = h->ready,
                              .eject = h->eject,
                              .active = all_switches(),
                              .active_count = h->topology.switches};
  struct activity e = {{0}};

  for (uint64_t cycle = 1; cycle <= 2; cycle++) { /* counts add up */
    activity_add(&e, &h->shape, &machine, &links, NULL);
    for (int i = 0; i < ACTIVITY_EVENTS; i++)
      CHECK(e.count[i] == cycle * expected[i],
            "%s: %s is %" PRIu64 " after cycle %" PRIu64 ", not %" PRIu64, what,
            activity_rows[i].name, e.count[i], cycle, cycle * expected[i]);
  }
}

TEST(test_each_event_by_hand)
{
  static struct handmade h;

  handmade_open(&h);
  check_handmade(&h, &counting_ops, (const uint64_t[]){0, 0, 0, 0, 0, 0, 0}, "nothing");

  h.valid[0] = 1 << 1; /* port 0, VC 1: to switch 1, channel 1 */
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 0, 0, 0, 0, 0}, "a transfer");

  h.ready[1] &= ~UINT64_C(2); /* and the channel keeps a packet */
  check_handmade(&h, &counting_ops, (const uint64_t[]){0, 0, 0, 0, 1, 1, 0}, "a stall");

  h.ready[1] = ~UINT64_C(1); /* of the other VC */
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 0, 0, 0, 1, 0},
                 "its neighbour");

  handmade_open(&h);
  h.eject[3] = 1 << 4 | 1 << 0; /* from the lane and from a channel */
  check_handmade(&h, &counting_ops, (const uint64_t[]){0, 2, 0, 0, 0, 0, 0}, "ejections");

  handmade_open(&h);
  h.ready[2] &= ~UINT64_C(0x10);
  check_handmade(&h, &counting_ops, (const uint64_t[]){0, 0, 0, 0, 0, 0, 1}, "a lane");

  handmade_open(&h);
  h.ready[2] &= ~UINT64_C(0xf);
  check_handmade(&h, &counting_ops, (const uint64_t[]){0, 0, 0, 0, 0, 4, 0},
                 "all channels");

  handmade_open(&h);
  for (int i = 0; i < 4; i++)
    h.ready[i] &= 0x1f; /* bits beyond the channels mean nothing */
  check_handmade(&h, &counting_ops, (const uint64_t[]){0, 0, 0, 0, 0, 0, 0}, "spare bits");
}

/* A queue is full with DEPTH packets, of a VC that is not shown too. */
TEST(test_full_queues_by_hand)
{
  static struct handmade h;
  static struct machine counting = {.ops = &counting_ops}, silent = {.ops = &silent_ops};
  static const struct engine_programs programs;
  const struct shape engines = {.programs = &programs};

  handmade_open(&h);
  h.valid[0] = 1 << 2; /* port 1, VC 0: to switch 2 */
  h.queue[0][2] = 1;
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 0, 0, 0, 0, 0}, "one of two");
  h.queue[0][2] = 2;
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 1, 1, 0, 0, 0}, "full");
  h.queue[0][3] = 2;
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 2, 2, 0, 0, 0}, "both VCs");
  check_handmade(&h, &silent_ops, (const uint64_t[]){1, 0, 0, 0, 0, 0, 0}, "cannot tell");
  h.shape.depth = 3;
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 0, 2, 0, 0, 0}, "not full");
  h.shape.depth = 0;
  memset(h.queue, 0, sizeof h.queue);
  check_handmade(&h, &counting_ops, (const uint64_t[]){1, 0, 0, 0, 0, 0, 0}, "no limit");
  for (int i = 0; i < ACTIVITY_EVENTS; i++) {
    const bool queue = i == ACTIVITY_QUEUE_FULL || i == ACTIVITY_QUEUE_DEEP;
    const bool kept = i == ACTIVITY_CHANNEL_KEPT || i == ACTIVITY_LANE_KEPT;

    assert_true(activity_counts(&counting, &h.shape, (enum activity_event)i));
    assert_int_equal(activity_counts(&silent, &h.shape, (enum activity_event)i), !queue);
    assert_int_equal(activity_counts(&silent, &engines, (enum activity_event)i),
                     !queue && !kept);
  }
}

/* --- golden runs, counted again the plain way --- */

struct recount {
  const struct shape *shape;
  struct team *team; /* whose threads count */
  struct activity plain, counted;
  uint64_t starts;
};

static bool bit(uint64_t mask, uint32_t at)
{
  return mask >> at & 1;
}

/* Every place of every switch, none left out. */
static bool recount_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct recount *r = self;
  const struct shape *s = r->shape;
  const struct machine *m = cycle->machine;
  const struct links *l = cycle->links;

  (void)err;
  for (uint32_t sw = 0; sw < s->topology->switches; sw++) {
    for (uint32_t q = 0; q < shape_queues(s); q++) {
      struct link far = topology_link(s->topology, sw, q / s->vcs);
      bool taken = bit(l->ready[far.to_switch], far.to_port * s->vcs + q % s->vcs);

      r->plain.count[ACTIVITY_LINK] += bit(l->valid[sw], q) && taken;
      r->plain.count[ACTIVITY_LINK_STALL] += bit(l->valid[sw], q) && !taken;
      r->plain.count[ACTIVITY_QUEUE_FULL] +=
          s->depth > 0 && m->ops->queue_count(m->self, sw, q) == s->depth;
      r->plain.count[ACTIVITY_QUEUE_DEEP] += m->ops->queue_count(m->self, sw, q) >= 2;
      r->plain.count[ACTIVITY_CHANNEL_KEPT] += !bit(l->ready[sw], q);
    }
    for (uint32_t c = 0; c < shape_channels(s); c++)
      r->plain.count[ACTIVITY_EJECT] += bit(l->eject[sw], c);
    for (uint32_t c = shape_queues(s); c < shape_channels(s); c++)
      r->plain.count[ACTIVITY_LANE_KEPT] += !bit(l->ready[sw], c);
  }
  activity_add(&r->counted, s, m, l, r->team);
  r->starts += cycle->injection_count;
  for (int i = 0; i < ACTIVITY_EVENTS; i++)
    CHECK(r->plain.count[i] == r->counted.count[i],
          "%s %s cycle %" PRIu64 ": %s is %" PRIu64 ", a plain count %" PRIu64,
          s->topology->spec, s->routing->name, cycle->cycle, activity_rows[i].name,
          r->counted.count[i], r->plain.count[i]);
  return true;
}

static const struct rig_row rows[] = {
    {"hypercube:1", NULL, "identity", 1, 1, 1, 1},
    {"hypercube:1", NULL, "bit-complement", 4, 1, 1, 1},
    {"hypercube:4", NULL, "random", 4, 4, 1, 1},
    {"hypercube:4", NULL, "random", 4, 1, 2, 2},
    {"hypercube:4", NULL, "random", 4, 4, 0, 1},
    {"hypercube:4", NULL, "bit-reversal", 6, 2, 1, 4},
    {"hypercube:3", "rand-sync", "random", 6, 3, 2, 0},
    {"hypercube:4", "rand-trans", "random", 6, 2, 1, 0},
    {"hypercube:4", "rand-trans-ooo", "shuffle", 8, 4, 1, 0},
    {"hypercube:3", "drand-trans-ooo", "random", 8, 3, 1, 0},
    {"hypercube:3", "drand-trans-ooo,random=shared", "random", 8, 3, 3, 4},
    {"d3:2,2", "destination", "swap", 3, 0, 1, 0},
    {"d3:2,3", NULL, "broadcast,source=0.0.1", 1, 0, 2, 1},
    {"d3:3,4", NULL, "all-to-all", 1, 0, 1, 1},
    {"d3:2,3", "valiant", "drawer-to-drawer", 4, 3, 1, 0},
    {"d3:2,3", "ugal", "drawer-to-drawer", 4, 3, 2, 0},
    {"mdf:2,3", NULL, "random", 3, 0, 1, 0},
    {"hypercube:5", NULL, "uniform,load=0.9,warmup=0,measure=300", 1, 5, 2, 1},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

TEST(test_golden_runs_are_counted)
{
  bool zero[ACTIVITY_EVENTS] = {false}, some[ACTIVITY_EVENTS] = {false};
  struct team *team;
  struct err err;

  assert_true(team_open(&team, 3, &err));
  for (size_t i = 0; i < ROWS; i++) {
    static struct rig rig;
    struct recount r = {.shape = &rig.shape, .team = team};

    rig_open(&rig, &rows[i], RIG_SEED);
    rig.request.observer = recount_cycle;
    rig.request.observer_self = &r;
    rig_run(&rig, OUTCOME_PASS);
    const struct run_result *result = &rig.result;
    for (int k = 0; k < ACTIVITY_EVENTS; k++) {
      CHECK(result->activity.count[k] == r.plain.count[k],
            "%s %s: the result says %s %" PRIu64 ", a plain count %" PRIu64, rows[i].spec,
            rows[i].traffic, activity_rows[k].name, result->activity.count[k],
            r.plain.count[k]);
      *(r.plain.count[k] ? &some[k] : &zero[k]) = true;
    }
    CHECK(r.plain.count[ACTIVITY_EJECT] == result->scoreboard.delivered_count,
          "%s: ejections", rows[i].spec);
    if (result->scoreboard.delivered_count == rig.schedule.count) /* no broadcast */
      CHECK(r.plain.count[ACTIVITY_LINK] == result->statistics.hops,
            "%s: %" PRIu64 " transfers, %" PRIu64 " hops", rows[i].spec,
            r.plain.count[ACTIVITY_LINK], result->statistics.hops);
    rig_close(&rig);
  }
  team_close(team);
  for (int k = 0; k < ACTIVITY_EVENTS; k++) {
    CHECK(some[k], "%s is 0 in every run", activity_rows[k].name);
    CHECK(zero[k] || k == ACTIVITY_EJECT, "%s is never 0", activity_rows[k].name);
  }
}

/* A run of the golden model alone counts nothing: that costs time. */
TEST(test_golden_alone_counts_nothing)
{
  static struct rig rig;

  rig_open(&rig, &rows[2], RIG_SEED);
  rig.request.dut = NULL;
  rig_run(&rig, OUTCOME_PASS);
  for (int k = 0; k < ACTIVITY_EVENTS; k++)
    assert_int_equal(rig.result.activity.count[k], 0);
  rig_close(&rig);
}

TEST(test_rows_have_names)
{
  for (int i = 0; i < ACTIVITY_EVENTS; i++) {
    assert_true(activity_rows[i].name && activity_rows[i].never);
    for (int k = 0; k < i; k++) {
      assert_string_not_equal(activity_rows[i].name, activity_rows[k].name);
      assert_string_not_equal(activity_rows[i].never, activity_rows[k].never);
    }
  }
}
