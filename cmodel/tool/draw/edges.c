/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* edges -- the links of a network as lines of a drawing. */
#include "tool/draw/layout.h"

#include <math.h>
#include <stdlib.h>

enum { BENDS = 30, BENDS_APART = 2 };

static const double bend_step = 0.15; /* units between two bends that are tried */

/* Stubs of a switch: the angle between two, of all of them, and how long they are. */
static const double stub_fan = 0.5, widest_fan = 2.4, stub_length = 58;

/* Ways to bend a line: how far along it the second and the third point are, and their parts
 * of its height. */
static const struct bend_shape {
  double along, first, last;
} shapes[] = {{0.1, 1, 1}, {0.35, 1, 1}, {0.2, 1.8, 0.2}, {0.2, 0.2, 1.8}, {0, 1, 1}};

/* --- edges --- */

static bool is_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  const enum port_kind kind = topology_port_kind(t, sw, port);

  return kind != PORT_UNUSED && kind != PORT_HOLD;
}

/* How many ports below this one lead to the same switch. */
static uint32_t place_among(const struct topology *t, uint32_t sw, uint32_t port)
{
  const uint32_t to = topology_link(t, sw, port).to_switch;
  uint32_t place = 0;

  for (uint32_t other = 0; other < port; other++)
    place += is_link(t, sw, other) && topology_link(t, sw, other).to_switch == to;
  return place;
}

/* Is a link drawn as a line between two switches, as a stub, or not at all?  A part has no
 * copy of the first level, to which the last one leads back. */
static bool reaches(const struct topology *t, const struct selection *only, uint32_t sw,
                    uint32_t to)
{
  const bool back = layout_has_levels(t) && topology_level(t, to) <= topology_level(t, sw);

  return selection_has(only, to) && !(only && back);
}

/* The edge that is drawn for a port; false: it is unused, or is drawn from the other end.
 */
static bool edge_of(const struct topology *t, const struct selection *only, uint32_t sw,
                    uint32_t port, struct edge *edge)
{
  if (!is_link(t, sw, port))
    return false;
  const struct link link = topology_link(t, sw, port);
  *edge = (struct edge){
      .from = sw,
      .port = port,
      .to = link.to_switch,
      .back = link.to_port,
      .paired = !topology_one_way(t) && link.to_switch != sw,
      .loop = link.to_switch == sw && !layout_has_levels(t),
      .stub = !reaches(t, only, sw, link.to_switch),
      .place = place_among(t, sw, port),
  };
  return edge->stub || !edge->paired || sw < link.to_switch;
}

struct edge *edges_of(const struct topology *t, const struct selection *only, size_t *count,
                      size_t *outside, struct err *err)
{
  const uint32_t switches = only ? only->count : t->switches;
  struct edge *edges = malloc(((size_t)switches * t->ports + 1) * sizeof *edges);

  *count = *outside = 0;
  if (!edges) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory for the links of %s", t->spec);
    return NULL;
  }
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; selection_has(only, sw) && port < t->ports; port++) {
      const bool found = edge_of(t, only, sw, port, &edges[*count]);
      const bool stub = found && edges[*count].stub;

      *outside += stub;
      *count += found && !(stub && switches > LAYOUT_STUBS);
    }
  return edges;
}

/* --- where they are --- */

struct point curve_point(const struct curve *c, double part)
{
  const double rest = 1 - part;
  const double a = rest * rest * rest, b = 3 * rest * rest * part,
               d = 3 * rest * part * part, e = part * part * part;

  if (c->straight)
    return (struct point){rest * c->p[0].x + part * c->p[3].x,
                          rest * c->p[0].y + part * c->p[3].y};
  return (struct point){a * c->p[0].x + b * c->p[1].x + d * c->p[2].x + e * c->p[3].x,
                        a * c->p[0].y + b * c->p[1].y + d * c->p[2].y + e * c->p[3].y};
}

static double length_of(const struct curve *c)
{
  return hypot(c->p[3].x - c->p[0].x, c->p[3].y - c->p[0].y);
}

/* To the right of the way from one end to the other, one pixel long. */
static struct point right_of(const struct curve *c)
{
  const double length = length_of(c);

  return (struct point){(c->p[0].y - c->p[3].y) / length, (c->p[3].x - c->p[0].x) / length};
}

/* Let the middle be `height` pixels to the right. */
static struct curve bent(struct curve c, double height, const struct bend_shape *shape)
{
  const struct point right = right_of(&c);
  const struct point along = {shape->along * (c.p[3].x - c.p[0].x),
                              shape->along * (c.p[3].y - c.p[0].y)};
  const double first = height * shape->first / 0.75, last = height * shape->last / 0.75;

  c.straight = false;
  c.p[1] = (struct point){c.p[0].x + along.x + right.x * first,
                          c.p[0].y + along.y + right.y * first};
  c.p[2] = (struct point){c.p[3].x - along.x + right.x * last,
                          c.p[3].y - along.y + right.y * last};
  return c;
}

/* Does it pass over a switch that is not one of its ends, or leave the page? */
static bool is_blocked(const struct layout *l, const struct edge *edge,
                       const struct curve *c)
{
  const uint32_t steps = 16 + (uint32_t)(length_of(c) / LAYOUT_CELL);

  for (uint32_t i = 0; i <= steps; i++) {
    const struct point p = curve_point(c, (double)i / steps);

    if (p.x < 1 || p.y < 1 || p.x >= l->size.x || p.y >= l->size.y)
      return true;
    const uint32_t taken = l->taken[(uint32_t)(p.y / LAYOUT_CELL) * l->columns +
                                    (uint32_t)(p.x / LAYOUT_CELL)];
    if (taken != 0 && taken != edge->from + 1 && taken != edge->to + 1 &&
        layout_covers(l, taken - 1, p))
      return true;
  }
  return false;
}

/* Two ends with several links between them have a line straight, and the others beside. */
static struct curve free_way(const struct layout *l, const struct edge *edge,
                             struct curve straight)
{
  const uint32_t first = BENDS_APART * edge->place;

  for (uint32_t bend = first; bend < first + BENDS; bend++)
    for (size_t i = 0; i < 2 * sizeof shapes / sizeof shapes[0]; i++) {
      const double height = (i % 2 ? 1 : -1) * bend_step * bend * l->unit;
      const struct curve way = bend ? bent(straight, height, &shapes[i / 2]) : straight;

      if (!is_blocked(l, edge, &way))
        return way;
    }
  return first ? bent(straight, first * bend_step * l->unit, &shapes[0]) : straight;
}

struct curve curve_aside(struct curve c, double pixels)
{
  const struct point right = right_of(&c);

  for (size_t i = 0; i < 4; i++) {
    c.p[i].x += right.x * pixels;
    c.p[i].y += right.y * pixels;
  }
  return c;
}

/* Where what is drawn has its middle. */
static struct point middle_of(const struct layout *l)
{
  struct point sum = {0, 0};

  for (uint32_t i = 0; i < l->count; i++) {
    sum.x += l->at[l->shown[i]].x;
    sum.y += l->at[l->shown[i]].y;
  }
  return (struct point){sum.x / l->count, sum.y / l->count};
}

struct curve layout_stub(const struct layout *l, const struct edge *edge, uint32_t place,
                         uint32_t stubs)
{
  const double pi = acos(-1);
  const struct point at = l->at[edge->from], middle = middle_of(l);
  const bool alone = hypot(at.x - middle.x, at.y - middle.y) < 1;
  const double fan = alone ? 2 * pi / stubs : fmin(stub_fan, widest_fan / stubs);
  const double ahead = l->levels ? 0
                       : alone   ? pi / 2
                                 : atan2(at.y - middle.y, at.x - middle.x);
  const double angle = ahead + fan * (place - (stubs - 1) / 2.0);
  const bool boxes = l->t->row->sketch && l->t->row->sketch->boxes[0];
  const double reach =
      stub_length * (boxes ? 1.6 : 1) + l->switch_size.x / 2 * fabs(cos(angle));

  return (struct curve){
      .p = {[0] = at, [3] = {at.x + reach * cos(angle), at.y + reach * sin(angle)}},
      .straight = true};
}

struct curve layout_curve(const struct layout *l, const struct edge *edge)
{
  struct curve c = {.p = {[0] = l->at[edge->from], [3] = l->at[edge->to]},
                    .straight = true};

  if (!l->levels)
    return free_way(l, edge, c);
  if (c.p[3].x <= c.p[0].x)
    c.p[3].x = c.p[0].x + l->column;
  c.p[0].x += l->switch_size.x / 2;
  c.p[3].x -= l->switch_size.x / 2;
  return edge->place ? bent(c, edge->place * BENDS_APART * bend_step * l->unit, &shapes[0])
                     : c;
}
