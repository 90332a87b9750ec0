/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_reached -- which items a check reached and which not, as text, JSON and HTML. */
#include "run/exercise/marks.h"
#include "tool/campaign/check_exercise.h"
#include "tool/console/exercise.h"
#include "tool/console/html.h"
#include "tool/console/memory_text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 300 /* of names, in text */ };

/* All engines share one map. */
static const char *name_of(const struct check *check, size_t shape)
{
  return check->plan.shapes[shape].program_words ? "engines"
                                                 : check->plan.shapes[shape].name;
}

/* Rounded down, so 100.0 means all. */
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

/* The items of one kind that several shapes have in common. */
struct names {
  char *text;
  enum exercise_kind kind;
  bool *shapes; /* [shape_count] that have them */
  bool printed;
};

struct table {
  const struct check *check;
  struct names *rows; /* [count] */
  size_t count;
};

static void add_text(void *self, const char *text)
{
  FILE *file = self;

  fprintf(file, "%s%s", ftell(file) > 0 ? "; " : "", text);
}

/* All in one line; NULL: memory is short. */
static char *join(const struct exercise_map *map, enum exercise_kind kind,
                  enum exercise_which which)
{
  char *text = NULL;
  size_t size;
  FILE *file = memory_text_open(&text, &size);

  if (!file)
    return NULL;
  exercise_groups(map, kind, which, add_text, file);
  memory_text_close(file, &text);
  return text;
}

static void add_names(struct table *table, size_t shape, enum exercise_kind kind,
                      enum exercise_which which)
{
  char *text = join(&table->check->reached[shape].map, kind, which);
  size_t i = 0;

  while (text && i < table->count &&
         (table->rows[i].kind != kind || strcmp(table->rows[i].text, text) != 0))
    i++;
  if (!text || text[0] == '\0') {
    free(text);
    return;
  }
  if (i == table->count)
    table->rows[table->count++] =
        (struct names){.text = text,
                       .kind = kind,
                       .shapes = calloc(table->check->plan.shape_count, sizeof(bool))};
  else
    free(text);
  if (table->rows[i].shapes)
    table->rows[i].shapes[shape] = true;
}

/* False: memory is short. */
static bool collect(struct table *table, enum exercise_which which)
{
  const size_t shapes = table->check->plan.shape_count;

  table->rows = calloc(EXERCISE_KINDS * shapes, sizeof *table->rows);
  for (int kind = 0; table->rows && kind < EXERCISE_KINDS; kind++)
    for (size_t i = 0; i < shapes; i++)
      if (has_map(table->check, i))
        add_names(table, i, (enum exercise_kind)kind, which);
  for (size_t i = 0; i < table->count; i++)
    if (!table->rows[i].shapes)
      return false;
  return table->rows != NULL;
}

static bool same_shapes(const struct table *table, const struct names *a,
                        const struct names *b)
{
  return memcmp(a->shapes, b->shapes, table->check->plan.shape_count * sizeof *a->shapes) ==
         0;
}

static void print_shapes(const struct check *check, const struct names *names, FILE *file)
{
  const char *before = "";
  bool all = true;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    all &= names->shapes[i] || !has_map(check, i);
  fprintf(file, "  %s", all ? "all shapes" : "");
  for (size_t i = 0; !all && i < check->plan.shape_count; i++)
    if (names->shapes[i]) {
      fprintf(file, "%s%s", before, name_of(check, i));
      before = "; ";
    }
  fprintf(file, ":\n");
}

/* Cut a line between two names, to a length that a person reads. */
static void print_text(const char *text, FILE *file)
{
  size_t length = strlen(text), names = 1;

  if (length > LINE) {
    length = LINE;
    while (length > 0 && text[length] != ';')
      length--;
  }
  fprintf(file, "%.*s", (int)length, text);
  if (text[length] == '\0')
    return;
  for (const char *c = text + length + 1; *c != '\0'; c++)
    names += *c == ';';
  fprintf(file, "; and %zu more, in --json and --html", names);
}

/* Print all items that the same shapes have. */
static void print_group(struct table *table, size_t first, enum exercise_which which,
                        FILE *file)
{
  print_shapes(table->check, &table->rows[first], file);
  for (size_t i = first; i < table->count; i++) {
    struct names *names = &table->rows[i];
    const struct exercise_kind_row *row = &exercise_kinds[names->kind];

    if (names->printed || !same_shapes(table, &table->rows[first], names))
      continue;
    names->printed = true;
    fprintf(file, "    %s: ", row->text);
    print_text(names->text, file);
    if (which == EXERCISE_UNREACHABLE && row->unreachable)
      fprintf(file, ": %s", row->unreachable);
    fprintf(file, "\n");
  }
}

static void print_names(const struct check *check, enum exercise_which which,
                        const char *title, FILE *file)
{
  struct table table = {.check = check};

  const bool good = collect(&table, which);

  if (!good)
    memory_text_left_out();
  else if (table.count)
    fprintf(file, "%s\n", title);
  for (size_t i = 0; good && i < table.count; i++)
    if (!table.rows[i].printed)
      print_group(&table, i, which, file);
  for (size_t i = 0; i < table.count; i++) {
    free(table.rows[i].text);
    free(table.rows[i].shapes);
  }
  free(table.rows);
}

/* --- text --- */

static void print_shape(const struct check *check, size_t shape, FILE *file)
{
  const struct check_reached *reached = &check->reached[shape];
  const struct exercise_share all = exercise_map_total(&reached->map);

  fprintf(file, "  %s: reached %.1f %% of what can be reached (%zu of %zu)",
          name_of(check, shape), share_of(&all), all.reached, all.reachable);
  if (reached->further)
    fprintf(file, ", with %zu further runs", reached->further);
  fprintf(file, "%s\n",
          reached->map.explored ? "" : "; what cannot be reached is not known");
}

/* For the shape with the lowest share. */
static void print_pairs(const struct check *check, FILE *file)
{
  struct exercise_share lowest = {.items = 0};
  size_t many = 0, of = 0;

  for (size_t i = 0; i < check->plan.shape_count; i++) {
    const struct exercise_map *map = &check->reached[i].map;
    const struct exercise_share own = has_map(check, i) && map->explored
                                          ? exercise_map_share(map, EXERCISE_PAIRS)
                                          : (struct exercise_share){.items = 0};

    many += has_map(check, i) && !exercise_pairs_counted(&map->shape);
    if (own.items && (!lowest.items || share_of(&own) < share_of(&lowest))) {
      lowest = own;
      of = i;
    }
  }
  if (lowest.items)
    fprintf(file, "  pairs of switch and address: %s%.1f %% in every shape",
            lowest.reached < lowest.reachable ? "at least " : "", share_of(&lowest));
  if (lowest.reached < lowest.reachable)
    fprintf(file, " (%zu of %zu with %s)", lowest.reached, lowest.reachable,
            check->plan.shapes[of].name);
  if (lowest.items)
    fprintf(file, "\n");
  if (many)
    fprintf(file,
            "  pairs of switch and address: more than %u in %zu shapes, not counted\n",
            1u << EXERCISE_PAIR_BITS, many);
}

/* Print what the route unit offers and some shapes do not use. */
static void print_unconnected(const struct check *check, enum exercise_unconnected which,
                              FILE *file)
{
  const char *text = NULL;
  size_t count = 0, all = 0;

  for (size_t i = 0; i < check->plan.shape_count; i++) {
    const char *own = has_map(check, i)
                          ? exercise_unconnected(&check->reached[i].map.shape, which)
                          : NULL;

    all += has_map(check, i);
    count += own != NULL;
    text = own ? own : text;
  }
  if (count == all && text)
    fprintf(file, "  not connected in any shape: %s\n", text);
  else if (text)
    fprintf(file, "  not connected in %zu of %zu shapes: %s\n", count, all, text);
}

static void print_uncounted(const struct check *check, FILE *file)
{
  size_t late = 0, strange = 0;

  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_run *run = check->plan.runs[i];

    if (run->counted || check_build_absent(check->built[run->shape].state))
      continue;
    if (run->uncounted)
      strange++;
    else
      late++;
  }
  if (strange)
    fprintf(file, "  headers: not counted, which no terminal gives (%zu run%s)\n", strange,
            strange == 1 ? "" : "s");
  if (late)
    fprintf(file, "  not counted, because of more than 2^20 switch-cycles: %zu run%s\n",
            late, late == 1 ? "" : "s");
}

void check_reached_print(const struct check *check, FILE *file)
{
  if (!check_by_cycle(check) && !check_by_flow(check))
    fprintf(file, "what a test must reach: not counted with --compare %s\n",
            check_compare(check));
  if (!any(check))
    return;
  fprintf(file, "what a test must reach%s:\n",
          check_by_flow(check) ? ", counted at the pins" : "");
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (has_map(check, i))
      print_shape(check, i, file);
  print_pairs(check, file);
  for (int i = 0; i < EXERCISE_UNCONNECTED; i++)
    print_unconnected(check, (enum exercise_unconnected)i, file);
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
  html_text(text, cell->file);
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
  if (unreachable.any && exercise_kinds[kind].unreachable)
    fprintf(file, "<br><i>%s</i>", exercise_kinds[kind].unreachable);
  fprintf(file, "</td></tr>\n");
}

static void html_shape(const struct check *check, size_t shape, FILE *file)
{
  static const char *const columns[] = {
      "item", "reached", "reachable", "items", "not reached", "cannot be reached", NULL};
  const struct check_reached *reached = &check->reached[shape];
  const struct exercise_share all = exercise_map_total(&reached->map);

  fprintf(file, "<details%s><summary>", all.reached < all.reachable ? " open" : "");
  html_text(name_of(check, shape), file);
  fprintf(file,
          ": reached %.1f %% of what can be reached (%zu of %zu), %zu runs, %zu of them "
          "further runs%s</summary>\n",
          share_of(&all), all.reached, all.reachable, reached->counted, reached->further,
          reached->map.explored ? "" : "; what cannot be reached is not known");
  html_table(name_of(check, shape), columns, file);
  for (int kind = 0; kind < EXERCISE_KINDS; kind++)
    html_kind(&reached->map, (enum exercise_kind)kind, file);
  html_table_end(file);
  fprintf(file, "</details>\n");
}

void check_reached_html(const struct check *check, FILE *file)
{
  if (!any(check))
    return;
  fprintf(file, "<h2>What a test must reach</h2>\n");
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (has_map(check, i))
      html_shape(check, i, file);
}
