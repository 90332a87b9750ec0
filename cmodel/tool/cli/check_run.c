/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_run -- builds the shapes of a check and makes its runs, several at once. */
#include "tool/cli/check.h"
#include "tool/cli/check_coverage.h"
#include "tool/cli/check_exercise.h"
#include "tool/cli/check_units.h"
#include "tool/cli/simulate.h"
#include "tool/session/machines.h"

#include <inttypes.h>
#include <string.h>

enum {
  RUN_SECONDS = 300,    /* that a run may take, */
  BUILD_SECONDS = 3600, /* and a build, which has limits of its own */
  FOLDERS = 10,         /* of evidence, at most */
  HUNG = 3              /* runs that hung: no further one starts */
};

/* --- in a job --- */

static int build_shape(const void *self, const struct settings *settings,
                       struct check_end *end, struct err *err)
{
  const struct description *d = self;
  struct simulation s;
  struct machine machine;

  if (!simulate_open_described(&s, settings, d, err))
    return (int)err->kind;
  machines_open(&machine, &s.session, err);
  end->elsewhere = s.session.dut_elsewhere;
  end->summary.reading = s.session.reading;
  return (int)err->kind;
}

int check_run_one(const void *self, const struct settings *settings, struct check_end *end,
                  struct err *err)
{
  return cosim_run(settings, self, &end->summary, err);
}

/* --- judging --- */

const char *check_word_name(enum check_word word)
{
  static const char *const names[CHECK_WORDS] = {
      [CHECK_PASS] = "PASS",   [CHECK_AGREED] = "AGREED",   [CHECK_NOT_MADE] = "NOT MADE",
      [CHECK_ERROR] = "ERROR", [CHECK_TIMEOUT] = "TIMEOUT", [CHECK_DEADLOCK] = "DEADLOCK",
      [CHECK_LOST] = "LOST",   [CHECK_DIFFER] = "DIFFER",
  };

  return names[word];
}

static enum check_word word_of(const struct cosim_summary *summary)
{
  switch (summary->outcome) {
  case OUTCOME_PASS:
  case OUTCOME_VACUOUS:
    return CHECK_PASS;
  case OUTCOME_DIFFER:
    return CHECK_DIFFER;
  case OUTCOME_LOST:
  case OUTCOME_MISROUTED: /* of Verilog alone */
    return CHECK_LOST;
  case OUTCOME_DEADLOCK:
    return summary->can_deadlock ? CHECK_AGREED : CHECK_DEADLOCK;
  case OUTCOME_TIMEOUT:
  case OUTCOME_INTERRUPTED:
    return CHECK_TIMEOUT;
  }
  return CHECK_ERROR;
}

void check_judge(struct check_result *result, const struct check_end *end)
{
  result->state = CHECK_ENDED;
  result->line[0] = '\0';
  if (end->late) {
    result->word = CHECK_TIMEOUT;
    snprintf(result->line, sizeof result->line,
             "the run takes more than %d s, and was ended", RUN_SECONDS);
  } else if (end->hung[0] != '\0') {
    result->word = CHECK_TIMEOUT;
    snprintf(result->line, sizeof result->line, "%s", end->hung);
  } else if (end->err.kind != ERR_NONE || !end->worked || !end->summary.ended) {
    result->word = CHECK_ERROR;
    snprintf(result->line, sizeof result->line, "%.1000s",
             end->err.kind ? end->err.text : "the run has no result");
  } else {
    result->summary = end->summary;
    result->word = word_of(&end->summary);
    snprintf(result->line, sizeof result->line, "%s", end->summary.line);
  }
}

int check_word_code(enum check_word word)
{
  static const int codes[CHECK_WORDS] = {
      [CHECK_ERROR] = 3, [CHECK_TIMEOUT] = 4, [CHECK_DEADLOCK] = 4,
      [CHECK_LOST] = 1,  [CHECK_DIFFER] = 1,
  };

  return codes[word];
}

/* Why a shape of a member could not be built; ERR_NONE: all could. */
static enum err_kind broken_of(const struct check *check, size_t member)
{
  enum err_kind broken = ERR_NONE;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->plan.shapes[i].member == member && check->built[i].state == CHECK_BROKEN &&
        broken != ERR_ENVIRONMENT)
      broken = check->built[i].err.kind;
  return broken;
}

struct check_verdict check_member_verdict(const struct check *check, size_t member)
{
  struct check_verdict verdict = {.word = CHECK_PASS};
  enum err_kind broken = broken_of(check, member);
  uint64_t crossed = 0;

  if (broken != ERR_NONE)
    verdict.word = CHECK_ERROR;
  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_result *r = &check->results[i];

    if ((check->plan.member_count > 0 &&
         check->plan.shapes[check->plan.runs[i]->shape].member != member) ||
        r->state != CHECK_ENDED)
      continue;
    if (check_failed(r->word) && r->word >= verdict.word) {
      verdict.word = r->word;
      broken = r->word == CHECK_ERROR ? ERR_ENVIRONMENT : broken;
    } else if (r->word == CHECK_PASS) {
      crossed += r->summary.activity.count[ACTIVITY_LINK];
    }
  }
  verdict.vacuous = verdict.word == CHECK_PASS && crossed == 0;
  verdict.of_files = verdict.word == CHECK_ERROR && broken == ERR_USAGE;
  return verdict;
}

const char *check_verdict_name(const struct check_verdict *verdict)
{
  return verdict->vacuous ? "VACUOUS" : check_word_name(verdict->word);
}

bool check_member_elsewhere(const struct check *check, size_t member)
{
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->plan.shapes[i].member == member && check->built[i].state != CHECK_ELSEWHERE)
      return false;
  return true;
}

/* A vacuous one is worse than PASS, and better than all that failed. */
static bool is_worse(const struct check_verdict *a, const struct check_verdict *b)
{
  if (a->word != b->word)
    return a->word > b->word;
  return a->word == CHECK_ERROR ? b->of_files && !a->of_files : a->vacuous && !b->vacuous;
}

const char *check_verdict(const struct check *check, int *code)
{
  struct check_verdict worst = {.word = CHECK_PASS, .vacuous = true};
  bool any = false;

  /* A run alone, which shrink and --repeat make, is of no member. */
  for (size_t i = 0; i < check->plan.member_count || i == 0; i++) {
    const struct check_verdict own = check_member_verdict(check, i);

    if (check->plan.member_count > 0 && check_member_elsewhere(check, i))
      continue;
    if (!any || is_worse(&own, &worst))
      worst = own;
    any = true;
  }
  if (check_units_word(check) > worst.word)
    worst = (struct check_verdict){.word = check_units_word(check)};
  *code = worst.vacuous ? 1 : worst.of_files ? 2 : check_word_code(worst.word);
  return check_verdict_name(&worst);
}

/* --- in the parent --- */

static void show_progress(struct check *c)
{
  char text[160];
  const double taken = jobs_now() - c->start;
  size_t building = 0;

  if (!c->progress.shown)
    return;
  for (size_t i = 0; i < c->plan.shape_count; i++)
    building += c->built[i].state == CHECK_BUILDING;
  int used = snprintf(text, sizeof text, "run %zu of %zu", c->ended, c->plan.count);
  if (building)
    used += snprintf(text + used, sizeof text - (size_t)used, ", %zu build%s", building,
                     building == 1 ? "" : "s");
  if (c->ended > 0)
    snprintf(text + used, sizeof text - (size_t)used, ", %.0f s left",
             taken * (double)(c->plan.count - c->ended) / (double)c->ended);
  progress_say(&c->progress, text);
}

static void end_run(struct check *c, size_t run)
{
  const struct check_result *r = &c->results[run];

  c->ended++;
  c->reached[c->plan.runs[run]->shape].over++;
  if (!check_failed(r->word) || r->word == CHECK_NOT_MADE || c->settings.quiet)
    return;
  progress_end(&c->progress);
  check_print_run(c, run, c->settings.out);
  fflush(c->settings.out);
}

static void not_made(struct check *c, size_t run, const char *why)
{
  struct check_result *r = &c->results[run];

  r->state = CHECK_ENDED;
  r->word = CHECK_NOT_MADE;
  snprintf(r->line, sizeof r->line, "%s", why);
  end_run(c, run);
}

static bool start_build(struct check *c, size_t run, struct err *err)
{
  const struct check_run *r = c->plan.runs[run];

  struct description d = r->description;

  d.coverage = c->coverage ? "" : NULL;
  c->built[r->shape].state = CHECK_BUILDING;
  return jobs_start(&c->jobs, check_job_number(CHECK_JOB_BUILD, run), BUILD_SECONDS,
                    build_shape, &d, &c->settings, NULL, err);
}

/* Only so many runs leave evidence, and the others need no second pass. */
static bool start_run(struct check *c, size_t run, struct err *err)
{
  struct check_run *r = c->plan.runs[run];
  char folder[FILE_PATH], report[FILE_PATH + 32], json[FILE_PATH + 32];
  char evidence[FILE_PATH + 32], reached[FILE_PATH], coverage[FILE_PATH],
      command[CHECK_COMMAND], program[CHECK_COMMAND];
  struct settings settings = c->settings;

  if (!check_folder_make(c, run, folder, err))
    return false;
  snprintf(report, sizeof report, "%s/report.txt", folder);
  snprintf(json, sizeof json, "%s/result.json", folder);
  snprintf(evidence, sizeof evidence, "%s/difference.fst", folder);
  settings.json = json;
  struct description d = r->description;
  d.evidence = c->folders < FOLDERS ? evidence : "";
  check_program(program, &c->settings);
  check_command(command, program, &d);
  d.command = command;
  d.reading = &c->built[r->shape].reading;
  check_reached_path(c, run, reached);
  d.reached = r->counted ? reached : NULL;
  check_coverage_path(c, run, coverage);
  d.coverage = c->coverage ? coverage : NULL;
  c->results[run].state = CHECK_RUNNING;
  /* The job has copies of all this. */
  return jobs_start(&c->jobs, check_job_number(CHECK_JOB_RUN, run), RUN_SECONDS,
                    check_run_one, &d, &settings, report, err);
}

/* Start what comes next, if anything can be started now; *started says whether. */
static bool start_next(struct check *c, bool *started, struct err *err)
{
  *started = false;
  for (size_t i = 0; i < c->plan.count; i++) {
    struct check_built *built = &c->built[c->plan.runs[i]->shape];

    if (c->results[i].state != CHECK_WAITING)
      continue;
    if (c->stopped) {
      not_made(c, i, c->stopped);
    } else if (built->state == CHECK_UNBUILT) {
      *started = true;
      return start_build(c, i, err);
    } else if (built->state == CHECK_BUILT) {
      *started = true;
      return start_run(c, i, err);
    } else if (built->state != CHECK_BUILDING) {
      not_made(c, i,
               built->state == CHECK_ELSEWHERE ? "the files of --dut are of other switches"
                                               : "its switch could not be built");
    }
  }
  bool planned = false;
  return check_reached_next(c, started, &planned, err) &&
         (!planned || start_next(c, started, err));
}

/* Show what Verilator warns of once: it is the same for most shapes. */
static void show_warnings(struct check *c, const struct check_job *job)
{
  static const char ours[] = "lockhop: warning: ";
  const char *end = job->output + job->output_size, *line = job->output, *next;
  bool shown = false;

  if (c->warned || c->settings.quiet)
    return;
  for (; line < end && (next = memchr(line, '\n', (size_t)(end - line))); line = next + 1) {
    if ((size_t)(next - line) < strlen(ours) || memcmp(line, ours, strlen(ours)) != 0)
      continue;
    progress_end(&c->progress);
    fwrite(line, 1, (size_t)(next + 1 - line), stderr);
    shown = true;
  }
  c->warned = shown;
}

static void end_build(struct check *c, const struct check_job *job)
{
  const size_t shape = c->plan.runs[check_job_which(job)]->shape;
  struct check_built *built = &c->built[shape];
  const struct check_end *end = job->end;

  built->seconds = jobs_now() - job->start;
  built->err = end->err;
  built->reading = end->summary.reading;
  if (end->hung[0] != '\0')
    err_set(&built->err, ERR_ENVIRONMENT, "%s", end->hung);
  else if (end->late || (!end->worked && end->err.kind == ERR_NONE))
    err_set(&built->err, ERR_ENVIRONMENT, "the build did not come to its end");
  show_warnings(c, job);
  built->state = built->err.kind == ERR_NONE ? CHECK_BUILT
                 : end->elsewhere            ? CHECK_ELSEWHERE
                                             : CHECK_BROKEN;
  if (built->state != CHECK_BROKEN)
    return;
  progress_end(&c->progress);
  fprintf(c->settings.out, "cannot build %s: %s\n", c->plan.shapes[shape].name,
          built->err.text);
  if (c->settings.fail_fast)
    c->stopped = "--fail-fast: a switch could not be built before";
}

static bool finish_run(struct check *c, const struct check_job *job, struct err *err)
{
  const size_t run = check_job_which(job);
  struct check_result *r = &c->results[run];
  bool good = true;

  check_judge(r, job->end);
  r->seconds = jobs_now() - job->start;
  if (check_failed(r->word) && c->folders < FOLDERS) {
    good = check_folder_keep(c, run, job, r, err);
    c->folders += good;
  } else {
    check_folder_drop(c, run);
  }
  const bool agreed = r->word == CHECK_PASS || r->word == CHECK_AGREED;
  if (good && c->plan.runs[run]->counted && agreed)
    good = check_reached_add(c, run, err);
  if (good && agreed)
    good = check_coverage_add(c, run, err);
  end_run(c, run);
  if (check_failed(r->word) && c->settings.fail_fast)
    c->stopped = "--fail-fast: a run failed before";
  if (job->end->hung[0] != '\0' && ++c->hung == HUNG)
    c->stopped = "too many runs hung";
  return good;
}

static bool finish_job(struct check *c, const struct check_job *job, struct err *err)
{
  switch (check_job_kind(job)) {
  case CHECK_JOB_BUILD:
    end_build(c, job);
    return true;
  case CHECK_JOB_WALK:
    return check_reached_walked(c, check_job_which(job), job, err);
  default:
    return finish_run(c, job, err);
  }
}

static bool serve(struct check *c, const volatile sig_atomic_t *stop, struct err *err)
{
  bool started = true;

  while (!*stop) {
    started = true;
    while (started && c->jobs.busy < c->jobs.count)
      if (!start_next(c, &started, err))
        return false;
    if (c->jobs.busy == 0)
      return true;
    struct check_job *job = jobs_wait(&c->jobs);
    bool good = true;

    if (job && !*stop)
      good = finish_job(c, job, err);
    if (job)
      jobs_free(&c->jobs, job);
    if (!good)
      return false;
    show_progress(c);
  }
  return true;
}

bool check_run_all(struct check *check, const volatile sig_atomic_t *stop, struct err *err)
{
  const size_t jobs = (size_t)check->settings.jobs;

  check->start = jobs_now();
  progress_start(&check->progress, check->settings.quiet);
  if (!jobs_open(&check->jobs, jobs < CHECK_JOBS ? jobs : CHECK_JOBS, err))
    return false;
  const bool good = serve(check, stop, err);

  jobs_close(&check->jobs);
  progress_end(&check->progress);
  return good;
}
