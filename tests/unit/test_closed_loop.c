/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_closed_loop -- requests with replies, batches: their packets, and runs whose steps
 * are known. */
#include "tests/unit/rig.h"
#include "tests/unit/traffic_unit.h"

enum { SERVICE = 3 };

/* Each request has one reply, which goes back as soon as it can. */
static void check_replies(const struct schedule *schedule, const struct topology *t)
{
  uint32_t *replies = calloc(schedule->count + 1, sizeof *replies);

  assert_non_null(replies);
  check_schedule(schedule, t);
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    if (entry->answers == 0)
      continue;
    const struct schedule_entry *request = &schedule->entries[entry->answers - 1];
    const uint32_t hops = (uint32_t)__builtin_popcount(entry->source ^ entry->destination);

    CHECK(entry->answers - 1 < i && request->answers == 0, "entry %zu", i);
    CHECK(entry->source == request->destination && entry->destination == request->source,
          "entry %zu does not go back", i);
    CHECK(entry->cycle == request->cycle + hops + 1 + SERVICE, "entry %zu: cycle %u", i,
          entry->cycle);
    replies[entry->answers - 1]++;
  }
  for (size_t i = 0; i < schedule->count; i++)
    CHECK(replies[i] == (schedule->entries[i].answers == 0), "entry %zu: %u replies", i,
          replies[i]);
  free(replies);
}

TEST(test_requests_are_those_of_the_open_loop)
{
  struct topology t = topology_of("hypercube:4");
  struct schedule open = schedule_of(&t, "transpose,load=0.3,warmup=5,measure=80", 1, 4);
  struct schedule loop = schedule_of(
      &t, "request-reply,load=0.3,of=transpose,service=3,window=2,warmup=5,measure=80", 1,
      4);
  size_t requests = 0;

  check_replies(&loop, &t);
  assert_true(loop.requests && loop.service == SERVICE && loop.window == 2);
  assert_int_equal(loop.measure_from, 5);
  assert_int_equal(loop.measure_to, 85);
  assert_int_equal(loop.count, 2 * open.count);
  assert_int_equal(schedule_width(&loop, &t), 1);
  for (size_t i = 0; i < loop.count; i++) {
    if (loop.entries[i].answers)
      continue;
    const struct schedule_entry *entry = &open.entries[requests++];
    CHECK(loop.entries[i].cycle == entry->cycle &&
              loop.entries[i].source == entry->source &&
              loop.entries[i].destination == entry->destination &&
              loop.entries[i].header == entry->header,
          "request %zu", requests);
  }
  assert_int_equal(requests, open.count);
  schedule_free(&open);
  schedule_free(&loop);
}

TEST(test_a_batch_is_a_packet_in_a_cycle)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule batch = schedule_of(&t, "batch,count=7,window=3", 1, 4);

  check_schedule(&batch, &t);
  assert_true(batch.requests && batch.service == 0 && batch.window == 3);
  assert_int_equal(batch.count, 7 * 8);
  assert_int_equal(batch.measure_to, 0);
  for (uint32_t i = 0; i < batch.count; i++)
    CHECK(batch.entries[i].cycle == i / 8 && batch.entries[i].source == i % 8 &&
              batch.entries[i].answers == 0,
          "packet %u", i);
  schedule_free(&batch);
  batch = schedule_of(&t, "batch,count=7,service=3,of=random", 1, 4);
  assert_int_equal(batch.count, 2 * 7 * 8);
  check_replies(&batch, &t);
  schedule_free(&batch);
}

TEST(test_routings_that_cannot_are_refused)
{
  struct topology benes = topology_of("benes:3");

  check_refused(&benes, "batch,count=4", 1, ERR_USAGE, "sets up the paths");
  check_refused(&benes, "request-reply,load=0.1", 1, ERR_USAGE, "sets up the paths");
}

/* On one link nothing waits but for the window: a packet is complete 2 cycles after it
 * started, and a request with its reply 2 + service + 2. */
TEST(test_the_steps_of_two_switches)
{
  static const struct {
    struct rig_row row;
    uint64_t steps;
  } cases[] = {
      {{"hypercube:1", NULL, "batch,count=5,of=neighbour", 1, 1, 4, 0}, 5},
      {{"hypercube:1", NULL, "batch,count=5,of=neighbour,window=1", 1, 1, 4, 0}, 9},
      {{"hypercube:1", NULL, "batch,count=5,of=neighbour,window=2", 1, 1, 4, 0}, 5},
      {{"hypercube:1", NULL, "batch,count=5,of=neighbour,window=1,service=0", 1, 1, 4, 0},
       4 * 4 + 3},
      {{"hypercube:1", NULL, "batch,count=5,of=neighbour,window=1,service=3", 1, 1, 4, 0},
       4 * 7 + 6},
      {{"hypercube:1", NULL, "batch,count=5,of=neighbour,window=1,service=2000", 1, 1, 4,
        0},
       4 * 2004 + 2003},
      {{"hypercube:1", NULL, "batch,count=5,of=identity,window=1,service=0", 1, 1, 4, 0},
       4 * 2 + 1},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct rig rig;

    rig_open(&rig, &cases[i].row, 1);
    rig_run(&rig, OUTCOME_PASS);
    CHECK(rig.result.statistics.steps == cases[i].steps, "%s: %llu steps",
          cases[i].row.traffic, (unsigned long long)rig.result.statistics.steps);
    rig_close(&rig);
  }
}

/* Requests of cycles 0 to 3 are complete in steps 6, 13, 20, 27. */
TEST(test_round_trips_are_measured_from_the_first_offer)
{
  static const struct rig_row row = {
      "hypercube:1",
      NULL,
      "request-reply,load=1,of=neighbour,window=1,service=3,warmup=1,measure=20",
      1,
      1,
      4,
      0};
  struct rig rig;

  rig_open(&rig, &row, 1);
  rig_run(&rig, OUTCOME_PASS);
  const struct statistics *s = &rig.result.statistics;
  assert_int_equal(s->delivered, 2 * 2 * 21);
  assert_int_equal(statistics_measured(s), 2 * 20);
  assert_int_equal(statistics_quantile(s, 0), 7 + 6 - 1);
  assert_int_equal(statistics_quantile(s, 1), 20 * 7 + 6 - 20);
  assert_int_equal(rig.result.in_window, 2 * 2); /* of steps 6 and 13, cycles 7 and 14 */
  rig_close(&rig);
}

/* A trace of requests is read strictly. */
TEST(test_wrong_traces)
{
  static const struct {
    const char *lines, *error;
  } bad[] = {
      {"# requests 0\n", "'# requests 0' is not '# requests SERVICE WINDOW'"},
      {"# requests 0 1 2\n", "is not '# requests SERVICE WINDOW'"},
      {"# requests 1000001 2\n", "is not '# requests SERVICE WINDOW'"},
      {"# requests 0 2\n# cycle source destination header\n0 0 1 0x1\n0 1 1 0x1\n"
       "5 1 2 0x2 answers 0\n",
       "packet 2 answers packet 0 of terminal 0, and goes to another"},
      {"# requests 0 2\n# cycle source destination header\n0 0 1 0x1\n"
       "5 1 0 0x0 answers 0\n9 0 1 0x1 answers 1\n",
       "packet 2 answers packet 1, which answers one"},
      {"# requests 0 2\n# cycle source destination header\n0 0 1 0x1\n"
       "5 1 0 0x0 answers 0\n6 1 0 0x0 answers 0\n",
       "packet 2 answers packet 0 again"},
      {"# requests 0 2\n# cycle source destination header\n0 0 none 0x1\n",
       "destination none: with '# requests ' every packet is for one terminal"},
  };
  struct topology t = topology_of("hypercube:2");

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char path[FILE_PATH], traffic[FILE_PATH + 8], text[512];

    snprintf(text, sizeof text, "# lockhop schedule 1 hypercube:2 deterministic\n%s",
             bad[i].lines);
    write_data(data_path(path, "trace"), text, strlen(text));
    snprintf(traffic, sizeof traffic, "trace:%s", path);
    check_refused(&t, traffic, 1, ERR_USAGE, bad[i].error);
  }
}
