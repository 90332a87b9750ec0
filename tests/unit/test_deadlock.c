/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_deadlock -- packets that start inside the network channels can deadlock, packets
 * that start in lanes cannot; and a deadlock is shown as a cycle of full links.
 *
 * The numbers are those of an independent simulation of all 65,536 ways to send two packets
 * from each switch of the 2-cube.  A question of logic, not of memory.
 */
#include "run/lockstep/deadlock.h"

#include "run/lockstep/run.h"
#include "tests/unit/support.h"

enum { SWITCHES = 4, PACKETS = 8, VECTORS = 1 << 16 };

/* A vector lists destinations packet by packet: the first ones of switches 0, 1, 2, 3, then
 * the second ones. */
static void set_vector(struct schedule *schedule, uint32_t code)
{
  for (uint32_t i = 0; i < PACKETS; i++) {
    uint32_t listed = i % 2 * SWITCHES + i / 2; /* entries are sorted by switch */
    uint32_t destination = code >> 2 * (PACKETS - 1 - listed) & 3;

    schedule->entries[i].destination = destination;
    schedule->entries[i].header = destination;
  }
}

/* Every switch receives two. */
static bool balanced(uint32_t code)
{
  uint32_t received[SWITCHES] = {0};

  for (uint32_t i = 0; i < PACKETS; i++)
    received[code >> 2 * i & 3]++;
  return received[0] == 2 && received[1] == 2 && received[2] == 2 && received[3] == 2;
}

struct cube {
  struct network network;
  struct schedule schedule;
  struct run_request request;
};

static void cube_open(struct cube *c, uint32_t lanes, uint32_t depth)
{
  *c = (struct cube){.schedule = {.count = 0}};
  network_open(&c->network, 2, lanes, depth, PACKETS);
  for (uint32_t i = 0; i < PACKETS; i++)
    schedule_add(&c->schedule, &c->network.topology, 0, i / 2, 0);
  c->request = (struct run_request){.shape = c->network.shape,
                                    .schedule = &c->schedule,
                                    .machine = c->network.golden,
                                    .max_cycles = 1000};
}

static void cube_close(struct cube *c)
{
  network_close(&c->network);
  schedule_free(&c->schedule);
}

/* How a run ends: PASS or DEADLOCK, and nothing else. */
struct end {
  bool stuck;
  uint64_t since, left; /* last cycle in which a packet moved, packets not delivered */
};

static struct end cube_run(struct cube *c, uint32_t code)
{
  struct run_result result;
  struct err err;

  set_vector(&c->schedule, code);
  CHECK(run(&c->request, &result, &err), "vector %#x: %s", code, err.text);
  struct end end = {.stuck = result.outcome == OUTCOME_DEADLOCK,
                    .since = result.stuck_since,
                    .left = PACKETS - result.statistics.delivered};
  run_result_close(&result);
  CHECK(end.stuck || result.outcome == OUTCOME_PASS, "lanes %u depth %u vector %#x: %s",
        c->network.shape.lanes, c->network.shape.depth, code, outcome_name(result.outcome));
  CHECK(end.stuck == (end.left > 0), "vector %#x: %d packets are left", code,
        (int)end.left);
  return end;
}

/* The cycle that is found: each of its ports shows a packet that the far end does not take,
 * from a full queue; the far end keeps a packet that waits for the next port of the cycle.
 */
static void check_cycle(const struct cube *c, uint32_t code)
{
  const struct machine *m = &c->network.golden;
  struct links links = m->ops->links(m->self);
  struct waiting_port cycle[PACKETS];
  size_t length = deadlock_find(&c->network.shape, m, cycle, PACKETS);

  CHECK(length > 0 && length <= PACKETS, "vector %#x: a cycle of %zu", code, length);
  for (size_t i = 0; i < length; i++) {
    const struct waiting_port *here = &cycle[i], *next = &cycle[(i + 1) % length];
    uint32_t far = here->at ^ 1u << here->port;

    CHECK(here->port < 2 && links.valid[here->at] >> here->port & 1,
          "vector %#x: switch %u shows nothing at port %u", code, here->at, here->port);
    CHECK(m->ops->queue_count(m->self, here->at, here->port) == c->network.shape.depth,
          "vector %#x: queue %u of switch %u is not full", code, here->port, here->at);
    CHECK(!(links.ready[far] >> here->port & 1), "vector %#x: switch %u takes from port %u",
          code, far, here->port);
    CHECK(next->at == far && m->ops->waits_for(m->self, far, here->port) == next->port,
          "vector %#x: channel %u of switch %u does not wait for port %u of switch %u",
          code, here->port, far, next->port, next->at);
    for (size_t j = 0; j < i; j++)
      CHECK(cycle[j].at != here->at || cycle[j].port != here->port,
            "vector %#x: a port is twice in the cycle", code);
  }
  for (size_t capacity = 0; capacity < length; capacity++) {
    struct waiting_port begin[PACKETS + 1];

    memset(begin, 0xff, sizeof begin);
    CHECK(deadlock_find(&c->network.shape, m, begin, capacity) == length,
          "vector %#x: the length depends on the capacity", code);
    CHECK(memcmp(begin, cycle, capacity * sizeof *cycle) == 0 &&
              begin[capacity].at == UINT32_MAX,
          "vector %#x: capacity %zu is not kept to", code, capacity);
  }
}

/* 511 of all, 11 of the 2520 balanced ones; no other vector has a cycle in the end. */
TEST(test_deadlocks_of_the_2_cube_at_depth_1)
{
  struct cube c;
  uint32_t deadlocks = 0, balanced_deadlocks = 0, balanced_vectors = 0;

  cube_open(&c, 0, 1);
  for (uint32_t code = 0; code < VECTORS; code++) {
    bool stuck = cube_run(&c, code).stuck;

    balanced_vectors += balanced(code);
    deadlocks += stuck;
    balanced_deadlocks += stuck && balanced(code);
    if (stuck)
      check_cycle(&c, code);
    else
      CHECK(deadlock_find(&c.network.shape, &c.network.golden, NULL, 0) == 0,
            "vector %#x: a cycle in an empty network", code);
  }
  assert_int_equal(balanced_vectors, 2520);
  CHECK(deadlocks == 511, "%u of %u deadlock", deadlocks, VECTORS);
  CHECK(balanced_deadlocks == 11, "%u of 2520 deadlock", balanced_deadlocks);
  cube_close(&c);
}

/* Destinations 0 3, 0 1, 2 3, 2 1 of the switches 0, 1, 2, 3: stuck in step 3 with 4
 * packets.
 */
TEST(test_witness_is_stuck_in_step_3)
{
  enum { WITNESS = 0x31b9 /* 0 3 0 1 2 3 2 1 in two bits each */ };
  struct cube c;

  cube_open(&c, 0, 1);
  struct end end = cube_run(&c, WITNESS);
  assert_true(end.stuck);
  assert_int_equal(end.since, 2); /* so nothing moves in step 3 */
  assert_int_equal(end.left, 4);
  cube_close(&c);
}

static void check_none(uint32_t lanes, uint32_t depth)
{
  struct cube c;

  cube_open(&c, lanes, depth);
  for (uint32_t code = 0; code < VECTORS; code++)
    CHECK(!cube_run(&c, code).stuck, "lanes %u depth %u vector %#x deadlocks", lanes, depth,
          code);
  cube_close(&c);
}

TEST(test_no_deadlock_at_depth_2)
{
  check_none(0, 2);
}

/* A packet that came over channel i needs a channel above i: chains of waiting packets
 * ascend, and end. */
TEST(test_no_deadlock_with_lanes)
{
  for (uint32_t lanes = 1; lanes <= 2; lanes++)
    for (uint32_t depth = 1; depth <= 2; depth++)
      check_none(lanes, depth);
}

/* --- cycles of any shape, on a machine that only waits --- */

enum { VCS_MAX = 3, QUEUES_MAX = 3 * VCS_MAX };

/* wanted[switch][channel]: a queue; UINT32_MAX: not waiting. */
struct waiter {
  uint32_t vcs;
  uint32_t wanted[8][QUEUES_MAX];
};

static uint32_t waiter_waits_for(const void *self, uint32_t sw, uint32_t channel)
{
  const struct waiter *w = self;

  return w->wanted[sw][channel];
}

static struct links waiter_links(void *self)
{
  (void)self;
  return (struct links){.active = all_switches(), .active_count = 8};
}

static const struct machine_ops waiter_ops = {.name = "waiter",
                                              .can = MACHINE_QUEUES,
                                              .links = waiter_links,
                                              .waits_for = waiter_waits_for};
static const struct machine_ops silent_ops = {.name = "silent"};

/* Is there a cycle?  Remove, until nothing changes, channels that wait for none left.  On
 * the cube, queue q leads to channel q of the switch across its dimension. */
static bool has_cycle(const struct waiter *w)
{
  bool left[8][QUEUES_MAX];
  bool any = false, changed = true;

  for (uint32_t s = 0; s < 8; s++)
    for (uint32_t c = 0; c < 3 * w->vcs; c++)
      left[s][c] = w->wanted[s][c] != UINT32_MAX;
  while (changed) {
    changed = any = false;
    for (uint32_t s = 0; s < 8; s++)
      for (uint32_t c = 0; c < 3 * w->vcs; c++)
        if (left[s][c]) {
          uint32_t queue = w->wanted[s][c];

          any = true;
          if (!left[s ^ 1u << queue / w->vcs][queue]) {
            left[s][c] = false;
            changed = true;
          }
        }
  }
  return any;
}

static void check_waiter(struct waiter *w, const struct shape *shape, uint32_t round)
{
  struct machine m = {.ops = &waiter_ops, .self = w};
  struct waiting_port cycle[8 * QUEUES_MAX];
  size_t length = deadlock_find(shape, &m, cycle, 8 * QUEUES_MAX);

  CHECK((length > 0) == has_cycle(w), "seed 1 round %u: a cycle of %zu", round, length);
  CHECK(length <= 8 * 3 * w->vcs, "seed 1 round %u: a cycle of %zu", round, length);
  for (size_t i = 0; i < length; i++) {
    const struct waiting_port *here = &cycle[i], *next = &cycle[(i + 1) % length];
    uint32_t far = here->at ^ 1u << here->port;
    uint32_t channel = here->port * w->vcs + here->vc;

    CHECK(here->port < 3 && here->vc < w->vcs, "seed 1 round %u: port %u.%u", round,
          here->port, here->vc);
    CHECK(next->at == far && w->wanted[far][channel] == next->port * w->vcs + next->vc,
          "seed 1 round %u: link %zu of the cycle is none", round, i);
  }
}

/* Random waiting on the 3-cube, from hardly any to all: a cycle is found exactly when there
 * is one. */
static void check_random_waiting(uint32_t vcs)
{
  enum { ROUNDS = 20000 };
  struct topology t = topology_of("hypercube:3");
  struct shape shape = {.topology = &t, .routing = &t.routings[0], .lanes = 1, .vcs = vcs};
  struct rng rng = rng_seed(1, vcs - 1);
  uint32_t with = 0;

  for (uint32_t round = 0; round < ROUNDS; round++) {
    struct waiter w = {.vcs = vcs};

    for (uint32_t s = 0; s < 8; s++)
      for (uint32_t c = 0; c < 3 * vcs; c++)
        w.wanted[s][c] = rng_below(&rng, 100) < 30 + round % 70
                             ? (uint32_t)rng_below(&rng, 3 * vcs)
                             : UINT32_MAX;
    check_waiter(&w, &shape, round);
    with += has_cycle(&w);
  }
  CHECK(with > ROUNDS / 20 && with < ROUNDS - ROUNDS / 20, "%u of %d have a cycle", with,
        ROUNDS);
}

TEST(test_a_cycle_is_found_exactly_when_there_is_one)
{
  for (uint32_t vcs = 1; vcs <= VCS_MAX; vcs++)
    check_random_waiting(vcs);
}

/* --- two VCs on a golden network --- */

/* All packets in one VC of two: what deadlocks with one VC deadlocks there as well,
 * and the other VC of every port stays empty. */
TEST(test_deadlock_in_one_vc_of_two)
{
  enum { WITNESS = 0x31b9 };
  struct cube one, two;
  struct waiting_port cycles[2][PACKETS];

  cube_open(&one, 0, 1);
  cube_open(&two, 0, 1);
  network_close(&two.network);
  two.network.shape.vcs = 2;
  network_start(&two.network, PACKETS);
  two.request.shape = two.network.shape;
  two.request.machine = two.network.golden;
  assert_true(cube_run(&one, WITNESS).stuck);
  assert_true(cube_run(&two, WITNESS).stuck);
  check_cycle(&one, WITNESS);
  size_t length =
      deadlock_find(&one.network.shape, &one.network.golden, cycles[0], PACKETS);
  assert_int_equal(
      deadlock_find(&two.network.shape, &two.network.golden, cycles[1], PACKETS), length);
  for (size_t i = 0; i < length; i++) {
    assert_int_equal(cycles[1][i].at, cycles[0][i].at);
    assert_int_equal(cycles[1][i].port, cycles[0][i].port);
    assert_int_equal(cycles[1][i].vc, 0);
  }
  cube_close(&one);
  cube_close(&two);
}

TEST(test_machine_that_cannot_tell_has_none)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = {.topology = &t, .routing = &t.routings[0], .lanes = 1, .vcs = 1};
  struct machine m = {.ops = &silent_ops};
  struct waiting_port cycle[4];

  assert_int_equal(deadlock_find(&shape, &m, cycle, 4), 0);
}
