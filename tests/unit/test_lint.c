/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lint -- Verilator's warnings, one line each, at places of the user's. */
#include "verilog/simulator/lint.h"

#include "tests/unit/unit.h"

static const char *const real[] = {"/files/a.v", "/files/b c.v"};
static const char *const name[] = {"a.v", "../b c.v"};
static const struct lint_files files = {
    .real = real, .name = name, .count = 2, .ours = {"/share/rtl/", "/cache/work-"}};

static void open_text(struct lint *lint, const char *text)
{
  char path[FILE_PATH];
  struct err err;

  write_data(data_path(path, "log"), text, strlen(text));
  CHECK(lint_open(lint, path, &files, &err), "%s", err.text);
}

TEST(test_lines)
{
  static const struct {
    const char *log, *text, *loop;
    size_t count;
  } rows[] = {
      {"", NULL, "", 0},
      {"- Verilator: done\n", NULL, "", 0},
      {"%Warning-WIDTH: /files/a.v:3:4: Operator: expects\n    : more\n  3 | x\n"
       "%Warning-LATCH: cfg.vh:7:1: Latch\n",
       "a.v:3: WIDTH: Operator: expects\ncfg.vh:7: LATCH: Latch\n", "", 2},
      /* Verilator tells a name up to its blank. */
      {"%Warning-LATCH: /files/b:7:1: Latch\n", "../b c.v:7: LATCH: Latch\n", "", 1},
      {"%Warning-WIDTH: /share/rtl/x/y.v:3:4: ours\n"
       "%Warning-WIDTH: /cache/work-1a2b3c/route_unit.v:3:4: ours\n",
       NULL, "", 0},
      {"%Warning-UNOPTFLAT: /files/a.v:9:4: Circular: 'x'\n"
       "%Warning-UNOPTFLAT: /files/a.v:11:4: Circular: 'y'\n",
       "a.v:9: UNOPTFLAT: Circular: 'x'\na.v:11: UNOPTFLAT: Circular: 'y'\n", "a.v:9", 2},
      /* Two sets of parameters, and in between something else at the same place. */
      {"%Warning-WIDTH: /files/a.v:3:4: expects 2 bits\n"
       "%Warning-LATCH: /files/a.v:3:4: Latch\n"
       "%Warning-WIDTH: /files/a.v:3:9: expects 5 bits\n"
       "%Warning-WIDTH: /files/a.v:33:4: expects 5 bits\n",
       "a.v:3: WIDTH: expects 2 bits (2 times)\na.v:3: LATCH: Latch\n"
       "a.v:33: WIDTH: expects 5 bits\n",
       "", 3},
      /* A loop that begins in a file of ours and goes through two of the user's. */
      {"%Warning-UNOPTFLAT: /share/rtl/s/s.v:9:4: Circular: 'x'\n"
       "     /share/rtl/s/s.v:9:4:      Example path: x\n"
       "     /files/b:5:6:      Example path: ASSIGNW\n"
       "     /files/a.v:6:6:      Example path: ASSIGNW\n",
       "../b c.v:5: UNOPTFLAT: Circular: 'x'\n", "../b c.v:5", 1},
      {"%Warning-UNOPTFLAT: /share/rtl/s/s.v:9:4: Circular: 'x'\n"
       "     /share/rtl/s/s.v:9:4:      Example path: x\n",
       NULL, "", 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct lint lint;

    open_text(&lint, rows[i].log);
    CHECK(lint.count == rows[i].count, "row %zu: %zu", i, lint.count);
    CHECK(strcmp(lint.text ? lint.text : "", rows[i].text ? rows[i].text : "") == 0,
          "row %zu: %s", i, lint.text);
    CHECK(strcmp(lint.loop, rows[i].loop) == 0, "row %zu: %s", i, lint.loop);
    lint_close(&lint);
    assert_null(lint.text);
  }
}

/* A flood is cut, and all are counted. */
TEST(test_many)
{
  enum { MANY = LINT_LINES + 7, BYTES = 64 };
  static char text[MANY * BYTES];
  struct lint lint;

  for (size_t i = 0; i < MANY; i++)
    snprintf(text + strlen(text), BYTES, "%%Warning-WIDTH: a:%zu:1: x\n", i + 1);
  open_text(&lint, text);
  assert_int_equal(lint.count, MANY);
  assert_non_null(strstr(lint.text, "\n7 more warnings are not shown\n"));
  lint_close(&lint);
}

TEST(test_no_log)
{
  struct lint lint;
  struct err err;

  assert_false(lint_open(&lint, "build/no-such.log", &files, &err));
  check_error(&err, ERR_ENVIRONMENT, "no-such.log", "no log");
  lint_close(&lint);
}
