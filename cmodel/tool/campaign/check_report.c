/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_report -- what lockhop check prints. */
#include "base/text.h"
#include "tool/campaign/check_causes.h"
#include "tool/campaign/check_coverage.h"
#include "tool/campaign/check_exercise.h"
#include "tool/campaign/check_units.h"
#include "tool/console/colour.h"
#include "tool/console/explain.h"
#include "tool/console/memory_text.h"
#include "tool/console/rows.h"
#include "tool/session/fields.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- commands --- */

void check_program(char text[CHECK_COMMAND], const struct settings *settings)
{
  snprintf(text, CHECK_COMMAND, "%.*s", (int)settings->program_length, settings->command);
}

void check_command(char text[CHECK_COMMAND], const char *program,
                   const struct description *d)
{
  size_t used = (size_t)snprintf(text, CHECK_COMMAND, "%.2000s %s", program,
                                 d->lock_step ? "cosim" : "run");

  used = text_add_word(text, CHECK_COMMAND, used, d->topology);
  used = text_add_word(text, CHECK_COMMAND, used, d->traffic);
  run_fields_add(d, text, CHECK_COMMAND, used);
}

/* --- runs --- */

void check_print_run(const struct check *check, size_t run, FILE *file)
{
  const struct check_result *r = &check->results[run];
  const struct check_run *planned = check->plan.runs[run];

  fprintf(file, "%s: %s; %s", check_word_name(r->word),
          check->plan.shapes[planned->shape].name, planned->name);
  if (r->line[0] != '\0')
    fprintf(file, ": %s", r->line);
  if (r->folder[0] != '\0')
    fprintf(file, "; evidence: %s", r->folder);
  fprintf(file, "\n");
}

/* --- tables --- */

enum { NUMBERS = 56 }; /* columns of the numbers of a row */

struct row {
  char name[CHECK_NAME];
  size_t runs, passed, failed, not_made;
  uint64_t packets, compared;
};

static void add_to(struct row *row, const struct check_result *r)
{
  row->runs++;
  row->passed += check_passed(r->word);
  row->failed += check_failed(r->word);
  row->not_made += r->word == CHECK_NOT_MADE;
  row->packets += r->summary.ended ? r->summary.packets : 0;
  row->compared += r->summary.ended ? r->summary.compared : 0;
}

static void print_rows(const struct row *rows, size_t count, const char *title, FILE *file)
{
  size_t width = strlen(title);

  for (size_t i = 0; i < count; i++)
    width = width > strlen(rows[i].name) ? width : strlen(rows[i].name);
  rows_begin(file, title, width, NUMBERS);
  fprintf(file, "  %5s %6s %6s %8s %10s %14s\n", "runs", "passed", "failed", "not made",
          "packets", "switch-cycles");
  for (size_t i = 0; i < count; i++) {
    rows_begin(file, rows[i].name, width, NUMBERS);
    fprintf(file, "  %5zu %6zu %6zu %8zu %10" PRIu64 " %14" PRIu64 "\n", rows[i].runs,
            rows[i].passed, rows[i].failed, rows[i].not_made, rows[i].packets,
            rows[i].compared);
  }
}

static void by_shape(const struct check *check, struct row *rows, FILE *file)
{
  for (size_t i = 0; i < check->plan.shape_count; i++)
    snprintf(rows[i].name, CHECK_NAME, "%.140s%s", check->plan.shapes[i].name,
             check->built[i].state == CHECK_BROKEN ? " (not built)" : "");
  for (size_t i = 0; i < check->plan.count; i++)
    add_to(&rows[check->plan.runs[i]->shape], &check->results[i]);
  size_t count = 0;
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (!check_build_absent(check->built[i].state))
      rows[count++] = rows[i];
  print_rows(rows, count, "shape", file);
}

/* By the name of the traffic, without its options. */
static void by_traffic(const struct check *check, struct row *rows, FILE *file)
{
  size_t count = 0;

  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_run *run = check->plan.runs[i];
    const size_t length = strcspn(run->traffic, ",:");
    size_t k = 0;

    if (check_build_absent(check->built[run->shape].state))
      continue;
    while (k < count && (strlen(rows[k].name) != length ||
                         strncmp(rows[k].name, run->traffic, length) != 0))
      k++;
    if (k == count) {
      rows[count] = (struct row){.runs = 0};
      snprintf(rows[count++].name, CHECK_NAME, "%.*s", (int)length, run->traffic);
    }
    add_to(&rows[k], &check->results[i]);
  }
  print_rows(rows, count, "traffic", file);
}

/* --- what was exercised --- */

/* Nobody looks into the queues of a design that runs alone. */
static bool is_counted(const struct check *check, int item)
{
  return check_by_cycle(check) ||
         (item != ACTIVITY_QUEUE_FULL && item != ACTIVITY_QUEUE_DEEP);
}

static void print_exercise(const struct check *check, FILE *file)
{
  uint64_t counts[ACTIVITY_EVENTS] = {0};
  const char *before = "exercised: ";

  for (size_t i = 0; i < check->plan.count; i++)
    for (int item = 0; check->results[i].summary.ended && item < ACTIVITY_EVENTS; item++)
      counts[item] += check->results[i].summary.activity.count[item];
  for (int item = 0; item < ACTIVITY_EVENTS; item++)
    if (is_counted(check, item)) {
      fprintf(file, "%s%s %" PRIu64, before, activity_rows[item].name, counts[item]);
      before = ", ";
    }
  fprintf(file, "\n");
  before = "never: ";
  for (int item = 0; item < ACTIVITY_EVENTS; item++)
    if (counts[item] == 0 && is_counted(check, item)) {
      fprintf(file, "%s%s", before, activity_rows[item].never);
      before = "; ";
    }
  if (before[0] == ';')
    fprintf(file, "\n");
}

static void print_remarks(const struct check *check, FILE *file)
{
  struct moore_remarks all = {.asynchronous = false};

  for (size_t i = 0; i < check->plan.count; i++) {
    const struct cosim_summary *s = &check->results[i].summary;

    all.asynchronous = all.asynchronous || (s->ended && s->remarks.asynchronous);
    all.untried = all.untried || (s->ended && s->remarks.untried);
  }
  explain_remarks(&all, file);
}

/* For a large network: how many pairs of terminals sent packets, if not all. */
static void print_sampled(const struct check *check, FILE *file)
{
  const char *before = "sampled: of all pairs, gossip sent ";
  size_t last = SIZE_MAX;

  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_run *run = check->plan.runs[i];
    const size_t member = check->plan.shapes[run->shape].member;

    if (run->rounds == 0 || member == last)
      continue;
    fprintf(file, "%s%.2g %% on %s (%u of %u rounds, drawn from the seed)", before,
            100.0 * run->rounds / run->all_rounds, check->plan.members[member].topology,
            run->rounds, run->all_rounds);
    before = "; ";
    last = member;
  }
  if (last != SIZE_MAX)
    fputc('\n', file);
}

static void print_left_out(const struct check *check, FILE *file)
{
  size_t elsewhere = 0, declined = 0;

  for (size_t i = 0; i < check->plan.shape_count; i++) {
    elsewhere += check->built[i].state == CHECK_ELSEWHERE;
    declined += check->built[i].state == CHECK_DECLINED;
  }
  if (check->plan.left || declined)
    fprintf(file, "%zu shapes, %zu made%s%s", check->plan.shape_count + check->plan.left,
            check->plan.shape_count - declined - elsewhere, check->plan.left ? ": " : "",
            check->plan.left_why);
  if (declined)
    fprintf(file, "%s %zu declined by $error", check->plan.left ? ";" : ":", declined);
  if (check->plan.left || declined)
    fputc('\n', file);
  if (elsewhere)
    fprintf(file, "%zu of %zu shapes have no module of --dut\n", elsewhere,
            check->plan.shape_count);
  if (check->plan.too_long)
    fprintf(file, "%zu runs are too long for level %s: %s\n", check->plan.too_long,
            check->settings.level, check->plan.too_long_names);
  if (check->stopped)
    fprintf(file, "runs that were not made: %s\n", check->stopped);
}

/* Runs of a shape that ended in a deadlock that its routing allows. */
static void print_agreed(const struct check *check, size_t shape, FILE *file)
{
  size_t agreed = 0, first = 0;

  for (size_t i = check->plan.count; i-- > 0;)
    if (check->plan.runs[i]->shape == shape && check->results[i].word == CHECK_AGREED) {
      first = i;
      agreed++;
    }
  if (agreed > 0)
    fprintf(file, "AGREED: %s: %zu run%s in a deadlock that this shape allows; %s: %s\n",
            check->plan.shapes[shape].name, agreed, agreed == 1 ? "" : "s",
            check->plan.runs[first]->name, check->results[first].line);
}

bool check_print_summary(const struct check *check, FILE *file, struct err *err)
{
  const size_t most = check->plan.count + check->plan.shape_count;
  struct row *rows = calloc(most, sizeof *rows);
  int code;

  if (!rows)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the summary");
  if (!check->settings.quiet) {
    char failed[CHECK_FAILED];

    check_failed_text(check, failed, sizeof failed);
    if (failed[0])
      fprintf(file, "switches that have failed in every run: %s\n", failed);
    by_shape(check, rows, file);
    memset(rows, 0, most * sizeof *rows);
    by_traffic(check, rows, file);
    for (size_t i = 0; i < check->plan.shape_count; i++)
      print_agreed(check, i, file);
    check_units_print(check, file);
    print_left_out(check, file);
    print_sampled(check, file);
    print_remarks(check, file);
    check_parameters_print(check, file);
    print_exercise(check, file);
    check_reached_print(check, file);
    check_coverage_print(check, file);
    check_causes_print(check->causes, check, file);
    if (check->folders > 0)
      fprintf(file, "evidence: %zu run%s in %s\n", check->folders,
              check->folders == 1 ? "" : "s", check->settings.output);
    fprintf(file, "%zu runs in %.1f s\n", check->ended, jobs_now() - check->start);
    check_sizes_print(check, file);
  }
  free(rows);
  if (!memory_text_whole(err))
    return false;
  const char *word = check_verdict(check, &code);

  fprintf(file, "%s%s%s\n", colour_begin(file, colour_of_outcome(word)), word,
          colour_end(file));
  return true;
}
