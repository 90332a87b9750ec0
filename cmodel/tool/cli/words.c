/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* words -- the values that SPEC, TRAFFIC, FILE and the other placeholders of commands and
 * options can take. */
#include "tool/cli/words.h"

#include "network/traffic/disturbance.h"
#include "network/traffic/payload.h"
#include "network/traffic/schedule.h"
#include "papers/tables.h"
#include "tool/campaign/check_plan.h"
#include "tool/cli/command.h"
#include "tool/cli/complete.h"
#include "tool/console/colour.h"
#include "tool/draw/picture.h"
#include "tool/session/machines.h"

#include <assert.h>
#include <string.h>

enum { MOST_TERMINALS = 1024 }; /* whose addresses are offered */

static bool begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

void words_one(const struct words *w, const char *word, const char *text)
{
  if (begins(word, w->current))
    fprintf(w->file, "word\t%s%s\t%s\n", w->before, word, text);
}

static void offer_names(const struct words *w, const char *(*names)(size_t number))
{
  for (size_t i = 0; names(i); i++)
    words_one(w, names(i), "");
}

static void offer_files(const struct words *w)
{
  fprintf(w->file, "files\t%s\n", w->before);
}

/* Names of files behind `scheme`, as in trace:FILE.  True: the scheme has been typed. */
static bool offer_files_behind(const struct words *w, const char *scheme)
{
  if (!begins(w->current, scheme))
    return false;
  fprintf(w->file, "files\t%s%s\n", w->before, scheme);
  return true;
}

static void offer_evidence(const struct words *w)
{
  if (offer_files_behind(w, "trace:"))
    return;
  words_one(w, "trace:", "a printed schedule, replayed");
  offer_files(w);
}

static void offer_commands(const struct words *w)
{
  size_t count;
  const struct command *commands = commands_all(&count);

  for (size_t i = 0; i < count; i++)
    words_one(w, commands[i].name, commands[i].text);
}

/* A name first, then specs of that name. */
static void offer_specs(const struct words *w)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);
  const bool named = strchr(w->current, ':') != NULL;
  char name[64];

  for (size_t i = 0; i < count; i++) {
    snprintf(name, sizeof name, "%s:", rows[i]->name);
    if (!named)
      words_one(w, name, rows[i]->text);
    for (const char *const *spec = rows[i]->examples; named && *spec; spec++)
      words_one(w, *spec, "");
  }
}

static void offer_plans(const struct words *w)
{
  offer_specs(w);
  offer_files(w);
}

/* All sizes of a family at once, too. */
static void offer_families(const struct words *w)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  offer_specs(w);
  for (size_t i = 0; i < count; i++)
    words_one(w, rows[i]->name, "sizes of the family");
}

/* After a comma: the options of `usage`, as in "random[,parts=S][,load=L..]". */
static void offer_keys(const struct words *w, const char *usage)
{
  const char *last = strrchr(w->current, ',') + 1;

  if (begins(last, "file=") && strstr(usage, "file=")) {
    fprintf(w->file, "files\t%s%.*s\n", w->before,
            (int)(last + strlen("file=") - w->current), w->current);
    return;
  }
  for (const char *comma = strchr(usage, ','); comma; comma = strchr(comma + 1, ',')) {
    const size_t length = strcspn(comma + 1, "=[]");
    char word[512];

    if (comma[1 + length] != '=')
      continue;
    snprintf(word, sizeof word, "%.*s%.*s=", (int)(last - w->current), w->current,
             (int)length, comma + 1);
    words_one(w, word, "");
  }
}

/* The kind by its name, with what it cannot be without: "uniform,load=". */
static void offer_kind(const struct words *w, const struct traffic_row *row)
{
  const size_t needed = strcspn(row->usage, "[");
  size_t length = strcspn(row->usage, "=");
  char word[128];

  if (row->argument == TRAFFIC_PATH)
    length = strcspn(row->usage, ":") + 1;
  else
    length = length < needed ? length + 1 : needed;
  snprintf(word, sizeof word, "%.*s", (int)length, row->usage);
  if (row->argument != TRAFFIC_PATH || !offer_files_behind(w, word))
    words_one(w, word, row->text);
}

static bool traffic_here(const struct words *w, const struct traffic_row *row)
{
  struct err not_here = {.kind = ERR_NONE};

  return !w->t || traffic_runs(row, w->t, &not_here);
}

static void offer_traffic(const struct words *w)
{
  size_t count;
  const struct traffic_row *rows = traffic_rows(&count);
  const size_t length = strcspn(w->current, ",");

  for (size_t i = 0; i < count; i++) {
    bool again = false; /* a row of this name was offered */

    for (size_t k = 0; k < i; k++)
      again =
          again || (strcmp(rows[k].name, rows[i].name) == 0 && traffic_here(w, &rows[k]));
    if (again || rows[i].argument == TRAFFIC_MIXTURE || !traffic_here(w, &rows[i]))
      continue; /* a mixture begins as its first part */
    if (w->current[length] == '\0')
      offer_kind(w, &rows[i]);
    else if (strlen(rows[i].name) == length && begins(w->current, rows[i].name))
      offer_keys(w, rows[i].usage);
  }
}

static void offer_traffic_or_files(const struct words *w)
{
  offer_traffic(w);
  offer_files(w);
}

/* Those with options only when a comma was typed: there are many. */
static void offer_routings(const struct words *w)
{
  const bool options = strchr(w->current, ',') != NULL;
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  for (size_t i = 0; w->t && i < w->t->routing_count; i++)
    if (options || !strchr(w->t->routings[i].name, ','))
      words_one(w, w->t->routings[i].name, w->t->routings[i].text);
  for (size_t i = 0; !w->t && i < count; i++)
    for (size_t r = 0; r < rows[i]->routing_count; r++)
      words_one(w, rows[i]->routings[r].plain.name, rows[i]->routings[r].plain.text);
}

static void offer_terminals(const struct words *w)
{
  char address[ADDRESS_TEXT];

  for (uint32_t i = 0; w->t && w->t->terminals <= MOST_TERMINALS && i < w->t->terminals;
       i++) {
    topology_print_terminal(w->t, i, address);
    words_one(w, address, "");
  }
}

/* Behind the last comma. */
static void offer_disturbances(const struct words *w)
{
  const char *comma = strrchr(w->current, ',');
  char word[512];

  for (size_t i = 0; disturbances_list(i); i++) {
    snprintf(word, sizeof word, "%.*s%s", comma ? (int)(comma + 1 - w->current) : 0,
             w->current, disturbances_list(i));
    words_one(w, word, "");
  }
}

static void offer_data(const struct words *w)
{
  for (size_t i = 0; payload_list(i); i++)
    words_one(w, payload_list(i), payload_text(i));
}

static void offer_compare(const struct words *w)
{
  offer_names(w, run_compare_list);
}

/* The same, of a list. */
static void offer_rules(const struct words *w)
{
  for (uint32_t rule = 0; rule < FLOW_RULES; rule++)
    words_one(w, flow_rule_name((enum flow_rule)rule), "");
}

static void offer_lists(const struct words *w)
{
  offer_names(w, list_names);
}

static void offer_machines(const struct words *w)
{
  offer_names(w, machines_list);
}

static void offer_colours(const struct words *w)
{
  offer_names(w, picture_colours);
}

static void offer_when(const struct words *w)
{
  offer_names(w, colour_list);
}

static void offer_forms(const struct words *w)
{
  offer_names(w, rtl_forms);
}

static void offer_levels(const struct words *w)
{
  offer_names(w, check_level_list);
}

static void offer_shells(const struct words *w)
{
  offer_names(w, complete_shells);
}

static void offer_papers(const struct words *w)
{
  for (size_t i = 0; claims_papers[i]; i++)
    words_one(w, claims_papers[i]->name, claims_papers[i]->title);
}

static void offer_tables(const struct words *w)
{
  for (size_t i = 0; claims_papers[i]; i++)
    for (size_t t = 0; claims_papers[i]->tables && claims_papers[i]->tables[t]; t++)
      words_one(w, claims_papers[i]->tables[t]->name, claims_papers[i]->tables[t]->title);
  words_one(w, "all", "all of them");
  words_one(w, "list", "their names");
}

static void offer_packets(const struct words *w)
{
  words_one(w, "ports", "as many as a switch has ports");
}

/* As FIGURES of scripts/plot_figures.py, and the parts of scripts/plot_rows.py. */
static void offer_figures(const struct words *w)
{
  words_one(w, "latency", "against offered load, with saturation");
  words_one(w, "accepted", "load against offered load");
  words_one(w, "histogram", "of a column over the trials");
  words_one(w, "speedup", "over a routing, against the size of the network");
}

static void offer_parts(const struct words *w)
{
  static const char *const parts[] = {"topology", "traffic", "packets", "routing", "depth",
                                      "vcs",      "lanes",   "options", "design",  "file"};

  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    words_one(w, parts[i], "");
}

/* Nothing: a number, or a list of them. */
static void offer_nothing(const struct words *w)
{
  (void)w;
}

static const struct {
  const char *placeholder;
  void (*offer)(const struct words *w);
} rows[] = {
    {"FILE.csv...", offer_files},  {"FIGURE", offer_figures},
    {"COLUMN", offer_nothing},     {"PART", offer_parts},
    {"COMMAND", offer_commands},   {"KIND", offer_lists},
    {"SPEC", offer_specs},         {"SPEC|FAMILY", offer_families},
    {"SRC", offer_terminals},      {"DST", offer_terminals},
    {"TRAFFIC", offer_traffic},    {"FOLDER|trace:FILE", offer_evidence},
    {"SPEC|PLAN", offer_plans},    {"PAPER", offer_papers},
    {"TABLE", offer_tables},       {"ROUTING", offer_routings},
    {"KINDS", offer_disturbances}, {"DATA", offer_data},
    {"MACHINE", offer_machines},   {"LEVEL", offer_levels},
    {"SHELL", offer_shells},       {"P", offer_packets},
    {"DIR", offer_files},          {"FILE", offer_files},
    {"FILE.v", offer_files},       {"FILE.fst", offer_files},
    {"PATH", offer_files},         {"FOLDER", offer_files},
    {"LIST", offer_nothing},       {"A-B", offer_nothing},
    {"I/N", offer_nothing},        {"RESULTS...", offer_files},
    {"[=R]", offer_nothing},       {"TRAFFIC|RESULTS...", offer_traffic_or_files},
    {"MAX", offer_nothing},        {"GIB", offer_nothing},
    {"MIB", offer_nothing},        {"N", offer_nothing},
    {"W", offer_nothing},          {"L", offer_nothing},
    {"S", offer_nothing},          {"B", offer_nothing},
    {"HOW", offer_compare},        {"RULES", offer_rules},
    {"DESIGN...", offer_files},    {"LOADS", offer_nothing},
    {"SWITCHES", offer_nothing},   {"COLOR", offer_colours},
    {"LIMITS", offer_nothing},     {"WHEN", offer_when},
    {"RESULT...", offer_files},    {"FORM", offer_forms},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

void words_offer(const struct words *w, const char *placeholder)
{
  size_t i = 0;

  while (i < ROWS && strcmp(rows[i].placeholder, placeholder) != 0)
    i++;
  assert(i < ROWS);
  rows[i].offer(w);
}
