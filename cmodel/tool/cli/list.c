/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* list -- lockhop list: the tables of topologies, routings and traffic, and route units. */
#include "base/text.h"
#include "network/topology/family.h"
#include "network/topology/terminal.h"
#include "network/traffic/schedule.h"
#include "tool/cli/options.h"
#include "tool/cli/route_units.h"
#include "tool/console/rows.h"

#include <string.h>

enum { NAME = 128, TEXT = 512 }; /* bytes of a row */

static void list_topologies(FILE *file)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);
  char terminals[TERMINAL_TEXT];

  fprintf(file, "topologies\n");
  for (size_t i = 0; i < count; i++)
    rows_print(file, rows[i]->usage, 38, rows[i]->text);
  terminal_explain(terminals);
  rows_print(file, TERMINAL_USAGE, 38, terminals);
}

/* Below its routing: "random=own|shared", help and default. */
static void list_option(const struct routing_option *option, FILE *file)
{
  char form[NAME], text[TEXT];
  int used = snprintf(form, sizeof form, "%13s%s=", "", option->name);

  for (size_t i = 0; i < routing_values(option); i++)
    used += snprintf(form + used, sizeof form - (size_t)used, "%s%s", i ? "|" : "",
                     option->values[i]);
  snprintf(text, sizeof text, "%s (default %s)", option->text, option->values[0]);
  rows_print(file, form, 36, text);
}

/* Is it the first of the routings that the same networks have? */
static bool is_default(const struct topology_row *topology, size_t number)
{
  const struct routing_row *rows = topology->routings;
  bool first = number == 0 || rows[number].where;

  for (size_t i = 0; first && i < number; i++)
    first = rows[i].where && strcmp(rows[i].where, rows[number].where) != 0;
  return first;
}

/* A routing, with the networks that have it. */
static void list_routing(const struct topology_row *topology, size_t number, FILE *file)
{
  const struct routing_row *row = &topology->routings[number];
  const bool first = is_default(topology, number);
  char name[NAME], text[TEXT];

  snprintf(name, sizeof name, "%-10s %s", topology->name, row->plain.name);
  if (row->where)
    snprintf(text, sizeof text, "%s (%s%s)", row->plain.text, row->where,
             first ? ", default" : "");
  else
    snprintf(text, sizeof text, "%s%s", row->plain.text, first ? " (default)" : "");
  rows_print(file, name, 36, text);
}

static void list_routings(FILE *file)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  fprintf(file, "routings\n");
  for (size_t i = 0; i < count; i++)
    for (size_t r = 0; r < rows[i]->routing_count; r++) {
      const struct routing_row *row = &rows[i]->routings[r];

      list_routing(rows[i], r, file);
      for (size_t o = 0; o < routing_options(row); o++)
        list_option(&row->options[o], file);
    }
}

/* All traffic, with where each kind runs; with a network, what runs there. */
static void list_traffic(const struct topology *t, FILE *file)
{
  size_t count;
  const struct traffic_row *rows = traffic_rows(&count);
  char where[TRAFFIC_WHERE], text[TEXT];
  struct err not_here;

  fprintf(file, t ? "traffic of %s\n" : "traffic\n", t ? t->spec : "");
  for (size_t i = 0; i < count; i++) {
    if (t && !traffic_runs(&rows[i], t, &not_here))
      continue;
    if (!t && traffic_where(&rows[i], where)[0] != '\0')
      snprintf(text, sizeof text, "%s (%s)", rows[i].text, where);
    else
      snprintf(text, sizeof text, "%s", rows[i].text);
    rows_print(file, rows[i].usage, 38, text);
  }
}

/* What lockhop check runs of a family, and why. */
static bool list_families(FILE *file, struct err *err)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  fprintf(file, "families\n");
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; rows[i]->family && rows[i]->family->sizes[k].spec; k++) {
      TOPOLOGY_OF_BLOCK(t);
      const struct routing *routing;
      char reason[FAMILY_TEXT], name[NAME];

      if (!family_open(&t, &routing, rows[i], k, err) ||
          !family_reason(rows[i], k, reason, err))
        return false;
      snprintf(name, sizeof name, "%-38s %s", rows[i]->family->sizes[k].spec,
               routing->name);
      rows_print(file, name, 76, reason);
    }
  return true;
}

/* The first three are shown to a person who does not say which. */
enum list {
  LIST_TOPOLOGIES,
  LIST_ROUTINGS,
  LIST_TRAFFIC,
  LIST_FAMILIES,
  LIST_ROUTE_UNITS,
  LISTS
};

static const char *const names[LISTS] = {"topologies", "routings", "traffic", "families",
                                         "route-units"};

const char *list_names(size_t number)
{
  return number < LISTS ? names[number] : NULL;
}

static void print_list(enum list list, const struct topology *t, FILE *file)
{
  if (list == LIST_TOPOLOGIES)
    list_topologies(file);
  else if (list == LIST_ROUTINGS)
    list_routings(file);
  else
    list_traffic(t, file);
}

int command_list(const struct settings *settings, struct err *err)
{
  const char *wanted = settings->argument[0];
  size_t list = 0;
  TOPOLOGY_OF_BLOCK(t);
  char near[128];

  while (wanted && list < LISTS && strcmp(wanted, names[list]) != 0)
    list++;
  if (list == LISTS)
    err_set(err, ERR_USAGE, "there is no list '%s'%s", wanted,
            text_did_you_mean(near, sizeof near, wanted, names, LISTS));
  else if (list == LIST_ROUTE_UNITS && wanted && settings->argument_count < 2)
    route_units_print(settings->out, err);
  else if (list == LIST_FAMILIES && wanted && settings->argument_count < 2)
    list_families(settings->out, err);
  else if (settings->argument_count < 2)
    for (size_t i = wanted ? list : 0; i < (wanted ? list + 1 : LIST_FAMILIES); i++)
      print_list((enum list)i, NULL, settings->out);
  else if (list != LIST_TRAFFIC)
    err_set(err, ERR_USAGE, "'%s' is one argument too many: lockhop list %s",
            settings->argument[1], wanted);
  else if (topology_open(&t, settings->argument[1], err))
    print_list(LIST_TRAFFIC, &t, settings->out);
  return (int)err->kind;
}
