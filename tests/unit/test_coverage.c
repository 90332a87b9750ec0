/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_coverage -- files of coverage: read, merged, counted, written. */
#include "verilog/simulator/coverage.h"

#include "tests/unit/unit.h"

#define POINT(FILE, LINE, COLUMN, PAGE, NAME, REST)                                        \
  "C '\1f\2" FILE "\1l\2" LINE "\1n\2" COLUMN "\1page\2" PAGE "\1o\2" NAME REST "' "

static bool add(struct coverage *c, const char *text, struct err *err)
{
  char path[FILE_PATH];

  write_data(data_path(path, "dat"), text, strlen(text));
  return coverage_add(c, path, err);
}

static void add_good(struct coverage *c, const char *text)
{
  struct err err;

  CHECK(add(c, text, &err), "%s", err.text);
}

static void check_share(const struct coverage *c, enum coverage_kind kind, const char *file,
                        size_t reached, size_t points)
{
  const struct coverage_share s = coverage_share(c, kind, file);

  CHECK(s.reached == reached && s.points == points, "kind %d of %s: %zu of %zu", (int)kind,
        file ? file : "all", s.reached, s.points);
}

/* What was never reached, a line each. */
static void check_never(const struct coverage *c, const char *expected)
{
  struct coverage_group group;
  size_t next = 0, size;
  char *text;
  FILE *file = open_memstream(&text, &size);

  while (coverage_never(c, &next, &group)) {
    fprintf(file, "%s:%u ", group.first->file, (unsigned)group.first->line);
    coverage_print_group(&group, file);
    fprintf(file, "\n");
  }
  fclose(file);
  CHECK(strcmp(text, expected) == 0, "expected:\n%sis:\n%s", expected, text);
  free(text);
}

static const char first[] = "# SystemC::Coverage-3\n" /* clang-format off */
    POINT("/x/b.v", "7", "5", "v_branch/m", "if", "\1S\2" "7-9") "0\n"
    POINT("/x/b.v", "7", "6", "v_branch/m", "else", "") "4\n"
    POINT("/x/b.v", "3", "1", "v_toggle/m__W2", "a[10]", "") "0\n"
    POINT("/x/b.v", "3", "1", "v_toggle/m__W2", "a[9]", "\1h\2s*.u") "0\n"
    POINT("/x/b.v", "3", "1", "v_toggle/m__W2", "a[0]", "") "1\n"
    POINT("/x/b.v", "3", "9", "v_toggle/m", "q", "") "0\n"
    POINT("/x/a b.v", "2", "1", "v_user/m", "c_full", "") "0\n"
    POINT("/x/a b.v", "1", "1", "v_line/m", "block", "") "0\n";
static const char second[] =
    POINT("/x/b.v", "7", "5", "v_branch/m__W3", "if", "") "2\n"
    POINT("/x/b.v", "7", "6", "v_branch/m__W3", "else", "") "0\n"
    POINT("/x/b.v", "3", "1", "v_toggle/m", "a[9]", "") "1\n"; /* clang-format on */

/* Points are the same whatever the parameters of their module are. */
TEST(test_merge)
{
  struct coverage c = {0};

  add_good(&c, first);
  assert_int_equal(c.count, 8);
  check_share(&c, COVERAGE_LINE, NULL, 1, 3);
  check_share(&c, COVERAGE_TOGGLE, NULL, 1, 4);
  check_share(&c, COVERAGE_USER, "/x/a b.v", 0, 1);
  check_share(&c, COVERAGE_USER, "/x/b.v", 0, 0);
  check_never(&c, "/x/a b.v:1 the block never runs\n/x/a b.v:2 c_full is never covered\n"
                  "/x/b.v:7 'if' is never taken\n/x/b.v:3 a: 2 bits do not toggle\n"
                  "/x/b.v:3 q does not toggle\n");
  add_good(&c, second);
  assert_int_equal(c.count, 8);
  check_share(&c, COVERAGE_LINE, "/x/b.v", 2, 2);
  check_share(&c, COVERAGE_TOGGLE, NULL, 2, 4);
  check_never(&c, "/x/a b.v:1 the block never runs\n/x/a b.v:2 c_full is never covered\n"
                  "/x/b.v:3 a[10] does not toggle\n/x/b.v:3 q does not toggle\n");
  for (size_t i = 0; i < c.count; i++)
    if (strcmp(c.points[i].name, "if") == 0)
      assert_int_equal(c.points[i].count, 2);
  coverage_close(&c);
  assert_int_equal(c.count, 0);
}

/* What is written is read as what it was. */
TEST(test_write)
{
  struct coverage c = {0}, again = {0};
  size_t size;
  char *text;
  FILE *file = open_memstream(&text, &size);

  add_good(&c, first);
  add_good(&c, second);
  coverage_write(&c, file);
  fclose(file);
  add_good(&again, text);
  free(text);
  assert_int_equal(again.count, c.count);
  for (size_t i = 0; i < c.count; i++) {
    assert_string_equal(again.points[i].text, c.points[i].text);
    assert_int_equal(again.points[i].count, c.points[i].count);
  }
  coverage_close(&c);
  coverage_close(&again);
}

TEST(test_characters)
{
  struct coverage c = {0};

  add_good(&c, POINT("/x/%22a%25.v", "1", "1", "v_line/m", "%27if%27", "") "1\n");
  assert_string_equal(c.points[0].file, "/x/\"a%.v");
  assert_string_equal(c.points[0].name, "'if'");
  coverage_close(&c);
}

TEST(test_refused)
{
  static const char *const texts[] = {
      "nothing\n",
      "C '\1f\2",
      POINT("/x/b.v", "7", "5", "v_branch/m", "if", ""),
      POINT("/x/b.v", "7", "5", "v_branch/m", "if", "") "x\n",
      POINT("/x/b.v", "", "5", "v_branch/m", "if", "") "1\n",
      POINT("/x/b.v", "7", "5", "v_other/m", "if", "") "1\n",
      POINT("/x/b.v", "7", "5", "v_line/m", "if", "") "1\nC 'cut",
  };
  struct coverage c = {0};
  struct err err;

  add_good(&c, first);
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    assert_false(add(&c, texts[i], &err));
    check_error(&err, ERR_ENVIRONMENT, "is not a complete coverage file", texts[i]);
    assert_int_equal(c.count, 8);
  }
  assert_false(coverage_add(&c, "/nowhere/x.dat", &err));
  check_error(&err, ERR_ENVIRONMENT, "/nowhere/x.dat", "no file");
  coverage_close(&c);
}
