/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dut_order -- packages come before what uses them; else the user's order stays. */
#include "verilog/simulator/dut_order.h"

#include "tests/unit/unit.h"

enum { FILES = 4 };

static void check_order(const char *const texts[FILES], const char *expected)
{
  char path[FILES][FILE_PATH], name[16], found[FILES + 1] = "";
  char *files[FILES];
  size_t order[FILES];
  struct err err;

  for (size_t i = 0; i < FILES; i++) {
    snprintf(name, sizeof name, "order-%zu.sv", i);
    write_data(data_path(path[i], name), texts[i], strlen(texts[i]));
    files[i] = path[i];
  }
  CHECK(dut_order(order, files, FILES, &err), "%s", err.text);
  for (size_t i = 0; i < FILES; i++)
    found[i] = (char)('0' + order[i]);
  CHECK(strcmp(found, expected) == 0, "%s instead of %s", found, expected);
}

TEST(test_order)
{
  static const struct {
    const char *texts[FILES], *expected;
  } rows[] = {
      {{"`define W 3", "module a; endmodule", "", "module b; endmodule"}, "0123"},
      {{"module a import p::*; (); endmodule", "`define W 3", "module b; endmodule",
        "package p; endpackage"},
       "1230"},
      {{"module a; wire w = q::W; endmodule",
        "package automatic q; localparam W = r :: W; localparam V = r::V; endpackage",
        "package static r; endpackage", "package p; import q::*; endpackage"},
       "2103"},
      /* Not a use: in a comment, in a string, of another name. */
      {{"module a; // p::x\n wire w = \"p::x\"; wire v = pp::x; endmodule",
        "package p; endpackage", "// package a\n", "module p; endmodule"},
       "0123"},
      /* A circle, which Verilator refuses. */
      {{"package a; import b::*; endpackage", "package b; import a::*; endpackage", "", ""},
       "2301"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_order(rows[i].texts, rows[i].expected);
}

TEST(test_unreadable)
{
  char name[] = "build/no-such-file.sv", *files[] = {name};
  size_t order[1];
  struct err err;

  assert_false(dut_order(order, files, 1, &err));
  check_error(&err, ERR_USAGE, "no-such-file.sv", "no file");
}
