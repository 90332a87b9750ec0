/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_page_runs -- on the page of a check, the table of its runs. */
#include "tool/campaign/check_page.h"
#include "tool/console/html.h"

#include <inttypes.h>

void check_page_command(const struct check *check, size_t run, FILE *file)
{
  char command[CHECK_COMMAND], program[CHECK_COMMAND];

  check_program(program, &check->settings);
  check_command(command, program, &check->plan.runs[run]->description);
  fprintf(file, "<br><code>");
  html_text(command, file);
  fprintf(file, "</code>");
}

static void html_run(const struct check *check, size_t i, FILE *file)
{
  const struct check_run *run = check->plan.runs[i];
  const struct check_result *r = &check->results[i];

  fprintf(file, "<tr class=\"%s\"><td>%s</td><td>",
          check_failed(r->word)       ? "bad"
          : r->word == CHECK_NOT_MADE ? "none"
                                      : "good",
          check_word_name(r->word));
  html_text(check->plan.shapes[run->shape].name, file);
  fprintf(file, "</td><td>");
  html_text(run->name, file);
  fprintf(file, "</td><td class=\"n\">%" PRIu64 "</td><td>", r->summary.compared);
  html_text(r->line, file);
  if (check_failed(r->word))
    check_page_command(check, i, file);
  if (r->folder[0] != '\0') {
    fprintf(file, "<br>");
    html_anchor(check->settings.html, r->folder, r->folder, file);
  }
  fprintf(file, "</td></tr>\n");
}

static size_t count_runs(const struct check *check, bool failed)
{
  size_t count = 0;

  for (size_t i = 0; i < check->plan.count; i++)
    count += check_failed(check->results[i].word) == failed;
  return count;
}

static void html_runs(const struct check *check, bool failed, const char *label, FILE *file)
{
  static const char *const columns[] = {"outcome",       "shape", "run",
                                        "switch-cycles", "what",  NULL};

  html_table(label, columns, file);
  for (size_t i = 0; i < check->plan.count; i++)
    if (check_failed(check->results[i].word) == failed)
      html_run(check, i, file);
  html_table_end(file);
}

void check_page_runs(const struct check *check, FILE *file)
{
  const size_t failed = count_runs(check, true), others = count_runs(check, false);

  fprintf(file, "<section id=\"runs\"><h2>Runs</h2>\n");
  if (failed > 0)
    html_runs(check, true, "Runs that failed", file);
  if (others > 0) {
    fprintf(file, "<details><summary>%zu %sruns</summary>\n", others,
            failed ? "other " : "");
    html_runs(check, false, "Runs that did not fail", file);
    fprintf(file, "</details>\n");
  }
  fprintf(file, "</section>\n");
}
