/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_path_setup -- which schedules get paths set up, and that their packets never meet.
 */
#include "network/traffic/path_setup.h"

#include "network/topology/disjoint.h"
#include "network/topology/pn.h"
#include "run/lockstep/buffers.h"
#include "tests/unit/rig.h"
#include "tests/unit/traffic_unit.h"

/* Every `every`-th packet of cycle 0, from `first` on, is disjoint from the others. */
static bool disjoint(const struct schedule *schedule, const struct topology *t,
                     size_t first, size_t every)
{
  uint32_t *destinations = malloc(t->terminals * sizeof *destinations);
  uint64_t *headers = calloc(t->terminals, sizeof *headers);
  struct err err;

  assert_non_null(destinations);
  assert_non_null(headers);
  memset(destinations, 0xff, t->terminals * sizeof *destinations);
  for (size_t i = first; i < schedule->count && schedule->entries[i].cycle == 0;
       i += every) {
    destinations[schedule->entries[i].source] = schedule->entries[i].destination;
    headers[schedule->entries[i].source] = schedule->entries[i].header;
  }
  const bool good = disjoint_paths(t, &t->routings[0], destinations, headers, &err);
  free(destinations);
  free(headers);
  return good;
}

TEST(test_waves_of_permutations)
{
  static const struct {
    const char *spec, *traffic;
    uint32_t packets, setups;
  } cases[] = {
      {"benes:4", "random", 1, 1},       {"benes:4", "random", 3, 3},
      {"benes:4", "bit-reversal", 3, 1}, {"pn:3,3", "random,parts=5", 2, 2},
      {"pn:3,3", "identity", 2, 1},      {"hypercube:4", "random", 2, 0},
      {"benes:4", "gossip", 1, 15},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct schedule schedule = schedule_of(&t, cases[i].traffic, cases[i].packets, 4);

    CHECK(schedule.setups == cases[i].setups, "%s %s: %u set-ups", cases[i].spec,
          cases[i].traffic, schedule.setups);
    CHECK((schedule.setup_seconds > 0) == (schedule.setups > 0), "%g seconds",
          schedule.setup_seconds);
    for (uint32_t wave = 0; schedule.setups && wave < cases[i].packets; wave++)
      CHECK(disjoint(&schedule, &t, wave, cases[i].packets), "%s %s: wave %u",
            cases[i].spec, cases[i].traffic, wave);
    schedule_free(&schedule);
  }
}

/* The packets of one permutation have one path each, whenever they start. */
TEST(test_open_loop_of_a_permutation)
{
  struct topology t = topology_of("benes:4");
  struct schedule once = schedule_of(&t, "bit-reversal", 1, 1);
  struct schedule loop =
      schedule_of(&t, "bit-reversal,load=0.4,warmup=10,measure=100", 1, 1);

  assert_int_equal(loop.setups, 1);
  assert_true(loop.count > 100);
  for (size_t i = 0; i < loop.count; i++)
    assert_int_equal(loop.entries[i].header, once.entries[loop.entries[i].source].header);
  schedule_free(&once);
  schedule_free(&loop);
}

/* A file with a wave that is a permutation and one that is not: paths are set up for the
 * first. */
TEST(test_waves_that_are_no_permutation)
{
  static const char text[] = "3\n2\n1\n0\n1\n1\n2\n3\n";
  struct topology t = topology_of("benes:2");
  char path[FILE_PATH], traffic[FILE_PATH + 8];
  struct schedule uniform = schedule_of(&t, "uniform,load=0.9,warmup=0,measure=50", 1, 1);

  write_data(data_path(path, "waves.txt"), text, strlen(text));
  snprintf(traffic, sizeof traffic, "file:%s", path);
  struct schedule schedule = schedule_of(&t, traffic, 2, 1);
  assert_int_equal(schedule.setups, 1);
  assert_true(disjoint(&schedule, &t, 0, 2));
  assert_false(disjoint(&schedule, &t, 1, 2));
  schedule_free(&schedule);
  assert_int_equal(uniform.setups, 0);
  schedule_free(&uniform);
}

TEST(test_traces_keep_their_headers)
{
  static const char text[] = "# lockhop schedule 1 benes:2 offline\n"
                             "# cycle source destination header\n"
                             "0 0 1 0xa\n0 1 0 0x8\n";
  struct topology t = topology_of("benes:2");
  char path[FILE_PATH], traffic[FILE_PATH + 8];

  write_data(data_path(path, "kept.trace"), text, strlen(text));
  snprintf(traffic, sizeof traffic, "trace:%s", path);
  struct schedule schedule = schedule_of(&t, traffic, 1, 1);
  assert_int_equal(schedule.setups, 0);
  assert_int_equal(schedule.entries[0].header, 0xa);
  assert_int_equal(schedule.entries[1].header, 0x8);
  schedule_free(&schedule);
}

/* --- runs --- */

/* What the nodes hold, step by step. */
struct watched {
  struct buffers buffers;
  uint32_t inner; /* most packets in a node that is neither source nor sink */
};

static bool watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watched *w = self;
  const struct topology *t = w->buffers.shape->topology;

  (void)err;
  buffers_look(&w->buffers, cycle->links);
  buffers_leave(&w->buffers);
  buffers_arrive(&w->buffers);
  for (uint32_t sw = t->terminals; sw < t->switches - t->terminals; sw++)
    if (w->buffers.held[sw] > w->inner)
      w->inner = w->buffers.held[sw];
  return true;
}

/* Messages of s parts take (2d-1) + (s-1) steps, in lock step with a second machine. */
TEST(test_steps_of_messages)
{
  static const char *const specs[] = {"benes:1", "benes:3", "benes:5", "pn:3,2",
                                      "pn:3,3",  "pn:4,2",  "pn:5,2",  "pn:6,2"};
  static const uint32_t parts[] = {1, 2, 3, 7};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
      for (uint32_t sends = 0; sends < 2; sends++) {
        char traffic[32];
        const struct rig_row row = {
            .spec = specs[i], .traffic = traffic, .packets = 1, .lanes = 1, .depth = 1};
        struct watched watched = {.inner = 0};
        struct rig rig;
        struct err err;

        snprintf(traffic, sizeof traffic, "random,parts=%u", parts[k]);
        rig_prepare(&rig, &row, RIG_SEED);
        rig.shape.sends = sends;
        rig_start(&rig);
        assert_true(buffers_open(&watched.buffers, &rig.shape, &err));
        rig.request.observer = watch;
        rig.request.observer_self = &watched;
        rig_run(&rig, OUTCOME_PASS);
        CHECK(rig.result.statistics.steps == 2 * pn_d(&rig.topology) + parts[k] - 2,
              "%s %s: %llu steps", specs[i], traffic,
              (unsigned long long)rig.result.statistics.steps);
        CHECK(watched.inner == (pn_d(&rig.topology) > 1) &&
                  rig.result.max_output_queue == 1 && rig.result.max_buffer == parts[k],
              "%s %s: %u in an inner node, %u in any", specs[i], traffic, watched.inner,
              rig.result.max_buffer);
        buffers_close(&watched.buffers);
        rig_close(&rig);
      }
}

#ifdef MEMORY_LIMITS
TEST(test_short_memory)
{
  struct topology t = topology_of("benes:18");
  struct schedule schedule = schedule_of(&t, "identity", 1, 1);

  for (size_t megabytes = 0; megabytes < 16; megabytes += 2) {
    struct err err = {.kind = ERR_NONE};
    rlim_t old = limit_memory(megabytes << 20);
    const bool good = path_setup(&schedule, &t, &t.routings[0], &err);
    set_memory(old);
    assert_false(good);
    check_error(&err, ERR_ENVIRONMENT, "not enough memory", "benes:18");
  }
  schedule_free(&schedule);
}
#endif
