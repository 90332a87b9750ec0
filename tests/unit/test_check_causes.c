/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_check_causes -- failures are grouped by what they look like, and a group says what
 * its runs have in common and no run that passed has: docs/check.md, "Causes". */
#include "tests/unit/unit.h"
#include "tool/campaign/check_causes.h"

#include <jansson.h>

/* A run of a check that has ended. */
struct row {
  size_t shape;
  const char *traffic, *disturb;
  enum check_word word;
  const char *what, *place, *line;
};

enum { ROWS = 10, DEEP = 0, SHALLOW = 1, ENGINES = 2, SHAPES = 3 };

struct rig {
  struct check_member members[1];
  struct check_shape shapes[SHAPES];
  struct check_run runs[ROWS], *order[ROWS];
  struct check_result results[ROWS];
  struct check check;
  struct check_causes causes;
};

static void rig_open(struct rig *rig, const struct row *rows, size_t count)
{
  struct err err = {.kind = ERR_NONE};

  *rig = (struct rig){.members = {{.topology = "hypercube:3", .routing = "deterministic"}}};
  rig->shapes[DEEP] =
      (struct check_shape){.depth = 4, .lanes = 3, .vcs = 1, .data_bits = 40};
  rig->shapes[SHALLOW] =
      (struct check_shape){.depth = 2, .lanes = 3, .vcs = 1, .data_bits = 40};
  rig->shapes[ENGINES] = (struct check_shape){.depth = 2, .program_words = 16};
  for (size_t i = 0; i < count; i++) {
    struct check_result *r = &rig->results[i];

    rig->order[i] = &rig->runs[i];
    rig->runs[i].shape = rows[i].shape;
    rig->runs[i].description = description_of("hypercube:3", rows[i].traffic);
    rig->runs[i].description.disturb = rows[i].disturb;
    r->state = CHECK_ENDED;
    r->word = rows[i].word;
    r->summary.ended = rows[i].what != NULL;
    if (rows[i].what) {
      snprintf(r->summary.symptom.what, SYMPTOM_WHAT, "%s", rows[i].what);
      snprintf(r->summary.symptom.place, SYMPTOM_PLACE, "%s", rows[i].place);
    }
    snprintf(r->line, sizeof r->line, "%s", rows[i].line ? rows[i].line : "");
  }
  rig->check.results = rig->results;
  rig->check.plan = (struct check_plan){.members = rig->members,
                                        .member_count = 1,
                                        .shapes = rig->shapes,
                                        .shape_count = SHAPES,
                                        .runs = rig->order,
                                        .count = count};
  assert_true(check_causes_find(&rig->causes, &rig->check, &err));
}

/* What is printed of the causes. */
static void assert_printed(const struct rig *rig, const char *expected)
{
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  assert_non_null(file);
  check_causes_print(&rig->causes, &rig->check, file);
  fclose(file);
  assert_string_equal(text, expected);
  free(text);
}

TEST(test_a_group_says_what_it_has_in_common)
{
  static const struct row rows[] = {
      {SHALLOW, "uniform,load=1", "stalls,noise", CHECK_DIFFER, "inject_ready", "lane 2",
       0},
      {SHALLOW, "random", "all", CHECK_DIFFER, "inject_ready", "lane 2", 0},
      {DEEP, "uniform,load=1", "stalls,noise", CHECK_PASS, "", "", 0},
      {DEEP, "random", NULL, CHECK_AGREED, "", "", 0},
      {SHALLOW, "random", "resets", CHECK_NOT_MADE, NULL, NULL, "stopped"},
      {ENGINES, "broadcast", NULL, CHECK_PASS, "", "", 0},
  };
  struct rig rig;

  rig_open(&rig, rows, 6);
  assert_int_equal(rig.causes.count, 1);
  assert_int_equal(rig.causes.passed, 3);
  assert_int_equal(rig.causes.list[0].runs, 2);
  assert_int_equal(rig.causes.list[0].first, 0);
  /* All switches have 3 lanes and 1 VC; engines have neither, which says nothing. */
  assert_printed(&rig, "causes:\n"
                       "  2 runs: DIFFER: inject_ready; at lane 2\n"
                       "    all have depth 2, stalls, noise; none of the 3 "
                       "that passed has depth 2\n");
  json_t *json = check_causes_json(&rig.causes);
  char *text = json_dumps(json, JSON_COMPACT);
  assert_string_equal(text,
                      "[{\"outcome\":\"DIFFER\",\"runs\":2,\"what\":[\"inject_ready\"],"
                      "\"places\":[\"lane 2\"],\"common\":[\"depth "
                      "2\",\"stalls\",\"noise\"],\"alone\":[\"depth 2\"],"
                      "\"alike\":0,\"first\":0}]");
  free(text);
  json_decref(json);
  check_causes_free(&rig.causes);
}

TEST(test_no_single_value_may_be_the_cause)
{
  static const struct row rows[] = {
      {SHALLOW, "random", "stalls", CHECK_DIFFER, "rule order", "port 1", 0},
      {SHALLOW, "random", "stalls", CHECK_DIFFER, "rule order", "port 0", 0},
      {SHALLOW, "random", NULL, CHECK_PASS, "", "", 0},
      {DEEP, "random", "stalls", CHECK_PASS, "", "", 0},
  };
  struct rig rig;

  rig_open(&rig, rows, 4);
  assert_printed(&rig, "causes:\n"
                       "  2 runs: DIFFER: rule order; at port 0, port 1\n"
                       "    all have depth 2, stalls; none of the 2 that passed has all of "
                       "it\n");
  check_causes_free(&rig.causes);
}

TEST(test_what_fails_now_and_then_is_said_to_pass_too)
{
  static const struct row rows[] = {
      {SHALLOW, "random", "stalls", CHECK_DIFFER, "out_valid", "port 1", 0},
      {SHALLOW, "random", "stalls", CHECK_PASS, "", "", 0},
      {DEEP, "random", "stalls", CHECK_PASS, "", "", 0},
  };
  struct rig rig;

  rig_open(&rig, rows, 3);
  assert_printed(&rig, "causes:\n"
                       "  1 run: DIFFER: out_valid; at port 1\n"
                       "    it has depth 2; 1 of the 2 that passed has it, too\n");
  check_causes_free(&rig.causes);
}

/* All that passed have depth 2, too. */
TEST(test_what_passes_as_well_explains_nothing)
{
  static const struct row rows[] = {
      {SHALLOW, "random", "stalls", CHECK_DIFFER, "out_valid", "port 1", 0},
      {SHALLOW, "uniform", "stalls", CHECK_PASS, "", "", 0},
      {DEEP, "uniform", "resets", CHECK_NOT_MADE, NULL, NULL, "stopped"},
  };
  struct rig rig;

  rig_open(&rig, rows, 3);
  assert_printed(&rig, "causes:\n"
                       "  1 run: DIFFER: out_valid; at port 1\n"
                       "    it has traffic random; none of the 1 that passed has traffic "
                       "random\n");
  check_causes_free(&rig.causes);
}

TEST(test_groups_are_of_one_outcome_and_the_worst_is_first)
{
  static const struct row rows[] = {
      {DEEP, "random", NULL, CHECK_LOST, "duplicated", "", 0},
      {DEEP, "random", NULL, CHECK_ERROR, NULL, NULL, "signal 11 in run 3"},
      {DEEP, "random", NULL, CHECK_DIFFER, "in_ready", "port 0", 0},
      {DEEP, "random", NULL, CHECK_ERROR, NULL, NULL, "signal 6 in run 12"},
      {DEEP, "random", NULL, CHECK_DIFFER, "out_valid", "port 0", 0},
      {DEEP, "random", NULL, CHECK_DIFFER, "inject_ready", "lane 1", 0},
      {DEEP, "random", NULL, CHECK_DEADLOCK, "", "", "deadlock in step 7"},
      {DEEP, "random", NULL, CHECK_LOST, "lost", "", 0},
  };
  struct rig rig;

  rig_open(&rig, rows, 8);
  assert_printed(&rig, "causes:\n"
                       "  2 runs: DIFFER: in_ready, inject_ready; at lane 1, port 0\n"
                       "  1 run: DIFFER: out_valid; at port 0\n"
                       "  1 run: LOST: duplicated\n"
                       "  1 run: LOST: lost\n"
                       "  1 run: DEADLOCK: deadlock in step 7\n"
                       "  2 runs: ERROR: signal 11 in run 3\n");
  check_causes_free(&rig.causes);
}

TEST(test_evidence_of_a_later_run_is_found)
{
  static const struct row rows[] = {
      {DEEP, "random", NULL, CHECK_PASS, "", "", 0},
      {DEEP, "random", NULL, CHECK_DIFFER, "out_valid", "port 0", 0},
      {DEEP, "random", NULL, CHECK_DIFFER, "out_valid", "port 1", 0},
      {DEEP, "random", NULL, CHECK_DIFFER, "out_valid", "port 2", 0},
  };
  struct err err = {.kind = ERR_NONE};
  struct rig rig;

  rig_open(&rig, rows, 4);
  assert_int_equal(rig.causes.list[0].first, 1);
  check_causes_free(&rig.causes);
  snprintf(rig.results[2].folder, FILE_PATH, "evidence/run-1");
  snprintf(rig.results[3].folder, FILE_PATH, "evidence/run-2");
  assert_true(check_causes_find(&rig.causes, &rig.check, &err));
  assert_int_equal(rig.causes.list[0].first, 2);
  check_causes_free(&rig.causes);
}

/* The first of them by name are kept, each once. */
TEST(test_many_places)
{
  static const struct row row = {DEEP, "random", NULL, CHECK_DIFFER, "out_valid", "", 0};
  struct row rows[ROWS];
  struct err err = {.kind = ERR_NONE};
  struct rig rig;

  for (size_t i = 0; i < ROWS; i++)
    rows[i] = row;
  rig_open(&rig, rows, ROWS);
  assert_int_equal(rig.causes.list[0].place_count, 0);
  check_causes_free(&rig.causes);
  for (size_t round = 0; round < ROWS; round++) {
    for (size_t i = 0; i < ROWS; i++)
      snprintf(rig.results[i].summary.symptom.place, SYMPTOM_PLACE, "port %c",
               (char)('0' + (i + round) % ROWS));
    assert_true(check_causes_find(&rig.causes, &rig.check, &err));
    assert_int_equal(rig.causes.list[0].place_count, CHECK_CAUSE_PLACES + 1);
    assert_string_equal(rig.causes.list[0].places[0], "port 0");
    assert_string_equal(rig.causes.list[0].places[7], "port 7");
    check_causes_free(&rig.causes);
  }
}

TEST(test_nothing_failed)
{
  static const struct row rows[] = {{DEEP, "random", NULL, CHECK_PASS, "", "", 0}};
  struct rig rig;

  rig_open(&rig, rows, 1);
  assert_int_equal(rig.causes.count, 0);
  assert_printed(&rig, "");
  check_causes_free(&rig.causes);
}
