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

static void print_rows(const struct topology *t, const struct measurement *rows,
                       size_t count)
{
  int quantity = 18, formula = 20; /* columns */
  char text[FORMULA];

  for (size_t i = 0; i < count; i++) {
    quantity = wider(quantity, rows[i].quantity);
    formula = wider(formula, formula_of(&rows[i], text));
  }
  printf("%s: %s\n\n", t->spec, t->row->text);
  printf("%-*s %-*s %14s %14s  %-8s %s\n", quantity, "quantity", formula, "formula",
         "value", "measured", "", "how");
  for (size_t i = 0; i < count; i++) {
    const struct measurement *row = &rows[i];
    char value[32] = "-", measured[32] = "-";

    if (row->formula)
      snprintf(value, sizeof value, "%.10g", row->formula_value);
    if (row->measured)
      snprintf(measured, sizeof measured, "%.10g", row->value);
    const int left = printf("%-*s %-*s %14s %14s  %-8s ", quantity, row->quantity, formula,
                            formula_of(row, text), value, measured, measure_verdict(row));

    rows_end(stdout, left > 0 ? (size_t)left : 0, row->how);
  }
}

/* Theorem 1 of the swapped dragonfly: where the cabinets, or the drawers and routers, of a
 * part are in the whole, and the ports between them, by destination and by difference. */
static void print_part(const struct topology *t, size_t key)
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
  printf("\nthe %s in D3(%u,%u)\n%4s %4s    %-*s   %s\n", texts[key].members,
         d3_whole_count(t, D3_CABINETS), d3_whole_count(t, D3_ROUTERS), "i", "is", width,
         to, by);
  for (uint32_t i = 0; i < count; i++) {
    printf("%4u %4u   ", i, d3_chosen(t, key, i));
    for (uint32_t j = 0; j < count; j++)
      printf("%3u", d3_part_port(t, key, i, j));
    printf("%*s", width - (int)(3 * count) + 3, "");
    for (uint32_t j = 0; j < count; j++)
      printf("%3u", d3_part_port(t, key, i, (i + j) % count));
    printf("\n");
  }
}

/* The table of section 11 of the swapped dragonfly: which group a router's global port
 * leads to, in a row for each group.  Wider ones have no room in a line. */
static void print_groups(const struct topology *t)
{
  enum { COLUMNS = 16 };
  const uint32_t k = t->parameters[0], m = t->parameters[1];

  if (k * m > COLUMNS)
    return;
  printf("\nthe groups joined to each group, by (router, global port)\n%5s", "");
  for (uint32_t column = 0; column < k * m; column++) {
    char name[24];

    snprintf(name, sizeof name, "%u,%u", column / k, column % k);
    printf("%7s", name);
  }
  for (uint32_t group = 0; group <= k * m; group++) {
    printf("\n%5u", group);
    for (uint32_t column = 0; column < k * m; column++) {
      const uint32_t sw = mdf_switch(t, (struct mdf_router){group, column / k});
      const struct link link = topology_link(t, sw, m + column % k);

      printf("%7u", mdf_router(t, link.to_switch).group);
    }
  }
  printf("\n");
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
  bool instead;

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  if (!print_instead(settings, &t, &instead, err) || instead)
    return (int)err->kind;
  size_t count =
      topology_measure(&t, &t.routings[0], permutations,
                       pattern_permutations(&t, permutations), rows, MEASURE_ROWS, err);
  if (count) {
    print_rows(&t, rows, count);
    for (size_t key = 0; d3_is(&t) && key < D3_KEYS; key++)
      if (d3_is_part(&t, key))
        print_part(&t, key);
    if (t.row == &mdf)
      print_groups(&t);
    freedom_table(&t, stdout, err);
  }
  return (int)err->kind;
}
