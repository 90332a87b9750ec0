/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_port_array -- ports that are unpacked arrays, as a map names them. */
#include "verilog/generate/port_array.h"

#include "tests/unit/unit.h"

#include <string.h>

static void check_range(const struct port_range *range, const char *first, const char *last)
{
  CHECK(strcmp(range->first, first) == 0, "%s: %s", first, range->first);
  CHECK(strcmp(range->last, last) == 0, "%s: %s", last, range->last);
}

/* Both forms give the first and the last index. */
TEST(test_range)
{
  static const struct {
    const char *left, *name, *first, *last;
  } rows[] = {
      {"data_i[N+1]", "data_i", "0", "(N+1)-1"},
      {"d [4]", "d", "0", "(4)-1"},
      {"data_o[PORTS:0]", "data_o", "PORTS", "0"},
      {"x[1:N]", "x", "1", "N"},
  };
  struct port_array array;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CHECK(port_array_parse(&array, rows[i].left), "%s", rows[i].left);
    CHECK(strcmp(array.name, rows[i].name) == 0, "%s: %s", rows[i].left, array.name);
    check_range(&array.range[0], rows[i].first, rows[i].last);
    CHECK(array.dimensions == 1, "%s", rows[i].left);
  }
}

/* Each of two dimensions has its own form. */
TEST(test_two_dimensions)
{
  struct port_array array;

  CHECK(port_array_parse(&array, "d[ROWS][3:0]"), "two");
  CHECK(array.dimensions == 2 && strcmp(array.name, "d") == 0, "%s", array.name);
  check_range(&array.range[0], "0", "(ROWS)-1");
  check_range(&array.range[1], "3", "0");
  CHECK(port_array_parse(&array, "d [0:N] [2]"), "with blanks");
  check_range(&array.range[0], "0", "N");
  check_range(&array.range[1], "0", "(2)-1");
}

TEST(test_what_is_none)
{
  static const char *const lefts[] = {"data_i", "d[]",        "d[2",      "d]2[",  "d[2]x",
                                      "d[2][]", "d[2][3][4]", "d[2]x[3]", "d[2][3"};
  struct port_array array;

  for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++)
    CHECK(!port_array_parse(&array, lefts[i]), "%s", lefts[i]);
}

/* Names and sizes of any length are read whole, or not at all. */
TEST(test_long)
{
  struct port_array array;
  char left[2 * PORT_ARRAY_TEXT + 4];

  for (size_t length = 1; length < 2 * PORT_ARRAY_TEXT; length++) {
    memset(left, 'n', length);
    memcpy(left + length, "[2]", sizeof "[2]");
    CHECK(port_array_parse(&array, left) == (length < PORT_ARRAY_TEXT), "name of %zu",
          length);
    snprintf(left, sizeof left, "n[%0*d]", (int)length, 2);
    const bool good = port_array_parse(&array, left);
    CHECK(!good || strlen(array.range[0].last) == length + strlen("()-1"),
          "size of %zu: %s", length, array.range[0].last);
    CHECK(good || length > 100, "size of %zu", length);
  }
}
