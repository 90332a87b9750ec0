/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink_result -- the output of lockhop shrink: the smallest run so far and, at the end, a
 * folder of evidence. */
#include "base/file.h"
#include "tool/campaign/shrink_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_DIGITS = 8 };

/* --- the smallest so far --- */

static void name_so_far(struct shrink *s)
{
  const char *parent = s->check.settings.output;
  struct hash hash = s->check.files;
  char text[HASH_TEXT];

  hash_text(&hash, s->what);
  hash_print(&hash, text);
  snprintf(s->so_far, sizeof s->so_far, "%.3000s%slockhop-shrinking-%.*s",
           parent ? parent : "", parent ? "/" : "", NAME_DIGITS, text);
}

static void name_trace(const struct shrink *s, uint64_t number, char path[FILE_PATH])
{
  snprintf(path, FILE_PATH, "%s/stimulus-%" PRIu64 ".trace", s->so_far, number);
}

/* Each trace has its own name, and run.json, which names it, is renamed into place. So the
 * folder is complete whenever this program is killed. */
bool shrink_keep(struct shrink *s, const struct schedule *schedule, struct err *err)
{
  struct check_run run = {.description = s->run};
  struct check_result *result = calloc(1, sizeof *result);
  char path[FILE_PATH], traffic[FILE_PATH + 8];

  if (!result)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (s->so_far[0] == '\0')
    name_so_far(s);
  bool good = file_make_directory(s->so_far, err);
  if (good && !s->session.collective.is) {
    name_trace(s, s->kept + 1, path);
    snprintf(traffic, sizeof traffic, "trace:%s", path);
    run.description.traffic = traffic;
    good = shrink_write_trace(s, schedule, path, err);
  }
  snprintf(run.name, sizeof run.name, "smallest so far");
  check_judge(result, s->ended);
  good = good && check_run_write(&s->check, s->so_far, &run, result, err);
  free(result);
  if (!good)
    return false;
  name_trace(s, s->kept++, path);
  unlink(path);
  return true;
}

/* --- the result --- */

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

/* The run that is kept, and its folder. */
struct last_run {
  struct check_run run, *runs;
  char folder[FILE_PATH], name[64];
  char stimulus[FILE_PATH + 32], traffic[FILE_PATH + 64], report[FILE_PATH + 32],
      json[FILE_PATH + 32], evidence[FILE_PATH + 32];
  char program[CHECK_COMMAND], command[CHECK_COMMAND];
};

static bool prepare_last(struct shrink *s, struct last_run *last, struct err *err)
{
  const bool collective = s->session.collective.is;

  if (!check_folder_make(&s->check, 0, last->folder, err))
    return false;
  snprintf(last->stimulus, sizeof last->stimulus, "%s/stimulus.trace", last->folder);
  snprintf(last->report, sizeof last->report, "%s/report.txt", last->folder);
  snprintf(last->json, sizeof last->json, "%s/result.json", last->folder);
  snprintf(last->evidence, sizeof last->evidence, "%s/difference.fst", last->folder);
  if (!collective && !shrink_write_trace(s, &s->session.schedule, last->stimulus, err))
    return false;
  if (!name_result(s, last->stimulus, last->name, err))
    return false;
  snprintf(last->run.name, sizeof last->run.name, "shrunk");
  last->run.description = s->run;
  snprintf(last->traffic, sizeof last->traffic, "trace:%s", last->stimulus);
  if (!collective)
    last->run.description.traffic = last->traffic;
  check_program(last->program, &s->check.settings);
  check_command(last->command, last->program, &last->run.description);
  last->run.description.command = last->command;
  last->runs = &last->run;
  s->check.plan = (struct check_plan){.runs = &last->runs, .count = 1};
  s->check.name = last->name;
  s->check.results[0].state = CHECK_RUNNING;
  return true;
}

/* Repeat it and keep its evidence. */
static bool keep_result(struct shrink *s, struct last_run *last, struct err *err)
{
  struct settings settings = s->check.settings;

  if (!prepare_last(s, last, err))
    return false;
  settings.json = last->json;
  last->run.description.evidence = last->evidence;
  struct job *job =
      shrink_job(s, &last->run.description, &settings, last->report, NULL, err);
  last->run.description.evidence = "";
  if (!job)
    return false;
  const struct run_end end = run_end_of(job);

  check_judge(&s->check.results[0], &end);
  struct check_result *result = &s->check.results[0];
  const bool alike = shrink_alike(s->wanted, &end);

  if (result->word == CHECK_ERROR)
    err_set(err, ERR_ENVIRONMENT, "the shrunk run: %s", result->line);
  else if (!alike)
    err_set(err, ERR_ENVIRONMENT,
            "the shrunk run does not fail again: the design depends on more than its "
            "inputs");
  const bool good = alike && check_folder_keep(&s->check, 0, job, result, err);
  jobs_free(&s->check.jobs, job);
  return good;
}

bool shrink_finish(struct shrink *s, struct err *err)
{
  s->last = calloc(1, sizeof *s->last);
  const bool good = s->last ? keep_result(s, s->last, err)
                            : err_set(err, ERR_ENVIRONMENT, "not enough memory");

  if (good && s->so_far[0] != '\0')
    check_folder_remove(s->so_far);
  return good;
}

void shrink_print(const struct shrink *s)
{
  const struct check_result *r = &s->check.results[0];
  const struct schedule *schedule = &s->session.schedule;
  FILE *file = s->check.settings.out;

  fprintf(file, "shrunk in %" PRIu64 " trials%s:\n", s->trials,
          s->gave_up ? ", the last of them without progress: --idle-trials and "
                       "--idle-seconds say how many"
                     : "");
  if (strcmp(s->spec, s->first_spec) != 0)
    fprintf(file, "  network       %s, of %s\n", s->spec, s->first_spec);
  else
    fprintf(file, "  network       %s\n", s->spec);
  if (!s->session.collective.is) {
    fprintf(file, "  packets       %zu, of %zu\n", schedule->count, s->packets);
    fprintf(file, "  disturbances  %zu, of %zu%s\n", schedule->disturbances.count,
            s->disturbances, schedule->disturbances.noise ? "; noise" : "");
  }
  if (s->not_made > 0)
    fprintf(file, "  not made      %" PRIu64 " of the trials: %s\n", s->not_made,
            s->why.text);
  fprintf(file, "  evidence      %s\n%s\n", r->folder, r->line);
}

void shrink_tell(struct shrunk *shrunk, const struct shrink *s)
{
  const struct check_result *r = &s->check.results[0];
  const struct schedule *schedule = &s->session.schedule;

  *shrunk = (struct shrunk){.has_schedule = !s->session.collective.is,
                            .packets = schedule->count,
                            .first_packets = s->packets,
                            .disturbances = schedule->disturbances.count,
                            .first_disturbances = s->disturbances};
  memcpy(shrunk->folder, r->folder, sizeof shrunk->folder);
  snprintf(shrunk->line, sizeof shrunk->line, "%.*s", COSIM_LINE - 1, r->line);
  memcpy(shrunk->network, s->spec, sizeof shrunk->network);
  memcpy(shrunk->first_network, s->first_spec, sizeof shrunk->first_network);
}
