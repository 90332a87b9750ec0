/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* list -- lockhop list: the tables of topologies, routings and traffic. */
#include "base/text.h"
#include "cli/options.h"
#include "topology/topology.h"
#include "traffic/schedule.h"

#include <string.h>

static void list_topologies(void)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  printf("topologies\n");
  for (size_t i = 0; i < count; i++)
    printf("  %-38s %s\n", rows[i]->usage, rows[i]->text);
}

/* Below its routing: "random=own|shared", help and default. */
static void list_option(const struct routing_option *option)
{
  char form[64];
  int used = snprintf(form, sizeof form, "%s=", option->name);

  for (size_t i = 0; i < routing_values(option); i++)
    used += snprintf(form + used, sizeof form - (size_t)used, "%s%s", i ? "|" : "",
                     option->values[i]);
  printf("  %-10s   %-23s %s (default %s)\n", "", form, option->text, option->values[0]);
}

static void list_routings(void)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  printf("routings\n");
  for (size_t i = 0; i < count; i++)
    for (size_t r = 0; r < rows[i]->routing_count; r++) {
      const struct routing_row *row = &rows[i]->routings[r];

      printf("  %-10s %-25s %s%s\n", rows[i]->name, row->plain.name, row->plain.text,
             r == 0 ? " (default)" : "");
      for (size_t o = 0; o < routing_options(row); o++)
        list_option(&row->options[o]);
    }
}

static void list_traffic(void)
{
  size_t count;
  const struct traffic_row *rows = traffic_rows(&count);

  printf("traffic\n");
  for (size_t i = 0; i < count; i++)
    printf("  %-38s %s\n", rows[i].usage, rows[i].text);
}

int command_list(const struct settings *settings, struct err *err)
{
  static const char *const names[] = {"topologies", "routings", "traffic"};
  static void (*const lists[])(void) = {list_topologies, list_routings, list_traffic};
  const char *wanted = settings->argument[0];
  bool found = false;
  char near[128];

  for (size_t i = 0; i < 3; i++)
    if (!wanted || strcmp(wanted, names[i]) == 0) {
      lists[i]();
      found = true;
    }
  if (!found)
    err_set(err, ERR_USAGE, "there is no list '%s'%s", wanted,
            text_did_you_mean(near, sizeof near, wanted, names, 3));
  return (int)err->kind;
}
