/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_files -- the result of a check as JSON, JUnit XML and HTML. */
#include "base/file.h"
#include "tool/campaign/check_coverage.h"
#include "tool/campaign/check_exercise.h"
#include "tool/campaign/check_page.h"
#include "tool/campaign/check_units.h"
#include "tool/console/json_print.h"
#include "tool/console/junit.h"
#include "tool/console/memory_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct check_files {
  struct output_file json, html; /* open where their streams are */
  struct junit junit;
  bool has_junit;
};

static json_t *bytes(const char *text)
{
  char *clean = NULL;
  size_t size;
  FILE *file = memory_text_open(&clean, &size);

  /* Text from a design may be invalid UTF-8. */
  for (; file && *text != '\0'; text++)
    fputc((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7e ? '?' : *text, file);
  json_t *json = file && memory_text_close(file, &clean) ? json_string(clean) : json_null();
  free(clean);
  return json;
}

static json_t *json_of_run(const struct check *check, size_t i)
{
  const struct check_run *run = check->plan.runs[i];
  const struct check_result *r = &check->results[i];
  char command[CHECK_COMMAND], program[CHECK_COMMAND], seed[32];

  check_program(program, &check->settings);
  check_command(command, program, &run->description);
  snprintf(seed, sizeof seed, "%" PRIu64, run->description.seed);
  json_t *json =
      json_pack("{s:s, s:s, s:s, s:s, s:f, s:s, s:o, s:o}", "name", run->name, "shape",
                check->plan.shapes[run->shape].name, "traffic", run->traffic, "seed", seed,
                "seconds", r->seconds, "outcome", check_word_name(r->word), "command",
                bytes(command), "line", r->line[0] == '\0' ? json_null() : bytes(r->line));
  if (r->folder[0] != '\0')
    json_object_set_new(json, "evidence", bytes(r->folder));
  if (!r->summary.ended)
    return json;
  json_t *exercise = json_object();
  for (int item = 0; item < ACTIVITY_EVENTS; item++)
    json_object_set_new(exercise, activity_rows[item].name,
                        json_integer((json_int_t)r->summary.activity.count[item]));
  json_object_set_new(json, "cycles", json_integer((json_int_t)r->summary.cycles));
  json_object_set_new(json, "packets", json_integer((json_int_t)r->summary.packets));
  json_object_set_new(json, "compared_switch_cycles",
                      json_integer((json_int_t)r->summary.compared));
  json_object_set_new(json, "exercise", exercise);
  return json;
}

static const char *const builds[] = {
    [CHECK_UNBUILT] = "not built", [CHECK_BUILDING] = "not built",
    [CHECK_BUILT] = "built",       [CHECK_ELSEWHERE] = "no module of --dut",
    [CHECK_DECLINED] = "declined", [CHECK_BROKEN] = "cannot be built"};

bool check_write_json(const struct check *check, FILE *file)
{
  json_t *shapes = json_array(), *runs = json_array();
  int code;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    json_array_append_new(shapes, json_pack("{s:s, s:s, s:f, s:o, s:o}", "name",
                                            check->plan.shapes[i].name, "build",
                                            builds[check->built[i].state], "seconds",
                                            check->built[i].seconds, "error",
                                            check->built[i].state == CHECK_BROKEN ||
                                                    check->built[i].state == CHECK_DECLINED
                                                ? bytes(check->built[i].err.text)
                                                : json_null(),
                                            "exercise", check_reached_json(check, i)));
  for (size_t i = 0; i < check->plan.count; i++)
    json_array_append_new(runs, json_of_run(check, i));
  json_t *json = json_pack(
      "{s:s, s:o, s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:s}", "version", LOCKHOP_VERSION,
      "command", bytes(check->settings.command), "topology", check->settings.argument[0],
      "routing", check_routing(check), "level", check->settings.level, "left_out",
      (json_int_t)check->plan.too_long, "sizes", check_sizes_json(check), "shapes", shapes,
      "runs", runs, "outcome", check_verdict(check, &code));
  json_object_set_new(json, "failed", check_failed_json(check));
  json_object_set_new(json, "modules", check_units_json(check));
  json_object_set_new(json, "causes", check_causes_json(check->causes));
  if (check->coverage)
    json_object_set_new(json, "coverage", check_coverage_json(check));
  struct err err;
  const bool good = json_print(json, file, JSON_INDENT(2), &err);

  json_decref(json);
  return good;
}

/* --- JUnit --- */

static void add_run(struct junit *junit, const struct check *check, size_t i)
{
  const struct check_run *run = check->plan.runs[i];
  const struct check_result *r = &check->results[i];
  const enum junit_kind kind = r->word == CHECK_NOT_MADE ? JUNIT_SKIPPED
                               : r->word == CHECK_ERROR  ? JUNIT_ERROR
                               : check_failed(r->word)   ? JUNIT_FAILURE
                                                         : JUNIT_PASSED;
  char command[CHECK_COMMAND], program[CHECK_COMMAND];
  static char text[CHECK_COMMAND + FILE_PATH + CHECK_REASON + 64];

  check_program(program, &check->settings);
  check_command(command, program, &run->description);
  snprintf(text, sizeof text, "%s\nrepeat with: %s\n%s%s%s", r->line, command,
           r->folder[0] ? "evidence: " : "", r->folder, r->folder[0] ? "\n" : "");
  junit_add(junit, &(struct junit_case){.group = check->plan.shapes[run->shape].name,
                                        .name = run->name,
                                        .seed = run->description.seed,
                                        .seconds = r->seconds,
                                        .kind = kind,
                                        .word = check_word_name(r->word),
                                        .line = r->line,
                                        .text = text});
}

static bool write_junit(struct junit *junit, const struct check *check, struct err *err)
{
  char name[CHECK_NAME + ROUTING_NAME + CHECK_FAILED], failed[CHECK_FAILED];

  check_failed_text(check, failed, sizeof failed);
  check_units_junit(check, junit);
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->built[i].state == CHECK_BROKEN)
      junit_add(junit, &(struct junit_case){.group = check->plan.shapes[i].name,
                                            .name = "build",
                                            .seconds = check->built[i].seconds,
                                            .kind = JUNIT_ERROR,
                                            .word = "ERROR",
                                            .line = check->built[i].err.text});
  for (size_t i = 0; i < check->plan.count; i++)
    add_run(junit, check, i);
  snprintf(name, sizeof name, "lockhop check %.120s%s%s%s%s", check->settings.argument[0],
           check_routing(check)[0] ? " " : "", check_routing(check),
           failed[0] ? ", failed switches " : "", failed);
  return junit_close(junit, name, err);
}

/* --- all of them --- */

struct check_files *check_files_open(const struct check *check, struct err *err)
{
  const struct settings *s = &check->settings;
  struct check_files *files = calloc(1, sizeof *files);

  if (!files) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
    return NULL;
  }
  if ((s->json && !file_open_with(&files->json, s->json, s->out, err)) ||
      (s->html && !file_open_with(&files->html, s->html, s->out, err)) ||
      (s->junit &&
       !(files->has_junit = junit_open(&files->junit, s->junit, s->out, err)))) {
    check_files_abandon(files);
    return NULL;
  }
  return files;
}

/* A file that is whole gets its name; of another one nothing is left. */
static bool end_file(struct output_file *file, bool whole, struct err *err)
{
  if (!whole)
    file_abandon(file);
  const bool good = whole && file_commit(file, err);
  file->stream = NULL;
  return good;
}

bool check_files_write(struct check_files *files, const struct check *check,
                       struct err *err)
{
  bool good = true;

  if (files->json.stream) {
    good = (check_write_json(check, files->json.stream) && memory_text_whole(err)) ||
           err_set(err, ERR_ENVIRONMENT, "not enough memory for the JSON result");
    good = end_file(&files->json, good, err);
  }
  if (good && files->html.stream) {
    check_page_write(check, files->html.stream);
    good = end_file(&files->html, memory_text_whole(err), err);
  }
  if (good && files->has_junit) {
    good = write_junit(&files->junit, check, err);
    files->has_junit = false;
  }
  check_files_abandon(files);
  return good;
}

void check_files_abandon(struct check_files *files)
{
  if (files->json.stream)
    file_abandon(&files->json);
  if (files->html.stream)
    file_abandon(&files->html);
  if (files->has_junit)
    junit_abandon(&files->junit);
  free(files);
}

static void refuse_junit(const struct settings *s, const struct err *why)
{
  struct junit junit;
  struct err ignored = {.kind = ERR_NONE};

  if (!junit_open(&junit, s->junit, s->out, &ignored))
    return;
  junit_add(&junit,
            &(struct junit_case){.group = s->argument[0] ? s->argument[0] : "lockhop",
                                 .name = "check",
                                 .seconds = -1,
                                 .kind = JUNIT_ERROR,
                                 .word = "ERROR",
                                 .line = why->text,
                                 .text = s->command});
  junit_close(&junit, "lockhop check", &ignored);
}

static void refuse_html(const struct settings *s, const struct err *why)
{
  struct output_file file;
  struct err ignored = {.kind = ERR_NONE};

  if (!file_open_with(&file, s->html, s->out, &ignored))
    return;
  check_page_refused(s, why, file.stream);
  file_commit(&file, &ignored);
}

void check_files_refused(const struct settings *s, const struct err *why)
{
  struct output_file file;
  struct err ignored = {.kind = ERR_NONE};

  if (s->junit)
    refuse_junit(s, why);
  if (s->html)
    refuse_html(s, why);
  if (!s->json || !file_open_with(&file, s->json, s->out, &ignored))
    return;
  json_t *json = json_pack("{s:s, s:o, s:o, s:o, s:s}", "version", LOCKHOP_VERSION,
                           "command", bytes(s->command), "topology",
                           s->argument[0] ? bytes(s->argument[0]) : json_null(), "error",
                           bytes(why->text), "outcome", "ERROR");
  if (json_print(json, file.stream, JSON_INDENT(2), &ignored))
    file_commit(&file, &ignored);
  else
    file_abandon(&file);
  json_decref(json);
}
