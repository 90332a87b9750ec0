/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* find_traffic -- the row of a text, where it runs, and its schedule. */
#include "base/text.h"
#include "network/traffic/mixture.h"
#include "network/traffic/not_sent.h"
#include "network/traffic/path_setup.h"
#include "network/traffic/permutation.h"
#include "network/traffic/traffic.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 64, NAME = 64, HINT = 128 };

/* What the row asks of the number of terminals. */
static bool has_terminals(const struct traffic_row *row, const struct topology *t,
                          struct err *err)
{
  uint32_t bits = topology_terminal_bits(t);

  if (row->terminals != TRAFFIC_ANY_TERMINALS && bits == UINT32_MAX)
    return err_set(err, ERR_USAGE,
                   "%s is defined on 2^n terminals; %s has %u; use random, or file:PATH",
                   row->name, t->spec, t->terminals);
  if (row->terminals == TRAFFIC_EVEN && bits % 2 != 0)
    return err_set(err, ERR_USAGE,
                   "%s swaps the halves of an address, so it needs an even number of "
                   "address bits; %s has %u; use an even dimension, or bit-reversal",
                   row->name, t->spec, bits);
  return true;
}

static bool has_network(const struct traffic_row *row, const struct topology *t)
{
  const struct topology_row *const *network = row->networks;

  while (network && *network && *network != t->row)
    network++;
  return !network || (*network != NULL) != row->elsewhere;
}

/* "d3 and rdn": the networks of all rows of that name, into text. */
static void name_networks(const struct traffic_table *all, const char *name,
                          char text[TRAFFIC_WHERE])
{
  const char *found[NAMES_MAX];
  size_t count = 0;

  for (size_t i = 0; i < all->count; i++) {
    const struct topology_row *const *networks = all->rows[i].networks;

    if (strcmp(all->rows[i].name, name) == 0 && !all->rows[i].elsewhere)
      for (; networks && *networks && count < NAMES_MAX; networks++)
        found[count++] = (*networks)->name;
  }
  text_list(text, TRAFFIC_WHERE, found, count, " and ");
}

static bool runs(const struct traffic_table *all, const struct traffic_row *row,
                 const struct topology *t, struct err *err)
{
  char networks[TRAFFIC_WHERE];

  if (has_network(row, t) && row->of_switches && t->per_site > 1)
    return err_set(err, ERR_USAGE,
                   "%s is a schedule for one terminal at each switch; %s has %u; leave "
                   "terminals=%u out, or take traffic that 'lockhop list traffic %s' names",
                   row->name, t->spec, t->per_site, t->per_site, t->spec);
  if (has_network(row, t))
    return has_terminals(row, t, err);
  name_networks(all, row->name, networks);
  return err_set(err, ERR_USAGE,
                 "%s is defined on %s alone; %s is another topology; 'lockhop list traffic "
                 "%s' names what runs there",
                 row->name, networks, t->spec, t->spec);
}

bool traffic_runs(const struct traffic_row *row, const struct topology *t, struct err *err)
{
  return runs(&traffic_table, row, t, err);
}

const char *traffic_where(const struct traffic_row *row, char text[TRAFFIC_WHERE])
{
  static const char *const terminals[] = {
      [TRAFFIC_ANY_TERMINALS] = "",
      [TRAFFIC_POWER] = "2^n terminals",
      [TRAFFIC_EVEN] = "2^n terminals, n even",
  };
  size_t used = 0;

  text[0] = '\0';
  for (size_t k = 0; row->networks && row->networks[k] && used < TRAFFIC_WHERE; k++)
    used += (size_t)snprintf(text + used, TRAFFIC_WHERE - used, "%s%s",
                             k                ? ", "
                             : row->elsewhere ? "not "
                                              : "",
                             row->networks[k]->name);
  if (row->terminals != TRAFFIC_ANY_TERMINALS && used < TRAFFIC_WHERE)
    snprintf(text + used, TRAFFIC_WHERE - used, "%s%s", used ? "; " : "",
             terminals[row->terminals]);
  return text;
}

static const struct traffic_row *unknown(const struct traffic_table *all,
                                         const char *traffic, size_t length,
                                         struct err *err)
{
  const size_t count = all->count < NAMES_MAX ? all->count : NAMES_MAX;
  const char *names[NAMES_MAX];
  char name[NAME], hint[HINT];

  if (traffic[0] == '\0') {
    err_set(err, ERR_USAGE, "the traffic is empty; give one, as in %s", all->rows[0].usage);
    return NULL;
  }
  for (size_t i = 0; i < count; i++)
    names[i] = all->rows[i].name;
  snprintf(name, sizeof name, "%.*s", (int)(length < NAME ? length : NAME), traffic);
  text_did_you_mean(hint, sizeof hint, name, names, count);
  err_set(err, ERR_USAGE, "unknown traffic '%s'%s", name,
          hint[0] != '\0' ? hint : "; 'lockhop list traffic' names them");
  return NULL;
}

const struct traffic_row *traffic_find_in(const struct traffic_table *all,
                                          const char *traffic, const struct topology *t,
                                          struct err *err)
{
  size_t length = strcspn(traffic, ":,");
  const struct traffic_row *nearest = NULL; /* has the name, and perhaps the network */
  struct err not_here;

  for (size_t i = 0; mixture_plus(traffic) && i < all->count; i++)
    if (all->rows[i].argument == TRAFFIC_MIXTURE && has_network(&all->rows[i], t))
      return runs(all, &all->rows[i], t, err) ? &all->rows[i] : NULL;
  for (size_t i = 0; i < all->count; i++) {
    const struct traffic_row *row = &all->rows[i];

    if (strlen(row->name) != length || strncmp(row->name, traffic, length) != 0)
      continue;
    if (runs(all, row, t, &not_here))
      return row;
    if (!nearest || has_network(row, t))
      nearest = row;
  }
  if (!nearest)
    return unknown(all, traffic, length, err);
  runs(all, nearest, t, err);
  return NULL;
}

const struct traffic_row *traffic_find(const char *traffic, const struct topology *t,
                                       struct err *err)
{
  return traffic_find_in(&traffic_table, traffic, t, err);
}

/* The argument after the name, or NULL. */
static const char *find_argument(const char *traffic, const struct traffic_row *row,
                                 struct err *err)
{
  if (row->argument == TRAFFIC_MIXTURE)
    return traffic;
  char separator = traffic[strlen(row->name)];
  const char *argument = traffic + strlen(row->name) + (separator != '\0');

  switch (row->argument) {
  case TRAFFIC_ALONE:
    if (separator == '\0')
      return argument;
    err_set(err, ERR_USAGE, "'%.100s': %s takes no options", traffic, row->name);
    return NULL;
  case TRAFFIC_PATH:
    if (separator == ':' && *argument != '\0')
      return argument;
    err_set(err, ERR_USAGE, "'%.100s': needs a path, as in %s", traffic, row->usage);
    return NULL;
  case TRAFFIC_MIXTURE:
  case TRAFFIC_OPTIONS:
    if (separator == '\0' || (separator == ',' && *argument != '\0'))
      return argument;
    break;
  }
  err_set(err, ERR_USAGE, "'%.100s': the form is %s", traffic, row->usage);
  return NULL;
}

static bool sets_up_paths(const struct traffic_row *row, const struct routing *routing)
{
  return routing->set_up && !row->own_headers;
}

/* The levels of the packets, by their headers. */
static void note_levels(struct schedule *schedule, const struct traffic_request *request)
{
  const struct routing *routing = request->routing;
  struct schedule_entry room;

  if (!routing->privileged)
    return;
  schedule->privileged_bit = routing->privileged(request->topology->parameters);
  schedule->privileged = 0;
  for (size_t i = 0; i < schedule->count; i++)
    schedule->privileged +=
        schedule_is_privileged(schedule, schedule_entry(schedule, i, &room));
}

bool schedule_make(struct schedule *schedule, const struct traffic_request *request,
                   struct err *err)
{
  *schedule = (struct schedule){.most = request->most};
  const struct traffic_row *row = traffic_find(request->traffic, request->topology, err);
  const char *argument = row ? find_argument(request->traffic, row, err) : NULL;

  if (!argument)
    return false;
  if (!row->make(schedule, request, argument, err) ||
      (sets_up_paths(row, request->routing) &&
       !path_setup(schedule, request->topology, request->routing, err)) ||
      !permutation_part(schedule, err) ||
      !not_sent_remove(schedule, request->topology, request->routing, err)) {
    schedule_free(schedule);
    return false;
  }
  /* Where nobody can follow a packet, nothing is promised. */
  schedule->conflict_free = schedule->conflict_free && request->routing->timed;
  note_levels(schedule, request);
  return true;
}

const char *schedule_routing(const struct topology *t, const char *traffic)
{
  struct err ignored;
  const struct traffic_row *row = traffic_find(traffic, t, &ignored);
  const char *options = row ? find_argument(traffic, row, &ignored) : NULL;

  return options && row->routing ? row->routing(options) : NULL;
}

/* An open loop has a load among its options; mix draws its loads itself; packets of a batch
 * start when there is room. */
bool schedule_is_open_loop(const struct topology *t, const char *traffic)
{
  struct err ignored;
  const struct traffic_row *row = traffic_find(traffic, t, &ignored);
  const char *options = row ? find_argument(traffic, row, &ignored) : NULL;

  if (!options || row->argument != TRAFFIC_OPTIONS)
    return false;
  return row->make == mix_make || row->make == batch_make ||
         strncmp(options, "load=", strlen("load=")) == 0 ||
         strstr(options, ",load=") != NULL;
}
