/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_synthesis_log -- numbers, path and errors in what Yosys prints. */
#include "verilog/synthesis/synthesis_log.h"

#include "tests/unit/unit.h"

static struct synthesis read_text(const char *text, bool good)
{
  struct synthesis result;
  struct err err = {.kind = ERR_NONE};
  FILE *log = tmpfile();

  assert_non_null(log);
  fputs(text, log);
  assert_int_equal(synthesis_log_read(&result, log, &err), good);
  fclose(log);
  if (!good)
    check_error(&err, ERR_ENVIRONMENT, "statistics", text);
  return result;
}

/* The last statistics count, and those of the path without a name are left out. */
TEST(test_numbers)
{
  const struct synthesis result =
      read_text(" Yosys 0.23 (git sha1 7ce5011c24b)\n"
                "=== switch ===\n\n   Number of cells:                999\n"
                "     $lut                          999\n\n"
                "Longest topological path in switch (length=20):\n"
                "    0: \\here_q [3]\n"
                "    1: $abc$30451$new_n1889_ (via $abc$30451$parse_blif$30460)\n"
                "    2: \\u_queue.valid_o (via $abc$1)\n"
                "   ff: \\g_queue[3].u_queue.count_q [2] (via $auto$ff.cc:266:slice$1898)\n"
                "\n"
                "=== switch ===\n\n   Number of wires: 7\n   Number of cells:     8610\n"
                "     $_DFFE_PP_                    928\n"
                "     $_DLATCH_P_                     3\n"
                "     $_SDFF_PP0_                    17\n"
                "     $_TBUF_                         2\n"
                "     $lut                         7665\n\n",
                true);

  assert_string_equal(result.tool, "Yosys 0.23");
  assert_int_equal(result.luts, 7665);
  assert_int_equal(result.flip_flops, 945);
  assert_int_equal(result.latches, 3);
  assert_int_equal(result.others, 2);
  assert_int_equal(result.levels, 20);
  assert_int_equal(result.path_count, 3);
  assert_string_equal(result.path[0], "here_q[3]");
  assert_string_equal(result.path[1], "u_queue.valid_o");
  assert_string_equal(result.path[2], "g_queue[3].u_queue.count_q[2]");
  assert_string_equal(result.loop, "");
  assert_string_equal(result.error, "");
}

/* A path has more signals than there is room for, and a long name. */
TEST(test_long_path)
{
  char text[8192];
  int used =
      snprintf(text, sizeof text,
               "Longest topological path in switch (length=40):\n    0: \\%0300d\n", 0);

  for (int i = 1; i <= 40; i++)
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "   %2d: \\s%d (via $x)\n", i, i);
  snprintf(text + used, sizeof text - (size_t)used, "\n   Number of cells:   0\n");
  const struct synthesis result = read_text(text, true);

  assert_int_equal(result.levels, 40);
  assert_int_equal(result.path_count, SYNTHESIS_PATH);
  assert_int_equal(strlen(result.path[0]), SYNTHESIS_NAME - 1);
  assert_string_equal(result.path[SYNTHESIS_PATH - 1], "s40");
}

TEST(test_errors)
{
  struct synthesis result = read_text("reading\nmy.v:3: ERROR: syntax error\n", true);

  assert_string_equal(result.error, "my.v:3: ERROR: syntax error");
  result =
      read_text("Warning: Detected loop at \\x in switch\n   Number of cells:  1\n", true);
  assert_string_equal(result.loop, "x");
  read_text("nothing of it\n", false);
  read_text("", false);
}
