/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_schedule -- the list itself: width, printing, freeing. */
#include "network/traffic/schedule.h"

#include "tests/unit/traffic_unit.h"

static uint32_t width_of(const struct topology *t, struct schedule_entry *entries,
                         size_t count)
{
  return schedule_width(&(struct schedule){.entries = entries, .count = count}, t);
}

TEST(test_width_counts_one_source_in_one_cycle)
{
  struct schedule_entry entries[] = {
      {.cycle = 0, .source = 0}, {.cycle = 0, .source = 0}, {.cycle = 0, .source = 1},
      {.cycle = 1, .source = 1}, {.cycle = 1, .source = 1}, {.cycle = 1, .source = 1},
      {.cycle = 2, .source = 1}, {.cycle = 2, .source = 2},
  };
  struct topology t = topology_of("hypercube:4");

  assert_int_equal(width_of(&t, entries, 0), 1);
  assert_int_equal(width_of(&t, entries, 1), 1);
  assert_int_equal(width_of(&t, entries, 2), 2);
  assert_int_equal(width_of(&t, entries, 4), 2);
  assert_int_equal(width_of(&t, entries, 5), 2);
  assert_int_equal(width_of(&t, entries, 6), 3);
  assert_int_equal(width_of(&t, entries, 8), 3);
  assert_int_equal(width_of(&t, entries + 6, 2), 1);
}

TEST(test_width_is_at_most_the_ports)
{
  struct topology t = topology_of("hypercube:4");

  for (uint32_t packets = 1; packets <= 9; packets++) {
    struct schedule schedule = schedule_of(&t, "shuffle", packets, 1);

    assert_int_equal(schedule_width(&schedule, &t), packets < 4 ? packets : 4);
    schedule_free(&schedule);
  }
}

TEST(test_print_by_hand)
{
  struct topology t = topology_of("hypercube:2");
  struct schedule schedule = schedule_of(&t, "bit-complement", 2, 1);
  size_t size;
  char *text = print_text(&schedule, &t, &size);

  assert_string_equal(text, "# lockhop schedule 1 hypercube:2 deterministic\n"
                            "# packets 8\n"
                            "# cycle source destination header\n"
                            "0 0 3 0x3\n0 0 3 0x3\n0 1 2 0x2\n0 1 2 0x2\n"
                            "0 2 1 0x1\n0 2 1 0x1\n0 3 0 0x0\n0 3 0 0x0\n");
  free(text);
  schedule_free(&schedule);
}

TEST(test_print_shows_the_measured_cycles)
{
  struct schedule_entry entry = {
      .cycle = 7, .source = 1, .destination = 15, .header = UINT64_C(0xfedcba9876543210)};
  struct schedule schedule = {
      .entries = &entry, .count = 1, .measure_from = 5, .measure_to = 10};
  struct topology t = topology_of("hypercube:4");
  size_t size;
  char *text = print_text(&schedule, &t, &size);

  assert_string_equal(text, "# lockhop schedule 1 hypercube:4 deterministic\n"
                            "# packets 1\n"
                            "# measure 5 10\n"
                            "# cycle source destination header\n"
                            "7 1 15 0xfedcba9876543210\n");
  free(text);
}

/* Broadcasts, answers, and the promise of no conflicts. */
TEST(test_print_shows_broadcasts_and_answers)
{
  struct schedule_entry entries[] = {
      {.cycle = 2, .source = 1, .destination = SCHEDULE_ALL, .header = 0x70},
      {.cycle = 6, .source = 0, .destination = 1, .answers = 1, .header = 0x31},
      {.cycle = 6, .source = 7, .destination = 1, .header = 0x32},
  };
  struct schedule schedule = {.entries = entries, .count = 3, .conflict_free = true};
  struct topology t = topology_of("d3:2,2");
  size_t size;
  char *text = print_text(&schedule, &t, &size);
  char destination[ADDRESS_TEXT];

  assert_string_equal(text, "# lockhop schedule 1 d3:2,2 source-vector\n"
                            "# packets 3\n"
                            "# conflict-free\n"
                            "# cycle source destination header\n"
                            "2 1 all 0x70\n"
                            "6 0 1 0x31 answers 0\n"
                            "6 7 1 0x32\n");
  free(text);
  schedule_print_destination(&t, &entries[0], destination);
  assert_string_equal(destination, "all");
  schedule_print_destination(&t, &entries[1], destination);
  assert_string_equal(destination, "0.0.1");
}

/* One for each packet, but at every switch for a broadcast. */
TEST(test_deliveries)
{
  struct schedule_entry entries[] = {{.destination = 1},
                                     {.destination = SCHEDULE_ALL},
                                     {.destination = 0},
                                     {.destination = SCHEDULE_ALL}};
  struct schedule schedule = {.entries = entries, .count = 0};
  static const uint64_t expected[] = {0, 1, 9, 10, 18};
  struct topology t = topology_of("d3:2,2");

  for (; schedule.count <= 4; schedule.count++)
    assert_int_equal(schedule_deliveries(&schedule, &t), expected[schedule.count]);
}

/* What is promised, in a schedule that was made, goes with the routing: all paths must be
 * known. */
TEST(test_freedom_is_promised_where_it_can_be_told)
{
  static const char *const routings[] = {"source-vector", "destination", "valiant", "ugal"};

  for (size_t i = 0; i < 4; i++) {
    struct topology t = topology_of("d3:2,3");
    struct traffic_request request = {.topology = &t,
                                      .routing = routing_of(&t, routings[i]),
                                      .traffic = "all-to-one,sink=1,rule=clocked",
                                      .packets = 1};
    struct schedule schedule;
    struct err err;

    assert_true(schedule_make(&schedule, &request, &err));
    CHECK(schedule.conflict_free == request.routing->timed, "%s", routings[i]);
    schedule_free(&schedule);
  }
}

TEST(test_print_reports_a_full_disk)
{
  struct topology t = topology_of("hypercube:10");
  struct schedule schedule = schedule_of(&t, "identity", 10, 1);
  FILE *file = fopen("/dev/full", "w");

  assert_non_null(file);
  assert_false(schedule_print(&schedule, &t, &t.routings[0], file));
  fclose(file);
  schedule_free(&schedule);
}

TEST(test_free_takes_nothing)
{
  struct schedule schedule = {.entries = NULL};

  schedule_free(NULL);
  schedule_free(&schedule);
  schedule_free(&schedule);
  assert_null(schedule.entries);
}
