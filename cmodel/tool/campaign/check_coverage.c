/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_coverage -- what the runs of a check reach of the Verilog: merged, as files, as
 * text. */
#include "tool/campaign/check_coverage.h"

#include "base/install.h"
#include "tool/console/html.h"
#include "tool/console/memory_text.h"
#include "verilog/simulator/design.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 20 /* places that a person reads */ };

static const char *const kinds[COVERAGE_KINDS] = {
    [COVERAGE_LINE] = "lines and branches",
    [COVERAGE_USER] = "cover properties",
    [COVERAGE_TOGGLE] = "toggles",
};

/* --- merging --- */

static bool open_in(struct output_file *file, const char *folder, const char *name,
                    struct err *err)
{
  char path[FILE_PATH];

  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
    return err_set(err, ERR_USAGE, "--coverage '%.200s...': is too long a path", folder);
  return file_open(file, path, err);
}

bool check_coverage_open(struct check *check, struct err *err)
{
  const char *folder = check->settings.coverage;

  if (!folder)
    return true;
  check->coverage = calloc(1, sizeof *check->coverage);
  if (!check->coverage)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  check->coverage->real = calloc(check->dut.files.count + 1, sizeof(char *));
  if (!check->coverage->real)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  for (size_t i = 0; i < check->dut.files.count; i++)
    check->coverage->real[i] = realpath(check->dut.files.text[i], NULL);
  return install_share(check->coverage->share, err) && file_make_directory(folder, err) &&
         open_in(&check->coverage->data, folder, "coverage.dat", err) &&
         open_in(&check->coverage->never, folder, "never.txt", err);
}

void check_coverage_path(const struct check *check, size_t run, char path[FILE_PATH])
{
  snprintf(path, FILE_PATH, "%s/coverage-%zu", check->work, run);
}

bool check_coverage_add(struct check *check, size_t run, struct err *err)
{
  char path[FILE_PATH];

  if (!check->coverage)
    return true;
  check_coverage_path(check, run, path);
  const bool good = coverage_add(&check->coverage->merged, path, err);
  check->coverage->runs += good;
  unlink(path);
  return good;
}

/* --- places --- */

/* The file as the user has given it, or its name among ours. */
static const char *shown_name(const struct check *check, const char *file, bool *is_dut)
{
  const struct check_coverage *c = check->coverage;
  const size_t length = strlen(c->share);

  for (size_t i = 0; i < check->dut.files.count; i++)
    if (c->real[i] &&
        (strcmp(file, c->real[i]) == 0 || design_same_file(file, c->real[i]))) {
      *is_dut = true;
      return check->dut.files.text[i];
    }
  *is_dut = false;
  return strncmp(file, c->share, length) == 0 && file[length] == '/' ? file + length + 1
                                                                     : file;
}

/* A coverage point or signal that no run reached. */
typedef void tell_place(void *self, const struct coverage_group *group, const char *file);

static size_t tell_of(const struct check *check, bool of_dut, bool toggles,
                      tell_place *tell, void *self)
{
  struct coverage_group group;
  size_t count = 0, next = 0;
  bool is_dut;

  while (coverage_never(&check->coverage->merged, &next, &group)) {
    const char *name = shown_name(check, group.first->file, &is_dut);

    if (is_dut != of_dut || (group.first->kind == COVERAGE_TOGGLE) != toggles)
      continue;
    tell(self, &group, name);
    count++;
  }
  return count;
}

/* All of them, toggles last, those in the user's files first; how many. */
static size_t tell_never(const struct check *check, tell_place *tell, void *self)
{
  size_t count = 0;

  for (int toggles = 0; toggles < 2; toggles++)
    for (int of_dut = 1; of_dut >= 0; of_dut--)
      count += tell_of(check, of_dut, toggles, tell, self);
  return count;
}

/* The first `left` of them, below a title. */
struct list {
  FILE *file;
  const char *title, *before;
  size_t left;
};

static void print_place(void *self, const struct coverage_group *group, const char *file)
{
  struct list *list = self;

  if (list->left == 0)
    return;
  list->left--;
  fprintf(list->file, "%s%s%s:%" PRIu32 ": ", list->title, list->before, file,
          group->first->line);
  coverage_print_group(group, list->file);
  fprintf(list->file, "\n");
  list->title = "";
}

/* --- shares --- */

static bool any_points(const struct coverage *coverage, const char *file)
{
  for (int kind = 0; kind < COVERAGE_KINDS; kind++)
    if (coverage_share(coverage, (enum coverage_kind)kind, file).points)
      return true;
  return false;
}

static void print_shares(const struct coverage *coverage, const char *file, FILE *to)
{
  const char *before = "";

  for (int kind = 0; kind < COVERAGE_KINDS; kind++) {
    const struct coverage_share s =
        coverage_share(coverage, (enum coverage_kind)kind, file);

    if (s.points == 0)
      continue;
    fprintf(to, "%s%zu of %zu %s", before, s.reached, s.points, kinds[kind]);
    before = ", ";
  }
}

/* The next file that has points; NULL: there is none.  *next starts at 0. */
static const char *next_file(const struct coverage *coverage, size_t *next)
{
  if (*next == coverage->count)
    return NULL;
  const char *file = coverage->points[*next].file;
  while (*next < coverage->count && strcmp(coverage->points[*next].file, file) == 0)
    ++*next;
  return file;
}

/* --- files and text --- */

bool check_coverage_write(struct check *check, struct err *err)
{
  struct check_coverage *c = check->coverage;
  bool good;

  if (!c)
    return true;
  struct list list = {.file = c->never.stream, .title = "", .before = "", .left = SIZE_MAX};
  tell_never(check, print_place, &list);
  coverage_write(&c->merged, c->data.stream);
  good = file_commit(&c->data, err);
  c->data.stream = NULL;
  if (!good)
    return false;
  good = file_commit(&c->never, err);
  c->never.stream = NULL;
  return good;
}

void check_coverage_close(struct check *check)
{
  struct check_coverage *c = check->coverage;

  if (!c)
    return;
  if (c->data.stream)
    file_abandon(&c->data);
  if (c->never.stream)
    file_abandon(&c->never);
  for (size_t i = 0; c->real && i < check->dut.files.count; i++)
    free(c->real[i]);
  free(c->real);
  coverage_close(&c->merged);
  free(c);
  check->coverage = NULL;
}

/* A line for each file of the user, or for each of ours. */
static void print_files(const struct check *check, bool of_dut, FILE *file)
{
  const struct coverage *merged = &check->coverage->merged;
  const char *path;
  size_t next = 0;
  bool is_dut;

  while ((path = next_file(merged, &next))) {
    const char *name = shown_name(check, path, &is_dut);

    if (is_dut != of_dut)
      continue;
    fprintf(file, "  %s: ", name);
    print_shares(merged, path, file);
    fprintf(file, "\n");
  }
}

void check_coverage_print(const struct check *check, FILE *file)
{
  const struct check_coverage *c = check->coverage;
  struct list list = {
      .file = file, .title = "never reached:\n", .before = "  ", .left = SHOWN};

  if (!c)
    return;
  if (!any_points(&c->merged, NULL)) {
    fprintf(file, "coverage of the Verilog: nothing was counted in %zu runs\n", c->runs);
    return;
  }
  fprintf(file, "coverage of the Verilog: ");
  print_shares(&c->merged, NULL, file);
  fprintf(file, ", in %zu runs\n", c->runs);
  print_files(check, true, file);
  print_files(check, false, file);
  const size_t count = tell_never(check, print_place, &list);
  if (count > SHOWN)
    fprintf(file, "  and %zu more, in %s/never.txt\n", count - SHOWN,
            check->settings.coverage);
}

/* --- JSON --- */

static json_t *json_shares(const struct coverage *coverage, const char *file)
{
  static const char *const names[COVERAGE_KINDS] = {"lines", "cover_properties", "toggles"};
  json_t *json = json_object();

  for (int kind = 0; kind < COVERAGE_KINDS; kind++) {
    const struct coverage_share s =
        coverage_share(coverage, (enum coverage_kind)kind, file);

    json_object_set_new(json, names[kind],
                        json_pack("{s:I, s:I}", "reached", (json_int_t)s.reached, "points",
                                  (json_int_t)s.points));
  }
  return json;
}

static void add_place(void *self, const struct coverage_group *group, const char *file)
{
  char *what = NULL;
  size_t size;
  FILE *text = memory_text_open(&what, &size);

  if (!text)
    return;
  coverage_print_group(group, text);
  if (memory_text_close(text, &what))
    json_array_append_new(self, json_pack("{s:s, s:I, s:s, s:I}", "file", file, "line",
                                          (json_int_t)group->first->line, "what", what,
                                          "points", (json_int_t)group->points));
  free(what);
}

json_t *check_coverage_json(const struct check *check)
{
  const struct check_coverage *c = check->coverage;
  json_t *json = json_shares(&c->merged, NULL);
  json_t *files = json_array(), *never = json_array();
  const char *name;
  size_t next = 0;
  bool is_dut;

  while ((name = next_file(&c->merged, &next))) {
    json_t *row = json_shares(&c->merged, name);

    json_object_set_new(row, "file", json_string(shown_name(check, name, &is_dut)));
    json_array_append_new(files, row);
  }
  tell_never(check, add_place, never);
  json_object_set_new(json, "runs", json_integer((json_int_t)c->runs));
  json_object_set_new(json, "files", files);
  json_object_set_new(json, "never", never);
  return json;
}

/* --- HTML --- */

static void html_place(void *self, const struct coverage_group *group, const char *file)
{
  FILE *to = self;
  char place[FILE_PATH + 16], *what = NULL;
  size_t size;
  FILE *text = memory_text_open(&what, &size);

  if (!text)
    return;
  coverage_print_group(group, text);
  if (memory_text_close(text, &what)) {
    snprintf(place, sizeof place, "%s:%" PRIu32, file, group->first->line);
    fprintf(to, "<tr class=\"missed\"><td>");
    html_text(place, to);
    fprintf(to, "</td><td>");
    html_text(what, to);
    fprintf(to, "</td></tr>\n");
  }
  free(what);
}

void check_coverage_html(const struct check *check, FILE *file)
{
  static const char *const columns[] = {"place", "what", NULL};
  const struct check_coverage *c = check->coverage;
  const char *name;
  size_t next = 0;
  bool is_dut;

  if (!c)
    return;
  fprintf(file, "<h2>Coverage of the Verilog</h2>\n<p>");
  print_shares(&c->merged, NULL, file);
  fprintf(file, ", in %zu runs</p>\n<ul>\n", c->runs);
  while ((name = next_file(&c->merged, &next))) {
    fprintf(file, "<li>");
    html_text(shown_name(check, name, &is_dut), file);
    fprintf(file, ": ");
    print_shares(&c->merged, name, file);
    fprintf(file, "</li>\n");
  }
  fprintf(file, "</ul>\n<details><summary>Never reached</summary>\n");
  html_table("Never reached", columns, file);
  tell_never(check, html_place, file);
  html_table_end(file);
  fprintf(file, "</details>\n");
}
