/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_port_array -- ports that are unpacked arrays, as a map names them. */
#include "verilog/generate/port_array.h"

#include "tests/unit/unit.h"

#include <string.h>

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
    CHECK(strcmp(array.first, rows[i].first) == 0, "%s: %s", rows[i].left, array.first);
    CHECK(strcmp(array.last, rows[i].last) == 0, "%s: %s", rows[i].left, array.last);
  }
}

TEST(test_what_is_none)
{
  static const char *const lefts[] = {"data_i", "d[]", "d[2", "d]2[", "d[2][3]", "d[2]x"};
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
    CHECK(!good || strlen(array.last) == length + strlen("()-1"), "size of %zu: %s", length,
          array.last);
    CHECK(good || length > 100, "size of %zu", length);
  }
}
