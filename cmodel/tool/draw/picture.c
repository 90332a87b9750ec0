/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* picture -- the SVG of a network, with the loads of a run in colour. */
#include "tool/draw/picture.h"

#include "tool/draw/sheet.h"
#include "tool/draw/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
  ITEM = 80,
  ITEM_SAMPLE = 30,
  LEGEND_ROW = 24,
  NOTE_ROW = 18,
  SCALE_TITLE = 190,
  LEVEL_ROW = 20,
  LEVEL_TITLE = 116,
  BOX_OUTER = 22,
  BOX_INNER = 11,
  CURVE_STEPS = 24
};

#define NO_LOAD "#eef2f6" /* colour of a switch */

static const double border = 26, least_width = 600;

static const struct svg_font spec_font = {"start", SVG_INK, 20, true, false},
                             run_font = {"start", SVG_INK, 13.5, false, false},
                             small_font = {"start", SVG_GREY, 12, false, false},
                             level_font = {"middle", SVG_INK, 12.5, false, true},
                             level_title_font = {"end", SVG_GREY, 12, false, false};

/* --- numbers --- */

/* Loads of the links, and the line about them. */
static void count_links(struct sheet *s)
{
  uint64_t links = 0, used = 0, sum = 0;

  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];
    const uint64_t there = sheet_load(s, e->from, e->port), back = sheet_back_load(s, e);

    links += e->paired ? 2 : 1;
    used += (uint64_t)(there > 0) + (back > 0);
    sum += there + back;
    s->crossed[(size_t)e->from * s->t->ports + e->port] = there;
    if (e->paired)
      s->crossed[(size_t)e->to * s->t->ports + e->back] = back;
  }
  s->shades = shades_of(s->crossed, (size_t)s->t->switches * s->t->ports);
  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];

    s->shade_links[shade_of(&s->shades, sheet_load(s, e->from, e->port))]++;
    if (e->paired)
      s->shade_links[shade_of(&s->shades, sheet_back_load(s, e))]++;
  }
  if (!s->picture->loads)
    snprintf(s->numbers, SHEET_LINE, "%u switches, %" PRIu64 " links", s->t->switches,
             links);
  else
    snprintf(s->numbers, SHEET_LINE,
             "%u switches; %" PRIu64 " of %" PRIu64
             " links used; packets on a link: most %" PRIu64 ", mean %.2f",
             s->t->switches, used, links, s->shades.most,
             links ? (double)sum / (double)links : 0);
}

static void count_switches(struct sheet *s)
{
  const struct run_loads *loads = s->picture->loads;

  if (!loads)
    return;
  s->switch_shades = shades_of(loads->switches, s->t->switches);
  for (uint32_t sw = 0; sw < s->t->switches; sw++)
    s->shade_switches[shade_of(&s->switch_shades, loads->switches[sw])]++;
}

static void note(struct sheet *s, bool wanted, const char *text)
{
  if (wanted && s->note_count < SHEET_NOTES)
    snprintf(s->notes[s->note_count++], SHEET_LINE, "%s", text);
}

static void note_boxes(struct sheet *s)
{
  const struct sketch *sketch = s->t->row->sketch;
  char text[SHEET_LINE];

  if (!sketch || !sketch->boxes[0])
    return;
  snprintf(text, sizeof text, "boxes: %s%s%s", sketch->boxes[0],
           sketch->boxes[1] ? ", and in them " : "",
           sketch->boxes[1] ? sketch->boxes[1] : "");
  note(s, true, text);
}

static void find_notes(struct sheet *s)
{
  bool apart = false, loops = false;

  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];

    apart = apart || sheet_is_apart(s, e);
    loops = loops || e->loop;
  }
  note(s, sheet_has_levels(s), "links lead from left to right");
  note(s, !sheet_has_levels(s) && !s->t->row->one_way && !apart, "a line: a link each way");
  note(s, apart,
       "arrows: a pair of links with two loads; a line without: the same both ways");
  note(s, loops, "a ring: a link to the switch itself");
  note_boxes(s);
  note(s, s->layout.copied, "dashed switches: the first level again");
}

/* --- switches --- */

static void print_level_switch(const struct sheet *s, uint32_t sw, struct point at,
                               const char *address)
{
  const uint32_t shade = shade_of(&s->switch_shades, s->picture->loads->switches[sw]);
  const char *colour = shade_is_dark(&s->switch_shades, shade) ? "#ffffff" : SVG_INK;
  const struct svg_font address_font = {"middle", colour, 9.5, false, true},
                        load_font = {"middle", colour, 12.5, true, true};
  char load[32];

  snprintf(load, sizeof load, "%" PRIu64, s->picture->loads->switches[sw]);
  svg_text(s->file, (struct point){at.x, at.y - 4}, &address_font, address);
  svg_text(s->file, (struct point){at.x, at.y + 11}, &load_font, load);
}

/* A switch, or with `copy` the one that stands for it behind the last level. */
static void print_switch(const struct sheet *s, uint32_t sw, bool copy)
{
  static const struct svg_font font = {"middle", SVG_INK, 11.5, false, true};
  const struct layout *l = &s->layout;
  const bool loaded = sheet_has_levels(s) && s->picture->loads;
  struct point at = l->at[sw];
  char address[ADDRESS_TEXT], colour[SHADE_TEXT] = NO_LOAD, style[SHEET_LINE];

  if (copy)
    at.x = l->at[sw].x + l->levels * l->column;
  else if (loaded && s->picture->loads->switches[sw] > 0)
    shade_colour(&s->switch_shades,
                 shade_of(&s->switch_shades, s->picture->loads->switches[sw]), colour);
  else if (!l->labelled && !loaded)
    memcpy(colour, SVG_INK, sizeof colour);
  snprintf(style, sizeof style,
           "fill=\"%s\" stroke=\"" SVG_INK "\" stroke-width=\"%.1f\"%s", colour,
           l->labelled ? 1.1 : 0.6, copy ? " stroke-dasharray=\"3 3\"" : "");
  s->t->row->print_address(s->t, sw, address);
  fputs("<g><title>", s->file);
  svg_escape(s->file, address);
  if (s->picture->loads)
    fprintf(s->file, ": %" PRIu64 " packets entered", s->picture->loads->switches[sw]);
  fputs("</title>", s->file);
  svg_box(s->file, at, l->switch_size, l->labelled ? 6 : l->switch_size.x / 2, style);
  if (l->labelled && loaded && !copy)
    print_level_switch(s, sw, at, address);
  else if (l->labelled)
    svg_text(s->file, (struct point){at.x, at.y + 4}, &font, address);
  fputs("</g>\n", s->file);
}

static void print_switches(const struct sheet *s)
{
  for (uint32_t sw = 0; sw < s->t->switches; sw++) {
    print_switch(s, sw, false);
    if (s->layout.copied && topology_level(s->t, sw) == 0)
      print_switch(s, sw, true);
  }
}

/* Draw the box around the switches from `first` on that belong together. Returns the first
 * that does not. */
static uint32_t print_box(const struct sheet *s, size_t of, uint32_t first)
{
  static const char *const styles[SKETCH_BOXES] = {"fill=\"#f6f8fa\" stroke=\"#d5dbe1\"",
                                                   "fill=\"#e9eef3\" stroke=\"none\""};
  const struct sketch *sketch = s->t->row->sketch;
  const struct layout *l = &s->layout;
  const double more =
      of + 1 < SKETCH_BOXES && sketch->boxes[of + 1] ? BOX_OUTER : BOX_INNER;
  const uint32_t number = sketch->box(s->t, first, of);
  struct point low = l->at[first], high = low;
  uint32_t sw = first;

  for (; sw < s->t->switches && sketch->box(s->t, sw, of) == number; sw++) {
    low = (struct point){fmin(low.x, l->at[sw].x), fmin(low.y, l->at[sw].y)};
    high = (struct point){fmax(high.x, l->at[sw].x), fmax(high.y, l->at[sw].y)};
  }
  svg_box(s->file, (struct point){(low.x + high.x) / 2, (low.y + high.y) / 2},
          (struct point){high.x - low.x + l->switch_size.x + 2 * more,
                         high.y - low.y + l->switch_size.y + 2 * more},
          12, styles[of]);
  return sw;
}

static void print_boxes(const struct sheet *s)
{
  const struct sketch *sketch = s->t->row->sketch;

  for (size_t of = 0; sketch && of < SKETCH_BOXES && sketch->boxes[of]; of++)
    for (uint32_t sw = 0; sw < s->t->switches;)
      sw = print_box(s, of, sw);
}

/* --- levels --- */

/* The largest load of a level's switches, or of the links that leave them. */
static uint64_t most_of_level(const struct sheet *s, uint32_t level, bool links)
{
  const struct run_loads *loads = s->picture->loads;
  uint64_t most = 0;

  for (uint32_t sw = 0; sw < s->t->switches; sw++) {
    const uint32_t count = links ? s->t->ports : 1;
    const uint64_t *first =
        links ? &loads->links[(size_t)sw * count] : &loads->switches[sw];

    for (uint32_t i = 0; topology_level(s->t, sw) == level && i < count; i++)
      most = first[i] > most ? first[i] : most;
  }
  return most;
}

static double level_x(const struct sheet *s, double level)
{
  return s->layout.at[0].x + (level - topology_level(s->t, 0)) * s->layout.column;
}

static void print_level_row(const struct sheet *s, double y, const char *title, bool links)
{
  const uint32_t count = s->layout.levels - (links && !s->layout.copied);

  svg_text(s->file, (struct point){level_x(s, 0) - s->layout.switch_size.x / 2 - 14, y},
           &level_title_font, title);
  for (uint32_t level = 0; level < count; level++) {
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, most_of_level(s, level, links));
    svg_text(s->file, (struct point){level_x(s, level + (links ? 0.5 : 0)), y}, &level_font,
             text);
  }
}

static void print_levels(const struct sheet *s)
{
  const double below = s->high.y - 2;

  for (uint32_t level = 0; level < s->layout.levels + s->layout.copied; level++) {
    char text[32];

    snprintf(text, sizeof text, "level %u", level % s->layout.levels);
    svg_text(s->file, (struct point){level_x(s, level), s->low.y + 10}, &level_font, text);
  }
  if (!s->picture->loads)
    return;
  print_level_row(s, below - LEVEL_ROW, "most in a switch", false);
  print_level_row(s, below, "most on a link", true);
}

/* --- what is drawn where --- */

static void include(struct sheet *s, struct point p, struct point half)
{
  s->low = (struct point){fmin(s->low.x, p.x - half.x), fmin(s->low.y, p.y - half.y)};
  s->high = (struct point){fmax(s->high.x, p.x + half.x), fmax(s->high.y, p.y + half.y)};
}

/* The curves, and how far all that is drawn of the network reaches. */
static bool trace(struct sheet *s)
{
  const struct layout *l = &s->layout;
  const double around =
      s->t->row->sketch && s->t->row->sketch->boxes[0] ? BOX_OUTER + 1 : 10;
  const struct point half = {l->switch_size.x / 2 + around, l->switch_size.y / 2 + around};

  s->low = s->high = l->at[0];
  for (uint32_t sw = 0; sw < s->t->switches; sw++)
    include(s, l->at[sw], half);
  s->curves = calloc(s->edge_count + 1, sizeof *s->curves);
  for (size_t i = 0; s->curves && i < s->edge_count; i++) {
    if (s->edges[i].loop)
      continue;
    s->curves[i] = layout_curve(l, &s->edges[i]);
    for (uint32_t step = 0; step <= CURVE_STEPS; step++)
      include(s, curve_point(&s->curves[i], (double)step / CURVE_STEPS),
              (struct point){4, 4});
  }
  s->high.x += l->copied ? half.x : 0;
  if (sheet_has_levels(s)) {
    s->low.y -= LEVEL_ROW;
    s->low.x -= s->picture->loads ? LEVEL_TITLE : 0;
    s->high.y += s->picture->loads ? 2 * LEVEL_ROW : 0;
  }
  return s->curves != NULL;
}

/* --- the frame --- */

/* Shade 0 is always there, the others where something has them. */
static bool is_shown(uint32_t shade, const uint64_t *counts)
{
  return shade == 0 || counts[shade] > 0;
}

static void item_text(const struct shades *shades, uint32_t shade, uint64_t count,
                      char text[ITEM])
{
  const uint64_t from = shade > 0 ? shades->from[shade - 1] : 0;
  const uint64_t to = shade > 0 ? shades->to[shade - 1] : 0;

  int used = snprintf(text, ITEM, "%" PRIu64, from);
  if (from != to)
    used += snprintf(text + used, ITEM - (size_t)used, " to %" PRIu64, to);
  snprintf(text + used, ITEM - (size_t)used, " (%" PRIu64 ")", count);
}

static double item_width(const char *text)
{
  return ITEM_SAMPLE + 8 + svg_text_width(&small_font, text) + 18;
}

static void print_sample(const struct sheet *s, struct point at,
                         const struct shades *shades, uint32_t shade, bool of_switches)
{
  char colour[SHADE_TEXT];

  shade_colour(shades, shade, colour);
  if (of_switches)
    fprintf(s->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"22\" height=\"13\" rx=\"4\" fill=\"%s\" "
            "stroke=\"" SVG_INK "\"/>\n",
            at.x + 4, at.y - 10.5, shade ? colour : NO_LOAD);
  else
    fprintf(s->file, "<path d=\"M%.1f,%.1f h%d\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n",
            at.x, at.y - 4, ITEM_SAMPLE, colour, shade_width(shades, shade));
}

/* What the colours mean, and how many links or switches have each; its width.  Without
 * `print` only the width. */
static double print_scale(const struct sheet *s, double y, bool of_switches, bool print)
{
  const struct shades *shades = of_switches ? &s->switch_shades : &s->shades;
  const uint64_t *counts = of_switches ? s->shade_switches : s->shade_links;
  double x = border + SCALE_TITLE;

  if (print)
    svg_text(s->file, (struct point){border, y}, &small_font,
             of_switches ? "packets that entered a switch" : "packets that crossed a link");
  for (uint32_t shade = 0; shade <= shades->count; shade++) {
    char text[ITEM];

    if (!is_shown(shade, counts))
      continue;
    item_text(shades, shade, counts[shade], text);
    if (print) {
      print_sample(s, (struct point){x, y}, shades, shade, of_switches);
      svg_text(s->file, (struct point){x + ITEM_SAMPLE + 8, y}, &small_font, text);
    }
    x += item_width(text);
  }
  return x;
}

static void print_legend(const struct sheet *s, double y)
{
  if (s->picture->loads) {
    print_scale(s, y, false, true);
    y += LEGEND_ROW;
  }
  if (s->picture->loads && sheet_has_levels(s)) {
    print_scale(s, y, true, true);
    y += LEGEND_ROW;
  }
  for (size_t i = 0; i < s->note_count; i++)
    svg_text(s->file, (struct point){border, y + (double)i * NOTE_ROW}, &small_font,
             s->notes[i]);
}

static double legend_height(const struct sheet *s)
{
  const int scales = s->picture->loads ? 1 + sheet_has_levels(s) : 0;

  return scales * LEGEND_ROW + (double)s->note_count * NOTE_ROW + 20;
}

static void print_title(const struct sheet *s)
{
  const char *const lines[] = {s->picture->run, s->picture->result, s->numbers};
  double y = 36;

  svg_text(s->file, (struct point){border, y}, &spec_font, s->t->spec);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    if (lines[i])
      svg_text(s->file, (struct point){border, y += i == 0 ? 23 : 19},
               i == 0 ? &run_font : &small_font, lines[i]);
}

static void arrange(struct sheet *s)
{
  const struct picture *p = s->picture;
  const double widths[] = {
      svg_text_width(&spec_font, s->t->spec) + border,
      svg_text_width(&run_font, p->run ? p->run : "") + border,
      svg_text_width(&small_font, p->result ? p->result : "") + border,
      svg_text_width(&small_font, s->numbers) + border,
      p->loads ? print_scale(s, 0, false, false) : 0,
      p->loads && sheet_has_levels(s) ? print_scale(s, 0, true, false) : 0,
      s->high.x - s->low.x + border,
      least_width,
  };
  const double top = p->loads ? 124 : 86;

  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
    s->size.x = fmax(s->size.x, widths[i] + border);
  s->size.y = top + s->high.y - s->low.y + 22 + legend_height(s);
  s->origin = (struct point){(s->size.x - s->low.x - s->high.x) / 2, top - s->low.y};
}

static void print_sheet(const struct sheet *s)
{
  svg_open(s->file, s->size, s->t->spec);
  print_title(s);
  fprintf(s->file, "<g transform=\"translate(%.1f,%.1f)\">\n", s->origin.x, s->origin.y);
  print_boxes(s);
  sheet_print_lines(s);
  print_switches(s);
  if (sheet_has_levels(s))
    print_levels(s);
  fputs("</g>\n", s->file);
  print_legend(s, s->size.y - legend_height(s) + 8);
  svg_close(s->file);
}

bool picture_print(const struct picture *picture, FILE *file, struct err *err)
{
  const struct topology *t = picture->topology;
  struct sheet s = {.picture = picture, .t = t, .file = file};
  const uint32_t lines = picture->loads && layout_has_levels(t) ? 2 : 1;

  s.crossed = calloc((size_t)t->switches * t->ports, sizeof *s.crossed);
  bool good = s.crossed || err_set(err, ERR_ENVIRONMENT,
                                   "not enough memory for a drawing of %s", t->spec);
  good = good && layout_open(&s.layout, t, lines, err);
  s.edges = good ? edges_of(t, &s.edge_count, err) : NULL;
  if (s.edges) {
    count_links(&s);
    count_switches(&s);
    find_notes(&s);
    good = trace(&s) ||
           err_set(err, ERR_ENVIRONMENT, "not enough memory for a drawing of %s", t->spec);
  }
  if (s.curves) {
    arrange(&s);
    print_sheet(&s);
  }
  free(s.curves);
  free(s.edges);
  free(s.crossed);
  layout_close(&s.layout);
  return good && s.edges;
}
