/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink -- lockhop shrink: a small run that fails in the same way. */
#include "cli/shrink.h"

#include "base/text.h"
#include "cli/check.h"
#include "cli/interrupt.h"
#include "cli/simulate.h"
#include "network/disturb.h"
#include "session/session.h"
#include "session/smaller.h"
#include "traffic/reduce.h"
#include "traffic/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  EXIT_INTERRUPTED = 130,
  TRIAL_SECONDS = 300, /* that a run may take */
  TRIAL_STEP = 10,     /* seconds of one evaluation: many trials may hang */
  SEEDS = 3,           /* tried on a smaller network */
  DENSE = 8,           /* packets per terminal there */
  NAME_DIGITS = 8
};

struct shrink {
  struct check check; /* its jobs and its folders */
  struct description run;
  struct session session; /* of run: its schedule, no machine */
  bool opened;
  struct check_end *wanted, *ended; /* how it failed at first; and the last trial */
  const volatile sig_atomic_t *stop;
  struct progress progress;
  char spec[TOPOLOGY_SPEC], first_spec[TOPOLOGY_SPEC];
  char routing[ROUTING_NAME];
  char candidate[FILE_PATH + 32]; /* "trace:", the file of a trial */
  size_t packets, disturbances;   /* at first */
  uint64_t trials;
};

/* --- one trial --- */

/* False with *err, or without one when the user wants an end. */
static bool make_run(struct shrink *s, const struct description *d, struct check_end *end,
                     const char *report, const struct settings *settings, struct err *err)
{
  struct check_job *job = NULL;

  if (!jobs_start(&s->check.jobs, 0, TRIAL_SECONDS, check_run_one, d, settings, report,
                  err))
    return false;
  while (!job && !*s->stop)
    job = jobs_wait(&s->check.jobs);
  if (!job)
    return false;
  *end = *job->end;
  jobs_free(&s->check.jobs, job);
  return !*s->stop;
}

static bool crashed(const struct check_end *end)
{
  return !end->worked && !end->late && end->hung[0] == '\0';
}

/* Has a run failed as the first one did? */
static bool alike(const struct check_end *a, const struct check_end *b)
{
  const bool hung = a->late || a->hung[0] != '\0';

  if (hung || crashed(a))
    return hung ? b->late || b->hung[0] != '\0' : crashed(b);
  if (!b->worked || b->err.kind != ERR_NONE || !b->summary.ended ||
      a->summary.outcome != b->summary.outcome)
    return false;
  if (a->summary.outcome == OUTCOME_DEADLOCK)
    return a->summary.can_deadlock == b->summary.can_deadlock;
  return a->summary.outcome != OUTCOME_DIFFER ||
         (a->summary.kind == b->summary.kind &&
          (a->summary.kind != DIFFERENCE_VALUE || a->summary.field == b->summary.field));
}

/* So that nobody takes a try for the user's run. */
static struct settings quiet(const struct shrink *s)
{
  struct settings settings = s->check.settings;

  settings.quiet = true;
  settings.json = NULL;
  return settings;
}

static bool try_run(struct shrink *s, const struct description *d, bool *fails,
                    struct err *err)
{
  const struct settings settings = quiet(s);

  s->trials++;
  if (!make_run(s, d, s->ended, NULL, &settings, err))
    return false;
  *fails = alike(s->wanted, s->ended);
  return true;
}

static bool write_trace(const struct shrink *s, const struct schedule *schedule,
                        const char *path, struct err *err)
{
  FILE *file = fopen(path, "w");
  bool good = file && schedule_print(schedule, &s->session.topology,
                                     s->session.shape.routing, file);

  if (file)
    good = fclose(file) == 0 && good;
  return good || err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s'", path);
}

/* A reduce_trial. */
static bool try_schedule(void *self, const struct schedule *schedule, bool *fails,
                         struct err *err)
{
  struct shrink *s = self;
  char text[TOPOLOGY_SPEC + 96];

  snprintf(text, sizeof text, "trial %" PRIu64 ": %zu packets, %zu disturbances, %s",
           s->trials + 1, s->session.schedule.count, s->session.schedule.disturbances.count,
           s->spec);
  progress_say(&s->progress, text);
  return write_trace(s, schedule, s->candidate + strlen("trace:"), err) &&
         try_run(s, &s->run, fails, err);
}

/* --- the run that fails --- */

/* Everything that the description leaves open is as its session has chosen it, so that the
 * switch stays the same when the schedule changes; and its traffic is its schedule. */
static bool open_run(struct shrink *s, const struct description *d, struct err *err)
{
  if (s->opened)
    session_close(&s->session);
  s->opened = false;
  s->run = *d;
  if (!session_open(&s->session, d, NULL, err))
    return false;
  s->opened = true;
  s->session.schedule.measure_from = s->session.schedule.measure_to = 0;
  const struct shape *shape = &s->session.shape;

  snprintf(s->spec, sizeof s->spec, "%s", d->topology);
  snprintf(s->routing, sizeof s->routing, "%s", shape->routing->name);
  s->run.topology = s->spec;
  s->run.evidence = "";
  s->run.command = "";
  if (s->session.collective.is)
    return true;
  s->run.routing = s->routing;
  s->run.traffic = s->candidate;
  s->run.disturb = NULL;
  s->run.depth = shape->depth;
  s->run.vcs = shape->vcs;
  s->run.lanes = shape->lanes;
  if (shape->store > 0)
    s->run.store = shape->store;
  return write_trace(s, &s->session.schedule, s->candidate + strlen("trace:"), err);
}

/* The network and the routing that a trace is for: the last words of its first line. */
static bool read_title(const char *path, char spec[TOPOLOGY_SPEC],
                       char routing[ROUTING_NAME], struct err *err)
{
  char line[TOPOLOGY_SPEC + ROUTING_NAME + 64] = "", form[64];
  FILE *file = fopen(path, "r");

  if (!file)
    return err_set(err, ERR_USAGE, "trace:%.500s: the file cannot be read", path);
  const bool read = fgets(line, sizeof line, file) != NULL;
  fclose(file);
  snprintf(form, sizeof form, "# lockhop schedule %%*u %%%ds %%%ds", TOPOLOGY_SPEC - 1,
           ROUTING_NAME - 1);
  return (read && sscanf(line, form, spec, routing) == 2) ||
         err_set(err, ERR_USAGE,
                 "trace:%.500s: not a schedule: the first line is not '# lockhop schedule "
                 "VERSION SPEC ROUTING'",
                 path);
}

/* The run must fail now as it will have to. */
static bool fails_at_first(struct shrink *s, const char *what, struct err *err)
{
  const struct settings settings = quiet(s);
  struct check_result *result = calloc(1, sizeof *result);

  if (!result)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (make_run(s, &s->run, s->wanted, NULL, &settings, err)) {
    check_judge(result, s->wanted);
    if (s->wanted->err.kind == ERR_USAGE)
      *err = s->wanted->err;
    else if (!check_failed(result->word))
      err_set(err, ERR_USAGE, "'%.500s': the run does not fail (%s): nothing to shrink",
              what, check_word_name(result->word));
  }
  free(result);
  return err->kind == ERR_NONE && !*s->stop;
}

/* --- smaller networks --- */

/* What a smaller network is tried with: the traffic that the run had, where it has a name,
 * and many packets. */
static bool try_network(struct shrink *s, const struct description *first, const char *spec,
                        uint32_t ports, bool *took, struct err *err)
{
  const char *const traffics[] = {first->traffic, "random",
                                  "uniform,load=1,warmup=0,measure=99"};

  for (uint64_t seed = first->seed; seed < first->seed + SEEDS && !*took; seed++)
    for (size_t i = 0; i < sizeof traffics / sizeof traffics[0] && !*took; i++) {
      struct description d = *first;
      struct session probe;
      struct err why = {.kind = ERR_NONE};

      if (strncmp(traffics[i], "trace:", 6) == 0 || (i > 0 && s->session.collective.is))
        continue;
      d.topology = spec;
      d.traffic = traffics[i];
      d.seed = seed;
      d.packets = i == 0 ? first->packets : DENSE;
      d.lanes = first->lanes < (int64_t)ports ? first->lanes : (int64_t)ports;
      if (!session_open(&probe, &d, NULL, &why))
        continue; /* the network has not this traffic, or not these switches */
      session_close(&probe);
      if (!try_run(s, &d, took, err) || (*took && !open_run(s, &d, err)))
        return false;
    }
  return true;
}

static const char *kinds_of(const struct schedule *schedule, char text[64])
{
  static const char *const names[] = {"stalls", "holds", "resets"};

  text[0] = '\0';
  for (enum disturbance_kind kind = DISTURBANCE_STALL; kind < DISTURBANCE_KINDS; kind++)
    if (disturbances_count(&schedule->disturbances, kind) > 0)
      snprintf(text + strlen(text), 64 - strlen(text), "%s%s", text[0] ? "," : "",
               names[kind]);
  if (schedule->disturbances.noise)
    snprintf(text + strlen(text), 64 - strlen(text), "%snoise", text[0] ? "," : "");
  return text[0] ? text : NULL;
}

static bool smaller_network(struct shrink *s, const struct description *first,
                            struct err *err)
{
  struct description d = *first;
  struct smaller *smaller = malloc(sizeof *smaller);
  bool took = false, good = true;
  char kinds[64], text[TOPOLOGY_SPEC + 32];

  if (!smaller)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  smaller_networks(smaller, &s->session.topology, s->routing);
  if (!s->session.collective.is) {
    d.disturb = kinds_of(&s->session.schedule, kinds);
    d.depth = s->run.depth;
    d.vcs = s->run.vcs;
    d.lanes = s->run.lanes;
    d.routing = s->routing;
  }
  d.evidence = "";
  d.command = "";
  for (size_t i = 0; i < smaller->count && !took && good; i++) {
    snprintf(text, sizeof text, "a smaller network: %s", smaller->networks[i].spec);
    progress_say(&s->progress, text);
    good = try_network(s, &d, smaller->networks[i].spec, smaller->networks[i].ports, &took,
                       err);
  }
  free(smaller);
  return good;
}

/* --- fewer and less --- */

static bool fewer_lanes(struct shrink *s, struct err *err)
{
  const int64_t lanes = s->run.lanes;
  bool fails = false;

  s->run.lanes = schedule_width(&s->session.schedule, &s->session.topology);
  if (s->run.lanes >= lanes || !try_schedule(s, &s->session.schedule, &fails, err) ||
      !fails)
    s->run.lanes = lanes;
  return err->kind == ERR_NONE && !*s->stop;
}

static bool reduce_run(struct shrink *s, struct err *err)
{
  struct reduce reduce = {.trial = try_schedule,
                          .self = s,
                          .least_reset = disturb_least_reset(&s->session.shape)};

  if (s->session.collective.is)
    return true;
  return reduce_schedule(&reduce, &s->session.schedule, err) && fewer_lanes(s, err);
}

/* --- what is left --- */

/* "lockhop-shrunk-" and a hash of the trace, the switch and the user's files. */
static bool name_result(const struct shrink *s, const char *trace, char name[64],
                        struct err *err)
{
  struct hash hash = s->check.files;
  struct description d = s->run;
  char command[CHECK_COMMAND], text[HASH_TEXT];

  if (!s->session.collective.is) {
    d.traffic = "trace";
    if (!hash_file(&hash, trace, err))
      return false;
  }
  check_command(command, "lockhop", &d);
  hash_text(&hash, command);
  hash_print(&hash, text);
  snprintf(name, 64, "lockhop-shrunk-%.*s", NAME_DIGITS, text);
  return true;
}

/* Run it once more, and keep all that it leaves. */
static bool keep_result(struct shrink *s, struct err *err)
{
  struct check *c = &s->check;
  struct check_run run = {.name = "shrunk"}, *runs = &run;
  char folder[FILE_PATH], path[FILE_PATH + 32], name[64], traffic[FILE_PATH + 64];
  char program[CHECK_COMMAND], command[CHECK_COMMAND];
  char report[FILE_PATH + 32], json[FILE_PATH + 32], evidence[FILE_PATH + 32];
  struct settings settings = c->settings;

  if (!check_folder_make(c, 0, folder, err))
    return false;
  snprintf(path, sizeof path, "%s/stimulus.trace", folder);
  if (!s->session.collective.is && (!write_trace(s, &s->session.schedule, path, err)))
    return false;
  if (!name_result(s, path, name, err))
    return false;
  c->name = name;
  c->plan = (struct check_plan){.runs = &runs, .count = 1};
  run.description = s->run;
  snprintf(traffic, sizeof traffic, "trace:%s", path);
  if (!s->session.collective.is)
    run.description.traffic = traffic;
  snprintf(report, sizeof report, "%s/report.txt", folder);
  snprintf(json, sizeof json, "%s/result.json", folder);
  snprintf(evidence, sizeof evidence, "%s/difference.fst", folder);
  check_program(program, &settings);
  check_command(command, program, &run.description);
  run.description.command = command;
  run.description.evidence = evidence;
  settings.json = json;
  if (!jobs_start(&c->jobs, 0, TRIAL_SECONDS, check_run_one, &run.description, &settings,
                  report, err))
    return false;
  struct check_job *job = NULL;
  while (!job && !*s->stop)
    job = jobs_wait(&c->jobs);
  if (!job)
    return false;
  check_judge(&c->results[0], job->end);
  bool good = alike(s->wanted, job->end) ||
              err_set(err, ERR_ENVIRONMENT,
                      "the shrunk run does not fail again: the design depends on more than "
                      "its inputs");
  run.description.evidence = "";
  good = good && check_folder_keep(c, 0, job, &c->results[0], err);
  jobs_free(&c->jobs, job);
  return good;
}

static void print_result(const struct shrink *s)
{
  const struct check_result *r = &s->check.results[0];
  const struct schedule *schedule = &s->session.schedule;
  FILE *file = s->check.settings.out;

  fprintf(file, "shrunk in %" PRIu64 " trials:\n", s->trials);
  if (strcmp(s->spec, s->first_spec) != 0)
    fprintf(file, "  network       %s, of %s\n", s->spec, s->first_spec);
  else
    fprintf(file, "  network       %s\n", s->spec);
  if (!s->session.collective.is) {
    fprintf(file, "  packets       %zu, of %zu\n", schedule->count, s->packets);
    fprintf(file, "  disturbances  %zu, of %zu%s\n", schedule->disturbances.count,
            s->disturbances, schedule->disturbances.noise ? "; noise" : "");
  }
  fprintf(file, "  evidence      %s\n%s\n", r->folder, r->line);
}

static bool shrink_all(struct shrink *s, const struct description *first, const char *what,
                       struct err *err)
{
  if (!open_run(s, first, err) || !fails_at_first(s, what, err))
    return false;
  snprintf(s->first_spec, sizeof s->first_spec, "%s", s->spec);
  s->packets = s->session.schedule.count;
  s->disturbances = s->session.schedule.disturbances.count;
  return smaller_network(s, first, err) && reduce_run(s, err) && keep_result(s, err);
}

/* The folder for work is there, and a job. */
static int run_shrink(struct shrink *s, const struct description *first, const char *what,
                      bool alone, struct err *err)
{
  const char *word = NULL;
  int code = 0;

  s->stop = interrupt_watch();
  progress_start(&s->progress, s->check.settings.quiet);
  snprintf(s->candidate, sizeof s->candidate, "trace:%s/candidate.trace", s->check.work);
  const bool good = shrink_all(s, first, what, err);

  progress_end(&s->progress);
  if (good) {
    print_result(s);
    word = check_verdict(&s->check, &code);
  } else if (err->kind == ERR_NONE) {
    fprintf(s->check.settings.out, "interrupted after %" PRIu64 " trials\n", s->trials);
    word = "INTERRUPTED";
    code = EXIT_INTERRUPTED;
  }
  if (alone && word)
    fprintf(s->check.settings.out, "%s\n", word);
  if (s->opened)
    session_close(&s->session);
  return err->kind ? (int)err->kind : code;
}

int shrink_run(const struct settings *settings, const struct description *first,
               const char *what, bool alone, struct err *err)
{
  struct shrink *s = calloc(1, sizeof *s);
  struct check_result *result = calloc(1, sizeof *result);
  struct check_built *built = calloc(1, sizeof *built);
  struct check_end *ends = calloc(2, sizeof *ends);
  int code = 0;

  if (s && result && built && ends) {
    s->check = (struct check){
        .settings = *settings, .results = result, .built = built, .files = hash_start()};
    if (s->check.settings.step_seconds == SETTINGS_UNSET)
      s->check.settings.step_seconds = TRIAL_STEP;
    s->wanted = &ends[0];
    s->ended = &ends[1];
    if (check_hash_files(&s->check.files, first, err) && check_work_open(&s->check, err) &&
        jobs_open(&s->check.jobs, 1, err)) {
      code = run_shrink(s, first, what, alone, err);
      jobs_close(&s->check.jobs);
    }
    check_work_close(&s->check);
  } else {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
  }
  free(ends);
  free(built);
  free(result);
  free(s);
  return err->kind ? (int)err->kind : code;
}

int shrink_folder(const struct settings *settings, const char *folder, bool alone,
                  struct err *err)
{
  struct check_kept kept;
  int code = 0;

  if (check_kept_read(&kept, folder, err))
    code = shrink_run(settings, &kept.description, folder, alone, err);
  check_kept_close(&kept);
  return err->kind ? (int)err->kind : code;
}

int command_shrink(const struct settings *settings, struct err *err)
{
  const char *what = settings->argument[0];
  char spec[TOPOLOGY_SPEC], routing[ROUTING_NAME];

  if (strncmp(what, "trace:", 6) != 0)
    return shrink_folder(settings, what, true, err);
  struct description d = simulate_describe(settings);

  if (!read_title(what + 6, spec, routing, err))
    return (int)err->kind;
  d.topology = spec;
  d.routing = routing;
  d.traffic = what;
  d.lock_step = true;
  return shrink_run(settings, &d, what, true, err);
}
