/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_chart -- where lines, axes and names of a chart are, read back from the SVG. */
#include "tool/draw/chart.h"

#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

enum { NAMES = 4 };

/* From (0, 0) at 70 to x_most at 630 pixels; down from y_most to 0 in 320. */
static const double left = 70, width = 560, height = 320;

static char *draw(const struct chart *chart)
{
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  assert_true(chart_draw(chart, file));
  fclose(file);
  return text;
}

/* The place of the text `name`. */
static struct point place_of(const char *svg, const char *name)
{
  struct point at = {0, 0};
  char wanted[64];

  snprintf(wanted, sizeof wanted, ">%s</text>", name);
  const char *end = strstr(svg, wanted), *start = end;

  CHECK(end != NULL, "there is no '%s'", name);
  while (*start != '<' || strncmp(start, "<text", 5) != 0)
    start--;
  CHECK(sscanf(start, "<text x=\"%lf\" y=\"%lf\"", &at.x, &at.y) == 2, "%.60s", start);
  return at;
}

/* The last point of line `number`. */
static struct point end_of(const char *svg, int number)
{
  struct point at = {0, 0};
  const char *line = svg;

  for (int i = 0; i <= number; i++) {
    line = strstr(line + 1, "<polyline");
    CHECK(line != NULL, "there is no line %d", i);
  }
  const char *end = strstr(line, "\"/>") - 1;

  while (*end != ' ' && *end != '"')
    end--;
  CHECK(sscanf(end + 1, "%lf,%lf", &at.x, &at.y) == 2, "%.40s", end);
  return at;
}

static int dots(const char *svg)
{
  int count = 0;

  while ((svg = strstr(svg, "<circle")) != NULL) {
    count++;
    svg++;
  }
  return count;
}

TEST(test_round_ends_of_axes)
{
  static const double rows[][2] = {{1, 1},       {1.01, 2},  {2, 2},     {2.2, 2.5},
                                   {2.6, 5},     {5.1, 10},  {9.99, 10}, {10, 10},
                                   {0.03, 0.05}, {0.1, 0.1}, {130, 200}, {21, 25}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    CHECK(fabs(chart_round_up(rows[i][0]) - rows[i][1]) < 1e-9 * rows[i][1], "%g: %g",
          rows[i][0], chart_round_up(rows[i][0]));
}

/* A line that goes from 10 to 30 between loads 0.5 and 1 leaves a chart of 20 at 0.75. */
TEST(test_a_line_is_cut_at_the_top)
{
  static struct chart chart = {
      .title = "t", .x_title = "x", .y_title = "y", .x_most = 1, .y_most = 20, .count = 1};
  char *svg;

  chart.lines[0] = (struct chart_line){
      .name = "one", .points = {{0.25, 5}, {0.5, 10}, {1, 30}}, .count = 3};
  svg = draw(&chart);
  const struct point end = end_of(svg, 0), name = place_of(svg, "one");

  CHECK(fabs(end.x - (left + 0.75 * width)) < 0.1, "ends at %g", end.x);
  CHECK(dots(svg) == 2, "%d dots", dots(svg));
  CHECK(name.x > end.x && name.y < end.y, "the name is at %g, %g; the end at %g, %g",
        name.x, name.y, end.x, end.y);
  free(svg);

  chart.lines[0].points[2].y = 20; /* it just ends there */
  svg = draw(&chart);
  CHECK(fabs(end_of(svg, 0).x - (left + width)) < 0.1, "ends at %g", end_of(svg, 0).x);
  CHECK(fabs(end_of(svg, 0).y - place_of(svg, "20").y + 4) < 0.1, "%g, %g",
        end_of(svg, 0).y, place_of(svg, "20").y);
  CHECK(fabs(place_of(svg, "0").y - place_of(svg, "20").y - height) < 0.1, "0 is at %g",
        place_of(svg, "0").y);
  free(svg);
}

/* All end at one place: names are below each other; all are cut at nearly one place: the
 * leftmost is the highest. */
TEST(test_names_do_not_cover_each_other)
{
  static struct chart chart = {.title = "t",
                               .x_title = "x",
                               .y_title = "y",
                               .x_most = 1,
                               .y_most = 20,
                               .count = NAMES};
  static const char *const names[NAMES] = {"first", "second", "third", "fourth"};
  char *svg;

  for (int i = 0; i < NAMES; i++)
    chart.lines[i] = (struct chart_line){
        .name = names[i], .points = {{0.2, 5}, {0.9, 6 + 0.1 * i}}, .count = 2};
  svg = draw(&chart);
  for (int a = 0; a < NAMES; a++)
    for (int b = 0; b < a; b++)
      CHECK(fabs(place_of(svg, names[a]).y - place_of(svg, names[b]).y) >= 15.9,
            "%s covers %s", names[a], names[b]);
  free(svg);

  for (int i = 0; i < NAMES; i++)
    chart.lines[i].points[1].y = 60 + i; /* cut; the later lines further to the left */
  svg = draw(&chart);
  for (int i = 1; i < NAMES; i++) {
    const struct point before = place_of(svg, names[i - 1]), at = place_of(svg, names[i]);

    CHECK(at.x < before.x && at.y <= before.y - 15.9, "%s at %g, %g; %s at %g, %g",
          names[i - 1], before.x, before.y, names[i], at.x, at.y);
  }
  free(svg);
}

/* A line that begins above the top is not there, nor is its name. */
TEST(test_a_line_above_the_chart)
{
  static struct chart chart = {
      .title = "t", .x_title = "x", .y_title = "y", .x_most = 1, .y_most = 20, .count = 2};

  chart.lines[0] = (struct chart_line){.name = "low", .points = {{0.2, 5}}, .count = 1};
  chart.lines[1] = (struct chart_line){.name = "high", .points = {{0.2, 50}}, .count = 1};
  char *svg = draw(&chart);

  CHECK(!strstr(strstr(svg, "<polyline") + 1, "<polyline"), "it has a line");
  CHECK(strstr(svg, ">low<") && !strstr(svg, ">high<"), "%s", svg);
  free(svg);
}
