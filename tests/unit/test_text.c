/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_text -- numbers, names and options that a person has typed. */
#include "base/text.h"

#include "tests/unit/unit.h"

TEST(test_u64_reads_decimal_and_hexadecimal)
{
  static const struct {
    const char *text;
    uint64_t value;
  } good[] = {
      {"0", 0},
      {"7", 7},
      {"007", 7},
      {"18446744073709551615", UINT64_MAX},
      {"0x0", 0},
      {"0xfF", 255},
      {"0X10", 16},
      {"0xffffffffffffffff", UINT64_MAX},
      {"0000000000010", 10},
  };

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    uint64_t value = 99;

    CHECK(text_u64(good[i].text, UINT64_MAX, &value), "%s", good[i].text);
    CHECK(value == good[i].value, "%s: %llu", good[i].text, (unsigned long long)value);
  }
}

TEST(test_ranges)
{
  static const char *const bad[] = {
      "",     "3",    "-",     "-3",   "3-",  "4-3",
      "1-11", "11-1", "1-2-3", "1 -2", "1/2", "00000000000000000000000000000001-2"};
  uint64_t from = 0, to = 0;

  assert_true(text_range("3-7", '-', 10, &from, &to));
  assert_true(from == 3 && to == 7);
  assert_true(text_range("0x2/10", '/', 10, &from, &to));
  assert_true(from == 2 && to == 10);
  assert_true(text_range("5-5", '-', 10, &from, &to));
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    CHECK(!text_range(bad[i], '-', 10, &from, &to), "%s", bad[i]);
}

TEST(test_u64_refuses_all_else)
{
  static const char *const bad[] = {
      "",
      " ",
      "-1",
      "+1",
      " 1",
      "1 ",
      "1.0",
      "1e3",
      "x",
      "0x",
      "0xg",
      "0x 1",
      "0x-1",
      "1x",
      "0b1",
      "12a",
      "1,2",
      "18446744073709551616",
      "0x10000000000000000",
      "99999999999999999999999999999999",
  };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    uint64_t value = 99;

    CHECK(!text_u64(bad[i], UINT64_MAX, &value), "'%s' is read as %llu", bad[i],
          (unsigned long long)value);
    CHECK(value == 99, "'%s' changes the value", bad[i]);
  }
}

TEST(test_u64_keeps_to_max)
{
  uint64_t value;

  assert_true(text_u64("15", 15, &value));
  assert_false(text_u64("16", 15, &value));
  assert_true(text_u64("0", 0, &value));
  assert_false(text_u64("0x1", 0, &value));
}

TEST(test_real_reads_decimal_numbers_in_range)
{
  static const struct {
    const char *text;
    double value;
  } good[] = {{"0", 0}, {"1", 1}, {"0.5", 0.5}, {".5", 0.5}, {"5e-1", 0.5}, {"1.", 1}};
  static const char *const bad[] = {"",     ".",   "-0.5", "+0.5", "0.5 ",   " 0.5",
                                    "1.01", "inf", "nan",  "0x1",  "0x1p-1", "1e999",
                                    "0.5x", "0,5", "1e",   "0.5.5"};

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    double value = 99;

    CHECK(text_real(good[i].text, 0, 1, &value), "%s", good[i].text);
    CHECK(value == good[i].value, "%s: %g", good[i].text, value);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    double value = 99;

    CHECK(!text_real(bad[i], 0, 1, &value), "'%s' is read as %g", bad[i], value);
  }
}

static const char *const fruits[] = {"apple", "banana", "cherry", "fig"};

TEST(test_nearest_has_fewest_edits)
{
  static const struct {
    const char *typed;
    const char *nearest; /* NULL: none */
  } cases[] = {
      {"apple", "apple"},   {"aple", "apple"},  {"appple", "apple"}, {"bpple", "apple"},
      {"banan", "banana"},  {"bnna", "banana"}, {"chery", "cherry"}, {"fog", "fig"},
      {"zebra", NULL},      {"", NULL},         {"xylophone", NULL}, {"ban", NULL},
      {"Cherry", "cherry"}, {"fgi", "fig"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char *nearest = text_nearest(cases[i].typed, fruits, 4);
    const char *expected = cases[i].nearest ? cases[i].nearest : "nothing";

    CHECK(strcmp(nearest ? nearest : "nothing", expected) == 0, "'%s': %s, not %s",
          cases[i].typed, nearest ? nearest : "nothing", expected);
  }
}

/* The first is near enough, and nearer than the others; so is the last. */
TEST(test_nearest_compares_all)
{
  static const char *const names[] = {"load", "lead", "leads"};

  assert_string_equal(text_nearest("loadd", names, 3), "load");
  assert_string_equal(text_nearest("leadd", names, 3), "lead");
  assert_string_equal(text_nearest("leadss", names, 3), "leads");
}

TEST(test_nearest_survives_long_names)
{
  char name[1000];
  const char *const names[] = {name};

  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  assert_null(text_nearest(name, fruits, 4));
  assert_null(text_nearest("a", names, 1));
  assert_null(text_nearest("a", NULL, 0));
  name[65] = '\0';
  assert_null(text_nearest(name, names, 1));
  name[64] = '\0'; /* the longest that is compared */
  assert_string_equal(text_nearest(name, names, 1), name);
}

TEST(test_did_you_mean)
{
  char buffer[64];

  assert_string_equal(text_did_you_mean(buffer, sizeof buffer, "aple", fruits, 4),
                      "; did you mean 'apple'?");
  assert_string_equal(text_did_you_mean(buffer, sizeof buffer, "zebra", fruits, 4), "");
}

TEST(test_option_finds_its_key)
{
  const char *list = "load=0.1,warmup=,measure=7";
  char value[8];

  assert_true(text_option(list, "load", value, sizeof value));
  assert_string_equal(value, "0.1");
  assert_true(text_option(list, "warmup", value, sizeof value));
  assert_string_equal(value, "");
  assert_true(text_option(list, "measure", value, sizeof value));
  assert_string_equal(value, "7");
  assert_false(text_option(list, "oad", value, sizeof value));
  assert_false(text_option(list, "loa", value, sizeof value));
  assert_false(text_option(list, "measure=", value, sizeof value));
  assert_false(text_option("", "load", value, sizeof value));
  assert_true(text_option("load=123456789", "load", value, sizeof value));
  assert_string_equal(value, "1234567");
}

TEST(test_unknown_option_finds_the_first)
{
  static const char *const keys[] = {"load", "measure"};
  static const struct {
    const char *list;
    const char *unknown; /* NULL: all are known */
  } cases[] = {
      {"", NULL},
      {"load=1", NULL},
      {"measure=2,load=1", NULL},
      {"load=", NULL},
      {"lod=1", "lod=1"},
      {"load=1,lod=1,x", "lod=1"},
      {"load", "load"},
      {"=1", "=1"},
      {"load=1,", ""},
      {",load=1", ""},
      {"load=1,,measure=2", ""},
      {"load=1,load=2", "load=2"},
      {"loads=1", "loads=1"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char buffer[16];
    const char *unknown =
        text_unknown_option(cases[i].list, keys, 2, buffer, sizeof buffer);

    CHECK(!unknown == !cases[i].unknown, "'%s': '%s'", cases[i].list,
          unknown ? unknown : "all known");
    CHECK(!unknown || strcmp(unknown, cases[i].unknown) == 0, "'%s': '%s'", cases[i].list,
          unknown);
  }
}

TEST(test_control)
{
  char text[] = "a.b";

  assert_false(text_has_control(""));
  for (int c = 1; c < 256; c++) {
    text[1] = (char)c;
    CHECK(text_has_control(text) == (c < 32 || c == 127), "character %d", c);
  }
}

TEST(test_alternatives)
{
  static const char *const names[] = {"a", "bc", "d"};
  static const char *const expected[] = {"", "a", "a or bc", "a, bc or d"};
  char text[32];

  for (size_t count = 0; count <= 3; count++)
    assert_string_equal(text_list(text, sizeof text, names, count, " or "),
                        expected[count]);
  assert_string_equal(text_list(text, 5, names, 3, " or "), "a, b");
}

/* The shell reads back what was written, whatever it is. */
TEST(test_words_of_a_command)
{
  static const char *const words[] = {"o'b.v", "a b", "",    "$x",
                                      "\"q\"", "'",   "a;b", "plain-1.v"};
  char command[256] = "printf '%s\\n'", line[64];
  size_t used = strlen(command);

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    used = text_add_word(command, sizeof command, used, words[i]);
  assert_int_equal(used, strlen(command));
  FILE *shell = popen(command, "r");
  assert_non_null(shell);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    assert_non_null(fgets(line, sizeof line, shell));
    line[strcspn(line, "\n")] = '\0';
    assert_string_equal(line, words[i]);
  }
  assert_int_equal(pclose(shell), 0);
  assert_non_null(strstr(command, " plain-1.v"));
  assert_int_equal(text_add_word(line, sizeof line, 0, "x"), 1);
  assert_int_equal(text_add_word(line, 8, 1, "much too long"), 1);
  assert_string_equal(line, "x");
}
