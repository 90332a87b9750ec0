/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_check_plan -- the plan of lockhop check: every corner of docs/check.md is in it, and
 * on every network its runs can be made: a question of logic, not of memory. */
#include "tests/unit/unit.h"
#include "tool/campaign/check_corners.h"
#include "tool/campaign/check_plan.h"
#include "tool/session/session.h"

#include <stdlib.h>
#include <string.h>

static void make(struct check_plan *plan, const char *spec, const char *routing,
                 enum check_level level, uint64_t from, uint64_t to)
{
  const struct check_request request = {.topology = spec,
                                        .routing = routing,
                                        .level = level,
                                        .seed_from = from,
                                        .seed_to = to};
  struct err err = {.kind = ERR_NONE};

  if (!check_plan_make(plan, &request, &err))
    fail_msg("%s: %s", spec, err.text);
}

/* Is there a shape of switches with these numbers? */
static bool has_shape(const struct check_plan *plan, uint32_t depth, uint32_t lanes,
                      uint32_t vcs, uint32_t sends)
{
  for (size_t i = 0; i < plan->shape_count; i++) {
    const struct check_shape *s = &plan->shapes[i];

    if (s->program_words == 0 && s->depth == depth && s->lanes == lanes && s->vcs == vcs &&
        s->sends == sends && s->runs > 0)
      return true;
  }
  return false;
}

static bool has_run(const struct check_plan *plan, const char *traffic, const char *disturb)
{
  for (size_t i = 0; i < plan->count; i++) {
    const char *d = plan->runs[i]->description.disturb;

    if (strncmp(plan->runs[i]->traffic, traffic, strlen(traffic)) == 0 &&
        (disturb ? d && strcmp(d, disturb) == 0 : d == NULL))
      return true;
  }
  return false;
}

TEST(test_corners_of_a_hypercube)
{
  static const uint32_t depths[] = {1, 2, 3}, more[] = {4, 6, 12};
  static const char *const traffic[] = {"random",
                                        "bit-reversal",
                                        "bit-complement",
                                        "shuffle",
                                        "identity",
                                        "tornado",
                                        "neighbour",
                                        "function",
                                        "relation",
                                        "multicast",
                                        "gossip",
                                        "tokens",
                                        "request-reply,load=0.3,service=3,window=2,",
                                        "batch,service=0,window=1,count=",
                                        "batch,window=4,count=",
                                        "broadcast",
                                        "hotspot",
                                        "uniform,load=0.02",
                                        "uniform,load=0.5,burst=8"};
  struct check_plan plan;

  make(&plan, "hypercube:3", NULL, CHECK_STANDARD, 1, 1);
  for (size_t i = 0; i < 3; i++) {
    assert_true(has_shape(&plan, depths[i], 1, 1, 0));
    assert_true(has_shape(&plan, depths[i], 3, 1, 0));
    assert_true(has_shape(&plan, more[i], 3, 1, 0));
  }
  assert_true(has_shape(&plan, 5, 1, 1, 0));
  assert_true(has_shape(&plan, 2, 3, 1, 1));
  assert_true(has_shape(&plan, 1, 3, 1, 2));
  for (size_t i = 0; i < sizeof traffic / sizeof traffic[0]; i++) {
    size_t found = 0;

    for (size_t k = 0; k < plan.count; k++)
      found += strncmp(plan.runs[k]->traffic, traffic[i], strlen(traffic[i])) == 0;
    if (found == 0)
      fail_msg("%s is not in the plan", traffic[i]);
  }
  assert_true(has_run(&plan, "uniform,load=1", NULL));
  assert_true(has_run(&plan, "uniform,load=1", "stalls,resets,noise"));
  assert_true(has_run(&plan, "mix", "all"));
  assert_true(has_run(&plan, "uniform", "all"));
  assert_true(has_run(&plan, "hotspot", "resets,noise"));
  check_plan_free(&plan);
}

TEST(test_quick_is_a_part_and_finds_first)
{
  struct check_plan quick, standard, deep;

  make(&quick, "hypercube:2", NULL, CHECK_QUICK, 1, 1);
  make(&standard, "hypercube:2", NULL, CHECK_STANDARD, 1, 1);
  make(&deep, "hypercube:2", NULL, CHECK_DEEP, 1, 1);
  assert_true(quick.count < standard.count && standard.count < deep.count);
  assert_true(quick.shape_count < standard.shape_count);
  assert_true(standard.shape_count < deep.shape_count);
  /* Full load on the first shape, with stalls, before anything else. */
  assert_string_equal(quick.runs[0]->description.disturb, "stalls,resets,noise");
  assert_true(strncmp(quick.runs[0]->traffic, "uniform,load=1,", 15) == 0);
  assert_non_null(strstr(deep.runs[0]->traffic, "measure=200000"));
  check_plan_free(&quick);
  check_plan_free(&standard);
  check_plan_free(&deep);
}

/* VCs that no packet uses are asked for at level deep alone; and where the fewest are too
 * many for queues that are ordered, there is a shape of fewer. */
TEST(test_vcs_that_are_used)
{
  struct check_plan plan;

  make(&plan, "hypercube:2", NULL, CHECK_STANDARD, 1, 1);
  for (size_t i = 0; i < plan.shape_count; i++)
    assert_true(plan.shapes[i].program_words > 0 || plan.shapes[i].vcs == 1);
  check_plan_free(&plan);
  make(&plan, "hypercube:2", NULL, CHECK_DEEP, 1, 1);
  assert_true(has_shape(&plan, 2, 2, 2, 0));
  check_plan_free(&plan);
  for (uint64_t seed = 1; seed <= 3; seed++) {
    make(&plan, "hypercube:2", "rand-trans-ooo", CHECK_QUICK, seed, seed);
    assert_true(has_shape(&plan, 4, 2, 1, 0));
    assert_true(has_shape(&plan, 2, 2, 2, 0));
    check_plan_free(&plan);
  }
}

/* So the shapes of one VC more than the fewest are for level deep alone. */
TEST(test_packets_use_the_fewest_vcs)
{
  size_t rows;
  const struct topology_row *const *all = topology_rows(&rows);

  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; all[i]->examples[k]; k++) {
      struct topology t = topology_of(all[i]->examples[k]);
      struct err err;

      for (size_t r = 0; t.switches <= 100 && r < t.routing_count; r++) {
        uint32_t used;

        assert_true(check_corner_vcs(&used, &t, &t.routings[r], &err));
        assert_int_equal(used, t.routings[r].vcs);
      }
    }
}

/* The route unit then names VCs that the switch does not have. */
TEST(test_one_vc_less)
{
  const char *const networks[][2] = {{"hypercube:3", "drand-trans-ooo"},
                                     {"hypercube:3", "rand-trans"},
                                     {"torus:4x3", NULL}};
  struct check_plan plan;

  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
    uint32_t most = 0;
    bool less = false;

    make(&plan, networks[i][0], networks[i][1], CHECK_STANDARD, 1, 1);
    for (size_t s = 0; s < plan.shape_count; s++)
      most = plan.shapes[s].vcs > most ? plan.shapes[s].vcs : most;
    for (size_t s = 0; s < plan.shape_count; s++)
      less |= plan.shapes[s].vcs > 1 && plan.shapes[s].vcs == most - 1;
    assert_int_equal(less, most > 2);
    assert_int_equal(most > 2, i == 0);
    check_plan_free(&plan);
  }
}

/* Widths above and below 40 bits; with few bits packets have no number. */
TEST(test_data)
{
  struct check_plan plan;
  uint64_t widths = 0;

  make(&plan, "hypercube:2", NULL, CHECK_STANDARD, 1, 1);
  for (size_t i = 0; i < plan.count; i++) {
    const struct description *d = &plan.runs[i]->description;

    widths |= UINT64_C(1) << (d->data_bits - 1);
    assert_true(d->data || d->data_bits >= 32);
  }
  assert_true((widths & 1) && (widths >> 7 & 1) && (widths >> 32 & 1) && widths >> 63);
  check_plan_free(&plan);
}

/* Depths take turns at level quick: with any seeds that follow each other all are checked.
 */
TEST(test_depths_take_turns)
{
  static const uint32_t depths[] = {4, 6, 12};

  for (uint64_t seed = 1; seed <= 6; seed++) {
    struct check_plan plan;

    make(&plan, "hypercube:2", NULL, CHECK_QUICK, seed, seed);
    for (size_t i = 0; i < 3; i++)
      assert_int_equal(has_shape(&plan, depths[i], 2, 1, 0), (seed - 1) % 3 == i);
    check_plan_free(&plan);
  }
}

TEST(test_seeds_repeat_the_plan)
{
  struct check_plan one, three;
  size_t of_seed[3] = {0};

  make(&one, "hypercube:2", NULL, CHECK_QUICK, 7, 7);
  make(&three, "hypercube:2", NULL, CHECK_QUICK, 7, 9);
  struct check_plan again;
  make(&again, "hypercube:2", NULL, CHECK_QUICK, 7, 9);
  for (size_t i = 0; i < three.count; i++)
    assert_string_equal(three.runs[i]->name, again.runs[i]->name);
  check_plan_free(&again);
  assert_int_equal(three.count, 3 * one.count);
  assert_int_equal(three.shape_count, one.shape_count + 2);
  for (size_t i = 0; i < three.count; i++)
    of_seed[three.runs[i]->description.seed - 7]++;
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(of_seed[i], one.count);
  check_plan_free(&one);
  check_plan_free(&three);
}

/* What the plan says of a run is what its session gives: its shape, and no deadlock for
 * want of VCs. */
static void expect_lawful(const struct check_plan *plan, const char *spec)
{
  for (size_t i = 0; i < plan->count; i++) {
    const struct check_run *run = plan->runs[i];
    const struct check_shape *shape = &plan->shapes[run->shape];
    struct err err = {.kind = ERR_NONE};
    struct session s;

    if (!session_open(&s, &run->description, NULL, &err))
      fail_msg("%s, %s: %s", spec, run->name, err.text);
    assert_int_equal(s.shape.depth, shape->depth);
    assert_int_equal(s.shape.lanes, shape->lanes);
    assert_int_equal(s.shape.vcs, shape->vcs);
    assert_int_equal(s.shape.sends, shape->sends);
    assert_int_equal(s.shape.store, shape->store);
    assert_true(shape->program_words > 0 || s.shape.vcs >= s.shape.routing->vcs ||
                s.shape.vcs + 1 == s.shape.routing->ordered);
    assert_true(shape_channels(&s.shape) <= SHAPE_CHANNELS);
    assert_true(run->description.work >= 1);
    session_close(&s);
  }
}

/* Every routing of every example network has runs, and all of them can be made. */
TEST(test_all_networks)
{
  const uint32_t most = fewer_with_sanitizers(getenv("ALL") ? 32 : 16, 8); /* switches */
  size_t rows;
  const struct topology_row *const *all = topology_rows(&rows);

  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; all[i]->examples[k]; k++) {
      TOPOLOGY_OF_BLOCK(t);
      struct err err = {.kind = ERR_NONE};
      struct check_plan plan;

      assert_true(topology_open(&t, all[i]->examples[k], &err));
      for (size_t r = 0; t.switches <= most && r < t.routing_count; r++) {
        make(&plan, all[i]->examples[k], t.routings[r].name, CHECK_QUICK, 1, 1);
        assert_true(plan.count > 0 && plan.shape_count > 0);
        expect_lawful(&plan, all[i]->examples[k]);
        check_plan_free(&plan);
      }
    }
}

/* The name of a shape says what is not as usual. */
TEST(test_names_of_shapes)
{
  struct check_plan plan;
  size_t found = 0;

  make(&plan, "hypercube:2", "rand-sync", CHECK_QUICK, 1, 1);
  for (size_t i = 0; i < plan.shape_count; i++) {
    const struct check_shape *shape = &plan.shapes[i];
    char name[CHECK_NAME];

    if (!shape->sends || shape->data_bits == DESCRIPTION_DATA_BITS)
      continue;
    snprintf(name, sizeof name, "depth %u, %u lanes, 1 VC, %u send, store %u, %u data bits",
             shape->depth, shape->lanes, shape->sends, shape->store, shape->data_bits);
    assert_string_equal(shape->name, name);
    found++;
  }
  assert_int_equal(found, 1);
  check_plan_free(&plan);
}

/* Shapes with a small store: where packets wait, and first among the others. */
TEST(test_small_stores)
{
  struct check_plan plan;

  make(&plan, "hypercube:2", "rand-sync", CHECK_STANDARD, 1, 1);
  assert_true(plan.shapes[1].few_places && plan.shapes[1].store == 2);
  size_t few = 0;
  for (size_t i = 0; i < plan.shape_count; i++) {
    const struct check_shape *shape = &plan.shapes[i];

    few += shape->few_places;
    if (!shape->few_places && shape->program_words == 0)
      assert_int_equal(shape->store, shape->waiting);
  }
  assert_int_equal(few, 2);
  for (size_t i = 0; i < plan.count; i++)
    assert_true(!plan.shapes[plan.runs[i]->shape].few_places ||
                plan.runs[i]->description.packets == 1);
  check_plan_free(&plan);
  make(&plan, "hypercube:2", "deterministic", CHECK_STANDARD, 1, 1);
  for (size_t i = 0; i < plan.shape_count; i++)
    assert_true(plan.shapes[i].store == 0 && !plan.shapes[i].few_places);
  check_plan_free(&plan);
}

static void refused(const char *spec, const char *routing, const char *text)
{
  const struct check_request request = {
      .topology = spec, .routing = routing, .seed_from = 1, .seed_to = 1};
  struct err err = {.kind = ERR_NONE};
  struct check_plan plan;

  assert_false(check_plan_make(&plan, &request, &err));
  assert_int_equal(err.kind, ERR_USAGE);
  if (!strstr(err.text, text))
    fail_msg("'%s' has no '%s'", err.text, text);
  check_plan_free(&plan);
}

TEST(test_refused)
{
  enum check_level level;
  struct err err = {.kind = ERR_NONE};

  refused("hypercub:3", NULL, "did you mean");
  refused("hypercube:3", "no-such", "no-such");
  refused("hypercube:16", NULL, "too many for a check");
  assert_false(check_level_read(&level, "fast", &err));
  assert_true(check_level_read(&level, "deep", &err) && level == CHECK_DEEP);
}

/* A further run is of its shape, counts, and has a seed that no planned run has; the next
 * one is another. */
/* The shapes that are asked for alone; an engine is of no shape of a switch. */
TEST(test_shapes_that_are_asked_for)
{
  struct check_request request = {.topology = "hypercube:2",
                                  .shapes = "depth=1-2,sends=0",
                                  .level = CHECK_QUICK,
                                  .seed_from = 1,
                                  .seed_to = 1};
  struct err err = {.kind = ERR_NONE};
  struct check_plan plan;
  size_t engines = 0;

  assert_true(check_plan_make(&plan, &request, &err));
  assert_true(plan.left > 0);
  assert_string_equal(plan.left_why,
                      "other depths are not asked for; other sends are not asked for");
  for (size_t i = 0; i < plan.shape_count; i++) {
    engines += plan.shapes[i].program_words > 0;
    assert_true(plan.shapes[i].program_words > 0 ||
                (plan.shapes[i].depth <= 2 && plan.shapes[i].sends == 0));
  }
  assert_int_equal(engines, 1);
  check_plan_free(&plan);

  request.shapes = "depth=99";
  assert_true(check_plan_make(&plan, &request, &err));
  for (size_t i = 0; i < plan.shape_count; i++)
    assert_true(plan.shapes[i].program_words > 0);
  check_plan_free(&plan);
}

/* A switch whose queues take one packet in a cycle is so in all shapes; engines have no
 * queues.  Of a family the sizes are left out whose packets go to several queues at once.
 */
TEST(test_one_push_in_all_shapes)
{
  struct description judged = description_of(NULL, NULL);
  struct check_request request = {.topology = "hypercube:2",
                                  .level = CHECK_QUICK,
                                  .seed_from = 1,
                                  .seed_to = 1,
                                  .judged = &judged};
  struct err err = {.kind = ERR_NONE};
  struct check_plan plan;
  size_t engines = 0;

  judged.pushes = 1;
  assert_true(check_plan_make(&plan, &request, &err));
  for (size_t i = 0; i < plan.shape_count; i++) {
    const bool is_engine = plan.shapes[i].program_words > 0;

    engines += is_engine;
    assert_int_equal(plan.shapes[i].pushes, !is_engine);
    assert_true(is_engine || strstr(plan.shapes[i].name, ", one push"));
  }
  assert_int_equal(engines, 1);
  for (size_t i = 0; i < plan.count; i++)
    assert_int_equal(plan.runs[i]->description.pushes,
                     plan.shapes[plan.runs[i]->shape].pushes);
  check_plan_free(&plan);

  request.topology = "d3";
  assert_true(check_plan_make(&plan, &request, &err));
  assert_true(plan.member_count > 0);
  for (size_t i = 0; i < plan.member_count; i++)
    assert_null(strstr(plan.members[i].routing, "source-vector"));
  check_plan_free(&plan);

  request.routing = "source-vector";
  assert_false(check_plan_make(&plan, &request, &err));
  assert_true(err.kind == ERR_USAGE && strstr(err.text, "--pushes 1: in no size of the"));
  check_plan_free(&plan);
}

/* What is said of a design is said of all runs. */
TEST(test_rules_are_of_all_runs)
{
  struct description judged = description_of(NULL, NULL);
  const struct check_request request = {.topology = "hypercube:2",
                                        .judged = &judged,
                                        .level = CHECK_QUICK,
                                        .seed_from = 1,
                                        .seed_to = 1};
  struct err err = {.kind = ERR_NONE};
  struct check_plan plan;

  judged.compare = "flow";
  judged.waive = "order";
  judged.capacity = 9;
  judged.starve = 5;
  judged.patience = 70;
  CHECK(check_plan_make(&plan, &request, &err), "%s", err.text);
  assert_true(plan.count > 0);
  for (size_t i = 0; i < plan.count; i++) {
    const struct description *d = &plan.runs[i]->description;

    assert_string_equal(d->compare, "flow");
    assert_string_equal(d->waive, "order");
    assert_int_equal(d->capacity, 9);
    assert_int_equal(d->starve, 5);
    assert_int_equal(d->patience, 70);
  }
  check_plan_free(&plan);
}

TEST(test_further_runs_are_of_their_shape)
{
  static const char *const specs[] = {"hypercube:3", "d3:2,2", "mesh:4x4"};

  for (size_t k = 0; k < 3; k++) {
    const struct check_request request = {
        .topology = specs[k], .level = CHECK_QUICK, .seed_from = 2, .seed_to = 3};
    struct check_plan plan;
    struct err err = {.kind = ERR_NONE};

    make(&plan, specs[k], NULL, CHECK_QUICK, 2, 3);
    const size_t planned = plan.count, shapes = plan.shape_count,
                 runs = plan.shapes[1].runs;
    size_t added = 0;
    for (uint64_t number = 0; number < 12; number++) {
      bool is;

      if (!check_plan_further(&plan, &request, 1, number, &is, &err))
        fail_msg("%s: %s", specs[k], err.text);
      added += is;
      const struct check_run *run = plan.runs[plan.count - 1];
      if (!is)
        continue;
      assert_true(run->shape == 1 && run->counted && run->further);
      assert_int_equal(run->description.seed, 4 + number);
      assert_int_equal(run->description.depth, plan.shapes[1].depth);
    }
    assert_true(added >= 6);
    assert_int_equal(plan.count, planned + added);
    assert_int_equal(plan.shapes[1].runs, runs + added);
    assert_int_equal(plan.shape_count, shapes);
    check_plan_free(&plan);
  }
}

/* Long runs, and headers that no terminal gives do not count what they reach; all
 * else does. */
TEST(test_long_runs_do_not_count)
{
  struct check_plan plan;
  size_t engines = 0, wraps = 0;

  make(&plan, "hypercube:3", NULL, CHECK_STANDARD, 1, 1);
  for (size_t i = 0; i < plan.count; i++) {
    const struct check_run *run = plan.runs[i];
    const bool engine = plan.shapes[run->shape].program_words > 0;
    const bool wrap = strstr(run->traffic, "measure=200000") != NULL;

    const bool strange = strncmp(run->traffic, "headers", 7) == 0;

    assert_int_equal(run->counted, !wrap && !strange);
    engines += engine;
    wraps += wrap;
  }
  assert_true(engines > 0 && wraps == 1);
  check_plan_free(&plan);
}

static bool has_traffic(const struct check_plan *plan, const char *spec,
                        const char *traffic)
{
  for (size_t i = 0; i < plan->count; i++) {
    const size_t member = plan->shapes[plan->runs[i]->shape].member;

    if (strcmp(plan->members[member].topology, spec) == 0 &&
        strncmp(plan->runs[i]->traffic, traffic, strlen(traffic)) == 0)
      return true;
  }
  return false;
}

/* What no lawful packet of a routing does, on a network and on the sizes of a family. */
TEST(test_packets_that_no_terminal_sends)
{
  struct check_plan plan;

  make(&plan, "torus:3x3", NULL, CHECK_QUICK, 1, 1);
  assert_true(has_traffic(&plan, "torus:3x3", "headers"));
  check_plan_free(&plan);
  make(&plan, "d3:2,2", "source-vector,queue=lifo", CHECK_QUICK, 1, 1);
  assert_true(has_traffic(&plan, "d3:2,2", "headers"));
  assert_true(has_traffic(&plan, "d3:2,2", "overtaking"));
  assert_true(has_traffic(&plan, "d3:2,2", "broadcast,source=drawers"));
  check_plan_free(&plan);
  make(&plan, "d3", NULL, CHECK_QUICK, 1, 1);
  assert_true(has_traffic(&plan, "d3:4,3", "headers"));
  assert_true(has_traffic(&plan, "d3:4,3", "overtaking"));
  assert_true(has_traffic(&plan, "d3:4,3", "broadcast,source=drawers"));
  check_plan_free(&plan);
}

/* Large networks have some rounds of gossip in place of all, and others with another seed.
 */
TEST(test_gossip_is_sampled)
{
  struct check_plan plan;
  size_t sampled = 0;

  make(&plan, "ccc", NULL, CHECK_QUICK, 1, 1);
  assert_true(has_traffic(&plan, "ccc:3", "gossip"));
  assert_false(has_traffic(&plan, "ccc:3", "gossip,rounds="));
  assert_true(has_traffic(&plan, "ccc:6", "gossip,rounds="));
  assert_true(has_traffic(&plan, "ccc:8", "gossip,rounds="));
  assert_int_equal(plan.too_long, 0);
  for (size_t i = 0; i < plan.count; i++) {
    const struct check_run *run = plan.runs[i];

    sampled += run->rounds > 0;
    assert_true(run->rounds == 0 || run->rounds < run->all_rounds);
  }
  assert_int_equal(sampled, 2);
  check_plan_free(&plan);
}
