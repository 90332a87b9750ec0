/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_row -- a trial as a row of the CSV file of a sweep. */
#include "tool/campaign/sweep_row.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TRIAL_COLUMNS "topology,switches,traffic,packets,routing,vcs,depth,trial,seed,"
#define RESULT_COLUMNS                                                                     \
  "steps,hops,average_delay,undelayed_percent,max_output_queue,cycles,lanes,"              \
  "latency_mean,latency_p99,accepted_load,link_conflicts,"
#define LEVEL_COLUMNS "privileged_steps,privileged_late,standard_average_delay,"
#define LAST_COLUMNS                                                                       \
  "outcome,pattern,load,warmup,latency_median,latency_min,latency_max,latency_interval,"   \
  "latency_drift,latency_drifting,offered_load"

const char *sweep_row_header(const struct sweep_plan *plan)
{
  if (plan->mixed)
    return plan->options ? TRIAL_COLUMNS
               "options," RESULT_COLUMNS LEVEL_COLUMNS LAST_COLUMNS
                         : TRIAL_COLUMNS RESULT_COLUMNS LEVEL_COLUMNS LAST_COLUMNS;
  return plan->options ? TRIAL_COLUMNS "options," RESULT_COLUMNS LAST_COLUMNS
                       : TRIAL_COLUMNS RESULT_COLUMNS LAST_COLUMNS;
}

/* Between the columns of the result; behind the load. */
enum { RESULT_COMMAS = 11, LEVEL_COMMAS = 3, LAST_COMMAS = 8 };

static size_t commas_of(const struct sweep_plan *plan)
{
  return RESULT_COMMAS + (plan->mixed ? LEVEL_COMMAS : 0);
}

/* A field: in quotes, with its own doubled, where it has a comma or a quote. */
static size_t field(char *row, size_t used, const char *text)
{
  bool quoted = text[strcspn(text, ",\"")] != '\0';
  size_t start = used;

  if (quoted)
    row[used++] = '"';
  for (; *text != '\0' && used - start < 2 * LINES_TEXT - 3; text++) {
    if (*text == '"')
      row[used++] = '"';
    row[used++] = *text;
  }
  if (quoted)
    row[used++] = '"';
  return used;
}

size_t sweep_row_name(char row[SWEEP_ROW], const struct sweep_plan *plan, uint64_t number)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  uint64_t trial = number - cell->first;
  size_t used = field(row, 0, cell->topology);

  used += (size_t)sprintf(row + used, ",%u,", cell->switches);
  used = field(row, used, cell->traffic);
  if (cell->engines) {
    used += (size_t)sprintf(row + used, ",,,,");
  } else {
    used += (size_t)sprintf(row + used, ",%u,", cell->packets);
    used = field(row, used, cell->routing);
    used += (size_t)sprintf(row + used, ",%u,%u", cell->vcs, cell->depth);
  }
  used +=
      (size_t)sprintf(row + used, ",%" PRIu64 ",%" PRIu64 ",", trial, cell->seed + trial);
  if (plan->options) {
    used = field(row, used, sweep_options_text(cell->options));
    row[used++] = ',';
    row[used] = '\0';
  }
  return used;
}

/* The names in a traffic's text, without options: "all-to-all+uniform" of
 * "all-to-all,self=1+uniform,load=0.3"; "file" of "file:PATH". */
static void name_pattern(char pattern[LINES_TEXT], const char *traffic)
{
  bool named = true;
  size_t used = 0;

  for (size_t i = 0; traffic[i] != '\0' && traffic[i] != ':' && used + 1 < LINES_TEXT;
       i++) {
    const char next = traffic[i + 1];

    if (traffic[i] == ',')
      named = false;
    else if (traffic[i] == '+' && next >= 'a' && next <= 'z')
      named = true; /* the "+" between the nodes of an option has an address behind it */
    if (named)
      pattern[used++] = traffic[i];
  }
  pattern[used] = '\0';
}

/* Columns that the traffic's text tells, behind the outcome; its length. */
static size_t traffic_columns(char *row, const char *traffic)
{
  const bool reads =
      strncmp(traffic, "file:", 5) == 0 || strncmp(traffic, "trace:", 6) == 0;
  const char *options = reads ? NULL : strchr(traffic, ',');
  char pattern[LINES_TEXT], load[LINES_TEXT] = "";
  size_t used = 0;

  name_pattern(pattern, traffic);
  if (options && !strstr(traffic, ",load=saturation:"))
    text_option(options + 1, "load", load, sizeof load);
  row[used++] = ',';
  used = field(row, used, pattern);
  row[used++] = ',';
  used = field(row, used, load);
  row[used] = '\0';
  return used;
}

/* The columns behind the load. */
static size_t last_columns(char *row, const struct trial_result *r)
{
  if (!r->open_loop)
    return (size_t)sprintf(row, ",,,,,,,,");
  size_t used = (size_t)sprintf(row, ",%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64, r->warmup,
                                r->latency_median, r->latency_min, r->longest);

  if (r->steady_known)
    used += (size_t)sprintf(row + used, ",%.10g,%.10g,%d", r->latency_interval,
                            r->latency_drift, r->latency_drifting);
  else
    used += (size_t)sprintf(row + used, ",,,");
  return used + (size_t)sprintf(row + used, ",%.10g", r->offered_load);
}

size_t sweep_row_print(char row[SWEEP_ROW], const struct sweep_plan *plan, uint64_t number,
                       const struct trial_result *r)
{
  size_t used = sweep_row_name(row, plan, number);

  used += (size_t)sprintf(row + used, "%" PRIu64 ",%" PRIu64 ",%.10g,%.10g,", r->steps,
                          r->hops, r->average_delay, r->undelayed_percent);
  if (r->max_output_queue != UINT32_MAX) /* a design alone does not tell */
    used += (size_t)sprintf(row + used, "%u", r->max_output_queue);
  used += (size_t)sprintf(row + used, ",%" PRIu64 ",%u,", r->cycles, r->lanes);
  if (r->open_loop)
    used += (size_t)sprintf(row + used, "%.10g,%" PRIu64 ",%.10g,", r->latency_mean,
                            r->latency_p99, r->accepted_load);
  else
    used += (size_t)sprintf(row + used, ",,,");
  if (r->timed)
    used += (size_t)sprintf(row + used, "%" PRIu64, r->conflicts.count);
  if (plan->mixed && r->mixed)
    used +=
        (size_t)sprintf(row + used, ",%" PRIu64 ",%" PRIu64 ",%.10g", r->privileged_steps,
                        r->privileged_late, r->standard_average_delay);
  else if (plan->mixed)
    used += (size_t)sprintf(row + used, ",,,");
  used += (size_t)sprintf(row + used, ",%s", outcome_name(r->outcome));
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);

  used += traffic_columns(row + used, cell->traffic);
  if (cell->search.steps) {
    sweep_search_load(row + used, &cell->search, r);
    used += strlen(row + used);
  }
  return used + last_columns(row + used, r);
}

/* The end of a number, or of nothing, at row[used, length). */
static size_t skip_digits(const char *row, size_t length, size_t used)
{
  static const char digits[] = "0123456789.e+-";

  while (used < length && row[used] != '\0' && strchr(digits, row[used]))
    used++;
  return used;
}

/* Move *used behind so many fields of numbers and the comma of each; false: they are none.
 */
static bool skip_numbers(const char *row, size_t length, size_t *used, size_t fields)
{
  for (; fields > 0; fields--) {
    *used = skip_digits(row, length, *used) + 1;
    if (*used > length || row[*used - 1] != ',')
      return false;
  }
  return true;
}

/* The length of the name of an outcome before a comma at the beginning of row[length); 0:
 * it is none. */
static size_t outcome_at(const char *row, size_t length, enum outcome *outcome)
{
  for (int o = OUTCOME_PASS; o <= OUTCOME_TIMEOUT; o++) {
    const char *name = outcome_name((enum outcome)o);
    const size_t used = strlen(name);

    *outcome = (enum outcome)o;
    if (used < length && memcmp(name, row, used) == 0 && row[used] == ',')
      return used;
  }
  return 0;
}

bool sweep_row_check(const char *row, size_t length, const struct sweep_plan *plan,
                     uint64_t number, enum outcome *outcome)
{
  char text[SWEEP_ROW];
  size_t used = sweep_row_name(text, plan, number), more;

  if (length < used || memcmp(row, text, used) != 0 ||
      !skip_numbers(row, length, &used, commas_of(plan)))
    return false;
  more = outcome_at(row + used, length - used, outcome);
  if (more == 0)
    return false;
  used += more;
  more = traffic_columns(text, sweep_plan_cell(plan, number)->traffic);
  if (length - used < more || memcmp(row + used, text, more) != 0)
    return false;
  used += more;
  if (sweep_plan_cell(plan, number)->search.steps)
    used = skip_digits(row, length, used);
  return skip_numbers(row, length, &used, LAST_COMMAS) &&
         skip_digits(row, length, used) == length;
}

/* The end of the field that begins at row[used, length): its comma, or `length`. */
static size_t field_end(const char *row, size_t length, size_t used)
{
  for (bool quoted = false; used < length && (quoted || row[used] != ','); used++)
    quoted = quoted != (row[used] == '"');
  return used;
}

void sweep_row_value(char *text, size_t size, const char *row, size_t length,
                     const struct sweep_plan *plan, const char *column)
{
  const char *name = sweep_row_header(plan);
  size_t used = 0, end = field_end(row, length, 0);

  text[0] = '\0';
  for (;; used = end + 1, end = field_end(row, length, used)) {
    const size_t letters = strcspn(name, ",");

    if (letters == strlen(column) && strncmp(name, column, letters) == 0)
      break;
    if (name[letters] == '\0' || end == length)
      return;
    name += letters + 1;
  }
  snprintf(text, size, "%.*s", (int)(end - used), row + used);
}

void sweep_row_command(char command[SWEEP_COMMAND], const struct sweep_plan *plan,
                       uint64_t number)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  char switches[192] = "", lanes[32] = "", machine[64] = "";
  char traffic[SWEEP_COMMAND / 2] = "";

  text_add_word(traffic, sizeof traffic, 0, cell->run);
  if (plan->machine)
    snprintf(machine, sizeof machine, " --machine %.32s", plan->machine);
  if (cell->lanes)
    snprintf(lanes, sizeof lanes, " --lanes %u", cell->lanes);
  if (!cell->engines)
    snprintf(switches, sizeof switches, " --packets %u --routing %s --vcs %u --depth %u",
             cell->packets, cell->routing, cell->vcs, cell->depth);
  snprintf(command, SWEEP_COMMAND, "lockhop %s %s %s%s%s%s%s%.384s --seed %" PRIu64,
           plan->machine ? "cosim" : "run", cell->topology, traffic, switches, lanes,
           machine, cell->options ? " " : "", sweep_options_text(cell->options),
           cell->seed + (number - cell->first));
}
