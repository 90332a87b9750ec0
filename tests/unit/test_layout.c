/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_layout -- laws of a page, for every example of every topology. */
#include "tool/draw/layout.h"

#include "tests/unit/unit.h"

#include <math.h>

enum { SPARSE = 480 }; /* ports of a network in which every link has a free way */

typedef void law(const struct topology *t, const struct layout *l);

static void for_spec(const char *spec, law *holds)
{
  const struct topology t = topology_of(spec);
  struct err err;

  for (uint32_t lines = 1; lines <= 2; lines++) {
    struct layout l;

    CHECK(layout_open(&l, &t, NULL, lines, &err), "%s: %s", spec, err.text);
    holds(&t, &l);
    layout_close(&l);
  }
}

static void for_all(law *holds)
{
  static const char *const more[] = {"hypercube:5", "hypercube:8",   "torus:3x4x4",
                                     "torus:32x32", "torus:3x3x3x3", "d3:3,5"};
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  for (size_t i = 0; i < count; i++)
    for (const char *const *spec = rows[i]->examples; *spec; spec++)
      for_spec(*spec, holds);
  for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
    for_spec(more[i], holds);
}

/* No two switches touch, and all are on the page. */
static void apart(const struct topology *t, const struct layout *l)
{
  for (uint32_t a = 0; a < t->switches; a++) {
    const struct point p = l->at[a];

    CHECK(p.x >= l->switch_size.x / 2 && p.y >= l->switch_size.y / 2 &&
              p.x <= l->size.x - l->switch_size.x / 2 &&
              p.y <= l->size.y - l->switch_size.y / 2,
          "%s: switch %u is not on the page", t->spec, a);
    for (uint32_t b = 0; b < a; b++)
      CHECK(fabs(p.x - l->at[b].x) >= l->switch_size.x + 6 ||
                fabs(p.y - l->at[b].y) >= l->switch_size.y + 6,
            "%s: switches %u and %u overlap", t->spec, a, b);
  }
}

TEST(test_switches_are_apart)
{
  for_all(apart);
}

/* Every link but unused and hold ports is drawn once, by one edge. */
static void once(const struct topology *t, const struct layout *l)
{
  uint8_t *drawn = calloc((size_t)t->switches * t->ports, 1);
  struct err err;
  size_t count, outside;
  struct edge *edges = edges_of(t, NULL, &count, &outside, &err);

  (void)l;
  assert_true(drawn && edges);
  for (size_t i = 0; i < count; i++) {
    const struct edge *e = &edges[i];

    CHECK(topology_link(t, e->from, e->port).to_switch == e->to, "%s: edge %zu", t->spec,
          i);
    drawn[e->from * t->ports + e->port]++;
    if (e->paired) {
      CHECK(topology_link(t, e->to, e->back).to_switch == e->from, "%s: edge %zu", t->spec,
            i);
      drawn[e->to * t->ports + e->back]++;
    }
  }
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const enum port_kind kind = topology_port_kind(t, sw, port);

      CHECK(drawn[sw * t->ports + port] == (kind != PORT_UNUSED && kind != PORT_HOLD),
            "%s: switch %u port %u is drawn %u times", t->spec, sw, port,
            drawn[sw * t->ports + port]);
    }
  free(drawn);
  free(edges);
}

TEST(test_links_are_drawn_once)
{
  for_all(once);
}

/* Links of a pair of switches, counted along their curve, that lie on a third one. */
static size_t crossings(const struct layout *l, const struct edge *e, const struct curve *c)
{
  size_t count = 0;

  for (uint32_t sw = 0; sw < l->t->switches; sw++) {
    bool over = false;

    for (uint32_t step = 0; step <= 500 && sw != e->from && sw != e->to; step++) {
      const struct point p = curve_point(c, step / 500.0);

      over = over || (fabs(p.x - l->at[sw].x) < l->switch_size.x / 2 &&
                      fabs(p.y - l->at[sw].y) < l->switch_size.y / 2);
    }
    count += over;
  }
  return count;
}

/* Curves begin at their switches, and none is on another switch. */
static void free_of_switches(const struct topology *t, const struct layout *l)
{
  struct err err;
  size_t count, outside;
  struct edge *edges = edges_of(t, NULL, &count, &outside, &err);

  for (size_t i = 0; i < count && t->switches * t->ports <= SPARSE; i++) {
    if (edges[i].loop)
      continue;
    const struct curve c = layout_curve(l, &edges[i]);
    const struct point middle = l->at[edges[i].from];
    const struct point from = {middle.x + (l->levels ? l->switch_size.x / 2 : 0), middle.y};

    CHECK(c.p[0].x == from.x && c.p[0].y == from.y, "%s: edge %zu starts elsewhere",
          t->spec, i);
    CHECK(crossings(l, &edges[i], &c) == 0, "%s: edge %zu, %u to %u, is on a switch",
          t->spec, i, edges[i].from, edges[i].to);
  }
  free(edges);
}

TEST(test_links_pass_beside_switches)
{
  for_all(free_of_switches);
}

/* To the right of one who goes from left to right is below. */
TEST(test_aside)
{
  const struct curve c = {.p = {[0] = {10, 10}, [3] = {50, 10}}, .straight = true};
  const struct curve moved = curve_aside(c, 3);
  const struct point middle = curve_point(&moved, 0.5);

  CHECK(middle.x == 30 && middle.y == 13, "%g,%g", middle.x, middle.y);
}

TEST(test_too_large)
{
  static const char *const specs[] = {"hypercube:9", "torus:64x64", "d3:8,8"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    const struct topology t = topology_of(specs[i]);
    struct layout l;
    struct err err = {.kind = ERR_NONE};

    CHECK(!layout_open(&l, &t, NULL, 1, &err), "%s is drawn", specs[i]);
    check_error(&err, ERR_USAGE, "or a smaller network, such as", specs[i]);
    layout_close(&l);
  }
}
