/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_case -- on the page of a check, the case of each cause: a failing run, shrunk where
 * it was, with its last events, and how to repeat it. */
#include "base/text.h"
#include "tool/campaign/check_page.h"
#include "tool/console/html.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- which --- */

static bool has_case(const struct check *check, size_t cause)
{
  return check->results[check->causes->list[cause].first].folder[0] != '\0';
}

bool check_page_has_cases(const struct check *check)
{
  for (size_t i = 0; i < check->causes->count; i++)
    if (has_case(check, i))
      return true;
  return false;
}

size_t check_page_case(const struct check *check, size_t cause)
{
  size_t number = 0;

  for (size_t i = 0; i <= cause; i++)
    number += has_case(check, i);
  return has_case(check, cause) ? number : 0;
}

/* --- one case --- */

/* A file of a folder that cannot be read is left out of the page. */
static char *read_in(const char *folder, const char *name)
{
  char path[FILE_PATH + 32];
  struct err ignored = {.kind = ERR_NONE};
  size_t size;

  snprintf(path, sizeof path, "%s/%s", folder, name);
  return file_read(path, &size, &ignored);
}

/* Of a report, the first difference and the last events before it, without the lines that
 * the page has elsewhere. */
static void case_events(const char *folder, const char *line, FILE *file)
{
  static const char *const last[] = {"\nrepeat with: ", "\nwaveform: "};
  char *report = read_in(folder, "report.txt");

  if (!report)
    return;
  char *from = line[0] != '\0' ? strstr(report, line) : NULL;

  from = from ? from : report;
  for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
    char *end = strstr(from, last[i]);

    if (end)
      *end = '\0';
  }
  fprintf(file, "<pre>");
  for (char *next; *from != '\0'; from = next) {
    next = from + strcspn(from, "\n");
    const bool more = *next != '\0';

    *next = '\0';
    next += more;
    html_text(from, file);
    fputc('\n', file);
  }
  fprintf(file, "</pre>\n");
  free(report);
}

static void case_files(const struct check *check, const char *folder, FILE *file)
{
  static const char *const names[] = {"report.txt",     "stimulus.trace",  "result.json",
                                      "difference.fst", "difference.gtkw", "output.txt"};
  char path[FILE_PATH + 32];

  fprintf(file, "<dt>Evidence</dt><dd>");
  html_anchor(check->settings.html, folder, folder, file);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    if (access(path, F_OK) != 0)
      continue;
    fprintf(file, ", ");
    html_anchor(check->settings.html, path, names[i], file);
  }
  fprintf(file, "</dd>\n");
}

static void case_command(const char *title, const char *command, FILE *file)
{
  fprintf(file, "<dt>%s</dt><dd><code>", title);
  html_text(command, file);
  fprintf(file, "</code></dd>\n");
}

/* A command with the name of a file or folder as its last word. */
static void case_command_on(const char *title, const char *command, const char *path,
                            FILE *file)
{
  char text[CHECK_COMMAND + FILE_PATH];
  const size_t used = (size_t)snprintf(text, sizeof text, "%.4000s", command);

  text_add_word(text, sizeof text, used, path);
  case_command(title, text, file);
}

/* Commands, and the files of the evidence. */
static void case_commands(const struct check *check, const char *folder, bool shrunk,
                          FILE *file)
{
  char program[CHECK_COMMAND], path[FILE_PATH + 32];
  char *command = read_in(folder, "command");

  fprintf(file, "<dl>\n");
  if (command) {
    command[strcspn(command, "\n")] = '\0';
    case_command("Repeat it", command, file);
    free(command);
  }
  snprintf(path, sizeof path, "%s/difference.gtkw", folder);
  if (access(path, F_OK) == 0)
    case_command_on("Open its waveform", "gtkwave -a", path, file);
  check_program(program, &check->settings);
  strncat(program, " shrink", sizeof program - strlen(program) - 1);
  if (!shrunk)
    case_command_on("Make it small", program, folder, file);
  case_files(check, folder, file);
  fprintf(file, "</dl>\n");
}

static void case_size(const struct shrunk *shrunk, FILE *file)
{
  fprintf(file, "<p>Shrunk to ");
  html_text(shrunk->network, file);
  if (strcmp(shrunk->network, shrunk->first_network) != 0) {
    fprintf(file, ", of ");
    html_text(shrunk->first_network, file);
  }
  if (shrunk->has_schedule)
    fprintf(file, "; %zu packet%s, of %zu; %zu disturbance%s, of %zu", shrunk->packets,
            shrunk->packets == 1 ? "" : "s", shrunk->first_packets, shrunk->disturbances,
            shrunk->disturbances == 1 ? "" : "s", shrunk->first_disturbances);
  fprintf(file, ".</p>\n");
}

static void case_body(const struct check *check, const struct check_cause *cause,
                      FILE *file)
{
  const struct check_result *first = &check->results[cause->first];
  const bool shrunk = cause->shrunk.folder[0] != '\0';
  const char *folder = shrunk ? cause->shrunk.folder : first->folder;

  if (shrunk)
    case_size(&cause->shrunk, file);
  case_events(folder, shrunk ? cause->shrunk.line : first->line, file);
  case_commands(check, folder, shrunk, file);
}

void check_page_cases(const struct check *check, FILE *file)
{
  if (!check_page_has_cases(check))
    return;
  for (size_t i = 0; i < check->causes->count; i++) {
    const struct check_cause *cause = &check->causes->list[i];
    const size_t number = check_page_case(check, i);

    if (number == 0)
      continue;
    fprintf(file, "<section id=\"case-%zu\"><h2>Case %zu: %s", number, number,
            check_word_name(cause->word));
    for (size_t k = 0; k < cause->what_count; k++)
      fprintf(file, "%s%s", k ? ", " : ": ", cause->whats[k]);
    fprintf(file, "</h2>\n");
    if (number > 1)
      fprintf(file, "<details><summary>Events and commands</summary>\n");
    case_body(check, cause, file);
    fprintf(file, "%s</section>\n", number > 1 ? "</details>" : "");
  }
  fprintf(file, "<p>Commands work in the folder in which the check ran.</p>\n");
}
