/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* info -- lockhop info: formulas of the paper beside values measured on the graph. */
#include "network/topology/d3.h"
#include "network/topology/mdf.h"
#include "network/topology/measure.h"
#include "network/traffic/pattern.h"
#include "tool/cli/options.h"
#include "tool/cli/structure.h"
#include "tool/console/columns.h"
#include "tool/console/fold.h"
#include "tool/console/freedom.h"
#include "tool/console/rows.h"

#include <string.h>

static void print_links(const struct topology *t)
{
  printf("# from_switch from_port to_switch to_port\n");
  for (uint32_t sw = 0; sw < t->switches && !ferror(stdout); sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      struct link link = topology_link(t, sw, port);

      printf("%u\t%u\t%u\t%u\n", sw, port, link.to_switch, link.to_port);
    }
}

static int wider(int width, const char *text)
{
  int length = (int)strlen(text);

  return length > width ? length : width;
}

enum { FORMULA = 128 };

/* The formula of a row, or "-"; "2 * (M)" with two terminals at every switch. */
static const char *formula_of(const struct measurement *row, char text[FORMULA])
{
  const char *formula = row->formula ? row->formula : "-";
  const bool bound = formula[0] == '<';

  if (!row->formula || row->times == 1)
    return formula;
  snprintf(text, FORMULA, "%s%u * (%s)", bound ? "<= " : "", row->times,
           formula + (bound ? strlen("<= ") : 0));
  return text;
}

enum { CELLS = 5, HOW_LEAST = 12, BELOW = 6 };

/* A row of the table, and `how` it was measured.  On a terminal that is too narrow the
 * columns give way to 8 letters each, and `how` is below. */
static void print_line(FILE *file, const char *const texts[CELLS], const char *how,
                       const int widths[CELLS])
{
  const size_t margin = fold_margin(file);
  struct column columns[CELLS];
  int width = CELLS;

  for (size_t i = 0; i < CELLS; i++) {
    columns[i] = (struct column){texts[i], (size_t)widths[i]};
    width += widths[i];
  }
  if (margin > 0 && (size_t)width + HOW_LEAST > margin) {
    columns_print(columns, CELLS, file);
    fprintf(file, "%*s%s\n", BELOW, "", how);
    return;
  }
  fprintf(file, "%-*s %-*s %*s %*s  %-*s ", widths[0], texts[0], widths[1], texts[1],
          widths[2], texts[2], widths[3], texts[3], widths[4] - 1, texts[4]);
  rows_end(file, (size_t)width, how);
}

static void print_rows(const struct topology *t, const struct measurement *rows,
                       size_t count, FILE *file)
{
  static const char *const head[CELLS] = {"quantity", "formula", "value", "measured", ""};
  int widths[CELLS] = {18, 20, 14, 14, 9};
  char text[FORMULA];

  for (size_t i = 0; i < count; i++) {
    widths[0] = wider(widths[0], rows[i].quantity);
    widths[1] = wider(widths[1], formula_of(&rows[i], text));
  }
  fprintf(file, "%s: %s\n\n", t->spec, t->row->text);
  print_line(file, head, "how", widths);
  for (size_t i = 0; i < count; i++) {
    const struct measurement *row = &rows[i];
    char value[32] = "-", measured[32] = "-";

    if (row->formula)
      snprintf(value, sizeof value, "%.10g", row->formula_value);
    if (row->measured)
      snprintf(measured, sizeof measured, "%.10g", row->value);
    print_line(file,
               (const char *const[CELLS]){row->quantity, formula_of(row, text), value,
                                          measured, measure_verdict(row)},
               row->how, widths);
  }
}

/* Theorem 1 of the swapped dragonfly: where the cabinets, or the drawers and routers, of a
 * part are in the whole, and the ports between them, by destination and by difference. */
static void print_part(const struct topology *t, size_t key, FILE *file)
{
  static const struct {
    const char *members, *member, *kind, *difference;
  } texts[] = {
      [D3_CABINETS] = {"cabinets", "cabinet", "global", "gamma"},
      [D3_ROUTERS] = {"drawers and routers", "router", "local", "pi or delta"},
  };
  const uint32_t count = d3_count(t, key);
  char to[64], by[64];
  int width;

  snprintf(to, sizeof to, "%s port to %s 0..%u", texts[key].kind, texts[key].member,
           count - 1);
  snprintf(by, sizeof by, "%s port for %s = 0..%u", texts[key].kind, texts[key].difference,
           count - 1);
  width = wider((int)(3 * count), to);
  fprintf(file, "\nthe %s in D3(%u,%u)\n%4s %4s    %-*s   %s\n", texts[key].members,
          d3_whole_count(t, D3_CABINETS), d3_whole_count(t, D3_ROUTERS), "i", "is", width,
          to, by);
  for (uint32_t i = 0; i < count; i++) {
    fprintf(file, "%4u %4u   ", i, d3_chosen(t, key, i));
    for (uint32_t j = 0; j < count; j++)
      fprintf(file, "%3u", d3_part_port(t, key, i, j));
    fprintf(file, "%*s", width - (int)(3 * count) + 3, "");
    for (uint32_t j = 0; j < count; j++)
      fprintf(file, "%3u", d3_part_port(t, key, i, (i + j) % count));
    fprintf(file, "\n");
  }
}

/* The table of section 11 of the swapped dragonfly: which group a router's global port
 * leads to, in a row for each group.  Wider ones have no room in a line. */
static void print_groups(const struct topology *t, FILE *file)
{
  enum { COLUMNS = 16 };
  const uint32_t k = t->parameters[0], m = t->parameters[1];

  if (k * m > COLUMNS)
    return;
  fprintf(file, "\nthe groups joined to each group, by (router, global port)\n%5s", "");
  for (uint32_t column = 0; column < k * m; column++) {
    char name[24];

    snprintf(name, sizeof name, "%u,%u", column / k, column % k);
    fprintf(file, "%7s", name);
  }
  for (uint32_t group = 0; group <= k * m; group++) {
    fprintf(file, "\n%5u", group);
    for (uint32_t column = 0; column < k * m; column++) {
      const uint32_t sw = mdf_switch(t, (struct mdf_router){group, column / k});
      const struct link link = topology_link(t, sw, m + column % k);

      fprintf(file, "%7u", mdf_router(t, link.to_switch).group);
    }
  }
  fprintf(file, "\n");
}

/* What is printed instead of the formulas; *done: something is. */
static bool print_instead(const struct settings *settings, const struct topology *t,
                          bool *done, struct err *err)
{
  const bool structure = settings->cycle || settings->levels;

  *done = settings->links || structure;
  if (settings->links + settings->cycle + settings->levels > 1)
    return err_set(err, ERR_USAGE,
                   "--links, --cycle and --levels are three outputs; give one");
  if (settings->at && !settings->levels)
    return err_set(err, ERR_USAGE, "--switch is for --levels");
  if (settings->json && !structure)
    return err_set(err, ERR_USAGE, "--json is for --cycle and --levels");
  if (settings->links)
    print_links(t);
  if (settings->cycle)
    return cycle_print(settings, t, err);
  return !settings->levels || levels_print(settings, t, err);
}

int command_info(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  struct permutation permutations[PATTERN_ROWS];
  struct measurement rows[MEASURE_ROWS];
  FILE *file = settings->out;
  bool instead;

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  if (!print_instead(settings, &t, &instead, err) || instead)
    return (int)err->kind;
  size_t count =
      topology_measure(&t, &t.routings[0], permutations,
                       pattern_permutations(&t, permutations), rows, MEASURE_ROWS, err);
  if (count) {
    print_rows(&t, rows, count, file);
    for (size_t key = 0; d3_is(&t) && key < D3_KEYS; key++)
      if (d3_is_part(&t, key))
        print_part(&t, key, file);
    if (t.row == &mdf)
      print_groups(&t, file);
    freedom_table(&t, file, err);
  }
  return (int)err->kind;
}
