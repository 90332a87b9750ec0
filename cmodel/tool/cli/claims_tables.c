/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* claims_tables -- lockhop claims PAPER --table NAME. */
#include "tool/cli/claims_tables.h"

#include "base/text.h"
#include "papers/tables.h"
#include "tool/console/columns.h"
#include "tool/console/json_print.h"

#include <jansson.h>
#include <string.h>

enum { TABLES_MOST = 16, INTERRUPTED = 130, WIDTH_MOST = 24 };

static const char *const verdict_names[] = {
    [CLAIM_TRUE] = "TRUE", [CLAIM_FALSE] = "FALSE", [CLAIM_AMBIGUOUS] = "AMBIGUOUS"};

enum { VERDICTS = sizeof verdict_names / sizeof verdict_names[0] };

/* What is printed, and counted. */
struct printing {
  struct claims *claims;
  FILE *file;
  const struct paper *paper;
  json_t *array;
  bool to_file; /* the JSON must be complete, even if nobody reads the text */
  size_t cells, verdicts[VERDICTS];
  bool left; /* the reader of the text left, and no other output is wanted */
};

/* The widest of the texts, at least as wide as the heading. */
static size_t width_of(const char *const *texts, size_t count, const char *heading)
{
  size_t width = strlen(heading);

  for (size_t i = 0; i < count; i++)
    width = strlen(texts[i]) > width ? strlen(texts[i]) : width;
  return width < WIDTH_MOST ? width : WIDTH_MOST;
}

static void print_line(const struct printing *p, const struct claim_table *table,
                       const char *const texts[5])
{
  const size_t printed =
      table->printed ? width_of(table->printed,
                                (size_t)table->row_count * table->column_count, "printed")
                     : strlen("printed");
  struct column columns[] = {
      {texts[0], width_of(table->rows, table->row_count, "row")},
      {texts[1], width_of(table->columns, table->column_count, "column")},
      {texts[2], printed},
      {texts[3], strlen("AMBIGUOUS")},
      {texts[4], 48}};

  columns_print(columns, 5, p->file);
}

/* Write a cell as a line of the text and an object of the JSON. */
static bool print_cell(struct printing *p, const struct claim_table *table, uint32_t row,
                       uint32_t column, const struct finding *cell, struct err *err)
{
  const bool judged = finding_judges(cell);
  char measured[CLAIM_MEASURED];
  const char *verdict = "-";

  if (judged) {
    p->verdicts[finding_verdict(cell)]++;
    verdict = verdict_names[finding_verdict(cell)];
  }
  p->cells++;
  finding_text(cell, measured);
  print_line(p, table,
             (const char *const[]){table->rows[row], table->columns[column],
                                   table_printed(table, row, column), verdict, measured});
  if ((fflush(p->file) != 0 || ferror(p->file)) && !p->to_file) {
    p->left = file_reader_left(p->file);
    return p->left ? false
                   : err_set(err, ERR_ENVIRONMENT, "cannot write to standard output");
  }
  json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "paper",
                             p->paper->name, "table", table->name, "place", table->place,
                             "row", table->rows[row], "column", table->columns[column],
                             "printed", table_printed(table, row, column), "measured",
                             measured, "verdict", verdict);
  return json_array_append_new(p->array, object) == 0 ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for the JSON result");
}

static bool print_table(struct printing *p, const struct claim_table *table,
                        struct err *err)
{
  fprintf(p->file, "%s%s: %s\n%s\n\n", p->cells ? "\n" : "", table->name, table->title,
          table->place);
  print_line(p, table,
             (const char *const[]){"row", "column", "printed", "verdict", "measured"});
  for (uint32_t row = 0; row < table->row_count; row++)
    for (uint32_t column = 0; column < table->column_count; column++) {
      struct finding cell = {.claims = p->claims, .err = err};

      table_ask(&cell, table, row, column);
      if (cell.failed || *p->claims->stop || !print_cell(p, table, row, column, &cell, err))
        return false;
    }
  return true;
}

/* The table of a name, in *only; all: NULL. */
static bool find_table(const struct paper *paper, const char *name,
                       const struct claim_table **only, struct err *err)
{
  const char *names[TABLES_MOST];
  char near[128], all[256] = "";
  size_t count = 0;

  *only = NULL;
  for (; paper->tables && paper->tables[count]; count++) {
    names[count] = paper->tables[count]->name;
    claims_append(all, sizeof all, "%s%s", count ? ", " : "", names[count]);
    if (strcmp(names[count], name) == 0)
      *only = paper->tables[count];
  }
  if (count == 0)
    return err_set(err, ERR_USAGE, "the paper of '%s' has no table", paper->name);
  if (*only || strcmp(name, "all") == 0)
    return true;
  text_did_you_mean(near, sizeof near, name, names, count);
  return err_set(err, ERR_USAGE, "there is no table '%s' of '%s'%s%s", name, paper->name,
                 near[0] ? near : "; there are: ", near[0] ? "" : all);
}

static void print_names(const struct printing *p)
{
  for (size_t i = 0; claims_papers[i]; i++) {
    const struct paper *paper = claims_papers[i];

    if (p->paper && p->paper != paper)
      continue;
    for (size_t t = 0; paper->tables && paper->tables[t]; t++) {
      const struct claim_table *table = paper->tables[t];
      char cells[16];

      snprintf(cells, sizeof cells, "%u cells", table->row_count * table->column_count);
      struct column columns[] = {
          {paper->name, 9}, {table->name, 10}, {cells, 9}, {table->title, 60}};
      columns_print(columns, 4, p->file);
    }
  }
}

static bool print_tables(struct printing *p, const struct claim_table *only,
                         struct output_file *json, struct err *err)
{
  for (size_t i = 0; p->paper->tables[i]; i++)
    if ((!only || p->paper->tables[i] == only) && !print_table(p, p->paper->tables[i], err))
      return false;
  if (json->stream) {
    if (!json_print(p->array, json->stream, JSON_INDENT(2), err) || !file_commit(json, err))
      return false;
  }
  fprintf(p->file, "\n%zu cells: %zu TRUE, %zu FALSE, %zu AMBIGUOUS\n", p->cells,
          p->verdicts[CLAIM_TRUE], p->verdicts[CLAIM_FALSE], p->verdicts[CLAIM_AMBIGUOUS]);
  return true;
}

int claims_print_table(struct claims *claims, const struct paper *paper, const char *name,
                       struct output_file *json, FILE *text, struct err *err)
{
  struct printing p = {.claims = claims,
                       .file = text,
                       .paper = paper,
                       .array = json_array(),
                       .to_file = json->stream != NULL};
  const struct claim_table *only;
  const bool list = strcmp(name, "list") == 0;
  bool good = list;

  if (list)
    print_names(&p);
  else if (!paper)
    err_set(err, ERR_USAGE, "--table wants a paper: lockhop claims PAPER --table %s", name);
  else
    good = find_table(paper, name, &only, err) && print_tables(&p, only, json, err);
  claims_free_measured(claims);
  json_decref(p.array);
  if (json->stream)
    file_abandon(json);
  if (good || p.left)
    return 0;
  if (err->kind != ERR_NONE)
    return (int)err->kind;
  fprintf(text, "INTERRUPTED after %zu cells\n", p.cells);
  return INTERRUPTED;
}
