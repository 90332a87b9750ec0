/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_err -- an error is one line. */
#include "tests/unit/unit.h"

TEST(test_set_returns_false_and_fills)
{
  struct err err = {.kind = ERR_NONE};

  assert_false(err_set(&err, ERR_ENVIRONMENT, "cannot %s %d", "open", 7));
  assert_int_equal(err.kind, ERR_ENVIRONMENT);
  assert_string_equal(err.text, "cannot open 7");
}

TEST(test_kinds_are_the_exit_codes)
{
  assert_int_equal(ERR_USAGE, 2);
  assert_int_equal(ERR_ENVIRONMENT, 3);
}

TEST(test_control_characters_stay_on_one_line)
{
  struct err err;

  err_set(&err, ERR_USAGE, "a%sb", "\n\t\r\x1b\x7f");
  assert_string_equal(err.text, "a?????b");
  err_set(&err, ERR_USAGE, "%s", "gr\xc3\xbc\xc3\x9f"); /* UTF-8 is left alone */
  assert_string_equal(err.text, "gr\xc3\xbc\xc3\x9f");
}

TEST(test_long_text_is_cut)
{
  struct err err;
  char text[2 * ERR_TEXT];

  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  err_set(&err, ERR_USAGE, "%s", text);
  assert_int_equal(strlen(err.text), ERR_TEXT - 1);
}

TEST(test_own_text_can_get_a_prefix)
{
  struct err err;

  err_set(&err, ERR_USAGE, "no such switch");
  err_set(&err, err.kind, "file:%d: %s", 3, err.text);
  assert_string_equal(err.text, "file:3: no such switch");
}
