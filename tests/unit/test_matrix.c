/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_matrix -- an open loop by a file of rates: both forms, its shares, its limits.
 *
 * Every bound on a random quantity is one that a good generator breaks for fewer than one
 * seed in a thousand; the seeds here are fixed.
 */
#include "network/traffic/matrix_file.h"
#include "tests/unit/traffic_unit.h"

#include <math.h>

enum { TRAFFIC = 256, SWITCHES = 4, CYCLES = 50000 };

/* "matrix,file=PATH" of a file of this text, and options. */
static const char *matrix_of(char traffic[TRAFFIC], const char *text, const char *options)
{
  char path[FILE_PATH];

  write_data(data_path(path, "rates"), text, strlen(text));
  CHECK(snprintf(traffic, TRAFFIC, "matrix,file=%s,%s", path, options) < TRAFFIC,
        "the path is too long: %s", path);
  return traffic;
}

static const double rates[SWITCHES][SWITCHES] = {
    {0, 1, 0.5, 0}, {1, 0, 0, 0}, {0.25, 0, 0, 0.25}, {0, 0, 0, 1}};
static const char *const rows = "# rates of hypercube:2\n"
                                "0, 1 ,0.5,\t0\n1 0 0\t0\n 25e-2,0, 0,.25\n0,0,0,1e0\n";
static const char *const pairs = "source,destination,rate\n3 0b11 1\n0 1 1.\n0 10 0.5\n"
                                 "1 0 1\n2 0 2.5E-1\n2 3 .25\n2 2 0\n2 2 0\n";

/* Each pair has its share of the packets; a terminal starts one in a cycle at most. */
static void check_shares(const char *text, double load, uint64_t seed)
{
  struct topology t = topology_of("hypercube:2");
  char traffic[TRAFFIC], options[64];
  double counts[SWITCHES][SWITCHES] = {{0}}, total = 0;

  snprintf(options, sizeof options, "load=%g,warmup=10,measure=%d", load, CYCLES - 10);
  struct schedule schedule = schedule_of(&t, matrix_of(traffic, text, options), 1, seed);

  check_schedule(&schedule, &t);
  assert_int_equal(schedule.measure_from, 10);
  assert_int_equal(schedule.measure_to, CYCLES);
  assert_int_equal(schedule_width(&schedule, &t), 1);
  for (size_t i = 0; i < schedule.count; i++)
    counts[schedule.entries[i].source][schedule.entries[i].destination]++;
  for (int i = 0; i < SWITCHES * SWITCHES; i++)
    total += rates[i / SWITCHES][i % SWITCHES];
  for (int s = 0; s < SWITCHES; s++)
    for (int d = 0; d < SWITCHES; d++) {
      const double p = load * SWITCHES * rates[s][d] / total;

      CHECK(fabs(counts[s][d] - CYCLES * p) <= 4 * sqrt(CYCLES * p * (1 - p)),
            "load %g: %d to %d: %g packets, expected %g", load, s, d, counts[s][d],
            CYCLES * p);
    }
  schedule_free(&schedule);
}

TEST(test_shares_are_those_of_the_rates)
{
  check_shares(rows, 0.1, 1);
  check_shares(rows, 0.6, 2);
  check_shares(pairs, 0.3, 3);
}

/* The busiest terminal starts a packet in every cycle. */
TEST(test_the_largest_load)
{
  struct topology t = topology_of("hypercube:2");
  char traffic[TRAFFIC];

  struct schedule schedule =
      schedule_of(&t,
                  matrix_of(traffic, "0 0 0 0\n2 0 2 2\n0 0 0 0\n0 0 0 0\n",
                            "load=0.25,warmup=0,measure=900"),
                  1, 1);
  assert_int_equal(schedule.count, 900);
  for (size_t i = 0; i < schedule.count; i++)
    CHECK(schedule.entries[i].cycle == i && schedule.entries[i].source == 1 &&
              schedule.entries[i].destination != 1,
          "packet %zu", i);
  schedule_free(&schedule);
}

TEST(test_both_forms_and_the_computed_schedule_are_one)
{
  struct topology t = topology_of("hypercube:2");
  struct traffic_request request = {
      .topology = &t, .routing = &t.routings[0], .seed = 5, .held = 16};
  const char *const options = "load=0.4,warmup=0,measure=500";
  char traffic[TRAFFIC];
  struct schedule computed;
  struct err err;

  struct schedule a = schedule_of(&t, matrix_of(traffic, rows, options), 1, 5);
  struct schedule b = schedule_of(&t, matrix_of(traffic, pairs, options), 1, 5);
  assert_true(a.count > 100 && same_entries(&a, &b));
  assert_string_not_equal(a.content, b.content);
  request.traffic = traffic;
  assert_true(schedule_make(&computed, &request, &err));
  assert_non_null(computed.rule);
  assert_true(schedule_hold(&computed, &err));
  assert_true(same_entries(&a, &computed));
  assert_string_equal(b.content, computed.content);
  schedule_free(&computed);
  schedule_free(&a);
  schedule_free(&b);
}

TEST(test_contents_are_compared)
{
  struct topology t = topology_of("hypercube:2");
  char traffic[TRAFFIC], options[64];

  struct schedule schedule = schedule_of(&t, matrix_of(traffic, rows, "load=0.1"), 1, 1);
  snprintf(options, sizeof options, "load=0.1,content=%s", schedule.content);
  schedule_free(&schedule);
  schedule = schedule_of(&t, matrix_of(traffic, rows, options), 1, 1);
  schedule_free(&schedule);
  check_refused(&t, matrix_of(traffic, pairs, options), 1, ERR_USAGE, "it has changed");
}

static void check_weights(const char *text, const uint64_t *expected, size_t count)
{
  struct topology t = topology_of("hypercube:1");
  struct matrix_file file;
  uint64_t weights[8];
  char path[FILE_PATH];
  struct err err;

  write_data(data_path(path, "rates"), text, strlen(text));
  CHECK(matrix_file_read(&file, path, &t, &err), "%s", err.text);
  assert_int_equal(file.count, count);
  matrix_file_weights(&file, weights);
  for (size_t i = 0; i < count; i++)
    CHECK(weights[i] == expected[i], "'%s': weight %zu is %llu", text, i,
          (unsigned long long)weights[i]);
  matrix_file_close(&file);
}

TEST(test_weights_are_whole_numbers_in_the_ratios_of_the_rates)
{
  const uint64_t unit = UINT64_C(10000000000000000); /* 10^16 */

  check_weights("1 2\n3 0\n", (uint64_t[]){unit, 2 * unit, 3 * unit}, 3);
  check_weights("1e-300 2e-300\n0.03e-298 0\n", (uint64_t[]){unit, 2 * unit, 3 * unit}, 3);
  check_weights("100 200e0\n3e2 0\n", (uint64_t[]){unit, 2 * unit, 3 * unit}, 3);
  /* Rounded to the nearest; digits behind the 18th are cut off. */
  check_weights("9 6e-17\n0 4e-17\n", (uint64_t[]){9 * unit, 1, 0}, 3);
  check_weights("0.1234567890123456789 0\n0 0\n", (uint64_t[]){12345678901234568}, 1);
  check_weights("123456789012345678901 0\n0 0\n", (uint64_t[]){12345678901234568}, 1);
}

TEST(test_malformed_files_are_refused)
{
  static const struct {
    const char *text, *error;
  } bad[] = {
      {"", "rates:1: the file ends after 0 rows; hypercube:2 needs 4"},
      {"0 1 0 0\n# end", "rates:3: the file ends after 1 row; hypercube:2 needs 4"},
      {"0 1 0 0\n0 1 0\n", "rates:2: row 1 has 3 columns; hypercube:2 needs 4"},
      {"0 1 1\n", "lines of pairs need 'source destination rate' before them"},
      {"0\n", "rates:1: row 0 has 1 column;"},
      {"0 1 0 0 0\n", "rates:1: row 0 has more than 4 columns"},
      {"0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "rates:5: one row too many"},
      {"0 1 0 0\n\n0 0 0 0\n", "rates:2: the line is blank"},
      {"0 1 0 0\n0 -1 0 0\n", "rates:2: '-1' is negative; a rate is 0 or more"},
      {"0 1 0 nan\n", "rates:1: 'nan' is not a rate"},
      {"0 1 0 inf\n", "rates:1: 'inf' is not a rate"},
      {"0 1 0 0x1\n", "rates:1: '0x1' is not a rate"},
      {"0 1 0 1e\n", "rates:1: '1e' is not a rate"},
      {"0 1 0 .\n", "rates:1: '.' is not a rate"},
      {"0 1 0 1.2.3\n", "rates:1: '1.2.3' is not a rate"},
      {"0 1 0 1e1001\n", "rates:1: '1e1001' is out of range"},
      {"0 1 0 1e99999999999999999999\n", "is out of range"},
      {"0,1,0,\n", "rates:1: a field is empty"},
      {"0,,0,1\n", "rates:1: a field is empty"},
      {",0,0,1\n", "rates:1: a field is empty"},
      {"0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "rates:5: all rates are 0"},
      {"0 1 0 0\r\n", "rates:1: a carriage return; line ends must be LF"},
      {"0 1 0 \xc3\xbc\n", "rates:1: byte 0xc3 is not text"},
      {"source destination rate\n", "rates:2: all rates are 0"},
      {"source destination rate\n0 1\n", "rates:2: 2 fields; a line is a source"},
      {"source destination rate\n0 1 1 1\n", "rates:2: a fourth field"},
      {"source destination rate\n4 1 1\n", "rates:2: source '4' is out of range"},
      {"source destination rate\n0 x 1\n", "rates:2: destination 'x' is not a terminal"},
      {"source destination rate\n0 1 -1\n", "rates:2: '-1' is negative"},
      {"source destination rate\n0 1 1\n2 1 1\n0 01 2\n",
       "rates:4: a second rate from terminal 0 to 1; the first is in line 2"},
      {"# a\nsource destination rate\nsource destination rate\n",
       "rates:3: source 'source' is not a terminal"},
  };
  struct topology t = topology_of("hypercube:2");
  char traffic[TRAFFIC];

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    check_refused(&t, matrix_of(traffic, bad[i].text, "load=0.1"), 1, ERR_USAGE,
                  bad[i].error);
}

TEST(test_a_load_that_cannot_be_is_refused)
{
  struct topology t = topology_of("hypercube:2");
  char traffic[TRAFFIC];

  check_refused(
      &t, matrix_of(traffic, "0 1 0 0\n0 0 0 0\n1 1 0 0\n0 0 0 0\n", "load=0.5"), 1,
      ERR_USAGE,
      "terminal 10 would start 1.33 packets in a cycle, and one is the most; with "
      "these rates load is at most 0.375");
}
