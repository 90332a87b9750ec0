/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* legend -- what the colours and lines of a drawing mean. */
#include "tool/draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
  ITEM = 2 * ADDRESS_TEXT + 40,
  ITEM_SAMPLE = 30,
  LEGEND_ROW = 24,
  PATH_ROW = 18,
  NOTE_ROW = 18,
  SCALE_TITLE = 190
};

static const struct svg_font small_font = {"start", SVG_GREY, 12, false, false};

/* --- loads and classes --- */

/* Shade or group 0 is always there, the others where something has them. */
static bool is_shown(uint32_t shade, const uint64_t *counts)
{
  return shade == 0 || counts[shade] > 0;
}

static void shade_text(const struct shades *shades, uint32_t shade, char text[ITEM])
{
  const uint64_t from = shade > 0 ? shades->from[shade - 1] : 0;
  const uint64_t to = shade > 0 ? shades->to[shade - 1] : 0;

  if (from == to)
    snprintf(text, ITEM, "%" PRIu64, from);
  else
    snprintf(text, ITEM, "%" PRIu64 " to %" PRIu64, from, to);
}

static void item_text(const struct sheet *s, bool of_switches, uint32_t shade,
                      char text[ITEM])
{
  const uint64_t count = of_switches ? s->shade_switches[shade] : s->group_links[shade];
  size_t used;

  if (of_switches)
    shade_text(&s->switch_shades, shade, text);
  else if (s->picture->colour == PICTURE_LOAD)
    shade_text(&s->shades, shade, text);
  else
    snprintf(text, ITEM, "%s", shade == 0 ? "not crossed" : s->classes.names[shade - 1]);
  used = strlen(text);
  snprintf(text + used, ITEM - used, " (%" PRIu64 ")", count);
}

static double item_width(const char *text)
{
  return ITEM_SAMPLE + 8 + svg_text_width(&small_font, text) + 18;
}

static void print_sample(const struct sheet *s, struct point at, uint32_t shade,
                         bool of_switches)
{
  char colour[SHADE_TEXT];

  if (of_switches)
    fprintf(s->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"22\" height=\"13\" rx=\"4\" fill=\"%s\" "
            "stroke=\"" SVG_INK "\"/>\n",
            at.x + 4, at.y - 10.5,
            shade ? shade_colour(&s->switch_shades, shade, colour) : SHEET_NO_LOAD);
  else
    fprintf(s->file, "<path d=\"M%.1f,%.1f h%d\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n",
            at.x, at.y - 4, ITEM_SAMPLE, sheet_group_colour(s, shade, colour),
            sheet_group_width(s, shade));
}

static void scale_title(const struct sheet *s, bool of_switches, char text[ITEM])
{
  if (!of_switches && s->picture->colour == PICTURE_CLASS)
    snprintf(text, ITEM, "kinds of links");
  else
    snprintf(text, ITEM, "%s that %s", sheet_word(s),
             of_switches ? "entered a switch" : "crossed a link");
}

/* What the colours mean, and how many links or switches have each; its width.  Without
 * `print` only the width. */
static double print_scale(const struct sheet *s, double y, bool of_switches, bool print)
{
  const uint32_t groups = of_switches ? s->switch_shades.count + 1 : sheet_groups(s);
  const uint64_t *counts = of_switches ? s->shade_switches : s->group_links;
  const uint32_t first = s->picture->loads ? 0 : 1;
  double x = SHEET_BORDER + SCALE_TITLE;

  char title[ITEM];

  scale_title(s, of_switches, title);
  if (print)
    svg_text(s->file, (struct point){SHEET_BORDER, y}, &small_font, title);
  for (uint32_t shade = first; shade < groups; shade++) {
    char text[ITEM];

    if (!is_shown(shade, counts))
      continue;
    item_text(s, of_switches, shade, text);
    if (print) {
      print_sample(s, (struct point){x, y}, shade, of_switches);
      svg_text(s->file, (struct point){x + ITEM_SAMPLE + 8, y}, &small_font, text);
    }
    x += item_width(text);
  }
  return x;
}

static bool has_scale(const struct sheet *s)
{
  return s->picture->colour == PICTURE_CLASS ||
         (s->picture->colour == PICTURE_LOAD && s->picture->loads);
}

/* --- paths --- */

/* The packet of a path; UINT32_MAX: no more. */
static uint32_t packet_of(const struct sheet *s, size_t path)
{
  const struct moves *moves = s->picture->moves;
  size_t i = 0;

  if (s->picture->colour != PICTURE_PATH)
    return UINT32_MAX;
  for (; i < moves->count && path > 0; i++)
    path -= i + 1 < moves->count && moves->list[i + 1].packet != moves->list[i].packet;
  return i < moves->count ? moves->list[i].packet : UINT32_MAX;
}

static void path_text(const struct sheet *s, uint32_t packet, char text[ITEM])
{
  struct schedule_entry room;
  const struct schedule_entry *entry = schedule_start(s->picture->schedule, packet, &room);
  char from[ADDRESS_TEXT] = "?", to[ADDRESS_TEXT] = "all";

  if (entry->source < s->t->terminals)
    topology_print_terminal(s->t, entry->source, from);
  if (schedule_is_for_one(entry))
    topology_print_terminal(s->t, entry->destination, to);
  snprintf(text, ITEM, "packet %" PRIu32 ": %s to %s", packet, from, to);
}

static double path_width(const struct sheet *s)
{
  char text[ITEM];
  double most = 0;

  for (size_t path = 0; packet_of(s, path) != UINT32_MAX; path++) {
    path_text(s, packet_of(s, path), text);
    most = fmax(most, item_width(text));
  }
  return most;
}

/* Paths in a row of the legend. */
static size_t abreast(const struct sheet *s)
{
  const double count = floor((s->size.x - 2 * SHEET_BORDER) / fmax(path_width(s), 1));

  return count < 1 ? 1 : (size_t)count;
}

static double path_height(const struct sheet *s)
{
  size_t count = 0;

  while (packet_of(s, count) != UINT32_MAX)
    count++;
  return count == 0 ? 0 : (double)((count - 1) / abreast(s) + 1) * PATH_ROW + 6;
}

static void print_paths(const struct sheet *s, double y)
{
  const size_t across = abreast(s);
  const double width = path_width(s);

  for (size_t path = 0; packet_of(s, path) != UINT32_MAX; path++) {
    const struct point at = {SHEET_BORDER + (double)(path % across) * width,
                             y + (double)(path / across) * PATH_ROW};
    const char *dashes, *colour = sheet_path_style(path, &dashes);
    char text[ITEM];

    path_text(s, packet_of(s, path), text);
    fprintf(s->file, "<path d=\"M%.1f,%.1f h%d\" stroke=\"%s\" stroke-width=\"2.6\"%s/>\n",
            at.x, at.y - 4, ITEM_SAMPLE, colour, dashes);
    svg_text(s->file, (struct point){at.x + ITEM_SAMPLE + 8, at.y}, &small_font, text);
  }
}

/* --- all of it --- */

void sheet_print_legend(const struct sheet *s, double y)
{
  if (has_scale(s)) {
    print_scale(s, y, false, true);
    y += LEGEND_ROW;
  }
  if (sheet_loads_switches(s)) {
    print_scale(s, y, true, true);
    y += LEGEND_ROW;
  }
  print_paths(s, y);
  y += path_height(s);
  for (size_t i = 0; i < s->note_count; i++)
    svg_text(s->file, (struct point){SHEET_BORDER, y + (double)i * NOTE_ROW}, &small_font,
             s->notes[i]);
}

double sheet_legend_width(const struct sheet *s)
{
  return fmax(path_width(s) + SHEET_BORDER,
              fmax(has_scale(s) ? print_scale(s, 0, false, false) : 0,
                   sheet_loads_switches(s) ? print_scale(s, 0, true, false) : 0));
}

double sheet_legend_height(const struct sheet *s)
{
  const int scales = has_scale(s) + sheet_loads_switches(s);

  return scales * LEGEND_ROW + path_height(s) + (double)s->note_count * NOTE_ROW + 20;
}
