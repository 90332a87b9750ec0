/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_port_group -- lines of a map that are whole interfaces. */
#include "verilog/generate/port_group.h"

#include "tests/unit/unit.h"

/* What a line says is read, whatever blanks it has. */
TEST(test_lines)
{
  static const struct {
    const char *left, *right, *id, *number, *side;
    enum group_kind kind;
    size_t count;
    struct group_part last;
    bool sends;
  } rows[] = {
      {"s_axis_*",
       "axis 16 of {inject, in}",
       "s_axis",
       "16",
       "",
       GROUP_AXIS,
       2,
       {GROUP_IN, GROUP_ALL},
       false},
      {"m_*",
       "axis  A > 16 ? A : 16  of  { eject[0] , out }",
       "m",
       "A > 16 ? A : 16",
       "",
       GROUP_AXIS,
       2,
       {GROUP_OUT, GROUP_ALL},
       true},
      {"x__*",
       "axis 8 with tuser of in[3]",
       "x",
       "8",
       "tuser",
       GROUP_AXIS,
       1,
       {GROUP_IN, 3},
       false},
      {"in_*",
       "credit 4 of in",
       "in",
       "4",
       "",
       GROUP_CREDIT,
       1,
       {GROUP_IN, GROUP_ALL},
       false},
      {"f*",
       "flits W of inject[0]",
       "f",
       "W",
       "",
       GROUP_FLITS,
       1,
       {GROUP_INJECT, 0},
       false},
      {"o*", "ready of out", "o", "", "", GROUP_READY, 1, {GROUP_OUT, GROUP_ALL}, true},
      {"o*",
       "slice 2 of eject",
       "o",
       "2",
       "",
       GROUP_SLICE,
       1,
       {GROUP_EJECT, GROUP_ALL},
       true},
  };
  struct port_group group;
  struct err err;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *right = rows[i].right;

    CHECK(port_group_is(rows[i].left), "%s", rows[i].left);
    CHECK(port_group_parse(&group, rows[i].left, right, &err), "%s: %s", right, err.text);
    CHECK(strcmp(group.id, rows[i].id) == 0, "%s: %s", rows[i].left, group.id);
    CHECK(strcmp(group.number, rows[i].number) == 0, "%s: '%s'", right, group.number);
    CHECK(strcmp(group.side, rows[i].side) == 0, "%s: '%s'", right, group.side);
    CHECK(group.kind == rows[i].kind && group.count == rows[i].count, "%s", right);
    CHECK(group.parts[group.count - 1].end == rows[i].last.end, "%s", right);
    CHECK(group.parts[group.count - 1].number == rows[i].last.number, "%s", right);
    CHECK(port_group_sends(&group) == rows[i].sends, "%s", right);
  }
  CHECK(!port_group_is("s_axis_tvalid"), "no group");
}

/* Every other line is told with what would be right. */
TEST(test_wrong_lines)
{
  static const struct {
    const char *left, *right, *part;
  } rows[] = {
      {"*", "ready of in", "needs a start of names"},
      {"a[2]*", "ready of in", "only the start of names"},
      {"a_*", "axi 16 of in", "'axi' is no interface; write 'axis BITS'"},
      {"a_*", "axis 16", "says no links"},
      {"a_*", "axis of in", "'axis' lacks its number"},
      {"a_*", "ready 3 of in", "'ready' has no number"},
      {"a_*", "ready of", "says no links"},
      {"a_*", "ready of up", "'up' names no links"},
      {"a_*", "ready of in[x]", "names no links"},
      {"a_*", "ready of in[1", "names no links"},
      {"a_*", "ready of {in, }", "names no links"},
      {"a_*", "ready of in[99999999999999999999]", "names no links"},
      {"a_*", "ready of {in, out}", "go one way"},
      {"a_*", "axis 16 with tlast of in", "'with tlast': the header goes with tdest"},
      {"a_*", "credit 4 with tdest of in",
       "the header goes with tdest, tuser or tid of an axis"},
  };
  struct port_group group;
  struct err err;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CHECK(!port_group_parse(&group, rows[i].left, rows[i].right, &err), "%s",
          rows[i].right);
    check_error(&err, ERR_USAGE, rows[i].part, rows[i].right);
  }
}

/* Long texts are refused, and never cut. */
TEST(test_long_lines)
{
  struct port_group group;
  struct err err;
  char left[2 * GROUP_TEXT], right[3 * GROUP_TEXT];

  for (size_t length = 1; length < GROUP_TEXT + 20; length++) {
    memset(left, 'p', length);
    memcpy(left + length, "*", sizeof "*");
    CHECK(port_group_parse(&group, left, "ready of in", &err) == (length < GROUP_TEXT),
          "prefix of %zu", length);
    snprintf(right, sizeof right, "axis %0*d of in", (int)length, 16);
    const bool good = port_group_parse(&group, "a*", right, &err);
    CHECK(!good || length < 2 || strlen(group.number) == length, "number of %zu", length);
    CHECK(good || length > 100, "number of %zu", length);
  }
}

/* A port is known by what follows the prefix. */
TEST(test_roles)
{
  static const struct {
    const char *line, *rest;
    enum group_role role;
  } rows[] = {
      {"axis 8 of in", "tvalid", GROUP_VALID},
      {"axis 8 of in", "TREADY", GROUP_BACK},
      {"axis 8 of in", "tdata_i", GROUP_DATA},
      {"axis 8 of in", "tkeep", GROUP_KEEP},
      {"axis 8 of in", "tdest", GROUP_ROLES},
      {"axis 8 with tdest of in", "tdest", GROUP_SIDE},
      {"axis 8 with tdest of in", "tid", GROUP_ROLES},
      {"axis 8 of in", "valid", GROUP_ROLES},
      {"axis 8 of in", "north_tvalid", GROUP_ROLES},
      {"ready of in", "packet_i", GROUP_DATA},
      {"ready of in", "credit", GROUP_ROLES},
      {"ready of in", "tail", GROUP_ROLES},
      {"credit 2 of in", "credit_o", GROUP_BACK},
      {"credit 2 of in", "ready_o", GROUP_ROLES},
      {"flits 8 of in", "head_i", GROUP_HEAD},
      {"flits 8 of in", "tail_i", GROUP_LAST},
      {"flits 8 of in", "flit_i", GROUP_DATA},
      {"flits 8 of in", "_i", GROUP_ROLES},
  };
  struct port_group group;
  struct err err;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CHECK(port_group_parse(&group, "p_*", rows[i].line, &err), "%s", err.text);
    CHECK(port_group_role(&group, rows[i].rest) == rows[i].role, "%s: %s", rows[i].line,
          rows[i].rest);
  }
}
