/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_plot -- mean latency against offered load, a line for each design. */
#include "base/file.h"
#include "tool/campaign/compare.h"
#include "tool/draw/chart.h"

#include <stdlib.h>

enum { KNEE = 8 /* times the least mean latency: the end of the axis */ };

static void add_line(struct chart *chart, const struct compare *c, size_t design)
{
  struct chart_line *line = &chart->lines[chart->count++];
  const struct compare_design *d = &c->designs[design];

  line->name = d->name;
  line->count = c->loads.count;
  for (size_t i = 0; i < line->count; i++)
    line->points[i] = (struct point){d->numbers[i].offered, d->numbers[i].mean};
}

/* Both axes begin at 0 and end at a round number. */
static void choose_axes(struct chart *chart)
{
  double least = 0, most = 0, load = 0;

  for (size_t i = 0; i < chart->count; i++)
    for (size_t k = 0; k < chart->lines[i].count; k++) {
      const struct point *p = &chart->lines[i].points[k];

      least = least == 0 || p->y < least ? p->y : least;
      most = p->y > most ? p->y : most;
      load = p->x > load ? p->x : load;
    }
  most = most > KNEE * least ? KNEE * least : most;
  chart->y_most = chart_round_up(most > 0 ? most : 1);
  chart->x_most = load > 0.5 ? 1 : chart_round_up(load > 0 ? load : 1);
}

bool compare_write_plot(const struct compare *c, const char *path, struct err *err)
{
  struct chart *chart = calloc(1, sizeof *chart);
  struct output_file file;
  char title[512];

  if (!chart)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plot");
  for (size_t i = 0; i < c->count; i++)
    if (compare_passed(c, i))
      add_line(chart, c, i);
  snprintf(title, sizeof title, "%.100s %.300s", c->settings->run.topology,
           c->settings->run.traffic);
  chart->title = title;
  chart->x_title = "offered load, packets per terminal and cycle";
  chart->y_title = "mean latency, cycles";
  choose_axes(chart);
  if (!file_open(&file, path, err)) {
    free(chart);
    return false;
  }
  const bool drawn = chart_draw(chart, file.stream);

  free(chart);
  if (drawn)
    return file_commit(&file, err);
  file_abandon(&file);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plot");
}
