/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_reached -- what a check has reached and what not, as text, JSON and HTML. */
#include "check/exercise_groups.h"
#include "cli/check_exercise.h"
#include "cli/exercise.h"
#include "cli/junit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
  LINE = 320,
  LINES = 24 /* of names that shapes have in common, in text */
};

/* Rounded down: 100.0 is all. */
static double share_of(const struct exercise_share *share)
{
  return share->reachable
             ? (double)(share->reached * UINT64_C(1000) / share->reachable) / 10
             : 100.0;
}

static bool has_map(const struct check *check, size_t shape)
{
  return check->reached[shape].has_map;
}

static bool any(const struct check *check)
{
  bool some = false;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    some |= has_map(check, i);
  return some;
}

/* --- names that several shapes have --- */

struct name {
  char text[LINE];
  enum exercise_kind kind;
  bool *shapes; /* [shape_count] that have it */
  bool printed;
};

struct names {
  const struct check *check;
  struct name *list; /* [count] */
  size_t count, capacity;
  size_t shape;            /* whose names are being added */
  enum exercise_kind kind; /* and of which kind */
  bool short_of_memory;
};

static void add_name(void *self, const char *text)
{
  struct names *names = self;
  size_t i = 0;

  while (i < names->count && (names->list[i].kind != names->kind ||
                              strncmp(names->list[i].text, text, LINE - 1) != 0))
    i++;
  if (i == names->capacity) {
    const size_t more = 2 * i + 16;
    struct name *list = realloc(names->list, more * sizeof *list);

    names->short_of_memory |= !list;
    if (!list)
      return;
    names->list = list;
    names->capacity = more;
  }
  if (i == names->count) {
    names->list[i] =
        (struct name){.kind = names->kind,
                      .shapes = calloc(names->check->plan.shape_count, sizeof(bool))};
    snprintf(names->list[i].text, LINE, "%s", text);
    names->short_of_memory |= !names->list[i].shapes;
    if (!names->list[i].shapes)
      return;
    names->count++;
  }
  names->list[i].shapes[names->shape] = true;
}

static void collect(struct names *names, enum exercise_which which)
{
  const struct check *check = names->check;

  for (int kind = 0; kind < EXERCISE_KINDS; kind++)
    for (size_t i = 0; i < check->plan.shape_count; i++) {
      names->kind = (enum exercise_kind)kind;
      names->shape = i;
      if (has_map(check, i))
        exercise_groups(&check->reached[i].map, names->kind, which, add_name, names);
    }
}

static bool same_shapes(const struct names *names, const struct name *a,
                        const struct name *b)
{
  return memcmp(a->shapes, b->shapes, names->check->plan.shape_count * sizeof *a->shapes) ==
         0;
}

static void print_shapes(const struct check *check, const struct name *name, FILE *file)
{
  const char *before = "";
  bool all = true;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    all &= name->shapes[i] || !has_map(check, i);
  for (size_t i = 0; !all && i < check->plan.shape_count; i++)
    if (name->shapes[i]) {
      fprintf(file, "%s%s", before, check->plan.shapes[i].name);
      before = "; ";
    }
  fprintf(file, "%s:\n", all ? "all shapes" : "");
}

/* The names of all shapes that have this one. */
static void print_group(struct names *names, size_t first, enum exercise_which which,
                        FILE *file)
{
  size_t lines = 0;

  fprintf(file, "  ");
  print_shapes(names->check, &names->list[first], file);
  for (size_t i = first; i < names->count; i++) {
    struct name *name = &names->list[i];
    const struct exercise_kind_row *row = &exercise_kinds[name->kind];

    if (name->printed || !same_shapes(names, &names->list[first], name))
      continue;
    name->printed = true;
    if (lines++ >= LINES)
      continue;
    fprintf(file, "    %s: %s%s%s\n", row->text, name->text,
            which == EXERCISE_UNREACHABLE ? ": " : "",
            which == EXERCISE_UNREACHABLE ? row->unreachable : "");
  }
  if (lines > LINES)
    fprintf(file, "    and %zu lines more; --json and --html have all\n", lines - LINES);
}

static void print_names(const struct check *check, enum exercise_which which,
                        const char *title, FILE *file)
{
  struct names names = {.check = check};

  collect(&names, which);
  if (names.count)
    fprintf(file, "%s\n", title);
  for (size_t i = 0; i < names.count; i++)
    if (!names.list[i].printed)
      print_group(&names, i, which, file);
  if (names.short_of_memory)
    fprintf(file, "  and more; there is not enough memory for all of them\n");
  for (size_t i = 0; i < names.count; i++)
    free(names.list[i].shapes);
  free(names.list);
}

/* --- text --- */

static void print_shape(const struct check *check, size_t shape, FILE *file)
{
  const struct check_reached *reached = &check->reached[shape];
  const struct exercise_share all = exercise_map_total(&reached->map);

  fprintf(file, "  %s: reached %.1f %% of what can be reached (%zu of %zu)",
          check->plan.shapes[shape].name, share_of(&all), all.reached, all.reachable);
  if (reached->further)
    fprintf(file, ", with %zu further runs", reached->further);
  fprintf(file, "%s\n", reached->map.walked ? "" : "; what cannot be reached is not known");
}

static void print_uncounted(const struct check *check, FILE *file)
{
  size_t engines = 0, late = 0;

  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_run *run = check->plan.runs[i];

    if (run->counted || check->built[run->shape].state == CHECK_ELSEWHERE)
      continue;
    if (check->plan.shapes[run->shape].program_words)
      engines++;
    else
      late++;
  }
  if (engines)
    fprintf(file, "  engines: not counted, which is for switches alone (%zu runs)\n",
            engines);
  if (late)
    fprintf(file, "  %zu runs of more than 2^20 switch-cycles are not counted\n", late);
}

void check_reached_print(const struct check *check, FILE *file)
{
  if (!any(check))
    return;
  fprintf(file, "what a test must reach:\n");
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (has_map(check, i))
      print_shape(check, i, file);
  print_uncounted(check, file);
  print_names(check, EXERCISE_MISSED, "not reached:", file);
  print_names(check, EXERCISE_UNREACHABLE, "cannot be reached:", file);
}

/* --- JSON --- */

json_t *check_reached_json(const struct check *check, size_t shape)
{
  const struct check_reached *reached = &check->reached[shape];

  if (!has_map(check, shape))
    return json_null();
  json_t *json = exercise_json(&reached->map);
  json_object_set_new(json, "counted_runs", json_integer((json_int_t)reached->counted));
  json_object_set_new(json, "further_runs", json_integer((json_int_t)reached->further));
  return json;
}

/* --- HTML --- */

/* Names of one kind of items, in a cell. */
struct cell {
  FILE *file;
  bool any;
};

static void add_line(void *self, const char *text)
{
  struct cell *cell = self;

  if (cell->any)
    fprintf(cell->file, "<br>");
  junit_escape(text, true, cell->file);
  cell->any = true;
}

static void html_kind(const struct exercise_map *map, enum exercise_kind kind, FILE *file)
{
  const struct exercise_share s = exercise_map_share(map, kind);
  struct cell missed = {.file = file}, unreachable = {.file = file};

  if (s.items == 0)
    return;
  fprintf(file,
          "<tr class=\"%s\"><td>%s</td><td class=\"n\">%zu</td><td class=\"n\">%zu</td>"
          "<td class=\"n\">%zu</td><td>",
          s.reached < s.reachable ? "missed" : "good", exercise_kinds[kind].text, s.reached,
          s.reachable, s.items);
  exercise_groups(map, kind, EXERCISE_MISSED, add_line, &missed);
  fprintf(file, "</td><td>");
  exercise_groups(map, kind, EXERCISE_UNREACHABLE, add_line, &unreachable);
  if (unreachable.any)
    fprintf(file, "<br><i>%s</i>", exercise_kinds[kind].unreachable);
  fprintf(file, "</td></tr>\n");
}

static void html_shape(const struct check *check, size_t shape, FILE *file)
{
  const struct check_reached *reached = &check->reached[shape];
  const struct exercise_share all = exercise_map_total(&reached->map);

  fprintf(file, "<details%s><summary>", all.reached < all.reachable ? " open" : "");
  junit_escape(check->plan.shapes[shape].name, true, file);
  fprintf(file,
          ": reached %.1f %% of what can be reached (%zu of %zu), %zu runs, %zu of them "
          "further runs%s</summary>\n<table><tr><th>item<th>reached<th>reachable<th>items"
          "<th>not reached<th>cannot be reached</tr>\n",
          share_of(&all), all.reached, all.reachable, reached->counted, reached->further,
          reached->map.walked ? "" : "; what cannot be reached is not known");
  for (int kind = 0; kind < EXERCISE_KINDS; kind++)
    html_kind(&reached->map, (enum exercise_kind)kind, file);
  fprintf(file, "</table></details>\n");
}

void check_reached_html(const struct check *check, FILE *file)
{
  if (!any(check))
    return;
  fprintf(file, "<h2>What a test must reach</h2>\n");
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (has_map(check, i))
      html_shape(check, i, file);
  fprintf(file, "<ul>\n");
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->plan.shapes[i].program_words && check->built[i].state != CHECK_ELSEWHERE) {
      fprintf(file, "<li>");
      junit_escape(check->plan.shapes[i].name, true, file);
      fprintf(file, ": not counted, which is for switches alone</li>\n");
    }
  fprintf(file, "</ul>\n");
}
