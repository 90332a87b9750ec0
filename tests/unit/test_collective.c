/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_collective -- rounds find their cycles; packets are sorted, and answers follow. */
#include "network/traffic/collective.h"

#include "tests/unit/traffic_unit.h"

/* A collective on D3(3,4), open. */
struct scene {
  struct topology t;
  struct traffic_request request;
  struct schedule schedule;
  struct collective c;
};

static void scene_open(struct scene *s, const char *routing)
{
  memset(s, 0, sizeof *s);
  s->t = topology_of("d3:3,4");
  s->request =
      (struct traffic_request){.topology = &s->t, .routing = routing_of(&s->t, routing)};
  collective_open(&s->c, &s->schedule, &s->request);
}

static void scene_close(struct scene *s)
{
  struct err err;

  collective_close(&s->c, false, &err);
  schedule_free(&s->schedule);
}

static struct schedule_entry packet(const struct scene *s, uint32_t cycle, uint32_t source,
                                    uint32_t destination)
{
  return (struct schedule_entry){
      .cycle = cycle,
      .source = source,
      .destination = destination,
      .header = s->request.routing->header(&s->t, source, destination, 0)};
}

/* Packets of one source by one first link need a cycle each; those that do not wait are
 * launched all the same, and not remembered. */
TEST(test_rounds_find_their_cycles)
{
  struct scene s;
  struct err err;

  scene_open(&s, NULL);
  struct schedule_entry to_24 = packet(&s, 0, 0, 24), self = packet(&s, 0, 1, 26);
  assert_true(collective_launch(&s.c, &to_24, 1, true, &err));
  assert_int_equal(s.c.next, 1);
  s.c.next = 0;
  assert_true(collective_launch(&s.c, &self, 1, true, &err)); /* meets it in step 2 */
  s.c.next = 0;
  assert_true(collective_launch(&s.c, &to_24, 1, false, &err)); /* does not look */
  assert_int_equal(s.c.next, 1);
  s.c.next = 0;
  assert_true(collective_launch(&s.c, &to_24, 1, true, &err)); /* 0 and 1 are taken */
  assert_int_equal(s.schedule.count, 4);
  assert_int_equal(s.schedule.entries[0].cycle, 0);
  assert_int_equal(s.schedule.entries[1].cycle, 1);
  assert_int_equal(s.schedule.entries[2].cycle, 0);
  assert_int_equal(s.schedule.entries[3].cycle, 2);
  scene_close(&s);
}

/* The cycles of a round's packets count from its own; one of them that meets another moves
 * the round. */
TEST(test_cycles_count_from_the_round)
{
  struct scene s;
  struct err err;

  scene_open(&s, NULL);
  struct schedule_entry first = packet(&s, 0, 0, 24);
  struct schedule_entry round[2] = {packet(&s, 0, 40, 40), packet(&s, 4, 0, 24)};
  s.c.next = 6;
  assert_true(collective_launch(&s.c, &first, 1, true, &err));
  s.c.next = 2;
  assert_true(collective_launch(&s.c, round, 2, true, &err));
  assert_int_equal(s.schedule.entries[1].cycle, 3);
  assert_int_equal(s.schedule.entries[2].cycle, 7);
  assert_int_equal(s.c.next, 4);
  scene_close(&s);
}

TEST(test_sorting)
{
  struct scene s;
  struct err err;

  scene_open(&s, NULL);
  const struct schedule_entry entries[] = {
      packet(&s, 5, 3, 0), packet(&s, 2, 9, 1), packet(&s, 2, 1, 2),
      packet(&s, 5, 3, 3), packet(&s, 5, 0, 4),
  };
  for (size_t i = 0; i < 5; i++) {
    struct schedule_entry entry = entries[i];

    entry.answers = i == 3 ? 1 + 1 : i == 4 ? 1 + 2 : 0;
    assert_true(collective_add(&s.c, &entry, &err));
  }
  assert_true(collective_close(&s.c, true, &err));
  static const uint32_t expected[][2] = {{2, 0}, {1, 0}, {4, 1 + 0}, {0, 0}, {3, 1 + 1}};
  for (size_t i = 0; i < 5; i++)
    CHECK(s.schedule.entries[i].destination == expected[i][0] &&
              s.schedule.entries[i].answers == expected[i][1],
          "packet %zu is for %u and answers %u", i, s.schedule.entries[i].destination,
          s.schedule.entries[i].answers);
  scene_close(&s);
}

TEST(test_what_was_bad_stays_bad)
{
  struct scene s;
  struct err err = {.kind = ERR_NONE};

  scene_open(&s, NULL);
  assert_false(collective_close(&s.c, false, &err));
  assert_int_equal(err.kind, ERR_NONE); /* the cause has been told */
  scene_close(&s);
}

TEST(test_send)
{
  struct scene s;
  struct err err;

  scene_open(&s, NULL);
  assert_true(collective_send(&s.c, 3, 7, 9, false, &err));
  assert_true(collective_send(&s.c, 3, 7, 7, false, &err));
  assert_int_equal(s.schedule.count, 1);
  assert_true(collective_send(&s.c, 4, 7, 7, true, &err));
  assert_int_equal(s.schedule.count, 2);
  assert_int_equal(s.schedule.entries[0].header, s.t.routings[0].header(&s.t, 7, 9, 0));
  assert_int_equal(s.schedule.entries[1].cycle, 4);
  scene_close(&s);
}

TEST(test_who_has_broadcasts)
{
  static const struct {
    const char *routing;
    bool good;
  } rows[] = {{"source-vector", true},
              {"source-vector,holds=0", true},
              {"source-vector,queue=lifo", true},
              {"glgl", true},
              {"destination", false},
              {"valiant", false},
              {"ugal", false}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct err err = {.kind = ERR_NONE};
    struct scene s;

    scene_open(&s, rows[i].routing);
    CHECK(collective_needs_broadcasts(&s.c, "kind", &err) == rows[i].good, "%s",
          rows[i].routing);
    if (!rows[i].good)
      check_error(&err, ERR_USAGE, rows[i].routing, rows[i].routing);
    s.t = topology_of("d3:3,4,routers=0-1-2-4/5");
    s.request.routing = routing_of(&s.t, NULL);
    assert_false(collective_needs_broadcasts(&s.c, "kind", &err));
    check_error(&err, ERR_USAGE, "lead out of it", "a part");
    scene_close(&s);
  }
}

TEST(test_short_memory_is_told)
{
  struct topology t = topology_of("d3:20,40");
  struct traffic_request request = {.topology = &t, .routing = routing_of(&t, NULL)};
  struct schedule schedule = {.count = 0};
  struct schedule_entry entry = {.destination = 1};
  struct collective c;
  struct err err = {.kind = ERR_NONE};

  collective_open(&c, &schedule, &request);
  rlim_t old = limit_memory(1 << 20);
  bool launched = collective_launch(&c, &entry, 1, true, &err);
  set_memory(old);
  assert_false(launched);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory to follow packets on d3:20,40",
              "d3:20,40");
  collective_close(&c, false, &err);
  schedule_free(&schedule);
}
