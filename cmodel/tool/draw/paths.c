/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* paths -- the ways of packets in a drawing, and what stands at the links of them. */
#include "tool/draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const double lane = 3.6, width = 2.6, arrow_at = 0.66, arrow_length = 10,
                    first_label = 0.24, next_label = 0.13,
                    label_room = 8; /* pixels between a switch and the middle of a label */

enum { LABELS_ABREAST = 3, DASHES = PICTURE_PATHS / CLASSES };

const char *sheet_path_style(size_t place, const char **dashes)
{
  static const char *const kinds[DASHES] = {"", " stroke-dasharray=\"9 4\"",
                                            " stroke-dasharray=\"2.5 3\""};

  *dashes = kinds[place / CLASSES % DASHES];
  return classes_colour(place);
}

/* The edge of a move; NULL: it is not drawn. */
static const struct edge *edge_of(const struct sheet *s, const struct move *move)
{
  if (move->port == MOVE_ENTERS)
    return NULL;
  const uint32_t edge = s->edge_at[(size_t)move->at * s->t->ports + move->port];

  return edge ? &s->edges[edge - 1] : NULL;
}

/* The line of an edge from where the packet is. */
static struct curve line_of(const struct sheet *s, const struct edge *e,
                            const struct move *move)
{
  const struct curve c = s->curves[e - s->edges];

  if (e->from == move->at && e->port == move->port)
    return c;
  return (struct curve){.p = {c.p[3], c.p[2], c.p[1], c.p[0]}, .straight = c.straight};
}

/* --- ways --- */

static void print_move(const struct sheet *s, const struct edge *e, const struct curve *c)
{
  if (e->loop) {
    const struct point at = s->layout.at[e->from], half = s->layout.switch_size;

    fprintf(s->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/>\n", at.x + half.x / 2 - 2,
            at.y - half.y / 2 - 2);
    return;
  }
  fputs("<path d=\"", s->file);
  svg_path(s->file, c);
  fputs("\"/>\n<path fill=\"currentColor\" stroke=\"none\" d=\"", s->file);
  svg_arrow(s->file, c, arrow_at, arrow_length);
  fputs("\"/>\n", s->file);
}

/* How far beside the middle of its edge the next packet goes: alone on it, in the middle;
 * else to the right, each beside the one before.  uses[edges] counts both ways. */
static double aside(const struct sheet *s, const struct edge *e, const uint32_t *uses,
                    uint32_t *used)
{
  const size_t edge = (size_t)(e - s->edges);
  const uint32_t place = used[edge]++;

  return uses[edge] == 1 ? 0 : lane * (place + 0.5);
}

static void count_uses(const struct sheet *s, uint32_t *uses)
{
  const struct moves *moves = s->picture->moves;

  for (size_t i = 0; i < moves->count; i++) {
    const struct edge *e = edge_of(s, &moves->list[i]);

    if (e)
      uses[e - s->edges]++;
  }
}

/* Where a label is, on its line. */
static double label_at(size_t place)
{
  return first_label + next_label * (double)(place % LABELS_ABREAST);
}

static void print_text(const struct sheet *s, struct point middle, const char *text,
                       const char *colour)
{
  const struct svg_font font = {"middle", colour, 11, true, true};

  svg_box(s->file, middle, (struct point){svg_text_width(&font, text) + 6, 14}, 4,
          "fill=\"" SHEET_PAPER "\" stroke=\"#c3cbd3\" stroke-width=\"0.6\"");
  svg_text(s->file, (struct point){middle.x, middle.y + 4}, &font, text);
}

/* The part of a line that is under its first switch, and a label's width. */
static double hidden_part(const struct sheet *s, const struct curve *c)
{
  const struct point half = s->layout.switch_size;
  const double across = fabs(c->p[3].x - c->p[0].x), down = fabs(c->p[3].y - c->p[0].y);
  const double part = fmin(across > 0 ? (half.x / 2 + label_room) / across : INFINITY,
                           down > 0 ? (half.y / 2 + label_room) / down : INFINITY);

  return sheet_has_levels(s) ? 0 : fmin(part, 0.5);
}

static void print_label(const struct sheet *s, const struct curve *c, double at,
                        const char *text, const char *colour)
{
  const double hidden = hidden_part(s, c);

  print_text(s, curve_point(c, fmin(fmax(at, hidden), 1 - hidden)), text, colour);
}

static void print_loop_label(const struct sheet *s, const struct edge *e, const char *text,
                             const char *colour)
{
  const struct point at = s->layout.at[e->from], size = s->layout.switch_size;

  print_text(s, (struct point){at.x + size.x / 2 + 10, at.y - size.y / 2 - 10}, text,
             colour);
}

static void move_label(const struct sheet *s, const struct move *move, char text[32])
{
  if (s->picture->label == LABEL_STEP)
    snprintf(text, 32, "%" PRIu64, move->step);
  else
    snprintf(text, 32, "%" PRIu32, move->packet);
}

/* The lines of all moves, or their labels. */
static void for_moves(const struct sheet *s, bool labels)
{
  const struct moves *moves = s->picture->moves;
  uint32_t *uses = calloc(s->edge_count + 1, sizeof *uses);
  uint32_t *used = calloc(s->edge_count + 1, sizeof *used);
  const bool coloured = s->picture->colour == PICTURE_PATH;
  size_t path = 0;

  if (uses && used)
    count_uses(s, uses);
  for (size_t i = 0; uses && used && i < moves->count; i++) {
    const struct move *move = &moves->list[i];
    const struct edge *e = edge_of(s, move);
    const char *dashes, *colour = sheet_path_style(path, &dashes);
    struct curve c;
    char text[32];

    if (e) {
      const size_t place = used[e - s->edges];
      const double beside = aside(s, e, uses, used);

      c = line_of(s, e, move);
      c = e->loop ? c : curve_aside(c, coloured ? beside : 0);
      move_label(s, move, text);
      if (!labels) {
        fprintf(s->file, "<g color=\"%s\"%s>", colour, dashes);
        print_move(s, e, &c);
        fputs("</g>\n", s->file);
      } else if (e->loop)
        print_loop_label(s, e, text, coloured ? colour : SVG_INK);
      else
        print_label(s, &c, label_at(place), text, coloured ? colour : SVG_INK);
    }
    path += i + 1 < moves->count && moves->list[i + 1].packet != move->packet;
  }
  free(uses);
  free(used);
}

void sheet_print_paths(const struct sheet *s)
{
  fprintf(s->file, "<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"%.1f\">\n",
          width);
  for_moves(s, false);
  fputs("</g>\n", s->file);
}

/* --- labels --- */

/* The load of one link of an edge, beside its line. */
static void print_load(const struct sheet *s, const struct edge *e, bool back)
{
  const uint64_t load = back ? sheet_back_load(s, e) : sheet_load(s, e->from, e->port);
  struct curve c = s->curves[e - s->edges];
  char text[32];

  if (load == 0 || e->loop)
    return;
  snprintf(text, sizeof text, "%" PRIu64, load);
  print_label(s, &c, back ? 1 - first_label : first_label, text, SVG_INK);
}

size_t sheet_labels(const struct sheet *s)
{
  const struct moves *moves = s->picture->moves;
  size_t count = 0;

  if (s->picture->label == LABEL_NONE)
    return 0;
  if (s->picture->label == LABEL_LOAD)
    for (size_t i = 0; i < s->edge_count; i++)
      count += (size_t)(sheet_load(s, s->edges[i].from, s->edges[i].port) > 0) +
               (sheet_back_load(s, &s->edges[i]) > 0);
  else
    for (size_t i = 0; i < moves->count; i++)
      count += edge_of(s, &moves->list[i]) != NULL;
  return count;
}

void sheet_print_labels(const struct sheet *s)
{
  const size_t count = sheet_labels(s);

  if (count == 0 || count > PICTURE_LABELS)
    return;
  if (s->picture->label != LABEL_LOAD) {
    for_moves(s, true);
    return;
  }
  for (size_t i = 0; i < s->edge_count; i++) {
    print_load(s, &s->edges[i], false);
    if (s->edges[i].paired)
      print_load(s, &s->edges[i], true);
  }
}
