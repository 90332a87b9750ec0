/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_options -- key=value lists: what is taken, and the one line for what is not. */
#include "network/traffic/options.h"

#include "tests/unit/unit.h"

static const char *const keys[] = {"source", "paths", "rule"};
static const char *const rules[] = {"corrected", "printed", "clocked"};

TEST(test_lists_that_are_right)
{
  static const char *const lists[] = {"", "source=1", "source=", "rule=x,source=0.0.1",
                                      "paths=a,rule=b,source=c"};
  struct err err;

  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    CHECK(options_check("kind", lists[i], keys, 3, &err), "'%s': %s", lists[i], err.text);
}

TEST(test_lists_that_are_wrong)
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
TEST(test_the_longest_list)
{
  char list[2 * OPTIONS_VALUE];
  size_t choice = 7;
  struct err err = {.kind = ERR_NONE};

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

TEST(test_choices)
{
  struct err err = {.kind = ERR_NONE};
  size_t choice = 9;

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

TEST(test_numbers)
{
  struct err err = {.kind = ERR_NONE};
  uint32_t number = 9;

  assert_true(options_number("kind", "rule=1", "source", 2, 5, "", &number, &err));
  assert_int_equal(number, 9);
  for (uint32_t i = 2; i <= 5; i++) {
    char list[64];

    snprintf(list, sizeof list, "source=%u,rule=1", i);
    assert_true(options_number("kind", list, "source", 2, 5, "", &number, &err));
    assert_int_equal(number, i);
  }
  assert_false(options_number("kind", "source=6", "source", 2, 5, "", &number, &err));
  assert_string_equal(err.text, "'kind,source=6': source must be in 2..5");
  assert_false(options_number("kind", "source=1", "source", 2, 5, "bits", &number, &err));
  assert_string_equal(err.text, "'kind,source=1': source must be in 2..5 bits");
  assert_false(options_number("kind", "source=", "source", 2, 5, "", &number, &err));
  assert_int_equal(number, 5);
}

TEST(test_terminals)
{
  struct topology t = topology_of("d3:3,4");
  uint32_t sw;
  struct err err;

  assert_true(options_terminal("kind", "rule=x,sink=2.1.3", "sink", &t, &sw, &err));
  assert_int_equal(sw, (2 * 4 + 1) * 4 + 3);
  assert_true(options_terminal("kind", "sink=17", "sink", &t, &sw, &err));
  assert_int_equal(sw, 17);
  assert_false(options_terminal("kind", "rule=x", "sink", &t, &sw, &err));
  check_error(&err, ERR_USAGE, "kind: needs a sink, as in kind,sink=0.0.1", "rule=x");
  assert_false(options_terminal("kind", "sink=3.0.0", "sink", &t, &sw, &err));
  check_error(&err, ERR_USAGE, "sink '3.0.0' is not a terminal of d3:3,4", "3.0.0");
  t = topology_of("hypercube:1");
  assert_false(options_terminal("kind", "", "sink", &t, &sw, &err));
  check_error(&err, ERR_USAGE, "kind: needs a sink, as in kind,sink=1", "two terminals");
}
