/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_options -- key=value lists: what is taken, and the one line for what is not. */
#include "traffic/options.h"

#include "tests/unit/unit.h"

static const char *const keys[] = {"source", "paths", "rule"};
static const char *const rules[] = {"corrected", "printed", "clocked"};

static void test_lists_that_are_right(void **state)
{
  static const char *const lists[] = {"", "source=1", "source=", "rule=x,source=0.0.1",
                                      "paths=a,rule=b,source=c"};
  struct err err;

  (void)state;
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    CHECK(options_check("kind", lists[i], keys, 3, &err), "'%s': %s", lists[i], err.text);
}

static void test_lists_that_are_wrong(void **state)
{
  static const struct {
    const char *list, *error;
  } rows[] = {
      {"x=1", "'kind,x=1': unknown option 'x'; there are source, paths and rule"},
      {"sorce=1", "'kind,sorce=1': unknown option 'sorce'; did you mean 'source'?"},
      {"source=1,source=2", "'kind,source=1,source=2': 'source' is given twice"},
      {"source", "'kind,source': 'source' has no value"},
      {"source=1,", "'kind,source=1,': unknown option ''"},
      {"source=1,,rule=x", "unknown option ''"},
      {"=1", "unknown option ''"},
      {" source=1", "unknown option ' source'; did you mean 'source'?"},
  };
  struct err err;

  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    err = (struct err){.kind = ERR_NONE};
    CHECK(!options_check("kind", rows[i].list, keys, 3, &err), "'%s'", rows[i].list);
    check_error(&err, ERR_USAGE, rows[i].error, rows[i].list);
  }
  assert_false(options_check("kind", "x=1", keys, 1, &err));
  check_error(&err, ERR_USAGE, "unknown option 'x'; there is source", "one key");
  assert_false(options_check("kind", "x=1", keys, 2, &err));
  check_error(&err, ERR_USAGE, "there are source and paths", "two keys");
}

/* Lists that are checked fit in a value; longer ones are refused in one line. */
static void test_the_longest_list(void **state)
{
  char list[2 * OPTIONS_VALUE];
  size_t choice = 7;
  struct err err = {.kind = ERR_NONE};

  (void)state;
  for (size_t length = 8; length < sizeof list; length++) {
    memset(list, 'y', sizeof list);
    memcpy(list, "source=", 7);
    list[length] = '\0';
    bool good = options_check("kind", list, keys, 3, &err);
    CHECK(good == (length < OPTIONS_VALUE), "%zu bytes", length);
    if (!good)
      check_error(&err, ERR_USAGE, "'kind,source=yyy", "a long list");
    if (!good)
      check_error(&err, ERR_USAGE, "...': too long", "a long list");
    if (good)
      assert_false(options_choice("kind", list, "source", rules, 3, &choice, &err));
  }
  assert_int_equal(choice, 7);
}

static void test_choices(void **state)
{
  struct err err = {.kind = ERR_NONE};
  size_t choice = 9;

  (void)state;
  assert_true(options_choice("kind", "source=1", "rule", rules, 3, &choice, &err));
  assert_int_equal(choice, 9);
  for (size_t i = 0; i < 3; i++) {
    char list[64];

    snprintf(list, sizeof list, "source=1,rule=%s", rules[i]);
    assert_true(options_choice("kind", list, "rule", rules, 3, &choice, &err));
    assert_int_equal(choice, i);
  }
  assert_false(options_choice("kind", "rule=clockd", "rule", rules, 3, &choice, &err));
  check_error(&err, ERR_USAGE, "'kind,rule=clockd': unknown rule 'clockd'; did you mean",
              "clockd");
  assert_false(options_choice("kind", "rule=", "rule", rules, 3, &choice, &err));
  check_error(&err, ERR_USAGE, "unknown rule ''; there are corrected, printed and clocked",
              "nothing");
  assert_false(options_choice("kind", "rule=x", "rule", rules, 2, &choice, &err));
  check_error(&err, ERR_USAGE, "there are corrected and printed", "x");
  assert_int_equal(choice, 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists_that_are_right),
      cmocka_unit_test(test_lists_that_are_wrong),
      cmocka_unit_test(test_the_longest_list),
      cmocka_unit_test(test_choices),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
