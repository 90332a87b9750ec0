/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_traffic -- the table of traffic: what names mean, and what they may not say. */
#include "traffic/traffic.h"

#include "tests/unit/traffic_unit.h"

static void test_every_row_can_be_made(void **state)
{
  struct topology t = topology_of("hypercube:4");
  char path[FILE_PATH], trace[FILE_PATH], file_spec[2 * FILE_PATH];
  struct schedule schedule = schedule_of(&t, "identity", 2, 1);
  size_t count, size;
  const struct traffic_row *rows = traffic_rows(&count);
  char *text = print_text(&schedule, &t, &size);

  (void)state;
  write_data(data_path(path, "traffic-file"),
             "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"
             "12\n13\n14\n15\n",
             38);
  write_data(data_path(trace, "traffic-trace"), text, size);
  free(text);
  schedule_free(&schedule);
  assert_int_equal(count, 9);
  for (size_t i = 0; i < count; i++) {
    const char *argument = "";

    if (strcmp(rows[i].name, "uniform") == 0)
      argument = ",load=0.5,warmup=10,measure=20";
    if (strcmp(rows[i].name, "file") == 0 || strcmp(rows[i].name, "trace") == 0)
      snprintf(file_spec, sizeof file_spec, "%s:%s", rows[i].name,
               rows[i].name[0] == 'f' ? path : trace);
    else
      snprintf(file_spec, sizeof file_spec, "%s%s", rows[i].name, argument);
    schedule = schedule_of(&t, file_spec, 2, 1);
    assert_true(schedule.count >= 32);
    check_schedule(&schedule, &t);
    assert_true(strlen(rows[i].text) > 0);
    assert_true(strncmp(rows[i].usage, rows[i].name, strlen(rows[i].name)) == 0);
    schedule_free(&schedule);
  }
}

static void test_all_start_in_cycle_0_in_order(void **state)
{
  static const char *const names[] = {"random",  "bit-reversal",   "transpose",
                                      "shuffle", "bit-complement", "identity"};

  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    for (uint32_t packets = 1; packets <= 5; packets += 2) {
      struct topology t = topology_of("hypercube:4");
      struct schedule schedule = schedule_of(&t, names[i], packets, 1);

      assert_int_equal(schedule.count, 16 * packets);
      assert_int_equal(schedule.measure_from, 0);
      assert_int_equal(schedule.measure_to, 0);
      check_schedule(&schedule, &t);
      for (size_t j = 0; j < schedule.count; j++)
        CHECK(schedule.entries[j].cycle == 0 && schedule.entries[j].source == j / packets,
              "%s: entry %zu", names[i], j);
      schedule_free(&schedule);
    }
  }
}

static void test_bad_traffic_is_refused(void **state)
{
  static const struct {
    const char *traffic;
    const char *error;
  } bad[] = {
      {"", "the traffic is empty; give one, as in random"},
      {"transpos", "unknown traffic 'transpos'; did you mean 'transpose'?"},
      {"Transpose", "did you mean 'transpose'?"},
      {"bit-reverse", "did you mean 'bit-reversal'?"},
      {"unifrom,load=0.1", "unknown traffic 'unifrom'; did you mean 'uniform'?"},
      {"hotspot", "unknown traffic 'hotspot'; 'lockhop list traffic' names them"},
      {":x", "unknown traffic ''"},
      {" random", "unknown traffic ' random'; did you mean 'random'?"},
      {"random\n", "unknown traffic 'random?'"},
      {"transpose,load=1", "'transpose,load=1': transpose takes no options"},
      {"random:3", "'random:3': random takes no options"},
      {"random,", "'random,': random takes no options"},
      {"uniform:0.1", "'uniform:0.1': the form is uniform,load=L[,warmup=C][,measure=C]"},
      {"file", "'file': needs a path, as in file:PATH"},
      {"file:", "'file:': needs a path, as in file:PATH"},
      {"file,x", "'file,x': needs a path, as in file:PATH"},
      {"trace", "'trace': needs a path, as in trace:PATH"},
  };
  struct topology t = topology_of("hypercube:4");

  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    check_refused(&t, bad[i].traffic, 1, ERR_USAGE, bad[i].error);
}

static void test_long_names_are_refused(void **state)
{
  struct topology t = topology_of("hypercube:4");
  char traffic[5000];

  (void)state;
  memset(traffic, 'x', sizeof traffic - 1);
  traffic[sizeof traffic - 1] = '\0';
  check_refused(&t, traffic, 1, ERR_USAGE, "unknown traffic 'xxxx");
  memcpy(traffic, "uniform,", 8);
  check_refused(&t, traffic, 1, ERR_USAGE, "too long");
  memcpy(traffic, "random:", 7);
  check_refused(&t, traffic, 1, ERR_USAGE, "random takes no options");
  memcpy(traffic, "file:", 5);
  check_refused(&t, traffic, 1, ERR_USAGE, "cannot read");
}

/* Refused by arithmetic: no machine could hold them, and nothing is allocated. */
static void test_too_many_packets_are_refused(void **state)
{
  struct topology t = topology_of("hypercube:20");

  (void)state;
  check_refused(
      &t, "random", 2048, ERR_USAGE,
      "hypercube:20 with 2048 packets per switch makes 2147483648 packets; at most "
      "2147483647, so at most 2047 per switch");
  check_refused(&t, "identity", UINT32_MAX, ERR_USAGE, "at most 2047 per switch");
  check_refused(&t, "random", 0, ERR_USAGE, "0 packets per switch; at least 1");
}

#ifdef MEMORY_LIMITS
static void test_short_memory_is_reported(void **state)
{
  struct topology t = topology_of("hypercube:18");
  struct schedule schedule;
  struct err err;
  rlim_t old = limit_memory(64 << 20);
  bool good = try_schedule(&schedule, &t, "random", 18, 1, &err);

  (void)state;
  set_memory(old);
  assert_false(good);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory for 4718592 packets", "random");
}
#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_row_can_be_made),
      cmocka_unit_test(test_all_start_in_cycle_0_in_order),
      cmocka_unit_test(test_bad_traffic_is_refused),
      cmocka_unit_test(test_long_names_are_refused),
      cmocka_unit_test(test_too_many_packets_are_refused),
#ifdef MEMORY_LIMITS
      cmocka_unit_test(test_short_memory_is_reported),
#endif
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
