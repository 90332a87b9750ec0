/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_unit_list -- the report on the modules that a check compares alone. */
#include "tool/campaign/check_unit_list.h"

#include "tool/campaign/check_units.h"
#include "tool/console/html.h"
#include "tool/console/junit.h"

#include <jansson.h>
#include <string.h>

static const struct {
  const char *name;
  enum check_word failed;
} words[] = {
    [UNIT_WAITING] = {"NOT MADE", CHECK_PASS},
    [UNIT_NO_TWIN] = {"NO TWIN", CHECK_PASS},
    [UNIT_LEFT_OUT] = {"NOT COMPARED", CHECK_PASS},
    [UNIT_SAME] = {"PASS", CHECK_PASS},
    [UNIT_DIFFERENT] = {"DIFFER", CHECK_DIFFER},
    [UNIT_CRASHED] = {"ERROR", CHECK_ERROR},
    [UNIT_HUNG] = {"TIMEOUT", CHECK_TIMEOUT},
};

enum check_word check_unit_failed(const struct check_unit *unit)
{
  return words[unit->word].failed;
}

enum check_word check_units_word(const struct check *check)
{
  enum check_word worst = CHECK_PASS;

  for (size_t i = 0; check->units && i < check->units->count; i++) {
    const enum check_word word = check_unit_failed(&check->units->list[i]);

    worst = word > worst ? word : worst;
  }
  return worst;
}

/* "CHANNELS=5 PORTS=2", of a title that begins with the name of the module. */
static const char *parameters_of(const struct check_unit *unit)
{
  const size_t length = strlen(unit->module);
  const char *title = unit->result.title;

  return strncmp(title, unit->module, length) == 0 && title[length] == ' '
             ? title + length + 1
             : title;
}

void check_unit_report(const struct check_unit *unit, FILE *file)
{
  fprintf(file,
          "%s: module %s alone, beside its C twin (golden)\n  parameters: %s\n  %s\n"
          "  %u of %u parameter sets differ\n",
          words[unit->word].name, unit->module, parameters_of(unit), unit->result.text,
          unit->result.differing, unit->result.sets);
}

/* --- text --- */

void check_units_list(const struct check *check, FILE *file)
{
  for (size_t i = 0; i < check->units->count; i++) {
    const struct check_unit *unit = &check->units->list[i];

    if (unit->word == UNIT_NO_TWIN)
      fprintf(file, "# module %s: there is no C twin to compare it with alone\n",
              unit->module);
    else if (unit->own)
      fprintf(file, "# module %s alone, ours: is Verilator right?\n", unit->module);
    else
      fprintf(file,
              "# module %s alone, with its C twin; %zu parameter set%s of this network\n",
              unit->module, unit->planned, unit->planned == 1 ? "" : "s");
  }
}

/* Print the names of the user's modules with one outcome, after `before`. */
static void print_names(const struct check_units *units, enum check_unit_word word,
                        const char *before, FILE *file)
{
  bool first = true;

  for (size_t i = 0; i < units->count; i++) {
    const struct check_unit *unit = &units->list[i];

    if (unit->own || unit->word != word)
      continue;
    fprintf(file, "%s%s", first ? before : ", ", unit->module);
    if (unit->result.sets)
      fprintf(file, " (%u parameter set%s)", unit->result.sets,
              unit->result.sets == 1 ? "" : "s");
    first = false;
  }
  if (!first)
    fputc('\n', file);
}

void check_units_print(const struct check *check, FILE *file)
{
  const struct check_units *units = check->units;

  print_names(units, UNIT_SAME, "modules alone, as their C twins: ", file);
  print_names(units, UNIT_NO_TWIN, "modules without a C twin, not compared alone: ", file);
  for (size_t i = 0; i < units->count; i++) {
    const struct check_unit *unit = &units->list[i];

    if (unit->word == UNIT_LEFT_OUT)
      fprintf(file,
              "module %s is not the one of our page, and was not compared alone: %s\n",
              unit->module, unit->result.reason);
    else if (!unit->own && unit->result.left_out)
      fprintf(file, "module %s was not compared alone with %u other parameter set%s: %s\n",
              unit->module, unit->result.left_out, unit->result.left_out == 1 ? "" : "s",
              unit->result.reason);
    else if (check_unit_failed(unit) != CHECK_PASS)
      check_unit_report(unit, file);
  }
}

/* --- files --- */

json_t *check_units_json(const struct check *check)
{
  json_t *list = json_array();

  for (size_t i = 0; i < check->units->count; i++) {
    const struct check_unit *unit = &check->units->list[i];
    const bool failed = check_unit_failed(unit) != CHECK_PASS;
    const char *line = failed ? unit->result.text : unit->result.reason;

    if (unit->own)
      continue;
    json_t *json = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:f, s:s?, s:s?}", "module", unit->module, "outcome",
        words[unit->word].name, "parameter_sets", (json_int_t)unit->result.sets,
        "differing", (json_int_t)unit->result.differing, "left_out",
        (json_int_t)unit->result.left_out, "seconds", unit->seconds, "parameters",
        failed ? parameters_of(unit) : NULL, "line", line[0] != '\0' ? line : NULL);
    if (unit->folder[0] != '\0')
      json_object_set_new(json, "evidence", json_string(unit->folder));
    json_array_append_new(list, json);
  }
  return list;
}

void check_units_junit(const struct check *check, struct junit *junit)
{
  static const enum junit_kind kinds[] = {
      [CHECK_PASS] = JUNIT_PASSED,
      [CHECK_ERROR] = JUNIT_ERROR,
      [CHECK_TIMEOUT] = JUNIT_FAILURE,
      [CHECK_DIFFER] = JUNIT_FAILURE,
  };
  char text[UNIT_TITLE + UNIT_TEXT + FILE_PATH + 64];

  for (size_t i = 0; i < check->units->count; i++) {
    const struct check_unit *unit = &check->units->list[i];
    const enum check_word failed = check_unit_failed(unit);
    const bool compared = unit->word == UNIT_SAME || failed != CHECK_PASS;

    if (unit->own)
      continue;
    snprintf(text, sizeof text, "parameters: %s\n%s\nevidence: %s\n", parameters_of(unit),
             unit->result.text, unit->folder);
    junit_add(junit,
              &(struct junit_case){.group = "modules alone",
                                   .name = unit->module,
                                   .seconds = unit->seconds,
                                   .kind = compared ? kinds[failed] : JUNIT_SKIPPED,
                                   .word = words[unit->word].name,
                                   .line = failed != CHECK_PASS     ? unit->result.text
                                           : unit->result.reason[0] ? unit->result.reason
                                                                    : "there is no C twin",
                                   .text = failed != CHECK_PASS ? text : NULL});
  }
}

void check_units_html(const struct check *check, FILE *file)
{
  static const char *const columns[] = {"outcome", "module", "parameter sets", "what",
                                        NULL};

  fprintf(file, "<h2>Modules alone</h2>\n");
  html_table("Modules alone", columns, file);
  for (size_t i = 0; i < check->units->count; i++) {
    const struct check_unit *unit = &check->units->list[i];
    const bool failed = check_unit_failed(unit) != CHECK_PASS;

    if (unit->own)
      continue;
    fprintf(file, "<tr class=\"%s\"><td>%s</td><td>%s</td><td class=\"n\">%u</td><td>",
            failed                    ? "bad"
            : unit->word == UNIT_SAME ? "good"
                                      : "none",
            words[unit->word].name, unit->module, unit->result.sets);
    html_text(failed ? parameters_of(unit) : unit->result.reason, file);
    if (failed) {
      fprintf(file, "<br>");
      html_text(unit->result.text, file);
    }
    fprintf(file, "</td></tr>\n");
  }
  html_table_end(file);
}
