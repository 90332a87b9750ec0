/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_modules -- what a Verilog text defines and uses, whatever surrounds it. */
#include "verilog/generate/modules.h"

#include "base/install.h"
#include "tests/unit/unit.h"

TEST(test_definition)
{
  static const struct {
    const char *text;
    uint32_t line; /* of module `it`; 0: it is not defined */
  } rows[] = {
      {"module it; endmodule", 1},
      {"module it", 1},
      {"\n\nmodule\n  it (input clk); endmodule", 4},
      {"macromodule it; endmodule", 1},
      {"module automatic it; endmodule", 1},
      {"module static it; endmodule", 1},
      {"module \\it ; endmodule", 1},
      {"/* a\nb */ module it; endmodule", 2},
      {"module other; endmodule // one\nmodule it; endmodule", 2},
      {"(* keep *) module it; endmodule", 1},
      {"`include \"x.vh\"\nmodule it; endmodule", 2},
      {"// \" a quote\nmodule it; endmodule", 2},
      {"/* // */ module it; endmodule", 1},
      {"initial $display(\"\\\"module no\"); module it; endmodule", 1},
      {"", 0},
      {"// module it; endmodule", 0},
      {"/* module it; endmodule */", 0},
      {"/* module it; endmodule", 0},
      {"string s = \"module it;\";", 0},
      {"module it2; endmodule", 0},
      {"module i; endmodule", 0},
      {"endmodule it", 0},
      {"submodule it;", 0},
      {"module other; it u_it (.a(b)); endmodule", 0},
      {"module", 0},
      {"module automatic", 0},
      {"\\", 0},
      {"\"\\", 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    CHECK(modules_definition(rows[i].text, "it") == rows[i].line, "'%s': line %u",
          rows[i].text, modules_definition(rows[i].text, "it"));
}

TEST(test_defined)
{
  const char *text = "module a; endmodule module b #(parameter P = 1) (); endmodule\n"
                     "module c; a u_a (); endmodule";
  char names[3][MODULE_NAME];

  assert_int_equal(modules_defined(text, names, 3), 3);
  assert_string_equal(names[0], "a");
  assert_string_equal(names[1], "b");
  assert_string_equal(names[2], "c");
  assert_int_equal(modules_defined(text, names, 2), 2);
  assert_int_equal(modules_defined("", names, 3), 0);
}

TEST(test_packages)
{
  const char *text = "package automatic a; localparam X = b::Y; endpackage // package c\n"
                     "package d; endpackage";
  char names[3][MODULE_NAME];

  assert_int_equal(modules_packages(text, names, 3), 2);
  assert_string_equal(names[0], "a");
  assert_string_equal(names[1], "d");
  assert_true(modules_use_package(text, "b"));
  assert_false(modules_use_package(text, "a"));
  assert_false(modules_use_package("bb::x b : c", "b"));
}

/* The instance whose pin list a line is in is the last that begins at or before it. */
TEST(test_instance)
{
  static const char *const names[] = {"alpha", "beta"};
  const char *text = "module top;\n"        /* 1 */
                     "  alpha u_a (\n"      /* 2 */
                     "    .x (beta)\n"      /* 3: a wire, not an instance */
                     "  );\n"               /* 4 */
                     "  beta #(\n"          /* 5 */
                     "    .P (1)\n"         /* 6 */
                     "  ) u_b (.y (x));\n"  /* 7 */
                     "  gamma u_c ();\n"    /* 8: not ours */
                     "  // alpha u_d ();\n" /* 9 */
                     "endmodule\n";         /* 10 */
  static const char *const expected[] = {NULL,   NULL,   "alpha", "alpha", "alpha", "beta",
                                         "beta", "beta", "beta",  "beta",  "beta"};

  for (uint32_t line = 1; line <= 10; line++) {
    const char *found = modules_instance(text, line, names, 2);
    CHECK(found == NULL ? expected[line] == NULL
                        : expected[line] && strcmp(found, expected[line]) == 0,
          "line %u: %s", line, found ? found : "none");
  }
}

static bool contains(const struct module_files *files, const char *path)
{
  for (size_t i = 0; i < files->count; i++)
    if (strcmp(files->paths[i], path) == 0)
      return true;
  return false;
}

static void make_file(const char *share, const char *name, const char *text)
{
  char path[2 * FILE_PATH];
  struct err err;

  snprintf(path, sizeof path, "%s/%s", share, name);
  *strrchr(path, '/') = '\0';
  CHECK(file_make_directory(path, &err), "%s", err.text);
  path[strlen(path)] = '/';
  write_data(path, text, strlen(text));
}

/* Exactly the modules that the roots consist of, at any depth, sorted. */
TEST(test_used)
{
  static const char *const roots[] = {"top", "unit"};
  char share[FILE_PATH];
  struct module_files files;
  struct err err;

  remove_data();
  data_path(share, "share");
  make_file(share, "rtl/a/top.v", "module top; mid #(1) u (); endmodule // unused u ()");
  make_file(share, "rtl/b/mid.v", "module mid; wire leaf2; leaf u_leaf (); endmodule");
  make_file(share, "rtl/b/leaf.v", "module leaf; endmodule");
  make_file(share, "rtl/b/leaf2.v", "module leaf2; endmodule");
  make_file(share, "rtl/c/unit.v", "module unit; top u_loop (); endmodule");
  make_file(share, "rtl/c/unused.v", "module unused; endmodule");
  CHECK(modules_used(&files, share, roots, 2, &err), "%s", err.text);
  assert_int_equal(files.count, 4);
  assert_string_equal(files.paths[0], "rtl/a/top.v");
  assert_string_equal(files.paths[1], "rtl/b/leaf.v");
  assert_string_equal(files.paths[2], "rtl/b/mid.v");
  assert_string_equal(files.paths[3], "rtl/c/unit.v");
  modules_free(&files);
  CHECK(modules_all(&files, share, &err), "%s", err.text);
  assert_int_equal(files.count, 6);
  modules_free(&files);
}

TEST(test_missing)
{
  static const char *const roots[] = {"nothing"};
  char share[FILE_PATH];
  struct module_files files;
  struct err err;

  remove_data();
  data_path(share, "share");
  assert_false(modules_used(&files, share, roots, 1, &err));
  check_error(&err, ERR_ENVIRONMENT, "share", share);
  make_file(share, "rtl/a/top.v", "module top; endmodule");
  assert_false(modules_used(&files, share, roots, 1, &err));
  check_error(&err, ERR_ENVIRONMENT, "nothing.v", share);
}

/* Every file of rtl/ defines the module of its name, on which all of this relies. */
TEST(test_rtl)
{
  char share[FILE_PATH], path[2 * FILE_PATH], module[FILE_PATH];
  struct module_files files;
  struct err err;

  CHECK(install_share(share, &err), "%s", err.text);
  CHECK(modules_all(&files, share, &err), "%s", err.text);
  assert_true(contains(&files, "rtl/switch/switch.v"));
  for (size_t i = 0; i < files.count; i++) {
    size_t size;

    snprintf(path, sizeof path, "%s/%s", share, files.paths[i]);
    char *text = file_read(path, &size, &err);
    assert_non_null(text);
    snprintf(module, sizeof module, "%s", strrchr(files.paths[i], '/') + 1);
    module[strlen(module) - 2] = '\0';
    CHECK(modules_definition(text, module) > 0, "%s", files.paths[i]);
    free(text);
  }
  modules_free(&files);
}
