/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* chart -- lines over an axis, as SVG, with a name at the end of each. */
#include "tool/draw/chart.h"

#include "tool/draw/svg.h"

#include <math.h>
#include <stdlib.h>

enum {
  LEFT = 70, /* of the axes, in pixels */
  TOP = 60,  /* more where lines are cut: their names are above */
  WIDTH = 560,
  HEIGHT = 320,
  RIGHT = 40, /* at least, beside them */
  BOTTOM = 56,
  TICKS = 5,      /* of an axis, about */
  LABEL_GAP = 16, /* between two names, from line to line */
  NAME_SPACE = 8, /* behind a name */
  TITLE = 30,     /* where titles begin */
  COLOURS = 8
};

/* Told apart by people who see fewer colours; the first is of the thick line. */
static const char *const colours[COLOURS] = {SVG_INK,   "#d55e00", "#0072b2", "#009e73",
                                             "#cc79a7", "#b8860b", "#56b4e9", "#7a4fb5"};
static const struct svg_font text_font = {
    .anchor = "middle", .colour = SVG_GREY, .size = 12};
static const struct svg_font name_font = {.anchor = "start", .size = 13, .bold = true};

double chart_round_up(double value)
{
  static const double steps[] = {1, 2, 2.5, 5, 10};
  const double power = pow(10, floor(log10(value)));
  size_t i = 0;

  while (steps[i] < 10 && steps[i] * power < value * (1 - 1e-9))
    i++;
  return steps[i] * power;
}

/* A chart on its page. */
struct page {
  const struct chart *chart;
  double top;                                     /* of the axes */
  struct point points[CHART_LINES][CHART_POINTS]; /* [count][counts] in pixels */
  size_t counts[CHART_LINES];
  bool cut[CHART_LINES];           /* the line ends at the top */
  struct point names[CHART_LINES]; /* where they begin */
};

static struct point place(const struct page *page, struct point value)
{
  return (struct point){LEFT + WIDTH * value.x / page->chart->x_most,
                        page->top + HEIGHT * (1 - value.y / page->chart->y_most)};
}

static const char *colour_of(size_t line)
{
  return colours[line % COLOURS];
}

static double name_width(const struct page *page, size_t line)
{
  return svg_text_width(&name_font, page->chart->lines[line].name);
}

/* --- places --- */

/* The points of a line, up to where it leaves the chart. */
static void cut_line(struct page *page, size_t number)
{
  const struct chart_line *line = &page->chart->lines[number];
  const double most = page->chart->y_most;
  size_t i = 0;

  for (; i < line->count && line->points[i].y <= most; i++)
    page->points[number][i] = place(page, line->points[i]);
  page->cut[number] = i > 0 && i < line->count;
  page->counts[number] = i;
  if (!page->cut[number])
    return;
  const struct point from = line->points[i - 1], to = line->points[i];
  const double part = (most - from.y) / (to.y - from.y);

  page->points[number][i] =
      place(page, (struct point){from.x + part * (to.x - from.x), most});
  page->counts[number]++;
}

static struct point end_of(const struct page *page, size_t line)
{
  return page->points[line][page->counts[line] - 1];
}

/* Of a line that is cut: the row of its name above the chart.  A line in front of it, to
 * the right, has a lower row where this name reaches so far. */
static int row_of(const struct page *page, size_t line)
{
  const double x = end_of(page, line).x, end = x + name_width(page, line) + NAME_SPACE;
  int row = 0;

  for (size_t i = 0; i < page->chart->count; i++) {
    const double other = page->cut[i] ? end_of(page, i).x : 0;

    if (i == line || !page->cut[i] || other > end ||
        (other < x || (other == x && i < line)))
      continue;
    const int above = row_of(page, i) + 1;

    row = above > row ? above : row;
  }
  return row;
}

/* Names at the right ends of lines, moved down until none covers another one. */
static void move_apart(struct page *page)
{
  const size_t count = page->chart->count;
  bool moved = true;

  for (size_t round = 0; moved && round < count * count; round++) {
    moved = false;
    for (size_t a = 0; a < count; a++)
      for (size_t b = 0; b < count; b++) {
        const double down = page->names[a].y - page->names[b].y;

        if (a == b || page->cut[a] || page->cut[b] || page->counts[a] == 0 ||
            page->counts[b] == 0 || down < 0 || (down == 0 && a < b) || down >= LABEL_GAP)
          continue;
        page->names[a].y = page->names[b].y + LABEL_GAP;
        moved = true;
      }
  }
}

static void lay_out(struct page *page)
{
  int rows = 0;

  page->top = TOP;
  for (size_t i = 0; i < page->chart->count; i++)
    cut_line(page, i);
  for (size_t i = 0; i < page->chart->count; i++)
    if (page->cut[i] && row_of(page, i) >= rows)
      rows = row_of(page, i) + 1;
  page->top += rows * LABEL_GAP;
  for (size_t i = 0; i < page->chart->count; i++) {
    cut_line(page, i);
    if (page->counts[i] == 0)
      continue;
    const struct point end = end_of(page, i);

    page->names[i] =
        page->cut[i] ? (struct point){end.x + 4, end.y - 6 - row_of(page, i) * LABEL_GAP}
                     : (struct point){end.x + 8, end.y + 4};
  }
  move_apart(page);
}

/* --- drawing --- */

/* Lines and numbers of one axis. */
static void draw_ticks(const struct page *page, bool down, FILE *file)
{
  const double most = down ? page->chart->y_most : page->chart->x_most;
  const double step = chart_round_up(most / TICKS * 0.8);
  char text[24];

  for (int i = 0; step * i <= most * (1 + 1e-9); i++) {
    const struct point value =
        down ? (struct point){0, step * i} : (struct point){step * i, 0};
    const struct point at = place(page, value);
    const struct point to =
        down ? (struct point){LEFT + WIDTH, at.y} : (struct point){at.x, at.y + 5};
    const struct point words =
        down ? (struct point){at.x - 8, at.y + 4} : (struct point){at.x, at.y + 20};
    struct svg_font font = text_font;

    fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n",
            at.x, at.y, to.x, to.y, down && i > 0 ? "#e3e7eb" : SVG_GREY);
    font.anchor = down ? "end" : "middle";
    snprintf(text, sizeof text, "%.6g", step * i);
    svg_text(file, words, &font, text);
  }
}

static void draw_axes(const struct page *page, FILE *file)
{
  struct svg_font font = text_font;

  draw_ticks(page, true, file);
  draw_ticks(page, false, file);
  svg_text(file, (struct point){LEFT + WIDTH / 2.0, page->top + HEIGHT + 42}, &font,
           page->chart->x_title);
  font.anchor = "start";
  svg_text(file, (struct point){TITLE, 44}, &font, page->chart->y_title);
  font.colour = SVG_INK;
  font.size = 15;
  font.bold = true;
  svg_text(file, (struct point){TITLE, 24}, &font, page->chart->title);
}

static void draw_line(const struct page *page, size_t number, FILE *file)
{
  const struct point *at = page->points[number];
  const size_t count = page->counts[number];

  if (count == 0)
    return;
  fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s points=\"",
          colour_of(number), number == 0 ? "3" : "1.8",
          number >= COLOURS ? " stroke-dasharray=\"6 4\"" : "");
  for (size_t i = 0; i < count; i++)
    fprintf(file, "%s%.1f,%.1f", i > 0 ? " " : "", at[i].x, at[i].y);
  fputs("\"/>\n", file);
  for (size_t i = 0; i < count - page->cut[number]; i++)
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\"/>\n", at[i].x,
            at[i].y, number == 0 ? "3" : "2.4", colour_of(number));
}

/* Of a line that is cut with a thin line from its end. */
static void draw_name(const struct page *page, size_t number, FILE *file)
{
  struct svg_font font = name_font;

  if (page->counts[number] == 0)
    return;
  const struct point end = end_of(page, number);

  font.colour = colour_of(number);
  if (page->cut[number])
    fprintf(file,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"0.8\"/>\n",
            end.x, end.y, end.x, page->names[number].y - 9, font.colour);
  svg_text(file, page->names[number], &font, page->chart->lines[number].name);
}

bool chart_draw(const struct chart *chart, FILE *file)
{
  struct page *page = calloc(1, sizeof *page);

  if (!page)
    return false;
  page->chart = chart;
  lay_out(page);
  struct point size = {LEFT + WIDTH + RIGHT, page->top + HEIGHT + BOTTOM};

  for (size_t i = 0; i < chart->count; i++) {
    const double end = page->names[i].x + name_width(page, i) + NAME_SPACE;

    size.x = end > size.x ? end : size.x;
  }
  svg_open(file, size, chart->title);
  draw_axes(page, file);
  for (size_t i = chart->count; i-- > 0;)
    draw_line(page, i, file);
  for (size_t i = 0; i < chart->count; i++)
    draw_name(page, i, file);
  svg_close(file);
  free(page);
  return true;
}
