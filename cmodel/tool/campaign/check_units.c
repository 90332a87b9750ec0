/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_units -- plans the benches of single modules, and runs them. */
#define _GNU_SOURCE /* asprintf */
#include "tool/campaign/check_units.h"

#include "tool/campaign/check_unit_list.h"
#include "tool/console/simulate.h"
#include "tool/session/trust.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
  BENCH_SECONDS = 3600, /* a job: its build and its run have limits of their own */
  RUN_STEPS = 10,       /* time limit of a bench, in units of --step-seconds */
  NAMES = 64,           /* modules of one file */
  SWITCHES_QUICK = 2    /* sets of a whole switch: the runs compare it too */
};

/* --- planning --- */

static struct check_unit *find(struct check_units *units, const char *module)
{
  for (size_t i = 0; i < units->count; i++)
    if (strcmp(units->list[i].module, module) == 0)
      return &units->list[i];
  return NULL;
}

static struct check_unit *add(struct check_units *units, const char *module, bool own,
                              struct err *err)
{
  struct check_unit *more =
      realloc(units->list, (units->count + 1) * sizeof units->list[0]);

  if (!more) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
    return NULL;
  }
  units->list = more;
  struct check_unit *unit = &more[units->count++];
  *unit = (struct check_unit){.own = own, .sets = strdup("")};
  snprintf(unit->module, sizeof unit->module, "%s", module);
  unit->word = twin_test_exists(module) ? UNIT_WAITING : UNIT_NO_TWIN;
  return unit;
}

/* A switch that lacks parameters or ports is none of the page, to compare it alone. */
static void leave_fitted(struct check *check)
{
  struct check_unit *unit = find(check->units, "switch");

  if (unit && check->plan.fit.needed)
    unit->word = UNIT_NO_TWIN;
}

/* The modules that the user's files define. */
static bool add_users(struct check *check, struct err *err)
{
  char names[NAMES][MODULE_NAME];

  for (size_t i = 0; i < check->dut.files.count; i++) {
    size_t size, count;
    char *text = file_read(check->dut.files.text[i], &size, err);

    if (!text)
      return false;
    count = modules_defined(text, names, NAMES);
    free(text);
    for (size_t k = 0; k < count; k++)
      if (!find(check->units, names[k]) && !add(check->units, names[k], false, err))
        return false;
  }
  leave_fitted(check);
  return true;
}

static bool is_whole_switch(const struct check_unit *unit)
{
  return strcmp(unit->module, "switch") == 0;
}

/* One more set of parameters of a user's module, if it is new. */
static bool add_set(struct check_unit *unit, const struct unit *one,
                    const struct check *check, struct err *err)
{
  char *line = NULL;

  if (strstr(unit->sets, one->parameters) ||
      (is_whole_switch(unit) && check->request.level == CHECK_QUICK &&
       unit->planned >= SWITCHES_QUICK))
    return true;
  if (asprintf(&line, "%sVspec_%zu rtl/%s/%s.v %s\n", unit->sets, unit->planned,
               one->folder, one->module, one->parameters) < 0)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  free(unit->sets);
  unit->sets = line;
  unit->planned++;
  return true;
}

/* Add the units of the shape of one run. */
static bool add_shape(struct check *check, const struct check_run *run, struct units *units,
                      struct err *err)
{
  struct session s;
  bool good;

  if (!session_open(&s, &run->description, NULL, err))
    return false;
  good = units_of_shape(units, &s.shape, err);
  for (size_t i = 0; good && i < units->count; i++) {
    struct check_unit *unit = find(check->units, units->list[i].module);

    if (!unit && trust_can(units->list[i].module))
      good = add(check->units, units->list[i].module, true, err) != NULL;
    else if (unit && !unit->own)
      good = add_set(unit, &units->list[i], check, err);
  }
  session_close(&s);
  return good;
}

bool check_units_plan(struct check *check, struct err *err)
{
  const struct check_plan *plan = &check->plan;
  struct units *units = malloc(sizeof *units);
  bool *seen = calloc(plan->shape_count + 1, sizeof *seen);

  check->units = calloc(1, sizeof *check->units);
  bool good =
      (units && seen && check->units) || err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (check_by_cycle(check))
    good = good && add_users(check, err);
  for (size_t i = 0; good && check_by_cycle(check) && i < plan->count; i++) {
    if (!seen[plan->runs[i]->shape])
      good = add_shape(check, plan->runs[i], units, err);
    seen[plan->runs[i]->shape] = true;
  }
  free(units);
  free(seen);
  return good;
}

void check_units_free(struct check *check)
{
  for (size_t i = 0; check->units && i < check->units->count; i++)
    free(check->units->list[i].sets);
  if (check->units)
    free(check->units->list);
  free(check->units);
  check->units = NULL;
}

/* --- in a job --- */

struct work {
  const struct check *check;
  const struct check_unit *unit;
};

static int compare_own(const struct check_unit *unit, struct unit_result *result,
                       struct err *err)
{
  trust_compare(result, unit->module, err);
  return (int)err->kind;
}

/* Takes the route unit from a run of switches, if there is one. */
static int compare(const void *self, const struct settings *settings, void *result,
                   struct err *err)
{
  const struct work *work = self;
  const struct check_plan *plan = &work->check->plan;
  struct session s;
  size_t run = 0;

  simulate_confine(simulate_memory(settings));
  if (work->unit->own)
    return compare_own(work->unit, result, err);
  while (run + 1 < plan->count && plan->shapes[plan->runs[run]->shape].program_words)
    run++;
  if (!session_open(&s, &plan->runs[run]->description, NULL, err))
    return (int)err->kind;
  twin_test_run(result,
                &(struct twin_test){
                    .module = work->unit->module,
                    .sets = work->unit->sets,
                    .own_sets = is_whole_switch(work->unit) ? UNIT_NONE : UNIT_ALL,
                    .files = (const char *const *)work->check->dut.files.text,
                    .file_count = work->check->dut.files.count,
                    .shape = &s.shape,
                    .seconds = (uint32_t)(RUN_STEPS * settings->run.step_seconds),
                },
                err);
  session_close(&s);
  return (int)err->kind;
}

/* --- evidence --- */

/* Write a folder with the report and the command; an existing one belongs to this module.
 */
static bool keep(const struct check *check, struct check_unit *unit, struct err *err)
{
  char path[FILE_PATH + 32];
  struct output_file out;

  snprintf(unit->folder, sizeof unit->folder, "%s/module-%s", check->settings.output,
           unit->module);
  if (mkdir(unit->folder, 0777) != 0 && errno != EEXIST)
    return err_set(err, ERR_ENVIRONMENT, "cannot make '%.500s': %s", unit->folder,
                   strerror(errno));
  snprintf(path, sizeof path, "%s/report.txt", unit->folder);
  if (!file_open(&out, path, err))
    return false;
  check_unit_report(unit, out.stream);
  if (!file_commit(&out, err))
    return false;
  snprintf(path, sizeof path, "%s/command", unit->folder);
  if (!file_open(&out, path, err))
    return false;
  fprintf(out.stream, "%s\n", check->settings.command);
  return file_commit(&out, err);
}

/* --- in the parent --- */

static void judge(struct check_unit *unit, const struct unit_result *result)
{
  static const enum check_unit_word words[] = {
      [UNIT_AGREES] = UNIT_SAME,
      [UNIT_DIFFERS] = UNIT_DIFFERENT,
      [UNIT_CRASHES] = UNIT_CRASHED,
      [UNIT_HANGS] = UNIT_HUNG,
  };

  unit->result = *result;
  unit->word = unit->result.sets == 0 && unit->result.ended == UNIT_AGREES
                   ? UNIT_LEFT_OUT
                   : words[unit->result.ended];
}

/* A module that cannot be judged ends the check, because the tools do not work. */
static bool finish(struct check *check, const struct job *job, struct err *err)
{
  struct check_unit *unit = &check->units->list[job->number];
  const struct job_end *end = job->end;

  unit->seconds = jobs_now() - job->start;
  if (!job_end_whole(end))
    return err_set(err, end->err.kind ? end->err.kind : ERR_ENVIRONMENT,
                   "module %s cannot be compared alone: %.800s", unit->module,
                   end->err.kind ? end->err.text : "its bench did not finish");
  judge(unit, job->result);
  if (unit->own)
    return trust_judge(&unit->result, unit->module, err);
  if (check_unit_failed(unit) == CHECK_PASS)
    return true;
  if (!keep(check, unit, err))
    return false;
  if (check->settings.quiet)
    return true;
  progress_end(&check->progress);
  check_unit_report(unit, check->settings.out);
  fprintf(check->settings.out, "  evidence: %s\n", unit->folder);
  fflush(check->settings.out);
  return true;
}

/* The modules on their way. */
struct serving {
  struct check *check;
  struct jobs jobs;
  size_t next, ended;
};

static void show_progress(void *self)
{
  const struct serving *s = self;
  char text[96];

  snprintf(text, sizeof text, "modules alone: %zu of %zu", s->ended,
           s->check->units->count);
  progress_say(&s->check->progress, text);
}

static bool start_next(void *self, bool *started, struct err *err)
{
  struct serving *s = self;
  const struct check_units *units = s->check->units;

  while (s->next < units->count && units->list[s->next].word != UNIT_WAITING)
    s->next++;
  *started = s->next < units->count;
  if (!*started)
    return true;
  const struct work work = {.check = s->check, .unit = &units->list[s->next]};

  return jobs_start(&s->jobs, s->next++, BENCH_SECONDS, compare, &work, &s->check->settings,
                    NULL, err);
}

static bool end_one(void *self, struct job *job, struct err *err)
{
  struct serving *s = self;

  s->ended++;
  return finish(s->check, job, err);
}

bool check_units_run(struct check *check, const volatile sig_atomic_t *stop,
                     struct err *err)
{
  struct serving serving = {.check = check};
  const struct jobs_source source = {&serving, start_next, end_one, show_progress};

  progress_start(&check->progress, check->settings.quiet);
  if (!jobs_open(&serving.jobs, (size_t)check->settings.jobs, sizeof(struct unit_result),
                 err))
    return false;
  const bool good = jobs_serve(&serving.jobs, &source, stop, err);

  jobs_close(&serving.jobs);
  progress_end(&check->progress);
  return good;
}
