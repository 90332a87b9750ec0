/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_page -- a check as one HTML page: its first screen. */
#include "tool/campaign/check_page.h"

#include "tool/campaign/check_coverage.h"
#include "tool/campaign/check_exercise.h"
#include "tool/campaign/check_unit_list.h"
#include "tool/campaign/check_units.h"
#include "tool/console/html.h"
#include "tool/console/memory_text.h"

#include <stdlib.h>
#include <string.h>

/* The verdict and the command. */
static void page_head(const char *network, const char *routing, const char *failed,
                      const char *verdict, bool good, const char *command, FILE *file)
{
  char title[CHECK_NAME];

  snprintf(title, sizeof title, "%s: lockhop check %.180s", verdict, network);
  html_head(title, file);
  fprintf(file, "<header>\n<h1><span class=\"word %s\">%s</span> ", good ? "good" : "bad",
          verdict);
  html_text(network, file);
  fprintf(file, "%s", routing[0] ? ", " : "");
  html_text(routing, file);
  fprintf(file, "</h1>\n");
  if (failed[0]) {
    fprintf(file, "<p>Switches that have failed in every run: <b>");
    html_text(failed, file);
    fprintf(file, "</b></p>\n");
  }
  fprintf(file, "<p><code>");
  html_text(command, file);
  fprintf(file, "</code></p>\n");
}

/* --- how many, and why not --- */

struct counts {
  size_t passed, failed, not_made;
};

static struct counts count_runs(const struct check *check)
{
  struct counts counts = {.passed = 0};

  for (size_t i = 0; i < check->plan.count; i++) {
    const enum check_word word = check->results[i].word;

    counts.passed += check_passed(word);
    counts.failed += check_failed(word);
    counts.not_made += word == CHECK_NOT_MADE;
  }
  return counts;
}

/* Run i was not made: is it the first for this reason? */
static bool is_first_reason(const struct check *check, size_t run)
{
  for (size_t i = 0; i < run; i++)
    if (check->results[i].word == CHECK_NOT_MADE &&
        strcmp(check->results[i].line, check->results[run].line) == 0)
      return false;
  return true;
}

static void page_not_made(const struct check *check, FILE *file)
{
  for (size_t i = 0; i < check->plan.count; i++) {
    size_t alike = 0;

    if (check->results[i].word != CHECK_NOT_MADE || !is_first_reason(check, i))
      continue;
    for (size_t k = i; k < check->plan.count; k++)
      alike += check->results[k].word == CHECK_NOT_MADE &&
               strcmp(check->results[k].line, check->results[i].line) == 0;
    fprintf(file, " %zu run%s not made: ", alike, alike == 1 ? " was" : "s were");
    html_text(check->results[i].line, file);
    fprintf(file, ".");
  }
}

static void page_counts(const struct check *check, bool vacuous, FILE *file)
{
  const struct counts counts = count_runs(check);

  fprintf(file, "<p>%zu runs: %zu passed, %zu failed, %zu not made.", check->plan.count,
          counts.passed, counts.failed, counts.not_made);
  page_not_made(check, file);
  fprintf(file, "</p>\n");
  if (vacuous && counts.passed == 0)
    fprintf(file, "<p>No run was made: this check says nothing of the design.</p>\n");
  else if (vacuous)
    fprintf(file, "<p>No packet crossed a link in any run: this check says nothing of the "
                  "design.</p>\n");
}

/* --- causes --- */

static void units_causes(const struct check *check, FILE *file)
{
  for (size_t i = 0; check->units && i < check->units->count; i++) {
    const struct check_unit *unit = &check->units->list[i];

    if (unit->own || check_unit_failed(unit) == CHECK_PASS)
      continue;
    fprintf(file, "<li><strong>Module %s alone</strong>: ", unit->module);
    if (unit->result.differing)
      fprintf(file, "%u of %u parameter sets differ from its C twin. ",
              unit->result.differing, unit->result.sets);
    html_text(unit->result.text, file);
    if (unit->folder[0] != '\0') {
      fprintf(file, ". Evidence: ");
      html_anchor(check->settings.html, unit->folder, unit->folder, file);
    }
    fprintf(file, "</li>\n");
  }
}

static bool same_error(const struct check *check, size_t a, size_t b)
{
  return check->built[a].state == CHECK_BROKEN && check->built[b].state == CHECK_BROKEN &&
         strcmp(check->built[a].err.text, check->built[b].err.text) == 0;
}

/* Shapes that could not be built, once for each message. */
static void build_causes(const struct check *check, FILE *file)
{
  for (size_t i = 0; i < check->plan.shape_count; i++) {
    size_t first = 0, alike = 0;

    if (check->built[i].state != CHECK_BROKEN)
      continue;
    while (!same_error(check, first, i))
      first++;
    for (size_t k = i; k < check->plan.shape_count; k++)
      alike += same_error(check, i, k);
    if (first < i)
      continue;
    fprintf(file, "<li><strong>%zu shape%s</strong> cannot be built: ", alike,
            alike == 1 ? "" : "s");
    html_text(check->built[i].err.text, file);
    fprintf(file, "</li>\n");
  }
}

typedef void print_cause(const struct check_cause *cause, const struct check *check,
                         FILE *file);

static void print_common(const struct check_cause *cause, const struct check *check,
                         FILE *file)
{
  check_cause_common(cause, check->causes->passed, file);
}

/* What `print` prints, with `before` before it where that is something. */
static void html_of(print_cause *print, const struct check_cause *cause,
                    const struct check *check, const char *before, FILE *file)
{
  char *text = NULL;
  size_t size;
  FILE *memory = memory_text_open(&text, &size);

  if (!memory)
    return;
  print(cause, check, memory);
  if (memory_text_close(memory, &text) && text[0] != '\0') {
    fputs(before, file);
    html_text(text, file);
  }
  free(text);
}

static void run_causes(const struct check *check, FILE *file)
{
  for (size_t i = 0; i < check->causes->count; i++) {
    const struct check_cause *cause = &check->causes->list[i];
    const struct check_run *first = check->plan.runs[cause->first];
    const size_t number = check_page_case(check, i);

    fprintf(file, "<li><strong>%zu run%s</strong>: %s: ", cause->runs,
            cause->runs == 1 ? "" : "s", check_word_name(cause->word));
    html_of(check_cause_name, cause, check, "", file);
    html_of(print_common, cause, check, "<br>", file);
    fprintf(file, "<br>first: ");
    html_text(check->plan.shapes[first->shape].name, file);
    fprintf(file, "; ");
    html_text(first->name, file);
    if (number)
      fprintf(file, ": <a href=\"#case-%zu\">case %zu</a>", number, number);
    else
      check_page_command(check, cause->first, file);
    fprintf(file, "</li>\n");
  }
}

static bool any_broken(const struct check *check)
{
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->built[i].state == CHECK_BROKEN)
      return true;
  return false;
}

static void page_causes(const struct check *check, FILE *file)
{
  if (check->causes->count == 0 && check_units_word(check) == CHECK_PASS &&
      !any_broken(check))
    return;
  fprintf(file, "<section id=\"causes\"><h2>Causes</h2>\n<ol class=\"causes\">\n");
  units_causes(check, file);
  build_causes(check, file);
  run_causes(check, file);
  fprintf(file, "</ol></section>\n");
}

/* --- the page --- */

static bool any_module(const struct check *check)
{
  for (size_t i = 0; check->units && i < check->units->count; i++)
    if (!check->units->list[i].own)
      return true;
  return false;
}

static void page_contents(const struct check *check, FILE *file)
{
  fprintf(file, "<nav aria-label=\"Contents\">");
  if (check_page_has_cases(check))
    fprintf(file, "<a href=\"#case-1\">First case</a>\n");
  fprintf(file, "<a href=\"#reached\">What was reached</a>\n");
  if (any_module(check))
    fprintf(file, "<a href=\"#modules\">Modules alone</a>\n");
  fprintf(file, "<a href=\"#runs\">Runs</a></nav>\n</header>\n<main>\n");
}

static void page_reached(const struct check *check, FILE *file)
{
  bool counted = false;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    counted = counted || check->reached[i].has_map;
  fprintf(file, "<section id=\"reached\">\n");
  if (!counted)
    fprintf(file, "<h2>What a test must reach</h2>\n<p>Nothing was counted.</p>\n");
  check_reached_html(check, file);
  check_sizes_html(check, file);
  check_coverage_html(check, file);
  fprintf(file, "</section>\n");
}

void check_page_write(const struct check *check, FILE *file)
{
  int code;
  const char *verdict = check_verdict(check, &code);
  char failed[CHECK_FAILED];

  check_failed_text(check, failed, sizeof failed);
  page_head(check->settings.argument[0], check_routing(check), failed, verdict, code == 0,
            check->settings.command, file);
  page_counts(check, strcmp(verdict, "VACUOUS") == 0, file);
  page_contents(check, file);
  page_causes(check, file);
  check_page_cases(check, file);
  page_reached(check, file);
  if (any_module(check)) {
    fprintf(file, "<section id=\"modules\">\n");
    check_units_html(check, file);
    fprintf(file, "</section>\n");
  }
  check_page_runs(check, file);
  fprintf(file, "</main>\n</body></html>\n");
}

void check_page_refused(const struct settings *s, const struct err *why, FILE *file)
{
  page_head(s->argument[0] ? s->argument[0] : "lockhop", "", "", "ERROR", false, s->command,
            file);
  fprintf(file, "</header>\n<main>\n<p>");
  html_text(why->text, file);
  fprintf(file, "</p>\n</main>\n</body></html>\n");
}
