/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run_json -- a run as text of an option, as a command and as JSON; what is refused.
 */
#include "tool/session/run_json.h"

#include "tests/unit/unit.h"

#include <string.h>

/* A value of each kind that is not the default. */
static const char *value_of(const struct run_field *field)
{
  switch (field->kind) {
  case RUN_FIELD_TEXT:
    return "some text";
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
  case RUN_FIELD_COUNT:
    return field->most > 0 && field->most < 7 ? "1" : "7";
  case RUN_FIELD_FILES:
    return "a file.v";
  case RUN_FIELD_CYCLES:
    return "3-9";
  case RUN_FIELD_FLAG:
    break;
  }
  return NULL;
}

static struct description full(void)
{
  struct description d = description_of("hypercube:4", "random");
  size_t count;
  const struct run_field *fields = run_fields(&count);
  struct err err = {.kind = ERR_NONE};

  for (size_t i = 0; i < count; i++)
    CHECK(run_field_read(&d, &fields[i], value_of(&fields[i]), &err), "%s: %s",
          fields[i].name, err.text);
  return d;
}

static void check_same(const struct description *a, const struct description *b)
{
  size_t count;
  const struct run_field *fields = run_fields(&count);
  char left[512], right[512];

  assert_string_equal(a->topology, b->topology);
  assert_string_equal(a->traffic, b->traffic);
  assert_int_equal(a->lock_step, b->lock_step);
  for (size_t i = 0; i < count; i++) {
    CHECK(run_field_said(a, &fields[i]) == run_field_said(b, &fields[i]), "%s",
          fields[i].name);
    left[0] = right[0] = '\0';
    if (run_field_said(a, &fields[i])) {
      run_field_add(a, &fields[i], left, sizeof left, 0);
      run_field_add(b, &fields[i], right, sizeof right, 0);
    }
    assert_string_equal(left, right);
  }
}

TEST(test_every_field_there_and_back)
{
  struct description given = full(), read;
  struct err err = {.kind = ERR_NONE};

  given.lock_step = true;
  json_t *json = run_json_write(&given, RUN_FIELD_RECORD);
  char *text = json_dumps(json, 0);
  json_t *again = json_loads(text, 0, NULL);

  CHECK(run_json_read(&read, again, &err), "%s: %s", text, err.text);
  check_same(&given, &read);
  free(text);
  json_decref(json);
  json_decref(again);
}

TEST(test_defaults_are_not_written)
{
  const struct description d = description_of("hypercube:4", "random");
  json_t *json = run_json_write(&d, RUN_FIELD_RECORD);
  char *text = json_dumps(json, 0);

  assert_string_equal(text, "{\"version\": 1, \"lock_step\": false, \"topology\": "
                            "\"hypercube:4\", \"traffic\": \"random\", \"seed\": 1}");
  free(text);
  json_decref(json);
}

TEST(test_roles)
{
  struct description d = full();
  json_t *json = run_json_write(&d, RUN_FIELD_IS);
  char command[1024];

  assert_non_null(json_object_get(json, "depth"));
  assert_null(json_object_get(json, "step_seconds"));
  assert_null(json_object_get(json, "wave"));
  json_decref(json);
  d = description_of("hypercube:4", "random");
  d.packets = 0;
  d.depth = 2;
  d.lint = true;
  d.dut[d.dut_count++] = "my switch.v";
  run_fields_add(&d, command, sizeof command, (size_t)sprintf(command, "x"));
  assert_string_equal(command, "x --packets ports --depth 2 --seed 1 --dut 'my switch.v'");
}

TEST(test_large_numbers_are_strings)
{
  struct description d = description_of("hypercube:4", "random"), read;
  struct err err = {.kind = ERR_NONE};

  d.seed = UINT64_MAX;
  json_t *json = run_json_write(&d, RUN_FIELD_IS);
  assert_string_equal(json_string_value(json_object_get(json, "seed")),
                      "18446744073709551615");
  assert_true(run_json_read(&read, json, &err));
  assert_true(read.seed == UINT64_MAX);
  json_decref(json);
}

TEST(test_what_is_refused)
{
  static const struct {
    const char *json, *error;
  } rows[] = {
      {"[1]", "a run must be a JSON object"},
      {"{}", "the run's \"version\": must be 1"},
      {"{\"version\": 2, \"topology\": \"a\", \"traffic\": \"b\"}",
       "\"version\": must be 1"},
      {"{\"version\": 1, \"traffic\": \"b\"}", "\"topology\": must be a SPEC"},
      {"{\"version\": 1, \"topology\": \"a\"}", "\"traffic\": must be a TRAFFIC"},
#define RUN(more) "{\"version\": 1, \"topology\": \"a\", \"traffic\": \"b\", " more "}"
      {RUN("\"lock_step\": 1"), "\"lock_step\": must be true or false"},
      {RUN("\"dept\": 1"), "a run has no \"dept\"; did you mean 'depth'?"},
      {RUN("\"zzzzzz\": 1"), "a run has no \"zzzzzz\"; lockhop help --schema"},
      {RUN("\"data-bits\": 1"), "did you mean 'data_bits'?"},
      {RUN("\"depth\": 1.5"), "\"depth\": must be a whole number"},
      {RUN("\"depth\": null"), "\"depth\": must be a whole number"},
      {RUN("\"depth\": -1"), "--depth '-1': must be a number in 0..1048576"},
      {RUN("\"vcs\": 9"), "--vcs '9': must be a number in 1..8"},
      {RUN("\"packets\": \"many\""),
       "--packets 'many': must be a number in 1..1048576 or 'ports'"},
      {RUN("\"seed\": \"-1\""), "--seed '-1': must be a number in 0..2^64-1"},
      {RUN("\"lint\": \"yes\""), "\"lint\": must be true or false"},
      {RUN("\"dut\": \"a.v\""), "\"dut\": must be a list of file names"},
      {RUN("\"dut\": [1]"), "\"dut\": must be a list of file names"},
      {RUN("\"routing\": 3"), "\"routing\": must be a string"},
      {RUN("\"wave_cycles\": \"9-3\""), "--wave-cycles '9-3': must be two cycles A-B"},
#undef RUN
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    json_t *json = json_loads(rows[i].json, 0, NULL);
    struct err err = {.kind = ERR_NONE};
    struct description d;

    CHECK(json && !run_json_read(&d, json, &err), "%s", rows[i].json);
    check_error(&err, ERR_USAGE, rows[i].error, rows[i].json);
    json_decref(json);
  }
}

/* As options have it, a file more than there may be. */
TEST(test_too_many_files)
{
  struct description d = description_of("hypercube:4", "random");
  const struct run_field *dut = run_field_named("dut");
  struct err err = {.kind = ERR_NONE};

  for (int i = 0; i < DESCRIPTION_DUTS; i++)
    assert_true(run_field_read(&d, dut, "a.v", &err));
  assert_false(run_field_read(&d, dut, "b.v", &err));
  check_error(&err, ERR_USAGE, "--dut 'b.v': at most 16 files", "b.v");
}
