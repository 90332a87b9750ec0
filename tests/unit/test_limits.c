/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_limits -- no run that would pass is cut short, and none goes on for ever.
 * A question of logic, not of memory. */
#include "run/lockstep/limits.h"

#include "run/machine/engine_programs.h"
#include "tests/unit/rig.h"

enum { PATH_CAPACITY = 4096, WORDS = 24 };

/* --- hops --- */

/* One packet from everywhere to everywhere, with this random word in the header. */
static struct schedule all_pairs(const struct topology *t, const struct routing *routing,
                                 uint64_t word)
{
  struct schedule schedule = {.count = (size_t)t->terminals * t->terminals};
  size_t i = 0;

  schedule.entries = calloc(schedule.count, sizeof *schedule.entries);
  assert_non_null(schedule.entries);
  for (uint32_t source = 0; source < t->terminals; source++)
    for (uint32_t to = 0; to < t->terminals; to++)
      schedule.entries[i++] =
          (struct schedule_entry){.source = source,
                                  .destination = to,
                                  .header = topology_header(t, routing, source, to, word)};
  return schedule;
}

/* Hops of the longest way of any packet of the schedule, with any of the random words. */
static size_t longest_way(const struct topology *t, const struct routing *routing,
                          const struct schedule *schedule)
{
  struct hop hops[PATH_CAPACITY];
  size_t longest = 0;

  for (size_t i = 0; i < schedule->count; i++)
    for (uint64_t seed = 0; seed < (routing->unit->has_random ? WORDS : 1); seed++) {
      const struct schedule_entry *e = &schedule->entries[i];
      size_t length = topology_path(t, routing, e->source, e->destination, e->header, seed,
                                    hops, PATH_CAPACITY);

      CHECK(length > 0, "%s %s: %u to %u does not arrive", t->spec, routing->name,
            e->source, e->destination);
      if (length - 1 > longest)
        longest = length - 1;
    }
  return longest;
}

/* The bound covers the longest way, and a packet that is left alone in the network comes
 * out while the run settles. */
static void check_bound(const struct topology *t, const struct routing *routing,
                        const struct schedule *schedule, const char *what)
{
  struct shape shape = shape_of(t, routing->name, 1, 1, RIG_DATA_BITS);
  size_t longest = longest_way(t, routing, schedule);

  for (uint64_t seed = 1; seed <= 3; seed++) {
    struct limits limits = limits_of(schedule, &shape, seed);

    CHECK(limits.hops >= longest, "%s %s, %s, seed %" PRIu64 ": %" PRIu64 " hops, not %zu",
          t->spec, routing->name, what, seed, limits.hops, longest);
    CHECK(limits.settle >= longest + 2, "%s %s, %s: settles for %" PRIu64 ", a way of %zu",
          t->spec, routing->name, what, limits.settle, longest);
  }
}

static void check_routing(const struct topology *t, const struct routing *routing)
{
  for (uint64_t word = 0; word < 4; word++) {
    struct schedule schedule = all_pairs(t, routing, rng_mix(word));

    check_bound(t, routing, &schedule, "all pairs");
    schedule_free(&schedule);
  }
}

TEST(test_hops_cover_the_longest_way)
{
  size_t count;
  const struct topology_row *const *all = topology_rows(&count);

  for (size_t i = 0; i < count; i++)
    for (const char *const *spec = all[i]->examples; *spec; spec++) {
      struct topology t = topology_of(*spec);

      if (t.switches > 256)
        continue; /* 2^20 pairs and their words */
      for (size_t k = 0; k < t.routing_count; k++)
        check_routing(&t, &t.routings[k]);
    }
}

/* One long way among many packets that stay where they are, at any place of the schedule.
 */
TEST(test_one_long_way_is_not_overlooked)
{
  enum { PACKETS = 1000, N = 12 };
  struct topology t = topology_of("hypercube:12");
  struct shape shape = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS);
  struct schedule schedule = {.entries = NULL};

  for (uint32_t i = 0; i < PACKETS; i++)
    schedule_add(&schedule, &t, 0, i, i);
  for (uint32_t i = 0; i < PACKETS; i++) {
    struct schedule_entry *e = &schedule.entries[i], kept = *e;
    uint32_t far = i ^ (t.switches - 1);

    e->destination = far;
    e->header = t.routings[0].header(&t, i, far, 0);
    struct limits limits = limits_of(&schedule, &shape, 1);
    CHECK(limits.hops >= N && limits.settle >= N + 2,
          "entry %u: %" PRIu64 " hops, settles for %" PRIu64, i, limits.hops,
          limits.settle);
    *e = kept;
  }
  schedule_free(&schedule);
}

/* From the first terminal to the last is one hop here, but half round the ring is far. */
TEST(test_longest_way_of_a_ring)
{
  enum { RING = 400, HALF = RING / 2 };
  struct topology t = topology_of("torus:400");
  struct shape shape = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS);
  struct schedule schedule = {.entries = NULL};

  schedule_add(&schedule, &t, 0, 0, HALF);
  struct limits limits = limits_of(&schedule, &shape, 1);
  CHECK(limits.hops >= HALF && limits.settle >= HALF + 2,
        "%" PRIu64 " hops, settles for %" PRIu64, limits.hops, limits.settle);
  schedule_free(&schedule);
}

/* Where one port sends at a time, a hop waits for all the others. */
TEST(test_patience_grows_with_fewer_sends)
{
  struct topology t = topology_of("hypercube:8");
  struct shape shape = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS);
  struct limits limits = limits_of(&(struct schedule){.count = 0}, &shape, 1);
  const uint64_t free = limits_patience(&limits, &shape, 0);

  for (shape.sends = 1; shape.sends <= t.ports; shape.sends++) {
    const uint64_t turns = t.ports / shape.sends;

    CHECK(limits_patience(&limits, &shape, 0) >= free + 32 * turns * limits.hops,
          "%u sends: %" PRIu64 ", without a limit %" PRIu64, shape.sends,
          limits_patience(&limits, &shape, 0), free);
  }
}

TEST(test_patience_in_numbers)
{
  static const struct {
    uint32_t sends;
    uint64_t hops, round, inside, patience;
  } rows[] = {
      {0, 0, 0, 0, 1000},  {0, 0, 0, 15, 1060}, {0, 5, 0, 0, 1160},
      {0, 5, 7, 0, 1384},  {0, 5, 7, 15, 1444}, /* fewer than terminals */
      {0, 5, 7, 48, 2152},                      /* three of each */
      {1, 5, 7, 0, 2024},                       /* 4 ports: 5 turns */
      {2, 5, 0, 16, 1784},                      /* 3 turns */
  };
  struct topology t = topology_of("hypercube:4");
  struct shape shape = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS);
  const struct engine_programs programs = {.work = 77};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    shape.sends = rows[i].sends;
    const uint64_t patience =
        limits_patience(&(struct limits){.hops = rows[i].hops, .round = rows[i].round},
                        &shape, rows[i].inside);
    CHECK(patience == rows[i].patience, "row %zu: %" PRIu64, i, patience);
  }
  shape.programs = &programs;
  assert_int_equal(limits_patience(&(struct limits){.work = 77}, &shape, 5), 1077);
}

TEST(test_no_packets)
{
  struct topology t = topology_of("hypercube:1");
  struct shape shape = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS);
  struct limits limits = limits_of(&(struct schedule){.count = 0}, &shape, 1);

  assert_true(limits.hops > 0 && limits.settle > 0 && limits.cycles > 0);
  assert_true(limits_patience(&limits, &shape, 0) > 0);
}

/* --- runs that take long --- */

/* When packets started or arrived. */
struct gaps {
  uint32_t switches;
  uint64_t last, longest;
};

static bool watch_gaps(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct gaps *g = self;
  bool progress = cycle->injection_count > 0;

  (void)err;
  for (uint32_t sw = 0; sw < g->switches && !progress; sw++)
    progress = cycle->links->eject[sw] != 0;
  if (!progress)
    return true;
  if (cycle->cycle - g->last > g->longest)
    g->longest = cycle->cycle - g->last;
  g->last = cycle->cycle;
  return true;
}

static const struct rig_row slow[] = {
    {"hypercube:1", NULL, "bit-complement", 300, 1, 1, 1},
    {"hypercube:5", NULL, "random", 300, 1, 1, 0},
    {"hypercube:5", NULL, "bit-reversal", 300, 5, 1, 0},
    {"hypercube:5", "rand-sync", "random", 300, 5, 1, 0},
    {"hypercube:5", "rand-sync", "random", 300, 1, 1, 0},
    {"hypercube:4", "rand-trans", "random", 300, 1, 1, 0},
    {"hypercube:4", "rand-trans-ooo", "transpose", 300, 4, 1, 0},
    {"hypercube:4", "drand-trans-ooo", "bit-complement", 300, 4, 1, 0},
    {"hypercube:4", "drand-trans-ooo,random=shared,forced=0", "random", 300, 1, 1, 0},
    {"hypercube:4", NULL, "uniform,load=0.01,warmup=3000,measure=3000", 1, 1, 1, 0},
    {"d3:2,3", "valiant,b=5", "drawer-to-drawer", 300, 1, 1, 0},
    {"d3:2,3", "ugal", "drawer-to-drawer", 300, 1, 1, 0},
    {"d3:2,3", NULL, "broadcast,source=0.0.1,count=8", 1, 0, 1, 0},
    {"d3:3,4", NULL, "all-to-all", 1, 1, 1, 0},
    {"d3:3,4", NULL, "all-to-one,sink=1.2.3", 1, 1, 1, 0},
    {"d3:3,4", NULL, "one-to-all,source=1.2.3", 1, 1, 1, 0},
    {"d3:2,3", "source-vector,holds=0", "exchange,delay=40", 1, 1, 1, 0},
    {"mdf:2,3", NULL, "random", 300, 1, 1, 0},
    /* Packets stand still in phases that are not theirs. */
    {"mesh:300", NULL, "random", 3, 1, 1, 0},
    {"mesh:2x150", "four-phase", "random", 3, 1, 1, 0},
};

static void check_slow(const struct rig_row *row)
{
  static struct rig rig;
  struct gaps gaps = {0};

  rig_open(&rig, row, RIG_SEED);
  struct limits limits = limits_of(&rig.schedule, &rig.shape, RIG_SEED);
  uint64_t least = limits_patience(&limits, &rig.shape, 0);
  gaps.switches = rig.topology.switches;
  rig.request.observer = watch_gaps;
  rig.request.observer_self = &gaps;
  rig_run(&rig, OUTCOME_PASS);
  CHECK(rig.result.cycles < limits.cycles, "%s %s: %" PRIu64 " of %" PRIu64 " cycles",
        row->spec, row->traffic, rig.result.cycles, limits.cycles);
  if (rig.schedule.measure_to == 0)
    CHECK(gaps.longest < least, "%s %s: %" PRIu64 " cycles without progress, %" PRIu64,
          row->spec, row->traffic, gaps.longest, least);
  rig_close(&rig);
}

TEST(test_slow_runs_are_not_cut_short)
{
  for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++)
    check_slow(&slow[i]);
}

/* Everybody sends to one switch, at the least depth, with every routing of the hypercube.
 */
TEST(test_hot_spot)
{
  enum { N = 4, PACKETS = 100 };
  struct topology t = topology_of("hypercube:4");
  char path[FILE_PATH], traffic[FILE_PATH + 8];

  FILE *file = fopen(data_path(path, "hot-spot"), "w");
  assert_non_null(file);
  for (int i = 0; i < PACKETS << N; i++)
    fprintf(file, "5\n");
  fclose(file);
  snprintf(traffic, sizeof traffic, "file:%s", path);
  for (size_t i = 0; i < t.routing_count; i++)
    check_slow(&(struct rig_row){"hypercube:4", t.routings[i].name, traffic, PACKETS,
                                 1 + i % N, 1, 0});
}

/* --- runs that have no end --- */

/* A limit that no run meets is no limit: it stays within a small factor of the work, and
 * grows with it. */
TEST(test_limits_grow_with_the_work)
{
  struct topology t = topology_of("hypercube:4");
  struct shape shape = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS);
  struct limits before = {0};

  for (uint32_t packets = 1; packets <= 1024; packets *= 4) {
    struct schedule schedule = schedule_of(&t, "random", packets, 1);
    struct limits limits = limits_of(&schedule, &shape, 1);
    uint64_t most = 20000 + (uint64_t)schedule.count * 100;

    CHECK(limits.cycles > before.cycles && limits.cycles < most,
          "%u packets: %" PRIu64 " cycles", packets, limits.cycles);
    CHECK(limits_patience(&limits, &shape, schedule.count) < limits.cycles,
          "%u packets: waits longer than the run may take", packets);
    before = limits;
    schedule_free(&schedule);
  }
}

/* What the shape holds back, a run waits for. */
TEST(test_settle_grows_with_the_buffers)
{
  struct topology t = topology_of("hypercube:2");
  struct schedule schedule = schedule_of(&t, "random", 1, 1);
  struct shape small = shape_of(&t, NULL, 1, 1, RIG_DATA_BITS), large = small;
  uint64_t least = limits_of(&schedule, &small, 1).settle;

  large.depth = 500;
  assert_true(limits_of(&schedule, &large, 1).settle >= least + 499);
  large.vcs = 2;
  assert_true(limits_of(&schedule, &large, 1).settle >= least + 999);
  large.store = 128;
  assert_true(limits_of(&schedule, &large, 1).settle >= least + 999 + 128);
  schedule_free(&schedule);
}
