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
                    least_dot_unit = 26, page = 3400, margin = 26, aside_of_label = 14,
                    free_way = 5, /* pixels between a link and a switch, at least */
    stub_unit = 150,              /* of a part that is drawn with its links outwards */
    widest_gap = 2.5;             /* units between neighbours, of a part */

/* --- sizes --- */

static bool no_memory(const struct topology *t, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for a drawing of %s", t->spec);
}

/* Level by level, each from the top. */
static bool place_levels(struct layout *l)
{
  const struct topology *t = l->t;
  uint32_t *before = calloc(topology_levels(t), sizeof *before);

  for (uint32_t sw = 0; before && sw < t->switches; sw++) {
    const uint32_t level = topology_level(t, sw);

    l->at[sw] = (struct point){level, before[level]++};
  }
  free(before);
  l->levels = topology_levels(t);
  return before != NULL;
}

static bool place_all(struct layout *l)
{
  const struct topology *t = l->t;

  if (layout_has_levels(t))
    return place_levels(l);
  for (uint32_t i = 0; i < l->count; i++) {
    uint32_t sw = l->shown[i];
    struct point *at = &l->at[sw];

    if (t->row->sketch)
      t->row->sketch->place(t, sw, &at->x, &at->y);
    else
      sketch_rings(&t->switches, &sw, 1, &at->x, &at->y);
  }
  return true;
}

static int compare(const void *left, const void *right)
{
  const double a = *(const double *)left, b = *(const double *)right;

  return a < b ? -1 : a > b;
}

/* How much a place moves back when no gap between two places is wider than `most`. */
static double moved_back(const double *places, uint32_t count, double place, double most)
{
  double back = 0;

  for (uint32_t i = 1; i < count && places[i] <= place; i++)
    back += fmax(places[i] - places[i - 1] - most, 0);
  return back;
}

/* What is drawn of a part moves together where the rest left gaps. */
static bool close_gaps(struct layout *l)
{
  double *across = malloc(l->count * sizeof *across);
  double *down = malloc(l->count * sizeof *down);
  const bool good = across && down;

  for (uint32_t i = 0; good && i < l->count; i++) {
    across[i] = l->at[l->shown[i]].x;
    down[i] = l->at[l->shown[i]].y;
  }
  if (good) {
    qsort(across, l->count, sizeof *across, compare);
    qsort(down, l->count, sizeof *down, compare);
  }
  for (uint32_t i = 0; good && i < l->count; i++) {
    struct point *at = &l->at[l->shown[i]];

    if (!l->levels)
      at->x -= moved_back(across, l->count, at->x, widest_gap);
    at->y -= moved_back(down, l->count, at->y, l->levels ? 1 : widest_gap);
  }
  free(across);
  free(down);
  return good;
}

/* Pixels of a unit so that no two switches come closer than `room`. */
static double unit_for(const struct layout *l, double least)
{
  const double width = l->switch_size.x + room, height = l->switch_size.y + room;
  double unit = least;

  for (uint32_t i = 0; i < l->count; i++)
    for (uint32_t k = 0; k < i; k++) {
      const struct point a = l->at[l->shown[i]], b = l->at[l->shown[k]];
      const double dx = fabs(a.x - b.x), dy = fabs(a.y - b.y);

      if (dx * unit < width && dy * unit < height)
        unit = fmin(dx > 0 ? width / dx : INFINITY, dy > 0 ? height / dy : INFINITY);
    }
  return unit;
}

/* Width and height of all places, in units. */
static struct point extent(const struct layout *l, struct point *low)
{
  struct point high = *low = l->at[l->shown[0]];

  for (uint32_t i = 1; i < l->count; i++) {
    const struct point at = l->at[l->shown[i]];

    *low = (struct point){fmin(low->x, at.x), fmin(low->y, at.y)};
    high = (struct point){fmax(high.x, at.x), fmax(high.y, at.y)};
  }
  return (struct point){high.x - low->x, high.y - low->y};
}

static double letters(const struct layout *l)
{
  size_t most = 0;
  char text[ADDRESS_TEXT];

  for (uint32_t i = 0; i < l->count; i++) {
    l->t->row->print_address(l->t, l->shown[i], text);
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
  const bool stubs = l->only && l->count <= LAYOUT_STUBS;
  const double least = stubs         ? stub_unit
                       : l->labelled ? fmax(least_unit, fmin(wide_unit, wide))
                                     : least_dot_unit;

  l->unit = l->levels ? l->switch_size.y + (l->labelled ? 9 : 7) : unit_for(l, least);
  if (l->levels)
    l->column = fmin(fmax(l->switch_size.x + 66, 0.26 * extent.y * l->unit), 240);
}

/* Switches with their addresses where the page has room for that, else small dots. */
static void choose_sizes(struct layout *l, uint32_t lines, struct point extent)
{
  l->labelled = true;
  l->switch_size = (struct point){letters(l) * LETTER + aside_of_label,
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
  for (uint32_t i = 0; i < l->count; i++) {
    const uint32_t sw = l->shown[i];
    const double more = free_way + LAYOUT_CELL;
    const double width = l->switch_size.x / 2 + more, height = l->switch_size.y / 2 + more;

    for (double y = l->at[sw].y - height; y <= l->at[sw].y + height; y += LAYOUT_CELL)
      for (double x = l->at[sw].x - width; x <= l->at[sw].x + width; x += LAYOUT_CELL)
        if (x >= 0 && y >= 0 && x < l->size.x && y < l->size.y)
          l->taken[(uint32_t)(y / LAYOUT_CELL) * l->columns + (uint32_t)(x / LAYOUT_CELL)] =
              sw + 1;
  }
}

/* Boxes and bent links need a border. */
static void move_into_page(struct layout *l, struct point extent, struct point low)
{
  const double border = margin + (l->levels ? 0 : 0.9 * fmin(l->unit, least_unit));
  const double wide = l->levels ? l->column : l->unit;

  for (uint32_t i = 0; i < l->count; i++) {
    struct point *at = &l->at[l->shown[i]];

    *at = (struct point){border + l->switch_size.x / 2 + (at->x - low.x) * wide,
                         border + l->switch_size.y / 2 + (at->y - low.y) * l->unit};
  }
  l->level_zero = border + l->switch_size.x / 2 - low.x * wide;
  l->size = (struct point){2 * border + l->switch_size.x + (extent.x + l->copied) * wide,
                           2 * border + l->switch_size.y + extent.y * l->unit};
}

/* Does a link lead from the last level back? */
static bool has_copy(const struct layout *l)
{
  const struct topology *t = l->t;

  for (uint32_t sw = 0; l->levels > 0 && !l->only && sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      if (topology_port_kind(t, sw, port) != PORT_UNUSED &&
          l->at[topology_link(t, sw, port).to_switch].x <= l->at[sw].x)
        return true;
  return false;
}

bool layout_fits(const struct topology *t, const struct selection *only, struct err *err)
{
  const uint32_t count = only ? only->count : t->switches;
  char small[TOPOLOGY_SPEC];

  if (count <= LAYOUT_SWITCHES && (uint64_t)count * t->ports <= LAYOUT_PORTS)
    return true;
  t->row->small(t, small);
  return err_set(
      err, ERR_USAGE,
      "%.100s has %u switches of %u ports%s; a drawing has room for %d switches and %d "
      "ports in all: draw a part of it (--only), or a smaller network, such as %.100s",
      t->spec, count, t->ports, only ? " in this part" : "", LAYOUT_SWITCHES, LAYOUT_PORTS,
      small);
}

static bool find_shown(struct layout *l)
{
  const struct topology *t = l->t;

  l->at = calloc(t->switches, sizeof *l->at);
  l->shown = malloc((l->only ? l->only->count : t->switches) * sizeof *l->shown);
  for (uint32_t sw = 0; l->shown && sw < t->switches; sw++)
    if (selection_has(l->only, sw))
      l->shown[l->count++] = sw;
  return l->at && l->shown;
}

bool layout_open(struct layout *l, const struct topology *t, const struct selection *only,
                 uint32_t lines, struct err *err)
{
  struct point low;

  *l = (struct layout){.t = t, .only = only};
  if (!layout_fits(t, only, err))
    return false;
  if (!find_shown(l) || !place_all(l) || (only && !close_gaps(l)))
    return no_memory(t, err);
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
  free(l->shown);
  free(l->taken);
}
