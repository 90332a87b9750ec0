/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* job_json -- jobs and their results as lines of JSON. */
#include "tool/jobs/job_json.h"

#include "base/file.h"
#include "network/topology/file_network.h"
#include "tool/console/json_print.h"
#include "tool/jobs/trials.h"
#include "verilog/simulator/dut_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifndef LOCKHOP_VERSION
#define LOCKHOP_VERSION "unknown"
#endif

static const char *const kinds[JOB_KINDS] = {
    [JOB_RUN] = "run", [JOB_BUILD] = "build", [JOB_TRIALS] = "trials"};

bool job_hash_design(struct hash *hash, const struct description *run, struct err *err)
{
  return dut_list_hash(hash, run->dut, run->dut_count, err);
}

bool job_hash_files(struct hash *hash, const struct description *run, struct err *err)
{
  const char *const prefixes[] = {"file:", "trace:"};
  char network[SPEC_TEXT];

  if (!job_hash_design(hash, run, err) ||
      (run->topology && file_network_path(run->topology, network) &&
       !hash_file(hash, network, err)))
    return false;
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (run->traffic && strncmp(run->traffic, prefixes[i], strlen(prefixes[i])) == 0 &&
        !hash_file(hash, run->traffic + strlen(prefixes[i]), err))
      return false;
  return true;
}

void job_id(char id[JOB_ID], enum job_kind kind, const struct description *run,
            uint64_t trials, const struct hash *design)
{
  struct hash hash = *design;
  json_t *json = run_json_write(run, RUN_FIELD_IS);
  char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
  char digits[HASH_TEXT];

  hash_text(&hash, text ? text : "");
  hash_u64(&hash, run->work);
  if (kind == JOB_TRIALS)
    hash_u64(&hash, trials);
  hash_print(&hash, digits);
  snprintf(id, JOB_ID, "%s-%.16s", kinds[kind], digits);
  free(text);
  json_decref(json);
}

/* --- jobs --- */

static json_t *job_request_json(const struct job_request *r)
{
  json_t *run = run_json_write(&r->run, RUN_FIELD_RECORD);

  if (!run)
    return NULL;
  return json_pack("{s:i, s:s, s:s, s:b, s:b, s:I, s:o, s:o*}", "job", JOB_JSON_VERSION,
                   "id", r->id, "kind", kinds[r->kind], "reached", (int)r->reached,
                   "coverage", (int)r->coverage, "work", (json_int_t)r->run.work, "run",
                   run, "trials",
                   r->kind == JOB_TRIALS ? json_integer((json_int_t)r->trials) : NULL);
}

bool job_request_print(const struct job_request *request, FILE *file, struct err *err)
{
  json_t *json = job_request_json(request);
  const bool good = json_print(json, file, JSON_COMPACT, err) && !ferror(file);

  json_decref(json);
  return good || file_reader_left(file) ||
         err_set(err, ERR_ENVIRONMENT, "cannot write job %s", request->id);
}

/* Of an object, a text; NULL: it has none of that name. */
static const char *text_of(const json_t *json, const char *key)
{
  return json_string_value(json_object_get(json, key));
}

static bool copy_id(char id[JOB_ID], const json_t *json, struct err *err)
{
  const char *text = text_of(json, "id");

  if (!text || text[0] == '\0' || strlen(text) >= JOB_ID)
    return err_set(err, ERR_USAGE, "\"id\": must be a name of 1..%d bytes", JOB_ID - 1);
  strcpy(id, text);
  return true;
}

bool job_request_read(struct job_request *r, const json_t *json, struct err *err)
{
  const char *kind = text_of(json, "kind");

  *r = (struct job_request){.kind = JOB_RUN};
  if (!json_is_object(json))
    return err_set(err, ERR_USAGE, "a job must be a JSON object");
  if (json_integer_value(json_object_get(json, "job")) != JOB_JSON_VERSION)
    return err_set(err, ERR_USAGE, "\"job\": must be %d, the version of this format",
                   JOB_JSON_VERSION);
  if (!copy_id(r->id, json, err))
    return false;
  while (kind && r->kind < JOB_KINDS && strcmp(kind, kinds[r->kind]) != 0)
    r->kind++;
  if (r->kind == JOB_KINDS)
    return err_set(err, ERR_USAGE, "\"kind\": must be \"run\", \"build\" or \"trials\"");
  if (!run_json_read(&r->run, json_object_get(json, "run"), err))
    return false;
  r->reached = json_is_true(json_object_get(json, "reached"));
  r->coverage = json_is_true(json_object_get(json, "coverage"));
  r->run.work = (uint64_t)json_integer_value(json_object_get(json, "work"));
  r->trials = (uint64_t)json_integer_value(json_object_get(json, "trials"));
  if (r->kind == JOB_TRIALS && (r->trials < 1 || r->trials > TRIALS_MOST))
    return err_set(err, ERR_USAGE, "\"trials\": must be a number in 1..%d", TRIALS_MOST);
  if (r->kind == JOB_BUILD && !r->run.lock_step)
    return err_set(err, ERR_USAGE, "\"kind\": a build is of a run in lock step");
  return true;
}

/* --- results --- */

/* A text of a design or tool. If it is invalid UTF-8, only its ASCII is kept. */
static json_t *text_json(const char *text)
{
  json_t *json = text ? json_string(text) : NULL;
  char *copy = text && !json ? strdup(text) : NULL;

  for (char *c = copy; c && *c; c++)
    if ((unsigned char)*c >= 0x80)
      *c = '?';
  if (copy)
    json = json_string(copy);
  free(copy);
  return json;
}

static json_t *summary_json(const struct cosim_summary *s)
{
  json_t *activity = json_array();

  if (!s->ended) {
    json_decref(activity);
    return json_null();
  }
  for (int i = 0; i < ACTIVITY_EVENTS; i++)
    json_array_append_new(activity, json_integer((json_int_t)s->activity.count[i]));
  return json_pack(
      "{s:i, s:b, s:b, s:i, s:i, s:i, s:I, s:I, s:I, s:I, s:o, s:b, s:b, s:o, s:s, s:s}",
      "outcome", (int)s->outcome, "can_deadlock", (int)s->can_deadlock, "explained",
      (int)s->explained, "kind", (int)s->kind, "field", (int)s->field, "rule", (int)s->rule,
      "cycles", (json_int_t)s->cycles, "packets", (json_int_t)s->packets, "delivered",
      (json_int_t)s->delivered, "compared", (json_int_t)s->compared, "activity", activity,
      "asynchronous", (int)s->remarks.asynchronous, "untried", (int)s->remarks.untried,
      "line", text_json(s->line), "what", s->symptom.what, "place", s->symptom.place);
}

static json_t *error_json(const struct err *err)
{
  return err->kind == ERR_NONE ? json_null()
                               : json_pack("{s:i, s:o}", "kind", (int)err->kind, "text",
                                           text_json(err->text));
}

json_t *job_result_json(const struct job_result *r)
{
  const struct job_end *e = &r->run.end;

  return json_pack(
      "{s:i, s:s, s:s, s:s, s:s, s:i, s:f, s:b, s:b, s:o, s:o, s:b, s:b, s:o, s:O*, s:O*, "
      "s:o*, s:o*, s:o*, s:o*}",
      "result", JOB_JSON_VERSION, "id", r->id, "version", LOCKHOP_VERSION, "design",
      r->design, "word", r->word, "code", r->code, "seconds", r->seconds, "worked",
      (int)e->worked, "late", (int)e->late, "error", error_json(&e->err), "hung",
      text_json(e->hung), "elsewhere", (int)r->run.found.elsewhere, "declined",
      (int)r->run.found.declined, "summary", summary_json(&r->run.found.summary), "object",
      r->object, "trials", r->trials, "reached", text_json(r->reached), "coverage",
      text_json(r->coverage), "sources", text_json(r->sources), "output",
      text_json(r->output));
}

static void read_error(struct err *err, const json_t *json)
{
  if (json_is_object(json))
    err_set(err, (enum err_kind)json_integer_value(json_object_get(json, "kind")), "%s",
            text_of(json, "text") ? text_of(json, "text") : "");
}

static bool is_in(const json_t *json, const char *key, int most)
{
  const json_t *value = json_object_get(json, key);

  return json_is_integer(value) && json_integer_value(value) >= 0 &&
         json_integer_value(value) < most;
}

static uint64_t count_of(const json_t *json, const char *key)
{
  return (uint64_t)json_integer_value(json_object_get(json, key));
}

static bool read_summary(struct cosim_summary *s, const json_t *json)
{
  const json_t *activity = json_object_get(json, "activity");

  if (json_is_null(json))
    return true;
  if (!is_in(json, "outcome", OUTCOME_INTERRUPTED + 1) ||
      !is_in(json, "kind", DIFFERENCE_RULE + 1) ||
      !is_in(json, "field", DIFFERENCE_EJECT_DATA + 1) ||
      !is_in(json, "rule", FLOW_RULES) || !text_of(json, "line") ||
      !text_of(json, "what") || !text_of(json, "place") ||
      json_array_size(activity) != ACTIVITY_EVENTS)
    return false;
  *s = (struct cosim_summary){
      .ended = true,
      .outcome = (enum outcome)count_of(json, "outcome"),
      .can_deadlock = json_is_true(json_object_get(json, "can_deadlock")),
      .explained = json_is_true(json_object_get(json, "explained")),
      .kind = (enum difference_kind)count_of(json, "kind"),
      .field = (enum difference_field)count_of(json, "field"),
      .rule = (enum flow_rule)count_of(json, "rule"),
      .cycles = count_of(json, "cycles"),
      .packets = count_of(json, "packets"),
      .delivered = count_of(json, "delivered"),
      .compared = count_of(json, "compared"),
      .remarks = {.asynchronous = json_is_true(json_object_get(json, "asynchronous")),
                  .untried = json_is_true(json_object_get(json, "untried"))}};
  for (size_t i = 0; i < ACTIVITY_EVENTS; i++)
    s->activity.count[i] = (uint64_t)json_integer_value(json_array_get(activity, i));
  snprintf(s->line, sizeof s->line, "%s", text_of(json, "line"));
  snprintf(s->symptom.what, SYMPTOM_WHAT, "%s", text_of(json, "what"));
  snprintf(s->symptom.place, SYMPTOM_PLACE, "%s", text_of(json, "place"));
  return true;
}

bool job_result_read(struct job_result *r, const json_t *json, struct err *err)
{
  const char *version = text_of(json, "version"), *design = text_of(json, "design");
  const json_t *summary = json_object_get(json, "summary");

  *r = (struct job_result){.word = text_of(json, "word")};
  if (!json_is_object(json) ||
      json_integer_value(json_object_get(json, "result")) != JOB_JSON_VERSION)
    return err_set(err, ERR_USAGE, "is not a result of lockhop jobs");
  if (!copy_id(r->id, json, err))
    return false;
  if (!version || strcmp(version, LOCKHOP_VERSION) != 0)
    return err_set(err, ERR_USAGE, "is of version %.40s of lockhop, this is %s",
                   version ? version : "?", LOCKHOP_VERSION);
  if (!r->word || !design || strlen(design) >= HASH_TEXT || !text_of(json, "hung") ||
      !(json_is_null(summary) || json_is_object(summary)) ||
      !read_summary(&r->run.found.summary, summary))
    return err_set(err, ERR_USAGE, "lacks a key that every result has");
  strcpy(r->design, design);
  r->code = (int)json_integer_value(json_object_get(json, "code"));
  r->seconds = json_number_value(json_object_get(json, "seconds"));
  r->run.end.worked = json_is_true(json_object_get(json, "worked"));
  r->run.end.late = json_is_true(json_object_get(json, "late"));
  r->run.found.elsewhere = json_is_true(json_object_get(json, "elsewhere"));
  r->run.found.declined = json_is_true(json_object_get(json, "declined"));
  r->run.end.code = r->code;
  read_error(&r->run.end.err, json_object_get(json, "error"));
  snprintf(r->run.end.hung, sizeof r->run.end.hung, "%s", text_of(json, "hung"));
  r->object = json_object_get(json, "object");
  r->trials = json_object_get(json, "trials");
  r->output = text_of(json, "output");
  r->reached = text_of(json, "reached");
  r->coverage = text_of(json, "coverage");
  r->sources = text_of(json, "sources");
  return true;
}
