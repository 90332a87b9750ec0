/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trials -- a job of many trials, and their numbers as JSON. */
#include "tool/jobs/trials.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

bool trials_run(struct trials_found *found, size_t count, trial_of *of, trial_make *make,
                const void *self, const struct settings *settings, struct err *err)
{
  for (found->done = 0; found->done < count; found->done++) {
    struct description trial = of(self, found->done);

    trial.at_once = settings->at_once;
    if (settings->run.memory != SETTINGS_UNSET)
      trial.memory = settings->run.memory;
    struct trial_result *result = &found->results[found->done];

    if (!(make ? make(self, found->done, &trial, result, err)
               : trial_run(&trial, NULL, result, err)))
      return false;
  }
  return true;
}

enum outcome trials_outcome(const struct trials_found *found)
{
  size_t i = 0;

  while (i < found->done && found->results[i].outcome == OUTCOME_PASS)
    i++;
  return i < found->done ? found->results[i].outcome : OUTCOME_PASS;
}

/* --- JSON --- */

/* The numbers of a trial, as keys of its JSON object. */
static const struct number {
  const char *name;
  enum { NUMBER_32, NUMBER_64, NUMBER_REAL, NUMBER_FLAG, NUMBER_OUTCOME } kind;
  size_t offset;
} numbers[] = {
#define NUMBER(kind, name)                                                                 \
  {                                                                                        \
#name, kind, offsetof(struct trial_result, name)                                       \
  }
    NUMBER(NUMBER_32, switches),
    NUMBER(NUMBER_64, packets),
    NUMBER(NUMBER_64, delivered),
    NUMBER(NUMBER_64, steps),
    NUMBER(NUMBER_64, hops),
    NUMBER(NUMBER_64, cycles),
    NUMBER(NUMBER_32, max_output_queue),
    NUMBER(NUMBER_32, max_buffer),
    NUMBER(NUMBER_REAL, average_delay),
    NUMBER(NUMBER_REAL, undelayed_percent),
    NUMBER(NUMBER_32, lanes),
    NUMBER(NUMBER_FLAG, open_loop),
    NUMBER(NUMBER_32, warmup),
    NUMBER(NUMBER_REAL, latency_mean),
    NUMBER(NUMBER_64, latency_min),
    NUMBER(NUMBER_64, latency_median),
    NUMBER(NUMBER_64, latency_p99),
    NUMBER(NUMBER_FLAG, steady_known),
    NUMBER(NUMBER_REAL, latency_interval),
    NUMBER(NUMBER_REAL, latency_drift),
    NUMBER(NUMBER_FLAG, latency_drifting),
    NUMBER(NUMBER_REAL, offered_load),
    NUMBER(NUMBER_REAL, accepted_load),
    NUMBER(NUMBER_64, longest),
    NUMBER(NUMBER_FLAG, timed),
    {"link_conflicts", NUMBER_64, offsetof(struct trial_result, conflicts.count)},
    NUMBER(NUMBER_FLAG, mixed),
    NUMBER(NUMBER_64, privileged_steps),
    NUMBER(NUMBER_64, privileged_late),
    NUMBER(NUMBER_REAL, standard_average_delay),
    NUMBER(NUMBER_OUTCOME, outcome),
#undef NUMBER
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static json_t *number_json(const struct number *number, const struct trial_result *result)
{
  const void *at = (const char *)result + number->offset;

  switch (number->kind) {
  case NUMBER_32:
    return json_integer(*(const uint32_t *)at);
  case NUMBER_64:
    return json_integer((json_int_t) * (const uint64_t *)at);
  case NUMBER_REAL:
    return json_real(*(const double *)at);
  case NUMBER_FLAG:
    return json_boolean(*(const bool *)at);
  default:
    return json_string(outcome_name(*(const enum outcome *)at));
  }
}

static bool read_outcome(enum outcome *outcome, const char *name)
{
  for (enum outcome o = OUTCOME_PASS; name && o <= OUTCOME_INTERRUPTED; o++)
    if (strcmp(outcome_name(o), name) == 0) {
      *outcome = o;
      return true;
    }
  return false;
}

static bool read_number(const struct number *number, struct trial_result *result,
                        const json_t *json)
{
  void *at = (char *)result + number->offset;
  const json_int_t value = json_integer_value(json);

  switch (number->kind) {
  case NUMBER_32:
    *(uint32_t *)at = (uint32_t)value;
    return json_is_integer(json) && value >= 0 && value <= UINT32_MAX;
  case NUMBER_64:
    *(uint64_t *)at = (uint64_t)value;
    return json_is_integer(json) && value >= 0;
  case NUMBER_REAL:
    *(double *)at = json_number_value(json);
    return json_is_number(json);
  case NUMBER_FLAG:
    *(bool *)at = json_is_true(json);
    return json_is_boolean(json);
  default:
    return read_outcome(at, json_string_value(json));
  }
}

json_t *trials_json(const struct trials_found *found)
{
  json_t *array = json_array();

  for (size_t i = 0; array && i < found->done; i++) {
    json_t *object = json_object();

    for (size_t k = 0; k < NUMBERS; k++)
      json_object_set_new(object, numbers[k].name,
                          number_json(&numbers[k], &found->results[i]));
    if (json_array_append_new(array, object) != 0 || json_object_size(object) != NUMBERS) {
      json_decref(array);
      return NULL;
    }
  }
  return array;
}

bool trials_read(struct trials_found *found, const json_t *json)
{
  *found = (struct trials_found){.done = json_array_size(json)};
  if (!json_is_array(json) || found->done > TRIALS_MOST)
    return false;
  for (size_t i = 0; i < found->done; i++)
    for (size_t k = 0; k < NUMBERS; k++)
      if (!read_number(&numbers[k], &found->results[i],
                       json_object_get(json_array_get(json, i), numbers[k].name)))
        return false;
  return true;
}
