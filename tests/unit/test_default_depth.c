/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_default_depth -- the depth that is chosen is one at which links stall, where there
 * is one. */
#include "run/lockstep/default_depth.h"

#include "tests/unit/rig.h"

/* --- whole golden runs: what happens at a depth --- */

struct seen {
  const struct shape *shape;
  bool full, stalled;
};

static bool see_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct seen *s = self;
  const struct links *l = cycle->links;

  (void)err;
  for (uint32_t sw = 0; sw < s->shape->topology->switches; sw++)
    for (uint32_t queue = 0; queue < shape_queues(s->shape); queue++) {
      struct link far = shape_far(s->shape, sw, queue);

      s->full |= cycle->machine->ops->queue_count(cycle->machine->self, sw, queue) ==
                 s->shape->depth;
      s->stalled |=
          (l->valid[sw] >> queue & 1) && !(l->ready[far.to_switch] >> far.to_port & 1);
    }
  return true;
}

static struct seen see(const struct rig_row *row, uint32_t depth, uint64_t seed)
{
  static struct rig rig;
  struct rig_row at = *row;
  struct seen seen = {.shape = &rig.shape};

  at.depth = depth;
  rig_open(&rig, &at, seed);
  rig.request.dut = NULL;
  rig.request.observer = see_cycle;
  rig.request.observer_self = &seen;
  rig_run(&rig, OUTCOME_PASS);
  rig_close(&rig);
  return seen;
}

static uint32_t choose(const struct rig_row *row, uint64_t seed)
{
  static struct rig rig;
  struct err err = {.kind = ERR_NONE};

  rig_open(&rig, row, seed);
  struct shape chosen = rig.shape;
  CHECK(default_depth_choose(&chosen, &rig.schedule, seed, &err), "%s: %s", row->spec,
        err.text);
  uint32_t depth = chosen.depth;
  chosen.depth = rig.shape.depth;
  CHECK(memcmp(&chosen, &rig.shape, sizeof chosen) == 0,
        "%s: more than the depth is changed", row->spec);
  rig_close(&rig);
  return depth;
}

/* 2 if links stall at it; else 1 if they do at that; else one at which a queue is full. */
static uint32_t expected_depth(const struct rig_row *row, uint64_t seed)
{
  struct seen two = see(row, 2, seed), one = see(row, 1, seed);

  if (two.stalled && two.full)
    return 2;
  if (one.stalled && one.full)
    return 1;
  return two.full ? 2 : 1;
}

static const struct rig_row rows[] = {
    {"hypercube:1", NULL, "identity", 1, 1, 1, 1},
    {"hypercube:1", NULL, "bit-complement", 1, 1, 1, 1},
    {"hypercube:1", NULL, "bit-complement", 9, 1, 1, 1},
    {"hypercube:2", NULL, "random", 1, 1, 1, 0},
    {"hypercube:2", NULL, "random", 2, 2, 1, 0},
    {"hypercube:3", NULL, "random", 3, 3, 1, 0},
    {"hypercube:4", NULL, "random", 4, 4, 1, 0},
    {"hypercube:4", NULL, "random", 1, 1, 1, 2},
    {"hypercube:4", NULL, "transpose", 4, 4, 1, 0},
    {"hypercube:6", NULL, "bit-reversal", 2, 2, 1, 0},
    {"hypercube:3", "rand-sync", "random", 3, 3, 1, 0},
    {"hypercube:3", "rand-trans-ooo", "random", 3, 3, 1, 0},
    {"hypercube:3", "drand-trans-ooo", "random", 3, 1, 1, 0},
    {"d3:2,2", NULL, "swap", 1, 0, 1, 0},
    {"d3:2,3", NULL, "all-to-all", 1, 0, 1, 0},
    {"d3:2,3", "valiant", "drawer-to-drawer", 2, 1, 1, 0},
    {"mdf:2,3", NULL, "random", 2, 0, 1, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0], SEEDS = 12 };

/* For every seed the depth is the one that whole runs say, and every answer comes up. */
TEST(test_the_chosen_depth_stalls)
{
  int stalls_at[3] = {0};

  for (size_t i = 0; i < ROWS; i++)
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
      uint32_t depth = choose(&rows[i], seed), expected = expected_depth(&rows[i], seed);

      CHECK(depth == expected,
            "%s %s %s, seed %" PRIu64 ": depth %u is chosen, and %u says more",
            rows[i].spec, rows[i].routing ? rows[i].routing : "", rows[i].traffic, seed,
            depth, expected);
      CHECK(choose(&rows[i], seed) == depth, "%s: another one the second time",
            rows[i].spec);
      stalls_at[see(&rows[i], depth, seed).stalled ? depth : 0]++;
    }
  for (int i = 0; i < 3; i++)
    CHECK(stalls_at[i] > 0, "no run whose links stall at depth %d (0: at none)", i);
}

/* The depth that was there before does not count. */
TEST(test_what_was_there_does_not_count)
{
  for (size_t i = 0; i < ROWS; i++) {
    struct rig_row other = rows[i];

    other.depth = 7;
    assert_int_equal(choose(&other, 1), choose(&rows[i], 1));
  }
}

/* Nothing crosses a link: no depth exercises anything, and the least is taken. */
TEST(test_identity_and_nothing)
{
  static struct rig rig;
  struct err err;

  assert_int_equal(
      choose(&(struct rig_row){"hypercube:3", NULL, "identity", 3, 1, 1, 0}, 1), 1);
  rig_open(&rig, &rows[0], 1);
  rig.schedule.count = 0;
  assert_true(default_depth_choose(&rig.shape, &rig.schedule, 1, &err));
  assert_int_equal(rig.shape.depth, 1);
  rig_close(&rig);
}
