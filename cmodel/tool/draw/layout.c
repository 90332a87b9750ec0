/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* layout -- the positions of the switches of a network on a page, in pixels. */
#include "tool/draw/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LETTER = 7, ADDRESS_HEIGHT = 21, TWO_LINES = 33 };

static const double dot = 9, room = 15, least_unit = 62, wide_unit = 92, wide_page = 1600,
                    least_dot_unit = 26, page = 2000, margin = 26, aside_of_label = 14,
                    free_way = 5; /* pixels between a link and a switch, at least */

/* --- sizes --- */

/* How many switches of its level are before it. */
static uint32_t place_in_level(const struct topology *t, uint32_t sw)
{
  uint32_t place = 0;

  for (uint32_t other = sw; other > 0; other--)
    place += topology_level(t, other - 1) == topology_level(t, sw);
  return place;
}

static void place_all(struct layout *l)
{
  const struct topology *t = l->t;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    struct point *at = &l->at[sw];

    if (layout_has_levels(t))
      *at = (struct point){topology_level(t, sw), place_in_level(t, sw)};
    else if (t->row->sketch)
      t->row->sketch->place(t, sw, &at->x, &at->y);
    else
      sketch_rings(&t->switches, &sw, 1, &at->x, &at->y);
  }
  l->levels = layout_has_levels(t) ? topology_levels(t) : 0;
}

/* Pixels of a unit so that no two switches come closer than `room`. */
static double unit_for(const struct layout *l, double least)
{
  const double width = l->switch_size.x + room, height = l->switch_size.y + room;
  double unit = least;

  for (uint32_t a = 0; a < l->t->switches; a++)
    for (uint32_t b = 0; b < a; b++) {
      const double dx = fabs(l->at[a].x - l->at[b].x), dy = fabs(l->at[a].y - l->at[b].y);

      if (dx * unit < width && dy * unit < height)
        unit = fmin(dx > 0 ? width / dx : INFINITY, dy > 0 ? height / dy : INFINITY);
    }
  return unit;
}

/* Width and height of all places, in units. */
static struct point extent(const struct layout *l, struct point *low)
{
  struct point high = *low = l->at[0];

  for (uint32_t sw = 1; sw < l->t->switches; sw++) {
    *low = (struct point){fmin(low->x, l->at[sw].x), fmin(low->y, l->at[sw].y)};
    high = (struct point){fmax(high.x, l->at[sw].x), fmax(high.y, l->at[sw].y)};
  }
  return (struct point){high.x - low->x, high.y - low->y};
}

static double letters(const struct topology *t)
{
  size_t most = 0;
  char text[ADDRESS_TEXT];

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    t->row->print_address(t, sw, text);
    if (strlen(text) > most)
      most = strlen(text);
  }
  return (double)most;
}

/* With levels a unit is the distance of rows, and columns are as far from each other as
 * links that cross many rows need. */
static void scale(struct layout *l, struct point extent)
{
  const double wide = wide_page / fmax(fmax(extent.x, extent.y), 1);
  const double least =
      l->labelled ? fmax(least_unit, fmin(wide_unit, wide)) : least_dot_unit;

  l->unit = l->levels ? l->switch_size.y + (l->labelled ? 9 : 7) : unit_for(l, least);
  if (l->levels)
    l->column = fmin(fmax(l->switch_size.x + 66, 0.26 * extent.y * l->unit), 240);
}

/* Switches with their addresses where the page has room for that, else small dots. */
static void choose_sizes(struct layout *l, uint32_t lines, struct point extent)
{
  l->labelled = true;
  l->switch_size = (struct point){letters(l->t) * LETTER + aside_of_label,
                                  lines > 1 ? TWO_LINES : ADDRESS_HEIGHT};
  scale(l, extent);
  if (extent.x * (l->levels ? l->column : l->unit) <= page && extent.y * l->unit <= page)
    return;
  l->labelled = false;
  l->switch_size = (struct point){dot, dot};
  scale(l, extent);
}

/* --- what is where --- */

bool layout_covers(const struct layout *l, uint32_t sw, struct point p)
{
  const struct point size = l->switch_size, at = l->at[sw];

  return fabs(p.x - at.x) <= size.x / 2 + free_way &&
         fabs(p.y - at.y) <= size.y / 2 + free_way;
}

static void take_cells(struct layout *l)
{
  for (uint32_t sw = 0; sw < l->t->switches; sw++) {
    const double more = free_way + LAYOUT_CELL;
    const double width = l->switch_size.x / 2 + more, height = l->switch_size.y / 2 + more;

    for (double y = l->at[sw].y - height; y <= l->at[sw].y + height; y += LAYOUT_CELL)
      for (double x = l->at[sw].x - width; x <= l->at[sw].x + width; x += LAYOUT_CELL)
        if (x >= 0 && y >= 0 && x < l->size.x && y < l->size.y)
          l->taken[(uint32_t)(y / LAYOUT_CELL) * l->columns + (uint32_t)(x / LAYOUT_CELL)] =
              sw + 1;
  }
}

static bool no_memory(const struct topology *t, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for a drawing of %s", t->spec);
}

/* Boxes and bent links need a border. */
static void move_into_page(struct layout *l, struct point extent, struct point low)
{
  const double border = margin + (l->levels ? 0 : 0.9 * fmin(l->unit, least_unit));
  const double wide = l->levels ? l->column : l->unit;

  for (uint32_t sw = 0; sw < l->t->switches; sw++)
    l->at[sw] =
        (struct point){border + l->switch_size.x / 2 + (l->at[sw].x - low.x) * wide,
                       border + l->switch_size.y / 2 + (l->at[sw].y - low.y) * l->unit};
  l->size = (struct point){2 * border + l->switch_size.x + (extent.x + l->copied) * wide,
                           2 * border + l->switch_size.y + extent.y * l->unit};
}

/* Does a link lead from the last level back? */
static bool has_copy(const struct layout *l)
{
  const struct topology *t = l->t;

  for (uint32_t sw = 0; l->levels > 0 && sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      if (topology_port_kind(t, sw, port) != PORT_UNUSED &&
          l->at[topology_link(t, sw, port).to_switch].x <= l->at[sw].x)
        return true;
  return false;
}

bool layout_fits(const struct topology *t, struct err *err)
{
  char small[TOPOLOGY_SPEC];

  if (t->switches <= LAYOUT_SWITCHES && (uint64_t)t->switches * t->ports <= LAYOUT_PORTS)
    return true;
  t->row->small(t, small);
  return err_set(
      err, ERR_USAGE,
      "%.100s has %u switches of %u ports; a drawing has room for %d switches and "
      "%d ports in all: draw a smaller network, such as %.100s",
      t->spec, t->switches, t->ports, LAYOUT_SWITCHES, LAYOUT_PORTS, small);
}

bool layout_open(struct layout *l, const struct topology *t, uint32_t lines,
                 struct err *err)
{
  struct point low;

  *l = (struct layout){.t = t};
  if (!layout_fits(t, err))
    return false;
  l->at = malloc(t->switches * sizeof *l->at);
  if (!l->at)
    return no_memory(t, err);
  place_all(l);
  const struct point size = extent(l, &low);
  choose_sizes(l, lines, size);
  l->copied = has_copy(l);
  move_into_page(l, size, low);
  l->columns = (uint32_t)(l->size.x / LAYOUT_CELL) + 1;
  l->rows = (uint32_t)(l->size.y / LAYOUT_CELL) + 1;
  l->taken = calloc((size_t)l->columns * l->rows, sizeof *l->taken);
  if (!l->taken)
    return no_memory(t, err);
  take_cells(l);
  return true;
}

void layout_close(struct layout *l)
{
  free(l->at);
  free(l->taken);
}
