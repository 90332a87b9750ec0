/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* html -- the parts that pages are made of. */
#include "tool/console/html.h"

#include "tool/console/junit.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void html_text(const char *text, FILE *file)
{
  junit_escape(text, true, file);
}

/* Colours have a contrast of 7 at least; no meaning is in a colour alone. */
static const char style[] =
    ":root{color-scheme:light}"
    "body{font:15px/1.45 sans-serif;margin:1.5em auto;max-width:75em;padding:0 1em;"
    "color:#1a1a1a;background:#fff}"
    "h1{font-size:1.5em;margin:0 0 .4em}h2{font-size:1.2em;margin:1.6em 0 .5em}"
    "a{color:#0a479f}nav a{margin-right:1em;display:inline-block}"
    "code,pre{font:13px/1.4 monospace;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap;background:#f3f3f3;padding:.6em .8em;margin:.5em 0}"
    "header code,dd code{display:block;background:#f3f3f3;padding:.3em .6em}"
    ".word{border-radius:.2em;padding:.05em .4em;font-weight:bold;color:#fff;"
    "background:#4a4a4a}.word.bad{background:#96180c}.word.good{background:#14571c}"
    "ol.causes{padding-left:1.6em}ol.causes li{margin:.5em 0}"
    "dt{font-weight:bold;margin-top:.5em}dd{margin:0}"
    "table{border-collapse:collapse}.wide{overflow-x:auto}.wide table{min-width:44em}"
    "td,th{border:1px solid #bbb;padding:2px 8px;text-align:left;vertical-align:top}"
    "th{background:#f3f3f3}.n{text-align:right}td{overflow-wrap:break-word}"
    "td:first-child{white-space:nowrap}.bad td:first-child{background:#f6b8b0}"
    ".good td:first-child{background:#c8e6c0}.none td:first-child{background:#ddd}"
    ".missed td:first-child{background:#fbe3a0}details{margin:.5em 0}"
    "summary{cursor:pointer}"
    "a:focus-visible,summary:focus-visible,.wide:focus-visible"
    "{outline:3px solid #0a479f;outline-offset:2px}"
    "@media(max-width:40em){body{margin:.7em auto;padding:0 .6em}"
    "h1{font-size:1.25em}ol.causes{padding-left:1.2em}}";

void html_head(const char *title, FILE *file)
{
  fprintf(file, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>");
  html_text(title, file);
  fprintf(file, "</title>\n<style>%s</style></head><body>\n", style);
}

void html_table(const char *label, const char *const *columns, FILE *file)
{
  fprintf(file, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"");
  html_text(label, file);
  fprintf(file, "\"><table>\n<thead><tr>");
  for (size_t i = 0; columns[i]; i++)
    fprintf(file, "<th scope=\"col\">%s</th>", columns[i]);
  fprintf(file, "</tr></thead><tbody>\n");
}

void html_table_end(FILE *file)
{
  fprintf(file, "</tbody></table></div>\n");
}

/* --- links --- */

/* The real path of the folder that holds a page. */
static bool folder_of(char path[PATH_MAX], const char *page)
{
  char folder[FILE_PATH];
  const char *slash = page ? strrchr(page, '/') : NULL;

  if (!slash)
    return realpath(".", path) != NULL;
  const int length = (int)(slash - page) + (slash == page);
  return snprintf(folder, sizeof folder, "%.*s", length, page) < (int)sizeof folder &&
         realpath(folder, path) != NULL;
}

/* Letters, digits, and what else is itself in a relative address. */
static bool is_plain(char c)
{
  return isalnum((unsigned char)c) || strchr("-._~/", c);
}

static bool add(char link[HTML_LINK], size_t *used, const char *text)
{
  for (; *text != '\0'; text++) {
    if (*used + 4 > HTML_LINK)
      return false;
    *used += (size_t)snprintf(link + *used, 4, is_plain(*text) ? "%c" : "%%%02X",
                              (unsigned char)*text);
  }
  return true;
}

/* How much of two real paths is the same folder; not its last slash. */
static size_t common_folder(const char *a, const char *b)
{
  size_t i = 0, slash = 0;

  for (; a[i] == b[i] && a[i] != '\0'; i++)
    if (a[i] == '/')
      slash = i;
  return (a[i] == '\0' || a[i] == '/') && (b[i] == '\0' || b[i] == '/') ? i : slash;
}

bool html_link(char link[HTML_LINK], const char *page, const char *target)
{
  char from[PATH_MAX], to[PATH_MAX];
  size_t used = 0;
  bool good = true;

  link[0] = '\0';
  if (!folder_of(from, page && strcmp(page, "-") != 0 ? page : NULL) ||
      !realpath(target, to))
    return false;
  if (strcmp(from, "/") == 0)
    from[0] = '\0';
  const size_t common = common_folder(from, to);

  for (const char *at = from + common; (at = strchr(at, '/')); at++)
    good = good && add(link, &used, "../");
  const char *rest = to + common + (to[common] == '/');

  return good && add(link, &used, rest[0] == '\0' && used == 0 ? "." : rest);
}

void html_anchor(const char *page, const char *target, const char *text, FILE *file)
{
  char link[HTML_LINK];
  const bool linked = html_link(link, page, target);

  if (linked)
    fprintf(file, "<a href=\"%s\">", link);
  html_text(text, file);
  if (linked)
    fprintf(file, "</a>");
}
