/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_build_log -- one line that names file, line and port, from a tool's log. */
#include "verilog/simulator/build_log.h"

#include "base/process.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

static FILE *log_of(const char *text)
{
  FILE *log = tmpfile();

  assert_non_null(log);
  fputs(text, log);
  return log;
}

/* A module of the user with its definition on line 3, and a file of ours that instantiates
 * it from line 2 on. */
struct files {
  char user[FILE_PATH], ours[FILE_PATH];
};

static struct files make_files(void)
{
  static const char user[] = "// one\n// two\nmodule part; endmodule\n";
  static const char ours[] =
      "module whole;\n  part u_part (\n    .x (y)\n  );\nendmodule\n";
  struct files files;

  data_path(files.user, "user.v");
  data_path(files.ours, "ours.v");
  write_data(files.user, user, strlen(user));
  write_data(files.ours, ours, strlen(ours));
  return files;
}

/* The message for one error at line 3 of a file. */
static void check_message(const char *file, const char *text, enum err_kind kind,
                          const char *expected)
{
  struct files files = make_files();
  const char *const duts[] = {files.user};
  char log_text[2 * FILE_PATH];
  struct err err = {.kind = ERR_NONE};

  snprintf(log_text, sizeof log_text,
           "%%Warning-WIDTH: %s:1:1: harmless\n        : more\n%%Error: %s:3:7: %s\n"
           "%%Error: Exiting due to 1 error(s)\n",
           file, file, text);
  FILE *log = log_of(log_text);
  assert_false(build_log_verilog(log, duts, 1, &err));
  check_error(&err, kind, expected, text);
  fclose(log);
}

TEST(test_error_in_the_users_file)
{
  struct files files = make_files();
  char expected[2 * FILE_PATH];

  snprintf(expected, sizeof expected, "%s:3: syntax error, unexpected '='", files.user);
  check_message(files.user, "syntax error, unexpected '='", ERR_USAGE, expected);
}

TEST(test_error_where_it_is_used)
{
  static const struct {
    const char *text, *expected;
  } rows[] = {
      {"Pin not found: 'out_o'", "lacks the port 'out_o'"},
      {"Cell has missing pin: 'extra_i'", "has one port too many, 'extra_i'"},
      {"Parameter pin is not an in/out/inout/param/interface: 'DEPTH'",
       "lacks the parameter 'DEPTH'"},
      {"Parameter pin not found: 'DEPTH'", "lacks the parameter 'DEPTH'"},
      {"Parameter not found: 'DEPTH'", "lacks the parameter 'DEPTH'"},
      {"Instance attempts to connect to 'out_o', but it is a variable",
       "lacks the port 'out_o', but it is a variable"},
      {"Instance attempts to override 'DEPTH', but it is a variable",
       "lacks the parameter 'DEPTH', but it is a variable"},
      {"Output port connection 'out_o' expects 4 bits on the pin connection, but pin "
       "connection's VARREF 'w' generates 3 bits.",
       "has a port 'out_o' of 4 bits instead of 3"},
      {"something new", "does not fit: something new"},
  };
  struct files files = make_files();
  char expected[2 * FILE_PATH];

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    snprintf(expected, sizeof expected, "%s:3: module 'part' %s", files.user,
             rows[i].expected);
    check_message(files.ours, rows[i].text, ERR_USAGE, expected);
  }
}

/* Without files of the user it is our fault, and without a place that of the machine. */
TEST(test_kinds)
{
  static const struct {
    const char *text, *expected;
    size_t dut_count;
    enum err_kind kind;
  } rows[] = {
      {"%Error: switch.v:3:7: bad\n", "switch.v:3: bad", 0, ERR_ENVIRONMENT},
      {"%Error: a:b.v:3:7: bad: worse\n", "a:b.v:3: bad: worse", 1, ERR_USAGE},
      {"%Error: Cannot write x.cpp: No space left on device\n", "No space left", 1,
       ERR_ENVIRONMENT},
      {"%Error-CODE: first.v:1:1: one\n%Error: second.v:2:2: two\n", "first.v:1: one", 1,
       ERR_USAGE},
      {"", "without a message", 1, ERR_ENVIRONMENT},
      {"nothing that it knows\n", "without a message", 1, ERR_ENVIRONMENT},
  };
  struct files files = make_files();
  const char *const duts[] = {files.user};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    FILE *log = log_of(rows[i].text);
    struct err err = {.kind = ERR_NONE};

    assert_false(build_log_verilog(log, duts, rows[i].dut_count, &err));
    check_error(&err, rows[i].kind, rows[i].expected, rows[i].text);
    fclose(log);
  }
}

TEST(test_tools)
{
  static const struct {
    const char *text;
    int status;
    const char *expected;
  } rows[] = {
      {"x.cpp: note\nx.cpp:1:1: fatal error: no space\nmore error\n", 2,
       "fatal error: no space"},
      {"only words\n\n", 2, "only words"},
      {"", 2, "no message"},
      {"anything", 128 + 9, "killed by signal 9"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    FILE *log = log_of(rows[i].text);
    struct err err = {.kind = ERR_NONE};

    assert_false(build_log_tools(log, rows[i].status, &err));
    check_error(&err, ERR_ENVIRONMENT, rows[i].expected, rows[i].text);
    fclose(log);
  }
}

/* Which limit, and what raises it; anything else is no limit. */
TEST(test_limits)
{
  static const struct {
    const char *text;
    int status;
    const char *expected; /* NULL: no limit was met */
  } rows[] = {
      {"", PROCESS_OUT_OF_TIME, "after 7 seconds; --build-seconds N"},
      {"%Error: bad_alloc\n", PROCESS_OUT_OF_TIME, "--build-seconds"},
      {"x\nterminate called after throwing an instance of 'std::bad_alloc'\n", 1,
       "in 5 GiB of memory; --build-memory GIB"},
      {"cc1plus: out of memory allocating 65536 bytes\n", 2, "--build-memory"},
      {"as: x.o: File too large\n", 2, "more than 3 GiB"},
      {"%Error: a.v:1:1: syntax error\n", 1, NULL},
      {"", 2, NULL},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int network = 0; network < 2; network++) {
      struct build_limits limits = {
          .seconds = 7, .memory_gib = 5, .file_gib = 3, .network = network};
      struct err err = {.kind = ERR_NONE};
      FILE *log = log_of(rows[i].text);
      bool met = build_log_limit(log, rows[i].status, &limits, &err);

      fclose(log);
      CHECK(met == (rows[i].expected != NULL), "%s", rows[i].text);
      if (!met)
        continue;
      check_error(&err, ERR_ENVIRONMENT, rows[i].expected, rows[i].text);
      bool told = strstr(err.text, "--machine array") != NULL;
      CHECK(told == (network && strstr(err.text, "--build")), "%s", err.text);
    }
}

/* A module that is defined twice is told with both places, though one could be taken for an
 * instance of the other. */
TEST(test_defined_twice)
{
  struct files files = make_files();
  const char *const duts[] = {files.user, files.ours};
  char text[4 * FILE_PATH], expected[4 * FILE_PATH];
  struct err err = {.kind = ERR_NONE};

  snprintf(text, sizeof text,
           "%%Error-MODDUP: %s:2:8: Duplicate declaration of module: 'part'\n    2 | x\n"
           "       %s:3:8: ... Location of original declaration\n",
           files.ours, files.user);
  snprintf(expected, sizeof expected, "%s:2: module 'part' is defined twice, also in %s:3",
           files.ours, files.user);
  FILE *log = log_of(text);
  assert_false(build_log_verilog(log, duts, 2, &err));
  check_error(&err, ERR_USAGE, expected, text);
  fclose(log);
}
