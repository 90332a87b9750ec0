/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sweep_record -- lines of a partial file: each is read back, and nothing else is. */
#include "unit.h"

/* The library that unit tests are linked with is cmodel/ without cli/. */
#include "tool/campaign/sweep_block.c"
#include "tool/campaign/sweep_options.c"
#include "tool/campaign/sweep_plan.c"
#include "tool/campaign/sweep_range.c"
#include "tool/campaign/sweep_record.c"
#include "tool/campaign/sweep_row.c"
#include "tool/campaign/sweep_search.c"

static struct sweep_plan plan_of(const char *routing, const char *seed)
{
  struct sweep_plan plan;
  struct err err = {.kind = ERR_NONE};
  char path[FILE_PATH], lines[512];

  snprintf(lines, sizeof lines,
           "topology hypercube:3 hypercube:4\npackets 1 2\ntraffic random\n"
           "routing %s\ntrials 6\nseed %s\n",
           routing, seed);
  write_data(data_path(path, "x.plan"), lines, strlen(lines));
  CHECK(sweep_plan_read(&plan, path, NULL, &err), "%s", err.text);
  return plan;
}

static struct trial_result result_of(uint64_t number)
{
  return (struct trial_result){.outcome = number % 5 == 3   ? OUTCOME_DEADLOCK
                                          : number % 5 == 4 ? OUTCOME_DIFFER
                                                            : OUTCOME_PASS,
                               .steps = 12 + number,
                               .hops = 1000 * number,
                               .average_delay = 1.0 / (double)(number + 3),
                               .undelayed_percent = 37.5,
                               .max_output_queue = 4,
                               .cycles = 99,
                               .open_loop = number % 2 == 1,
                               .latency_mean = 7.25,
                               .latency_p99 = 31,
                               .warmup = 1000,
                               .latency_min = 1,
                               .latency_median = 6,
                               .longest = 77,
                               .steady_known = number % 4 == 1,
                               .latency_interval = 0.0625,
                               .latency_drift = -1e-7,
                               .offered_load = 0.13,
                               .latency_drifting = number % 8 == 5,
                               .accepted_load = 0.125,
                               .timed = number % 3 == 0,
                               .lanes = 2};
}

TEST(test_lines_are_read_back)
{
  struct sweep_plan plan = plan_of("deterministic drand-trans-ooo,forced=0", "7");

  for (uint64_t number = 0; number < plan.trials; number++) {
    struct trial_result result = result_of(number);
    char line[SWEEP_RECORD], row[SWEEP_ROW];
    size_t length = sweep_record_print(line, &plan, number, &result);
    size_t row_length = sweep_row_print(row, &plan, number, &result);
    struct sweep_record read;

    CHECK(line[length - 1] == '\n', "%s", line);
    CHECK(sweep_record_read(&read, line, length - 1, &plan), "%s", line);
    assert_int_equal(read.number, number);
    assert_int_equal(read.outcome, result.outcome);
    assert_int_equal(read.length, row_length);
    assert_memory_equal(read.row, row, row_length);
  }
  sweep_plan_free(&plan);
}

/* What of a traffic's text is its pattern, and what its load. */
TEST(test_columns_of_the_traffic)
{
  static const struct {
    const char *traffic, *columns;
  } rows[] = {
      {"random", ",random,"},
      {"uniform,load=0.3,warmup=5", ",uniform,0.3"},
      {"hotspot,terminal=0,share=0.1,load=1", ",hotspot,1"},
      {"uniform,load=saturation:0.01,to=drawer", ",uniform,"},
      {"file:a,load=0.7", ",file,"},
      {"trace:x", ",trace,"},
      {"all-to-all,self=1+uniform,load=0.25,to=drawer", ",all-to-all+uniform,0.25"},
      {"one-to-many-broadcast,destinations=1+2,word=3", ",one-to-many-broadcast,"},
  };
  char text[SWEEP_ROW];

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(traffic_columns(text, rows[i].traffic), strlen(rows[i].columns));
    CHECK(strcmp(text, rows[i].columns) == 0, "%s: %s", rows[i].traffic, text);
  }
}

/* A search has as many loads as fit into 1, each written without rounding, and as many runs
 * as halving needs. */
TEST(test_loads_of_a_search)
{
  static const struct {
    const char *traffic;
    uint32_t steps, runs, step;
    const char *at;
  } rows[] = {
      {"uniform,load=saturation:0.01", 100, 8, 35, "uniform,load=0.35"},
      {"uniform,load=saturation:0.3,to=drawer", 3, 3, 3, "uniform,load=0.9,to=drawer"},
      {"uniform,load=saturation:0.0001", 10000, 15, 1, "uniform,load=0.0001"},
      {"uniform,load=saturation:0.5", 2, 2, 2, "uniform,load=1"},
      {"uniform,load=0.3", 0, 1, 1, "uniform,load=0.3"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct sweep_search search;
    char text[LINES_TEXT];
    struct err err;

    assert_true(sweep_search_read(&search, rows[i].traffic, &err));
    assert_int_equal(search.steps, rows[i].steps);
    assert_int_equal(sweep_search_runs(&search), rows[i].runs);
    assert_true(sweep_search_traffic(text, &search, rows[i].traffic, rows[i].step, &err));
    CHECK(strcmp(text, rows[i].at) == 0, "%s: %s", rows[i].traffic, text);
  }
}

/* Any byte that becomes another one; any that is lost or doubled; any two neighbours that
 * are exchanged; any end that is cut. */
TEST(test_every_change_is_found)
{
  struct sweep_plan plan = plan_of("drand-trans-ooo,forced=0", "7");
  struct trial_result result = result_of(9);
  char line[SWEEP_RECORD], changed[SWEEP_RECORD + 1];
  size_t length = sweep_record_print(line, &plan, 9, &result) - 1;
  struct sweep_record read;

  CHECK(sweep_record_read(&read, line, length, &plan), "%s", line);
  for (size_t i = 0; i < length; i++) {
    CHECK(!sweep_record_read(&read, line, i, &plan), "cut at %zu", i);
    memcpy(changed, line, length);
    for (unsigned byte = 0; byte < 256; byte++) {
      changed[i] = (char)byte;
      CHECK(sweep_record_read(&read, changed, length, &plan) == (changed[i] == line[i]),
            "byte %zu as %u: %s", i, byte, line);
    }
    memcpy(changed + i, line + i + 1, length - i - 1);
    CHECK(!sweep_record_read(&read, changed, length - 1, &plan), "byte %zu lost", i);
    memcpy(changed + i, line + i, 1);
    memcpy(changed + i + 1, line + i, length - i);
    CHECK(!sweep_record_read(&read, changed, length + 1, &plan), "byte %zu twice", i);
    if (i + 1 == length || line[i] == line[i + 1])
      continue;
    memcpy(changed, line, length);
    changed[i] = line[i + 1];
    changed[i + 1] = line[i];
    CHECK(!sweep_record_read(&read, changed, length, &plan), "bytes %zu exchanged", i);
  }
  sweep_plan_free(&plan);
}

/* What stands before the number is right for the row, but the number was changed with it,
 * or written with a zero before it. */
TEST(test_a_row_belongs_to_its_trial_and_plan)
{
  struct sweep_plan plan = plan_of("deterministic", "7");
  struct sweep_plan others[] = {plan_of("deterministic", "8"), plan_of("rand-trans", "7")};
  struct sweep_record read;
  char line[SWEEP_RECORD], changed[SWEEP_RECORD + 8];

  for (uint64_t number = 0; number < plan.trials; number++) {
    struct trial_result result = result_of(number);
    size_t length = sweep_record_print(line, &plan, number, &result) - 1;

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
      CHECK(!sweep_record_read(&read, line, length, &others[i]), "of another plan: %s",
            line);
    CHECK(sweep_record_read(&read, line, length, &plan), "%s", line);
    for (uint64_t other = 0; other < plan.trials + 2; other++) {
      size_t used =
          (size_t)sprintf(changed, "%.*s %" PRIu64 " ", SWEEP_CHECKSUM, line, other);

      memcpy(changed + used, read.row, read.length);
      if (other != number)
        CHECK(!sweep_record_read(&(struct sweep_record){0}, changed, used + read.length,
                                 &plan),
              "trial %" PRIu64 " as %" PRIu64, number, other);
    }
    size_t used =
        (size_t)sprintf(changed, "%.*s 0%" PRIu64 " ", SWEEP_CHECKSUM, line, number);
    memcpy(changed + used, read.row, read.length);
    CHECK(!sweep_record_read(&(struct sweep_record){0}, changed, used + read.length, &plan),
          "a zero before %" PRIu64, number);
  }
  sweep_plan_free(&plan);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    sweep_plan_free(&others[i]);
}

TEST(test_the_first_line)
{
  struct sweep_plan plan = plan_of("deterministic", "7"), other = plan_of("rand-sync", "7");
  char line[SWEEP_IDENTITY];
  size_t length = sweep_record_identity(line, &plan);
  struct err err;
  static const struct {
    const char *text, *error;
  } rows[] = {
      {"topology,switches", "'x' is not the partial file of a sweep"},
      {"# lockhop 9.9 sweep format 2 plan 0", "(9.9, this is "},
      {"# lockhop " LOCKHOP_VERSION " sweep 00112233", "(with other lines)"},
      {"# lockhop \n", "written by another version of lockhop"},
      {"# lockhop 123456789012345678901234567890123456789 sweep",
       "(123456789012345678901234567890123456789, this is "},
      {"# lockhop 12345678901234567890123456789012345678901 sweep",
       "(1234567890123456789012345678901234567890, this is "},
  };

  for (size_t size = 0; size <= length; size++)
    CHECK(sweep_record_identify(line, size, &plan, "x", &err), "%zu bytes: %s", size,
          err.text);
  err = (struct err){.kind = ERR_NONE};
  assert_false(sweep_record_identify(line, length, &other, "x", &err));
  check_error(&err, ERR_USAGE, "'x' is of another plan", "another plan");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    err = (struct err){.kind = ERR_NONE};
    assert_false(
        sweep_record_identify(rows[i].text, strlen(rows[i].text), &plan, "x", &err));
    check_error(&err, ERR_USAGE, rows[i].error, rows[i].text);
  }
  sweep_plan_free(&plan);
  sweep_plan_free(&other);
}
