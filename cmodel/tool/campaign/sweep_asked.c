/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_asked -- the plan of a sweep as a command line says it. */
#include "tool/campaign/sweep_asked.h"

#include "tool/session/fields.h"
#include "tool/session/session.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const char usual_resolution[] = "0.01";

bool sweep_asked_is_run(const struct settings *s)
{
  if (s->judge || s->argument_count < 2)
    return false;
  return access(s->argument[0], F_OK) != 0 || access(s->argument[1], F_OK) != 0;
}

/* NULL: no search. */
static const char *resolution_of(const struct settings *s)
{
  return s->saturation && s->saturation[0] == '\0' ? usual_resolution : s->saturation;
}

static bool is_number(const char *text)
{
  struct decimal d;
  const size_t length = decimal_read(&d, text);

  return length > 0 && text[length] == '\0';
}

bool sweep_asked_resolution(const struct settings *s, struct err *err)
{
  const char *resolution = resolution_of(s);
  struct sweep_search search;
  char text[LINES_TEXT];

  if (!resolution)
    return true;
  for (size_t i = 1; i < s->argument_count; i++)
    if (is_number(s->argument[i]))
      return err_set(err, ERR_USAGE, "--saturation %s: write --saturation=%s",
                     s->argument[i], s->argument[i]);
  if (strchr(resolution, ',') || !sweep_search_ask(text, "", resolution, err) ||
      !sweep_search_read(&search, text, err))
    return err_set(err, ERR_USAGE,
                   "--saturation '%.60s': the resolution of a search must be a number in "
                   "0.0001..0.5",
                   resolution);
  return true;
}

/* A plan says in its lines what the options of a run say. */
static bool check_plan_alone(const struct settings *s, struct err *err)
{
  size_t count;
  const struct run_field *fields = run_fields(&count);

  for (size_t i = 0; i < count; i++)
    if (fields[i].role == RUN_FIELD_IS && strcmp(fields[i].name, "machine") != 0 &&
        run_field_said(&s->run, &fields[i]))
      return err_set(err, ERR_USAGE,
                     "--%s is for SPEC and TRAFFIC; a plan has a line '%s' for it",
                     fields[i].name, fields[i].name);
  return s->trials == SETTINGS_UNSET ||
         err_set(err, ERR_USAGE,
                 "--trials is for SPEC and TRAFFIC; a plan has a line 'trials' for it");
}

/* Words are kept, not copied. */
static void say(struct sweep_block *block, enum sweep_keyword keyword, const char *word)
{
  struct sweep_line *line = &block->line[keyword];

  line->number = 1;
  line->word[0] = word;
  line->count = 1;
}

static void say_number(struct sweep_block *block, enum sweep_keyword keyword,
                       uint64_t value)
{
  char *text = block->line[keyword].text;

  snprintf(text, LINES_TEXT, "%" PRIu64, value);
  say(block, keyword, text);
}

static void say_if(struct sweep_block *block, enum sweep_keyword keyword, int64_t value)
{
  if (value != DESCRIPTION_UNSET)
    say_number(block, keyword, (uint64_t)value);
}

/* That of a run, by name. */
static bool say_routing(struct sweep_block *block, const struct settings *s,
                        struct err *err)
{
  struct description d = s->run;
  char *name = block->line[SWEEP_ROUTING].text, traffic[LINES_TEXT];
  TOPOLOGY_OF_BLOCK(t);

  if (!topology_open(&t, d.topology, err) ||
      (s->saturation && !sweep_search_ask(traffic, d.traffic, resolution_of(s), err)))
    return false;
  if (s->saturation)
    d.traffic = traffic;
  const struct routing *routing = session_routing(&t, &d, err);

  if (!routing)
    return false;
  snprintf(name, LINES_TEXT, "%s", routing->name);
  say(block, SWEEP_ROUTING, name);
  return true;
}

static bool plan_of_run(struct sweep_plan *plan, const struct settings *s, struct err *err)
{
  const struct description *d = &s->run;
  struct sweep_block block = {.number = 1};

  say(&block, SWEEP_TOPOLOGY, d->topology);
  say(&block, SWEEP_TRAFFIC, d->traffic);
  if (!say_routing(&block, s, err))
    return false;
  if (d->packets == 0)
    say(&block, SWEEP_PACKETS, "ports");
  else
    say_number(&block, SWEEP_PACKETS, (uint64_t)d->packets);
  say_number(&block, SWEEP_TRIALS, s->trials == SETTINGS_UNSET ? 1 : (uint64_t)s->trials);
  say_number(&block, SWEEP_SEED, d->seed);
  say_if(&block, SWEEP_DEPTH, d->depth);
  say_if(&block, SWEEP_VCS, d->vcs);
  say_if(&block, SWEEP_LANES, d->lanes);
  return sweep_plan_of(plan, &block, resolution_of(s), err);
}

bool sweep_asked_plan(struct sweep_plan *plan, const struct settings *s, struct err *err)
{
  *plan = (struct sweep_plan){.cells = NULL};
  if (sweep_asked_is_run(s))
    return plan_of_run(plan, s, err);
  return check_plan_alone(s, err) &&
         sweep_plan_read(plan, s->argument[0], resolution_of(s), err);
}
