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
#define LAST_COLUMN "outcome"

const char *sweep_row_header(const struct sweep_plan *plan)
{
  if (plan->mixed)
    return plan->options ? TRIAL_COLUMNS "options," RESULT_COLUMNS LEVEL_COLUMNS LAST_COLUMN
                         : TRIAL_COLUMNS RESULT_COLUMNS LEVEL_COLUMNS LAST_COLUMN;
  return plan->options ? TRIAL_COLUMNS "options," RESULT_COLUMNS LAST_COLUMN
                       : TRIAL_COLUMNS RESULT_COLUMNS LAST_COLUMN;
}

/* Between the columns of the result. */
enum { RESULT_COMMAS = 11, LEVEL_COMMAS = 3 };

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
  return used;
}

bool sweep_row_check(const char *row, size_t length, const struct sweep_plan *plan,
                     uint64_t number, enum outcome *outcome)
{
  static const char numbers[] = "0123456789.e+-,";
  char name[SWEEP_ROW];
  size_t used = sweep_row_name(name, plan, number);
  size_t commas = 0;

  if (length < used || memcmp(row, name, used) != 0)
    return false;
  for (; used < length && commas < commas_of(plan); used++) {
    if (row[used] == '\0' || !strchr(numbers, row[used]))
      return false;
    commas += row[used] == ',';
  }
  for (int o = OUTCOME_PASS; o <= OUTCOME_TIMEOUT; o++) {
    *outcome = (enum outcome)o;
    if (strlen(outcome_name(*outcome)) == length - used &&
        memcmp(outcome_name(*outcome), row + used, length - used) == 0)
      return commas == commas_of(plan);
  }
  return false;
}

void sweep_row_command(char command[SWEEP_COMMAND], const struct sweep_plan *plan,
                       uint64_t number)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  char switches[192] = "", lanes[32] = "", machine[64] = "";
  char traffic[SWEEP_COMMAND / 2] = "";

  text_add_word(traffic, sizeof traffic, 0, cell->traffic);
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
