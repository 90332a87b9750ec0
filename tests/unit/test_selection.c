/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_selection -- which switches --only names, and what of them is drawn. */
#include "tool/draw/selection.h"

#include "tests/unit/unit.h"
#include "tool/draw/layout.h"

/* The switches that are selected, as "3 4 5". */
static void check(const char *spec, const char *text, const char *wanted)
{
  const struct topology t = topology_of(spec);
  struct selection s;
  struct err err;
  char got[256] = "";
  size_t used = 0;
  uint32_t count = 0;

  CHECK(selection_read(&s, &t, text, &err), "%s: %s", text, err.text);
  for (uint32_t sw = 0; sw < t.switches; sw++)
    if (selection_has(&s, sw)) {
      used += (size_t)snprintf(got + used, sizeof got - used, "%s%u", used ? " " : "", sw);
      count++;
    }
  CHECK(strcmp(got, wanted) == 0, "%s --only %s: %s, not %s", spec, text, got, wanted);
  CHECK(count == s.count, "%s --only %s: counts %u", spec, text, s.count);
  selection_close(&s);
}

TEST(test_selected)
{
  check("hypercube:4", "0010", "2");
  check("hypercube:4", "3,0x5,0010,3", "2 3 5");
  check("butterfly:2", "level=1", "4 5 6 7");
  check("butterfly:2", "level=0-1,0", "0 1 2 3 4 5 6 7");
  check("d3:2,3", "drawer=1.2", "15 16 17");
  check("d3:2,3", "drawer=5", "15 16 17");
  check("d3:2,3", "drawer=0.1,1.0", "3 4 5 9 10 11");
  check("d3:2,3", "0.0.1,drawer=0.2", "1 6 7 8");
  check("d3:2,3", "cabinet=1", "9 10 11 12 13 14 15 16 17");
  check("mdf:2,2", "group=1", "2 3");
  check("rdn:2x2:1", "cluster=1.0", "16 17 18 19");
  check("ccc:3", "ring=0,7", "0 1 2 21 22 23");
}

TEST(test_refused)
{
  static const struct {
    const char *spec, *text, *part;
  } wrong[] = {
      {"hypercube:4", "16", "--only '16' is out of range"},
      {"hypercube:4", "", "expected a switch or a group"},
      {"hypercube:4", "1,,2", "expected a switch or a group"},
      {"hypercube:4", "1,", "expected a switch or a group"},
      {"hypercube:4", "level=1", "--only 'level=1': hypercube:4 takes addresses"},
      {"d3:2,3", "drawers=1",
       "--only 'drawers=1': d3:2,3 takes addresses or cabinet=0..1 or drawer=0..5"},
      {"d3:2,3", "drawer=6", "--only 'drawer=6': d3:2,3 has drawer=0..5"},
      {"d3:2,3", "drawer=", "d3:2,3 has drawer=0..5"},
      {"d3:2,3", "drawer=2.0", "d3:2,3 has drawer=0..5"},
      {"butterfly:2", "level=2-9", "butterfly:2 has level=0..2"},
  };

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    const struct topology t = topology_of(wrong[i].spec);
    struct selection s;
    struct err err = {.kind = ERR_NONE};

    CHECK(!selection_read(&s, &t, wrong[i].text, &err), "'%s' is taken", wrong[i].text);
    check_error(&err, ERR_USAGE, wrong[i].part, wrong[i].text);
    selection_close(&s);
  }
}

/* Of a part: the links inside once, those outwards as stubs, or only counted. */
static void check_edges(const char *spec, const char *text, size_t lines, size_t stubs,
                        size_t outwards)
{
  const struct topology t = topology_of(spec);
  struct selection s;
  struct err err;
  size_t count, outside, found = 0;

  CHECK(selection_read(&s, &t, text, &err), "%s: %s", text, err.text);
  struct edge *edges = edges_of(&t, &s, &count, &outside, &err);
  for (size_t i = 0; i < count; i++) {
    CHECK(selection_has(&s, edges[i].from), "%s: from elsewhere", spec);
    CHECK(selection_has(&s, edges[i].to) || edges[i].stub, "%s: %u", spec, edges[i].to);
    found += edges[i].stub;
  }
  CHECK(count - found == lines && found == stubs && outside == outwards,
        "%s: %zu lines, %zu stubs, %zu outwards", spec, count - found, found, outside);
  free(edges);
  selection_close(&s);
}

TEST(test_links_of_a_part)
{
  check_edges("hypercube:3", "0,1,2,3", 4, 4, 4);
  check_edges("d3:3,4", "drawer=0.1", 7, 11, 11); /* a loop at 0.1.1 */
  check_edges("hypercube:6", "0,1,3,7,15,31,63", 6, 30, 30);
  check_edges("butterfly:4", "level=1-2", 32, 0, 32);
  check_edges("butterfly:2,wrap=1", "level=0-1", 8, 8, 8); /* no way back is drawn */
}

/* What is drawn moves together, without overlap. */
TEST(test_layout_of_a_part)
{
  const struct topology t = topology_of("torus:1000x1000");
  struct selection s;
  struct layout l;
  struct err err;

  CHECK(selection_read(&s, &t, "0,1,999,999999", &err), "%s", err.text);
  CHECK(layout_open(&l, &t, &s, 1, &err), "%s", err.text);
  CHECK(l.size.x < 1000 && l.size.y < 700, "%g x %g", l.size.x, l.size.y);
  CHECK(l.at[0].x < l.at[1].x && l.at[1].x < l.at[999].x && l.at[999].y < l.at[999999].y,
        "not in order");
  layout_close(&l);
  selection_close(&s);
}
