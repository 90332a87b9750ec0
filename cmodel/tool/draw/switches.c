/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switches -- the switches of a drawing, and the boxes around them. */
#include "tool/draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BOX_OUTER = 22, BOX_INNER = 11, BOX_NAME = 11 };

/* --- switches --- */

/* How a switch is drawn. */
struct look {
  char fill[SHADE_TEXT];
  const char *stroke, *ink;
  double width; /* of its outline */
  bool copy;    /* it stands for a switch of the first level, behind the last */
};

/* Does a packet that is followed start here, or end here? */
static bool is_end(const struct sheet *s, uint32_t sw, bool start)
{
  const struct moves *moves = s->picture->moves;

  if (!moves || moves->packet == MOVES_ALL)
    return false;
  struct schedule_entry room;
  const struct schedule_entry *entry =
      schedule_start(s->picture->schedule, moves->packet, &room);

  if (start)
    return entry->source < s->t->terminals && topology_source(s->t, entry->source) == sw;
  return schedule_is_for_one(entry) && topology_sink(s->t, entry->destination) == sw;
}

static struct look look_of(const struct sheet *s, uint32_t sw, bool copy)
{
  const bool labelled = s->layout.labelled;
  struct look look = {.fill = SHEET_NO_LOAD,
                      .stroke = SVG_INK,
                      .ink = SVG_INK,
                      .width = labelled ? 1.1 : 0.6,
                      .copy = copy};

  if (sheet_loads_switches(s)) {
    const uint64_t load = s->picture->loads->switches[sw];
    const uint32_t shade = shade_of(&s->switch_shades, load);

    if (load > 0 && !copy)
      shade_colour(&s->switch_shades, shade, look.fill);
    look.ink = shade_is_dark(&s->switch_shades, shade) ? "#ffffff" : SVG_INK;
  } else if (s->picture->focus && !s->touched[sw]) {
    memcpy(look.fill, labelled ? "#f8fafb" : "#c3cbd3", SHADE_TEXT);
    look.stroke = "#c3cbd3";
    look.ink = "#8a97a4";
  } else if (!labelled)
    memcpy(look.fill, SVG_INK, SHADE_TEXT);
  if (is_end(s, sw, true))
    look.width = 3;
  if (is_end(s, sw, false)) {
    memcpy(look.fill, SVG_INK, SHADE_TEXT);
    look.ink = "#ffffff";
  }
  return look;
}

static void print_level_switch(const struct sheet *s, uint32_t sw, struct point at,
                               const char *address, const char *ink)
{
  const struct svg_font address_font = {"middle", ink, 9.5, false, true},
                        load_font = {"middle", ink, 12.5, true, true};
  char load[32];

  snprintf(load, sizeof load, "%" PRIu64, s->picture->loads->switches[sw]);
  svg_text(s->file, (struct point){at.x, at.y - 4}, &address_font, address);
  svg_text(s->file, (struct point){at.x, at.y + 11}, &load_font, load);
}

static void print_name(const struct sheet *s, uint32_t sw, struct point at,
                       const char *address, const struct look *look)
{
  const struct svg_font font = {"middle", look->ink, 11.5, false, true};
  const struct svg_font beside = {"middle", SVG_INK, 10, true, true};

  if (s->layout.labelled && sheet_loads_switches(s) && !look->copy)
    print_level_switch(s, sw, at, address, look->ink);
  else if (s->layout.labelled)
    svg_text(s->file, (struct point){at.x, at.y + 4}, &font, address);
  else if (s->picture->focus && s->touched[sw] && s->touched_count <= PICTURE_LABELS)
    svg_text_clear(s->file, (struct point){at.x, at.y - 7}, &beside, address);
}

static void print_switch(const struct sheet *s, uint32_t sw, bool copy)
{
  const struct layout *l = &s->layout;
  const struct look look = look_of(s, sw, copy);
  struct point at = l->at[sw];
  char address[ADDRESS_TEXT], style[SHEET_LINE];

  if (copy)
    at.x = l->at[sw].x + l->levels * l->column;
  snprintf(style, sizeof style, "fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\"%s",
           look.fill, look.stroke, look.width, copy ? " stroke-dasharray=\"3 3\"" : "");
  s->t->row->print_address(s->t, sw, address);
  fputs("<g><title>", s->file);
  svg_escape(s->file, address);
  if (s->picture->loads)
    fprintf(s->file, ": %" PRIu64 " packets entered", s->picture->loads->switches[sw]);
  fputs("</title>", s->file);
  svg_box(s->file, at, l->switch_size, l->labelled ? 6 : l->switch_size.x / 2, style);
  print_name(s, sw, at, address, &look);
  fputs("</g>\n", s->file);
}

/* The far ends of links that leave what is drawn. */
static void print_far_ends(const struct sheet *s)
{
  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];
    const struct point *p = s->curves[i].p;
    const double across = p[3].x - p[0].x, down = p[3].y - p[0].y;
    const struct svg_font font = {across > 20    ? "start"
                                  : across < -20 ? "end"
                                                 : "middle",
                                  SVG_GREY, 10, false, true};
    char address[ADDRESS_TEXT];

    if (!e->stub)
      continue;
    s->t->row->print_address(s->t, e->to, address);
    svg_text_clear(s->file,
                   (struct point){p[3].x + (across > 20    ? 3
                                            : across < -20 ? -3
                                                           : 0),
                                  p[3].y + (down > 20    ? 9
                                            : down < -20 ? -2
                                                         : 4)},
                   &font, address);
  }
}

void sheet_print_switches(const struct sheet *s)
{
  for (uint32_t i = 0; i < s->layout.count; i++) {
    const uint32_t sw = s->layout.shown[i];

    print_switch(s, sw, false);
    if (s->layout.copied && topology_level(s->t, sw) == 0)
      print_switch(s, sw, true);
  }
  print_far_ends(s);
}

/* --- boxes --- */

static void print_box_name(const struct sheet *s, size_t of, uint32_t sw, struct point at)
{
  static const struct svg_font font = {"start", SVG_GREY, 10, false, false};
  char kind[SELECTION_NAME], name[SELECTION_NAME], text[SHEET_LINE];

  selection_one_box(s->t->row->sketch->boxes[of], kind);
  selection_box_name(s->t, sw, of, name);
  snprintf(text, sizeof text, "%s %s", kind, name);
  svg_text_clear(s->file, (struct point){at.x + 9, at.y + 13}, &font, text);
}

/* Draw the box around the switches from number `first` of those that are drawn that belong
 * together, or its name. Returns the first that does not. */
static uint32_t print_box(const struct sheet *s, size_t of, uint32_t first, bool names)
{
  static const char *const styles[SKETCH_BOXES] = {"fill=\"#f6f8fa\" stroke=\"#d5dbe1\"",
                                                   "fill=\"#e9eef3\" stroke=\"none\""};
  const struct sketch *sketch = s->t->row->sketch;
  const struct layout *l = &s->layout;
  const bool outer = of + 1 < SKETCH_BOXES && sketch->boxes[of + 1];
  const double more = outer ? BOX_OUTER : BOX_INNER;
  const double above = l->labelled ? (outer ? 2 : 1) * BOX_NAME : 0;
  const uint32_t number = sketch->box(s->t, l->shown[first], of);
  struct point low = l->at[l->shown[first]], high = low;
  uint32_t i = first;

  for (; i < l->count && sketch->box(s->t, l->shown[i], of) == number; i++) {
    const struct point at = l->at[l->shown[i]];

    low = (struct point){fmin(low.x, at.x), fmin(low.y, at.y)};
    high = (struct point){fmax(high.x, at.x), fmax(high.y, at.y)};
  }
  low = (struct point){low.x - l->switch_size.x / 2 - more,
                       low.y - l->switch_size.y / 2 - more - above};
  high = (struct point){high.x + l->switch_size.x / 2 + more,
                        high.y + l->switch_size.y / 2 + more};
  if (!names)
    svg_box(s->file, (struct point){(low.x + high.x) / 2, (low.y + high.y) / 2},
            (struct point){high.x - low.x, high.y - low.y}, 12, styles[of]);
  else if (l->labelled)
    print_box_name(s, of, l->shown[first], low);
  return i;
}

void sheet_print_boxes(const struct sheet *s, bool names)
{
  const struct sketch *sketch = s->t->row->sketch;

  for (size_t of = 0; sketch && of < SKETCH_BOXES && sketch->boxes[of]; of++)
    for (uint32_t i = 0; i < s->layout.count;)
      i = print_box(s, of, i, names);
}
