/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lines -- the links of a picture, in the colours of their groups. */
#include "tool/draw/sheet.h"

#include <inttypes.h>

static const double arrow_at = 0.64, focus_arrow_at = 0.5, loop_radius = 8;

static void print_end(const struct sheet *s, uint32_t sw, uint32_t port)
{
  char address[ADDRESS_TEXT], name[PORT_TEXT];

  s->t->row->print_address(s->t, sw, address);
  topology_print_port(s->t, port, name);
  fprintf(s->file, "%s by %s", address, name);
}

/* What a viewer shows under the pointer; `there`, `back`: which links it is about. */
static void print_edge_title(const struct sheet *s, const struct edge *e, bool there,
                             bool back)
{
  const uint32_t ends[2][4] = {{e->from, e->port, e->to}, {e->to, e->back, e->from}};
  const bool shown[2] = {there, back};

  fputs("<title>", s->file);
  for (size_t i = 0; i < 2; i++) {
    char address[ADDRESS_TEXT];

    if (!shown[i])
      continue;
    s->t->row->print_address(s->t, ends[i][2], address);
    fputs(i == 1 && there ? "; " : "", s->file);
    print_end(s, ends[i][0], ends[i][1]);
    fprintf(s->file, " to %s", address);
    if (s->picture->loads)
      fprintf(s->file, ": %" PRIu64, sheet_load(s, ends[i][0], ends[i][1]));
  }
  fputs("</title>", s->file);
}

static void print_loop(const struct sheet *s, const struct edge *e)
{
  static const struct point corners[] = {{1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
  const struct point corner = corners[e->place % 4], at = s->layout.at[e->from];
  const struct point half = {s->layout.switch_size.x / 2, s->layout.switch_size.y / 2};

  fprintf(s->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">",
          at.x + corner.x * (half.x - 2), at.y + corner.y * (half.y + 2),
          s->layout.labelled ? loop_radius : loop_radius / 2);
  print_edge_title(s, e, true, false);
  fputs("</circle>\n", s->file);
}

/* A line of its own for one link of an edge, or one for both. */
static void print_line(const struct sheet *s, const struct edge *e, bool there, bool back,
                       double width)
{
  const bool one = there != back;
  const uint64_t load = there ? sheet_load(s, e->from, e->port) : sheet_back_load(s, e);
  const bool arrow = one && !sheet_has_levels(s) && (load > 0 || !s->picture->loads);
  /* Right-hand traffic: the way back is at the other side of the middle. */
  const double aside = one && e->paired ? (width / 2 + 1.2) * (back ? -1 : 1) : 0;
  struct curve c = curve_aside(s->curves[e - s->edges], aside);

  fputs("<path d=\"", s->file);
  svg_path(s->file, &c);
  fputs("\">", s->file);
  print_edge_title(s, e, there, back);
  fputs("</path>\n", s->file);
  if (!arrow)
    return;
  if (back && !there)
    c = (struct curve){.p = {c.p[3], c.p[2], c.p[1], c.p[0]}, .straight = c.straight};
  fputs("<path fill=\"currentColor\" stroke=\"none\" d=\"", s->file);
  svg_arrow(s->file, &c, s->picture->focus ? focus_arrow_at : arrow_at, 6 + 1.7 * width);
  fputs("\"/>\n", s->file);
}

/* What is drawn of an edge in one group. */
static void print_edge(const struct sheet *s, const struct edge *e, uint32_t group)
{
  const double width = sheet_group_width(s, group);
  const bool out = sheet_group(s, e->from, e->port) == group;

  if (e->loop) {
    if (out)
      print_loop(s, e);
    return;
  }
  if (!sheet_is_apart(s, e)) {
    if (out)
      print_line(s, e, true, e->paired, width);
    return;
  }
  if (out)
    print_line(s, e, true, false, width);
  if (sheet_group(s, e->to, e->back) == group)
    print_line(s, e, false, true, width);
}

/* High loads over low ones. */
void sheet_print_lines(const struct sheet *s)
{
  for (uint32_t group = 0; group < sheet_groups(s); group++) {
    char text[SHADE_TEXT];

    fprintf(
        s->file,
        "<g fill=\"none\" color=\"%s\" stroke=\"currentColor\" stroke-width=\"%.1f\">\n",
        sheet_group_colour(s, group, text), sheet_group_width(s, group));
    for (size_t i = 0; i < s->edge_count; i++)
      print_edge(s, &s->edges[i], group);
    fputs("</g>\n", s->file);
  }
}
