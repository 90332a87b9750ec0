/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* picture -- the SVG of a network, with the loads of a run in colour. */
#include "tool/draw/picture.h"

#include "tool/draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

enum {
  LEVEL_ROW = 20,
  LEVEL_TITLE = 116,
  AROUND = 10,
  AROUND_BOX = 23,
  BOX_NAMES = 22,
  FAR_END = 90, /* space for the name of a switch that is not drawn */
  CURVE_STEPS = 24
};

static const double least_width = 600;

static const struct svg_font spec_font = {"start", SVG_INK, 20, true, false},
                             run_font = {"start", SVG_INK, 13.5, false, false},
                             small_font = {"start", SVG_GREY, 12, false, false};

const char *picture_colours(size_t number)
{
  static const char *const names[] = {"load", "path", "class"};

  return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

/* --- numbers --- */

/* The edges by their links, and the loads of these. */
static void index_links(struct sheet *s)
{
  const uint32_t ports = s->t->ports;

  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];
    const size_t there = (size_t)e->from * ports + e->port;
    const size_t back = (size_t)e->to * ports + e->back;

    s->edge_at[there] = (uint32_t)i + 1;
    s->crossed[there] = sheet_load(s, e->from, e->port);
    if (s->picture->colour == PICTURE_CLASS)
      classes_add(&s->classes, s->t, e->from, e->port);
    if (!e->paired)
      continue;
    s->edge_at[back] = (uint32_t)i + 1;
    s->crossed[back] = sheet_back_load(s, e);
  }
  s->shades = shades_of(s->crossed, (size_t)s->t->switches * ports);
}

/* The line about all links, and how many each group has. */
static void count_links(struct sheet *s)
{
  uint64_t links = 0, used = 0, sum = 0;

  index_links(s);
  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];
    const uint64_t there = sheet_load(s, e->from, e->port), back = sheet_back_load(s, e);

    links += e->paired ? 2 : 1;
    used += (uint64_t)(there > 0) + (back > 0);
    sum += there + back;
    s->group_links[sheet_group(s, e->from, e->port)]++;
    if (e->paired)
      s->group_links[sheet_group(s, e->to, e->back)]++;
  }
  int length = snprintf(s->numbers, SHEET_LINE, "%u", s->layout.count);
  if (s->layout.only)
    length += snprintf(s->numbers + length, SHEET_LINE - (size_t)length, " of %u",
                       s->t->switches);
  length += snprintf(s->numbers + length, SHEET_LINE - (size_t)length, " switches");
  if (!s->picture->loads)
    snprintf(s->numbers + length, SHEET_LINE - (size_t)length, ", %" PRIu64 " links",
             links);
  else
    snprintf(s->numbers + length, SHEET_LINE - (size_t)length,
             "; %" PRIu64 " of %" PRIu64 " links used; %s on a link: most %" PRIu64
             ", mean %.2f",
             used, links, sheet_word(s), s->shades.most,
             links ? (double)sum / (double)links : 0);
}

static void touch(struct sheet *s, uint32_t sw)
{
  s->touched_count += !s->touched[sw];
  s->touched[sw] = true;
}

/* Where packets were. */
static void count_switches(struct sheet *s)
{
  const struct run_loads *loads = s->picture->loads;

  for (uint32_t sw = 0; loads && sw < s->t->switches; sw++) {
    if (loads->switches[sw] > 0)
      touch(s, sw);
    for (uint32_t port = 0; port < s->t->ports; port++)
      if (loads->links[(size_t)sw * s->t->ports + port] > 0) {
        touch(s, sw);
        touch(s, topology_link(s->t, sw, port).to_switch);
      }
  }
  if (!loads)
    return;
  s->switch_shades = shades_of(loads->switches, s->t->switches);
  for (uint32_t i = 0; i < s->layout.count; i++)
    s->shade_switches[shade_of(&s->switch_shades, loads->switches[s->layout.shown[i]])]++;
}

/* --- notes --- */

static void note(struct sheet *s, bool wanted, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void note(struct sheet *s, bool wanted, const char *format, ...)
{
  va_list arguments;

  if (!wanted || s->note_count == SHEET_NOTES)
    return;
  va_start(arguments, format);
  vsnprintf(s->notes[s->note_count++], SHEET_LINE, format, arguments);
  va_end(arguments);
}

static void note_boxes(struct sheet *s)
{
  const struct sketch *sketch = s->t->row->sketch;

  if (sketch && sketch->boxes[0])
    note(s, true, "boxes: %s%s%s", sketch->boxes[0],
         sketch->boxes[1] ? ", and in them " : "",
         sketch->boxes[1] ? sketch->boxes[1] : "");
}

/* What the numbers at links are. */
static void note_labels(struct sheet *s)
{
  static const char *const texts[] = {[LABEL_LOAD] = "messages",
                                      [LABEL_PACKET] = "the packet, by number",
                                      [LABEL_STEP] = "the step in which it is crossed"};
  const size_t count = sheet_labels(s);

  note(s, count > 0 && count <= PICTURE_LABELS, "number at a link: %s",
       texts[s->picture->label]);
  note(s, count > PICTURE_LABELS,
       "%zu links would have a number: more than %d, so none has", count, PICTURE_LABELS);
}

/* Packets that stay where they are are not seen. */
static void note_holds(struct sheet *s)
{
  const struct moves *moves = s->picture->moves;
  size_t holds = 0;

  for (size_t i = 0; s->picture->focus && moves && i < moves->count; i++)
    holds += moves->list[i].port != MOVE_ENTERS &&
             topology_port_kind(s->t, moves->list[i].at, moves->list[i].port) == PORT_HOLD;
  note(s, holds > 0, "not drawn: packets that are held at their switch, %zu", holds);
}

static void note_outside(struct sheet *s)
{
  size_t stubs = 0;

  for (size_t i = 0; i < s->edge_count; i++)
    stubs += s->edges[i].stub;
  note(s, stubs > 0, "a short line: a link to a switch that is not drawn");
  note(s, s->outside > stubs, "not drawn: %zu %s other switches", s->outside - stubs,
       topology_one_way(s->t) ? "links to" : "pairs of links with");
}

static void find_notes(struct sheet *s)
{
  const bool path = s->picture->colour == PICTURE_PATH;
  bool apart = false, loops = false;

  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];

    apart = apart || sheet_is_apart(s, e);
    loops = loops || e->loop;
  }
  note_labels(s);
  note_holds(s);
  note(s, path && s->picture->moves->packet != MOVES_ALL,
       "thick outline: where the packet starts; black: where it ends");
  note(s, sheet_has_levels(s), "links lead from left to right");
  note(s, !sheet_has_levels(s) && !topology_one_way(s->t) && !apart,
       "a line: a link each way");
  note(s, apart && s->picture->colour == PICTURE_LOAD && !s->picture->focus,
       "arrows: a pair of links with two loads; a line without: the same both ways");
  note(s, apart && s->picture->colour != PICTURE_LOAD && !s->picture->focus,
       "arrows: one link of a pair was crossed; a line without: both");
  note(s, loops, "a ring: a link to the switch itself");
  note_outside(s);
  note_boxes(s);
  note(s, s->layout.copied, "dashed switches: the first level again");
}

/* --- what is drawn where --- */

static void include(struct sheet *s, struct point p, struct point half)
{
  s->low = (struct point){fmin(s->low.x, p.x - half.x), fmin(s->low.y, p.y - half.y)};
  s->high = (struct point){fmax(s->high.x, p.x + half.x), fmax(s->high.y, p.y + half.y)};
}

static bool is_stub_before(const struct sheet *s, size_t other, size_t edge)
{
  return s->edges[other].stub && s->edges[other].from == s->edges[edge].from;
}

/* A stub and the name of its far end. */
static struct curve stub_of(struct sheet *s, size_t edge)
{
  uint32_t place = 0, stubs = 0;

  for (size_t i = 0; i < s->edge_count; i++) {
    place += i < edge && is_stub_before(s, i, edge);
    stubs += is_stub_before(s, i, edge);
  }
  const struct curve c = layout_stub(&s->layout, &s->edges[edge], place, stubs);
  const double side = c.p[3].x - c.p[0].x;
  const struct point end = {c.p[3].x + (side > 20    ? 1
                                        : side < -20 ? -1
                                                     : 0) *
                                           FAR_END / 2.0,
                            c.p[3].y};

  include(s, end, (struct point){FAR_END / 2.0, 14});
  return c;
}

/* The curves, and how far all that is drawn of the network reaches. */
static bool trace(struct sheet *s)
{
  const struct layout *l = &s->layout;
  const bool boxes = s->t->row->sketch && s->t->row->sketch->boxes[0];
  const double around = boxes ? AROUND_BOX : AROUND;
  const struct point half = {l->switch_size.x / 2 + around, l->switch_size.y / 2 + around};

  s->low = s->high = l->at[l->shown[0]];
  for (uint32_t i = 0; i < l->count; i++)
    include(s, l->at[l->shown[i]], half);
  s->low.y -= boxes && l->labelled ? BOX_NAMES : 0;
  s->curves = calloc(s->edge_count + 1, sizeof *s->curves);
  for (size_t i = 0; s->curves && i < s->edge_count; i++) {
    if (s->edges[i].loop)
      continue;
    s->curves[i] = s->edges[i].stub ? stub_of(s, i) : layout_curve(l, &s->edges[i]);
    for (uint32_t step = 0; step <= CURVE_STEPS; step++)
      include(s, curve_point(&s->curves[i], (double)step / CURVE_STEPS),
              (struct point){4, 4});
  }
  s->high.x += l->copied ? half.x : 0;
  if (sheet_has_levels(s)) {
    s->low.y -= LEVEL_ROW;
    s->low.x -= sheet_loads_switches(s) ? LEVEL_TITLE : 0;
    s->high.y += sheet_loads_switches(s) ? 2 * LEVEL_ROW : 0;
  }
  return s->curves != NULL;
}

/* --- the frame --- */

static void print_title(const struct sheet *s)
{
  const char *const lines[] = {s->picture->run, s->picture->result, s->numbers};
  double y = 36;

  svg_text(s->file, (struct point){SHEET_BORDER, y}, &spec_font, s->t->spec);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    if (lines[i])
      svg_text(s->file, (struct point){SHEET_BORDER, y += i == 0 ? 23 : 19},
               i == 0 ? &run_font : &small_font, lines[i]);
}

static void arrange(struct sheet *s)
{
  const struct picture *p = s->picture;
  const double widths[] = {
      svg_text_width(&spec_font, s->t->spec) + SHEET_BORDER,
      svg_text_width(&run_font, p->run ? p->run : "") + SHEET_BORDER,
      svg_text_width(&small_font, p->result ? p->result : "") + SHEET_BORDER,
      svg_text_width(&small_font, s->numbers) + SHEET_BORDER,
      sheet_legend_width(s),
      s->high.x - s->low.x + SHEET_BORDER,
      least_width,
  };
  const double top = p->loads ? 124 : 86;

  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
    s->size.x = fmax(s->size.x, widths[i] + SHEET_BORDER);
  s->size.y = top + s->high.y - s->low.y + 22 + sheet_legend_height(s);
  s->origin = (struct point){(s->size.x - s->low.x - s->high.x) / 2, top - s->low.y};
}

static void print_sheet(const struct sheet *s)
{
  svg_open(s->file, s->size, s->t->spec);
  print_title(s);
  fprintf(s->file, "<g transform=\"translate(%.1f,%.1f)\">\n", s->origin.x, s->origin.y);
  sheet_print_boxes(s, false);
  sheet_print_lines(s);
  if (s->picture->colour == PICTURE_PATH)
    sheet_print_paths(s);
  sheet_print_boxes(s, true);
  sheet_print_switches(s);
  sheet_print_labels(s);
  if (sheet_has_levels(s))
    sheet_print_levels(s);
  fputs("</g>\n", s->file);
  sheet_print_legend(s, s->size.y - sheet_legend_height(s) + 8);
  svg_close(s->file);
}

static bool no_memory(const struct sheet *s, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for a drawing of %s", s->t->spec);
}

/* Of one step or packet only the links outwards that are crossed. */
static void drop_stubs(struct sheet *s)
{
  size_t kept = 0;

  for (size_t i = 0; i < s->edge_count; i++) {
    const struct edge *e = &s->edges[i];
    const bool used = sheet_load(s, e->from, e->port) > 0 || sheet_back_load(s, e) > 0;

    if (!e->stub || !s->picture->focus || used)
      s->edges[kept++] = *e;
  }
  s->edge_count = kept;
}

static bool open_sheet(struct sheet *s, struct err *err)
{
  const struct topology *t = s->t;
  const size_t links = (size_t)t->switches * t->ports;
  const bool loads = s->picture->loads && s->picture->colour == PICTURE_LOAD;
  const uint32_t lines = loads && layout_has_levels(t) ? 2 : 1;

  if (!layout_open(&s->layout, t, s->picture->only, lines, err))
    return false;
  s->crossed = calloc(links, sizeof *s->crossed);
  s->edge_at = calloc(links, sizeof *s->edge_at);
  s->touched = calloc(t->switches, sizeof *s->touched);
  if (!s->crossed || !s->edge_at || !s->touched)
    return no_memory(s, err);
  s->edges = edges_of(t, s->picture->only, &s->edge_count, &s->outside, err);
  if (s->edges)
    drop_stubs(s);
  return s->edges != NULL;
}

bool picture_print(const struct picture *picture, FILE *file, struct err *err)
{
  struct sheet s = {.picture = picture, .t = picture->topology, .file = file};
  bool good = open_sheet(&s, err);

  if (good) {
    count_links(&s);
    count_switches(&s);
    find_notes(&s);
    good = trace(&s) || no_memory(&s, err);
  }
  if (good) {
    arrange(&s);
    print_sheet(&s);
  }
  free(s.curves);
  free(s.edges);
  free(s.crossed);
  free(s.edge_at);
  free(s.touched);
  layout_close(&s.layout);
  return good;
}
