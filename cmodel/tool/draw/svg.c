/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* svg -- elements of an SVG file. */
#include "tool/draw/svg.h"

#include <math.h>
#include <string.h>

#define MONO "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
#define SANS "'DejaVu Sans', Helvetica, Arial, sans-serif"

void svg_open(FILE *file, struct point size, const char *title)
{
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
          "width=\"%.0f\" height=\"%.0f\" role=\"img\" font-family=\"" SANS "\">\n<title>",
          size.x, size.y, size.x, size.y);
  svg_escape(file, title);
  fprintf(file, "</title>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n",
          size.x, size.y);
}

void svg_close(FILE *file)
{
  fputs("</svg>\n", file);
}

void svg_escape(FILE *file, const char *text)
{
  for (; *text; text++)
    if (*text == '&')
      fputs("&amp;", file);
    else if (*text == '<')
      fputs("&lt;", file);
    else if (*text == '>')
      fputs("&gt;", file);
    else
      fputc(*text >= ' ' && *text <= '~' ? *text : '?', file);
}

static void text_with(FILE *file, struct point at, const struct svg_font *font,
                      const char *text, const char *more)
{
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" fill=\"%s\"%s", at.x, at.y,
          font->size, font->colour, more);
  if (strcmp(font->anchor, "start") != 0)
    fprintf(file, " text-anchor=\"%s\"", font->anchor);
  fprintf(file, "%s%s>", font->bold ? " font-weight=\"700\"" : "",
          font->mono ? " font-family=\"" MONO "\"" : "");
  svg_escape(file, text);
  fputs("</text>\n", file);
}

void svg_text(FILE *file, struct point at, const struct svg_font *font, const char *text)
{
  text_with(file, at, font, text, "");
}

void svg_text_clear(FILE *file, struct point at, const struct svg_font *font,
                    const char *text)
{
  text_with(file, at, font, text,
            " stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"");
}

double svg_text_width(const struct svg_font *font, const char *text)
{
  const double letter = font->mono ? 0.602 : font->bold ? 0.68 : 0.6;

  return letter * font->size * (double)strlen(text);
}

void svg_box(FILE *file, struct point middle, struct point size, double corner,
             const char *style)
{
  fprintf(file,
          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" %s/>\n",
          middle.x - size.x / 2, middle.y - size.y / 2, size.x, size.y, corner, style);
}

void svg_path(FILE *file, const struct curve *c)
{
  if (c->straight)
    fprintf(file, "M%.1f,%.1f L%.1f,%.1f", c->p[0].x, c->p[0].y, c->p[3].x, c->p[3].y);
  else
    fprintf(file, "M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f", c->p[0].x, c->p[0].y,
            c->p[1].x, c->p[1].y, c->p[2].x, c->p[2].y, c->p[3].x, c->p[3].y);
}

void svg_arrow(FILE *file, const struct curve *c, double part, double length)
{
  const struct point at = curve_point(c, part), next = curve_point(c, part + 0.01);
  const double step = hypot(next.x - at.x, next.y - at.y);
  const double dx = (next.x - at.x) / step * length, dy = (next.y - at.y) / step * length;

  fprintf(file, "M%.1f,%.1f L%.1f,%.1f L%.1f,%.1f Z", at.x + dx / 2, at.y + dy / 2,
          at.x - dx / 2 - dy / 2, at.y - dy / 2 + dx / 2, at.x - dx / 2 + dy / 2,
          at.y - dy / 2 - dx / 2);
}
