/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_cause_text -- the causes of a check as text and as JSON. */
#include "tool/campaign/check_causes.h"

#include <jansson.h>

void check_cause_name(const struct check_cause *cause, const struct check *check,
                      FILE *file)
{
  const size_t shown =
      cause->place_count < CHECK_CAUSE_PLACES ? cause->place_count : CHECK_CAUSE_PLACES;

  if (cause->what_count == 0)
    fprintf(file, "%s", check->results[cause->first].line);
  for (size_t i = 0; i < cause->what_count; i++)
    fprintf(file, "%s%s", i ? ", " : "", cause->whats[i]);
  for (size_t i = 0; i < shown; i++)
    fprintf(file, "%s%s", i ? ", " : "; at ", cause->places[i]);
  if (cause->place_count > shown)
    fprintf(file, " and more");
}

/* All of these values, or those alone that no run that passed has. */
static void print_values(const struct check_cause *cause, bool alone, const char *between,
                         FILE *file)
{
  const char *before = "";

  for (int kind = 0; kind < CHECK_VALUES; kind++)
    if (cause->common[kind][0] != '\0' && (!alone || cause->alone[kind])) {
      fprintf(file, "%s%s", before, cause->common[kind]);
      before = between;
    }
}

static size_t count_values(const struct check_cause *cause, bool alone)
{
  size_t count = 0;

  for (int kind = 0; kind < CHECK_VALUES; kind++)
    count += cause->common[kind][0] != '\0' && (!alone || cause->alone[kind]);
  return count;
}

void check_cause_common(const struct check_cause *cause, size_t passed, FILE *file)
{
  if (count_values(cause, false) == 0)
    return;
  fprintf(file, "%s ", cause->runs == 1 ? "it has" : "all have");
  print_values(cause, false, ", ", file);
  if (passed == 0)
    return;
  if (cause->alike > 0) {
    fprintf(file, "; %zu of the %zu that passed ha%s it, too", cause->alike, passed,
            cause->alike == 1 ? "s" : "ve");
    return;
  }
  fprintf(file, "; none of the %zu that passed has ", passed);
  if (count_values(cause, true) > 0)
    print_values(cause, true, " or ", file);
  else
    fprintf(file, "all of it");
}

void check_causes_print(const struct check_causes *causes, const struct check *check,
                        FILE *file)
{
  if (causes->count > 0)
    fprintf(file, "causes:\n");
  for (size_t i = 0; i < causes->count; i++) {
    const struct check_cause *cause = &causes->list[i];

    fprintf(file, "  %zu run%s: %s: ", cause->runs, cause->runs == 1 ? "" : "s",
            check_word_name(cause->word));
    check_cause_name(cause, check, file);
    if (count_values(cause, false) > 0) {
      fprintf(file, "\n    ");
      check_cause_common(cause, causes->passed, file);
    }
    fprintf(file, "\n");
  }
}

static json_t *values_json(const struct check_cause *cause, bool alone)
{
  json_t *list = json_array();

  for (int kind = 0; kind < CHECK_VALUES; kind++)
    if (cause->common[kind][0] != '\0' && (!alone || cause->alone[kind]))
      json_array_append_new(list, json_string(cause->common[kind]));
  return list;
}

static json_t *texts_json(const char *texts, size_t size, size_t most, size_t count)
{
  json_t *list = json_array();

  for (size_t i = 0; i < count && i < most; i++)
    json_array_append_new(list, json_string(texts + i * size));
  return list;
}

json_t *check_causes_json(const struct check_causes *causes)
{
  json_t *list = json_array();

  for (size_t i = 0; i < causes->count; i++) {
    const struct check_cause *cause = &causes->list[i];

    json_t *json = json_pack(
        "{s:s, s:I, s:o, s:o, s:o, s:o, s:I, s:I}", "outcome", check_word_name(cause->word),
        "runs", (json_int_t)cause->runs, "what",
        texts_json(cause->whats[0], SYMPTOM_WHAT, CHECK_CAUSE_WHATS, cause->what_count),
        "places",
        texts_json(cause->places[0], SYMPTOM_PLACE, CHECK_CAUSE_PLACES, cause->place_count),
        "common", values_json(cause, false), "alone", values_json(cause, true), "alike",
        (json_int_t)cause->alike, "first", (json_int_t)cause->first);
    if (cause->shrunk.folder[0] != '\0')
      json_object_set_new(json, "shrunk", json_string(cause->shrunk.folder));
    json_array_append_new(list, json);
  }
  return list;
}
