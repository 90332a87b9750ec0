/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* claims -- lockhop claims: what a paper says, beside what runs of this program measure. */
#include "papers/claims.h"

#include "base/file.h"
#include "base/text.h"
#include "tool/cli/claims_tables.h"
#include "tool/cli/options.h"
#include "tool/console/columns.h"
#include "tool/console/interrupt.h"
#include "tool/console/json_print.h"
#include "tool/console/progress.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum { PAPERS_MOST = 16, TRIALS = 100, INTERRUPTED = 130 };

static const char *const verdict_names[] = {
    [CLAIM_TRUE] = "TRUE", [CLAIM_FALSE] = "FALSE", [CLAIM_AMBIGUOUS] = "AMBIGUOUS"};

enum { VERDICTS = sizeof verdict_names / sizeof verdict_names[0] };

static void print_row(const char *id, const char *verdict, const char *claim,
                      const char *printed, const char *measured, FILE *file)
{
  struct column columns[] = {
      {id, 5}, {verdict, 9}, {claim, 34}, {printed, 14}, {measured, 50}};

  columns_print(columns, sizeof columns / sizeof columns[0], file);
}

/* --- a paper --- */

/* What the command prints to, and counts. */
struct report {
  FILE *file;
  struct progress progress;
  json_t *array;
  const char *paper; /* its name */
  const char *place; /* of the row before */
  bool to_file;      /* the JSON must be complete, even if nobody reads the text */
  size_t verdicts[VERDICTS];
  size_t rows;
  bool left; /* the reader of the text left, and no other output is wanted */
};

static bool report_row(struct report *report, const struct claim_row *row,
                       const struct finding *finding, struct err *err)
{
  enum claim_verdict verdict = finding_verdict(finding);
  char measured[CLAIM_MEASURED];

  finding_text(finding, measured);
  print_row(row->id, verdict_names[verdict], row->claim, row->printed, measured,
            report->file);
  if ((fflush(report->file) != 0 || ferror(report->file)) && !report->to_file) {
    report->left = file_reader_left(report->file);
    return report->left ? false
                        : err_set(err, ERR_ENVIRONMENT, "cannot write to standard output");
  }
  report->verdicts[verdict]++;
  report->rows++;
  json_t *object =
      json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "paper", report->paper, "id",
                row->id, "place", report->place, "claim", row->claim, "printed",
                row->printed, "measured", measured, "verdict", verdict_names[verdict]);
  return json_array_append_new(report->array, object) == 0 ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for the JSON result");
}

static void say(void *self, const char *doing)
{
  progress_say(self, doing);
}

static bool judge_row(struct report *report, struct claims *claims,
                      const struct claim_row *row, struct err *err)
{
  struct finding finding;
  char doing[160];

  snprintf(doing, sizeof doing, "%s: %s", row->id, row->claim);
  claims_say(claims, doing);
  bool good = claims_judge(claims, row, &finding, err) && !*claims->stop;
  progress_end(&report->progress);
  return good && report_row(report, row, &finding, err);
}

static bool judge_paper(struct report *report, struct claims *claims,
                        const struct paper *paper, struct err *err)
{
  char trials[160];
  bool good = true;

  report->paper = paper->name;
  report->place = "";
  paper->trials_text(claims->trials, trials, sizeof trials);
  fprintf(report->file,
          "%s%s: %s\nseed %" PRIu64 ", %s\nTRUE: held wherever it was tried, which is no "
          "proof; `measured` says where\n\n",
          report->rows ? "\n" : "", paper->name, paper->title, claims->seed, trials);
  print_row("id", "verdict", "claim", "printed", "measured", report->file);
  for (size_t part = 0; paper->parts[part] && good; part++)
    for (size_t i = 0; i < paper->parts[part]->count && good; i++) {
      const struct claim_row *row = &paper->parts[part]->rows[i];
      const char *place = row->place ? row->place : paper->parts[part]->place;

      if (strcmp(place, report->place) != 0)
        fprintf(report->file, "\n%s\n", place);
      report->place = place;
      good = judge_row(report, claims, row, err);
    }
  claims_free_measured(claims);
  return good;
}

static bool find_paper(const char *name, const struct paper **paper, struct err *err)
{
  const char *names[PAPERS_MOST];
  char near[128], all[128] = "";
  size_t count;

  for (count = 0; count < PAPERS_MOST && claims_papers[count]; count++) {
    names[count] = claims_papers[count]->name;
    claims_append(all, sizeof all, "%s%s", count ? ", " : "", names[count]);
    *paper = claims_papers[count];
    if (strcmp(names[count], name) == 0)
      return true;
  }
  text_did_you_mean(near, sizeof near, name, names, count);
  return err_set(err, ERR_USAGE, "there are no claims of a paper '%s'%s%s", name,
                 near[0] ? near : "; there are those of: ", near[0] ? "" : all);
}

/* --- the command --- */

/* The JSON and the last line. */
static bool finish(const struct report *report, struct output_file *json, struct err *err)
{
  if (json->stream) {
    if (!json_print(report->array, json->stream, JSON_INDENT(2), err) ||
        !file_commit(json, err))
      return false;
  }
  fprintf(report->file, "\n%zu claims: %zu TRUE, %zu FALSE, %zu AMBIGUOUS\n", report->rows,
          report->verdicts[CLAIM_TRUE], report->verdicts[CLAIM_FALSE],
          report->verdicts[CLAIM_AMBIGUOUS]);
  return true;
}

static struct claims claims_of(const struct settings *settings, struct progress *progress)
{
  return (struct claims){
      .seed = settings->run.seed,
      .trials = settings->trials != SETTINGS_UNSET ? (uint32_t)settings->trials : TRIALS,
      .stop = interrupt_watch(),
      .say = say,
      .self = progress,
  };
}

static bool judge_papers(struct report *report, const struct settings *settings,
                         const struct paper *only, struct err *err)
{
  for (size_t i = 0; claims_papers[i]; i++) {
    struct claims claims = claims_of(settings, &report->progress);

    if (only && claims_papers[i] != only)
      continue;
    progress_start(&report->progress, false);
    if (!judge_paper(report, &claims, claims_papers[i], err))
      return false;
  }
  return true;
}

int command_claims(const struct settings *settings, struct err *err)
{
  bool to_stdout = settings->json && strcmp(settings->json, "-") == 0;
  struct report report = {.file = to_stdout ? stderr : settings->out,
                          .to_file = settings->json != NULL};
  struct output_file json = {.stream = NULL};
  const struct paper *only = NULL;

  if ((settings->argument[0] && !find_paper(settings->argument[0], &only, err)) ||
      (settings->json && !file_open(&json, settings->json, err)))
    return (int)err->kind;
  if (settings->table) {
    struct claims claims = claims_of(settings, &report.progress);

    progress_start(&report.progress, false);
    return claims_print_table(&claims, only, settings->table, &json, report.file, err);
  }
  report.array = json_array();
  bool good = judge_papers(&report, settings, only, err) && finish(&report, &json, err);
  json_decref(report.array);
  if (good)
    return 0;
  if (json.stream)
    file_abandon(&json);
  if (report.left)
    return 0;
  if (err->kind != ERR_NONE)
    return (int)err->kind;
  fprintf(report.file, "INTERRUPTED after %zu claims\n", report.rows);
  return INTERRUPTED;
}
