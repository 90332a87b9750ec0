/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_causes -- the failures of a check in groups. */
#include "tool/campaign/check_causes.h"

#include "network/traffic/disturbance.h"
#include "tool/campaign/check_shape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- what a run has --- */

static void count_of(char *text, uint32_t count, const char *one)
{
  snprintf(text, CHECK_VALUE_TEXT, "%u %s%s", count, one, count == 1 ? "" : "s");
}

/* Of a shape of switches. */
static void shape_value(char *text, const struct check_shape *shape, enum check_value kind)
{
  if (kind == CHECK_VALUE_DEPTH)
    snprintf(text, CHECK_VALUE_TEXT, "depth %u", shape->depth);
  else if (kind == CHECK_VALUE_LANES)
    count_of(text, shape->lanes, "lane");
  else if (kind == CHECK_VALUE_VCS)
    count_of(text, shape->vcs, "VC");
  else if (kind == CHECK_VALUE_SENDS && shape->sends)
    count_of(text, shape->sends, "send");
  else if (kind == CHECK_VALUE_STORE && shape->store)
    snprintf(text, CHECK_VALUE_TEXT, "store %u", shape->store);
  else if (kind == CHECK_VALUE_DATA_BITS)
    count_of(text, shape->data_bits, "data bit");
}

/* Of what is sent, and what happens beside it. */
static void run_value(char *text, const struct description *d, enum check_value kind)
{
  static const struct {
    const char *name;
    uint32_t kind;
  } disturbances[CHECK_VALUES] = {
      [CHECK_VALUE_STALLS] = {"stalls", DISTURB_STALLS},
      [CHECK_VALUE_HOLDS] = {"holds", DISTURB_HOLDS},
      [CHECK_VALUE_RESETS] = {"resets", DISTURB_RESETS},
      [CHECK_VALUE_NOISE] = {"noise", DISTURB_NOISE},
  };
  uint32_t disturbed = 0;

  if (d->disturb) /* a text of the plan: no kind is unknown */
    disturbances_kinds(d->disturb, &disturbed, &(struct err){.kind = ERR_NONE});
  if (disturbed & disturbances[kind].kind)
    snprintf(text, CHECK_VALUE_TEXT, "%s", disturbances[kind].name);
  else if (kind == CHECK_VALUE_UNDISTURBED && !d->disturb)
    snprintf(text, CHECK_VALUE_TEXT, "no disturbance");
  else if (kind == CHECK_VALUE_TRAFFIC)
    snprintf(text, CHECK_VALUE_TEXT, "traffic %.*s", (int)strcspn(d->traffic, ",:"),
             d->traffic);
  else if (kind == CHECK_VALUE_DATA && d->data)
    snprintf(text, CHECK_VALUE_TEXT, "data %s", d->data);
  else if (kind == CHECK_VALUE_MACHINE && d->machine)
    snprintf(text, CHECK_VALUE_TEXT, "machine %s", d->machine);
  else if (kind == CHECK_VALUE_SEED)
    snprintf(text, CHECK_VALUE_TEXT, "seed %" PRIu64, d->seed);
}

/* "" if the run has nothing of this kind. */
static const char *value_of(char text[CHECK_VALUE_TEXT], const struct check *check,
                            size_t run, enum check_value kind)
{
  const struct check_run *r = check->plan.runs[run];
  const struct check_shape *shape = &check->plan.shapes[r->shape];

  text[0] = '\0';
  if (kind == CHECK_VALUE_NETWORK)
    snprintf(text, CHECK_VALUE_TEXT, "%.150s", check->plan.members[shape->member].topology);
  else if (kind == CHECK_VALUE_ROUTING)
    snprintf(text, CHECK_VALUE_TEXT, "%s", check->plan.members[shape->member].routing);
  else if (kind == CHECK_VALUE_ENGINES && shape->program_words)
    snprintf(text, CHECK_VALUE_TEXT, "engines");
  else if (kind >= CHECK_VALUE_MACHINE)
    run_value(text, &r->description, kind);
  else if (!shape->program_words)
    shape_value(text, shape, kind);
  return text;
}

static bool has(const struct check *check, size_t run, enum check_value kind,
                const char *value)
{
  char text[CHECK_VALUE_TEXT];

  return strcmp(value_of(text, check, run, kind), value) == 0;
}

/* --- which runs fail alike --- */

static bool passed(const struct check_result *r)
{
  return r->state == CHECK_ENDED && check_passed(r->word);
}

static bool failed(const struct check_result *r)
{
  return r->state == CHECK_ENDED && check_failed(r->word);
}

/* Both ready outputs say whether a packet may enter. */
static const char *same_for_both(const char *what)
{
  return strcmp(what, "in_ready") == 0 ? "inject_ready" : what;
}

/* The same words, whatever their numbers. */
static bool same_words(const char *a, const char *b)
{
  for (;;) {
    a += strspn(a, "0123456789");
    b += strspn(b, "0123456789");
    if (*a != *b)
      return false;
    if (*a == '\0')
      return true;
    a++;
    b++;
  }
}

static bool fail_alike(const struct check_result *a, const struct check_result *b)
{
  if (a->word != b->word || a->summary.ended != b->summary.ended)
    return false;
  return a->summary.ended ? strcmp(same_for_both(a->summary.symptom.what),
                                   same_for_both(b->summary.symptom.what)) == 0
                          : same_words(a->line, b->line);
}

/* --- a group --- */

/* Put a text into an ascending list of `most` texts at most, without doubles.  *count is
 * most + 1 once there were more. */
static void add_text(char *list, size_t size, size_t most, size_t *count, const char *text)
{
  const size_t kept = *count < most ? *count : most;
  size_t at = 0;

  while (at < kept && strcmp(list + at * size, text) < 0)
    at++;
  if (text[0] == '\0' || (at < kept && strcmp(list + at * size, text) == 0))
    return;
  *count = kept + 1;
  if (at == most)
    return;
  memmove(list + (at + 1) * size, list + at * size, (kept - (kept == most) - at) * size);
  snprintf(list + at * size, size, "%s", text);
}

static void add_run(struct check_cause *cause, const struct check *check, size_t run)
{
  const struct check_result *r = &check->results[run];
  char text[CHECK_VALUE_TEXT];

  for (int kind = 0; kind < CHECK_VALUES; kind++) {
    value_of(text, check, run, (enum check_value)kind);
    if (cause->runs == 0)
      memcpy(cause->common[kind], text, sizeof text);
    else if (strcmp(cause->common[kind], text) != 0)
      cause->common[kind][0] = '\0';
  }
  if (cause->runs == 0 ||
      (r->folder[0] != '\0' && check->results[cause->first].folder[0] == '\0'))
    cause->first = run;
  cause->word = r->word;
  cause->runs++;
  if (!r->summary.ended)
    return;
  add_text(cause->whats[0], SYMPTOM_WHAT, CHECK_CAUSE_WHATS, &cause->what_count,
           r->summary.symptom.what);
  add_text(cause->places[0], SYMPTOM_PLACE, CHECK_CAUSE_PLACES, &cause->place_count,
           r->summary.symptom.place);
}

/* Engines have no parameters of switches. */
static bool can_have(const struct check *check, size_t run, enum check_value kind)
{
  return !check->plan.shapes[check->plan.runs[run]->shape].program_words ||
         kind < CHECK_VALUE_DEPTH || kind > CHECK_VALUE_DATA_BITS;
}

/* Does each run that passed have it, or if none passed, each run of the plan? */
static bool others_have(const struct check *check, bool any_passed, enum check_value kind,
                        const char *value)
{
  for (size_t i = 0; i < check->plan.count; i++)
    if ((!any_passed || passed(&check->results[i])) && can_have(check, i, kind) &&
        !has(check, i, kind, value))
      return false;
  return true;
}

static bool has_common(const struct check *check, const struct check_cause *cause,
                       size_t run)
{
  for (int kind = 0; kind < CHECK_VALUES; kind++)
    if (cause->common[kind][0] != '\0' &&
        !has(check, run, (enum check_value)kind, cause->common[kind]))
      return false;
  return true;
}

static void compare_with_passed(struct check_cause *cause, const struct check *check,
                                bool any_passed)
{
  for (int kind = 0; kind < CHECK_VALUES; kind++) {
    char *value = cause->common[kind];

    if (value[0] != '\0' && others_have(check, any_passed, (enum check_value)kind, value))
      value[0] = '\0';
    cause->alone[kind] = any_passed && value[0] != '\0';
    for (size_t i = 0; cause->alone[kind] && i < check->plan.count; i++)
      cause->alone[kind] =
          !passed(&check->results[i]) || !has(check, i, (enum check_value)kind, value);
  }
  for (size_t i = 0; i < check->plan.count; i++)
    cause->alike += passed(&check->results[i]) && has_common(check, cause, i);
}

static int compare_causes(const void *left, const void *right)
{
  const struct check_cause *a = left, *b = right;

  if (a->word != b->word)
    return a->word > b->word ? -1 : 1;
  if (a->runs != b->runs)
    return a->runs > b->runs ? -1 : 1;
  return a->first < b->first ? -1 : 1;
}

bool check_causes_find(struct check_causes *causes, const struct check *check,
                       struct err *err)
{
  size_t capacity = 0;

  *causes = (struct check_causes){.count = 0};
  for (size_t i = 0; i < check->plan.count; i++) {
    size_t k = 0;

    causes->passed += passed(&check->results[i]);
    if (!failed(&check->results[i]))
      continue;
    while (k < causes->count &&
           !fail_alike(&check->results[causes->list[k].first], &check->results[i]))
      k++;
    if (k == causes->count) {
      if (!check_plan_grow((void **)&causes->list, k, &capacity, sizeof *causes->list, err))
        return false;
      causes->list[causes->count++] = (struct check_cause){.runs = 0};
    }
    add_run(&causes->list[k], check, i);
  }
  for (size_t i = 0; i < causes->count; i++)
    compare_with_passed(&causes->list[i], check, causes->passed > 0);
  if (causes->count > 0)
    qsort(causes->list, causes->count, sizeof *causes->list, compare_causes);
  return true;
}

void check_causes_free(struct check_causes *causes)
{
  free(causes->list);
  *causes = (struct check_causes){.count = 0};
}
