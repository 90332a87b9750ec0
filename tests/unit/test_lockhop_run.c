/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lockhop_run -- the public API: results of collectives, and what a watch may do. */
#include "include/lockhop.h"
#include "tests/unit/unit.h"
#include "tool/session/trial.h"

static struct lockhop_network *open_network(const char *topology, const char *traffic)
{
  const struct lockhop_description description = {
      .topology = topology, .traffic = traffic, .seed = 1};
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(&description, &error);

  CHECK(network != NULL, "%s %s: %s", topology, traffic, error.text);
  return network;
}

/* Of queues and of delays of packets an engine knows nothing. */
static void check_uncounted(const struct lockhop_result *r, const char *when)
{
  CHECK(r->steps == UINT64_MAX && r->average_delay == -1 && r->undelayed_percent == -1 &&
            r->max_output_queue == UINT32_MAX && r->max_buffer == UINT32_MAX,
        "%s: %llu steps, delay %g, %g %%, queue %u, buffer %u", when,
        (unsigned long long)r->steps, r->average_delay, r->undelayed_percent,
        r->max_output_queue, r->max_buffer);
  CHECK(!r->open_loop && !r->timed, "%s", when);
}

/* The figures of every collective are those of `lockhop run`, before and after its run. */
static void check_collective(const char *topology, const char *traffic)
{
  const struct description d = description_of(topology, traffic);
  struct lockhop_network *network = open_network(topology, traffic);
  struct lockhop_result r = lockhop_result_of(network);
  struct lockhop_error error;
  struct trial_result should;
  struct err err;

  CHECK(trial_run(&d, NULL, &should, &err), "%s", err.text);
  check_uncounted(&r, "before");
  CHECK(r.outcome == LOCKHOP_RUNNING && r.delivered == 0 && r.packets == should.packets,
        "%s %s: %llu packets", topology, traffic, (unsigned long long)r.packets);
  CHECK(lockhop_tick(network, &error), "%s", error.text);
  r = lockhop_result_of(network);
  check_uncounted(&r, "in the run");
  CHECK(lockhop_run(network, NULL, NULL, &error), "%s", error.text);
  r = lockhop_result_of(network);
  check_uncounted(&r, "after");
  CHECK(r.outcome == LOCKHOP_PASS && should.outcome == OUTCOME_PASS &&
            r.delivered == should.delivered && r.delivered == r.deliveries &&
            r.hops == should.hops && r.cycles == should.cycles && r.cycles > 0,
        "%s %s: %s, %llu delivered, %llu hops, %llu cycles", topology, traffic,
        lockhop_outcome_name(r.outcome), (unsigned long long)r.delivered,
        (unsigned long long)r.hops, (unsigned long long)r.cycles);
  lockhop_close(network);
}

TEST(test_collectives)
{
  static const char *const topologies[] = {"hypercube:2", "torus:3x3", "rdn:2x2:1",
                                           "dual-cube:2"};
  static const char *const traffics[] = {
      "one-to-all-broadcast", "one-to-all-personalized,words=3",
      "all-to-all-broadcast,startup=2", "all-to-all-personalized,word=2",
      "one-to-many-broadcast,destinations=1"};

  for (size_t t = 0; t < sizeof topologies / sizeof topologies[0]; t++)
    for (size_t i = 0; i < sizeof traffics / sizeof traffics[0]; i++)
      check_collective(topologies[t], traffics[i]);
  check_collective("hdn:2x2:2", "one-to-all-broadcast");
}

TEST(test_names_of_outcomes)
{
  assert_string_equal(lockhop_outcome_name(LOCKHOP_RUNNING), "RUNNING");
  assert_string_equal(lockhop_outcome_name(LOCKHOP_INTERRUPTED), "INTERRUPTED");
  assert_string_equal(lockhop_outcome_name(LOCKHOP_DIFFER), "DIFFER");
  for (int i = LOCKHOP_DIFFER + 1; i < 100; i++)
    assert_string_equal(lockhop_outcome_name((enum lockhop_outcome)i), "UNKNOWN");
  assert_string_equal(lockhop_outcome_name((enum lockhop_outcome) - 1), "UNKNOWN");
}

/* --- in a watch --- */

struct watcher {
  struct lockhop_network *network;
  uint32_t calls;
  bool closes; /* at its second call */
};

static void check_refused(bool done, const struct lockhop_error *error, const char *what)
{
  CHECK(!done && error->code == LOCKHOP_USAGE, "%s in a watch", what);
  CHECK(strstr(error->text, "watch"), "%s: %s", what, error->text);
}

static bool watch(void *self, uint64_t cycle, uint64_t delivered, uint64_t deliveries)
{
  struct watcher *w = self;
  struct lockhop_result result = lockhop_result_of(w->network);
  struct lockhop_outputs outputs;
  struct lockhop_error error;

  CHECK(result.outcome == LOCKHOP_RUNNING && result.cycles == cycle &&
            result.delivered == delivered && result.deliveries == deliveries,
        "cycle %llu", (unsigned long long)cycle);
  lockhop_outputs_of(w->network, 0, &outputs);
  if (++w->calls == 2 && w->closes) {
    lockhop_close(w->network);
    lockhop_close(w->network);
  }
  check_refused(lockhop_tick(w->network, &error), &error, "tick");
  check_refused(lockhop_reset(w->network, &error), &error, "reset");
  check_refused(lockhop_run(w->network, NULL, NULL, &error), &error, "run");
  return true;
}

TEST(test_a_watch_changes_nothing)
{
  struct watcher w = {.network = open_network("hypercube:4", "uniform,load=0.1")};
  struct lockhop_network *alone = open_network("hypercube:4", "uniform,load=0.1");
  struct lockhop_error error;

  CHECK(lockhop_run(w.network, watch, &w, &error), "%s", error.text);
  CHECK(lockhop_run(alone, NULL, NULL, &error), "%s", error.text);
  CHECK(w.calls > 50, "%u calls", w.calls);
  CHECK(lockhop_result_of(w.network).cycles == lockhop_result_of(alone).cycles &&
            lockhop_result_of(w.network).hops == lockhop_result_of(alone).hops,
        "%llu cycles", (unsigned long long)lockhop_result_of(w.network).cycles);
  CHECK(lockhop_reset(w.network, &error) && lockhop_tick(w.network, &error), "%s",
        error.text);
  lockhop_close(w.network);
  lockhop_close(alone);
}

/* With sanitizers: what is freed is not used again, and is freed. */
TEST(test_a_watch_that_closes)
{
  struct watcher w = {.network = open_network("hypercube:4", "uniform,load=0.1"),
                      .closes = true};
  struct lockhop_error error;

  assert_false(lockhop_run(w.network, watch, &w, &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
  CHECK(strstr(error.text, "closed the network"), "%s", error.text);
  assert_int_equal(w.calls, 2);
}
