/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- lockhop cosim: golden model and Verilog in lock step. */
#include "tool/cli/cosim.h"

#include "tool/cli/command.h"
#include "tool/console/cosim.h"
#include "tool/console/junit.h"

#include <time.h>

/* Write one test case: a run that ended, or one that was not made or did not finish, for
 * the reason `line`. */
static bool write_junit(const struct settings *settings,
                        const struct cosim_summary *summary, const char *line,
                        double seconds, struct err *err)
{
  char text[SETTINGS_COMMAND + COSIM_LINE + 32];
  struct junit junit;
  const bool ended = summary && summary->ended;
  const bool passed = ended && summary->outcome == OUTCOME_PASS;
  const char *why = ended ? summary->line : line;

  snprintf(text, sizeof text, "%.1000s\nrepeat with: %s\n", why, settings->command);
  if (!junit_open(&junit, settings->junit, settings->out, err))
    return false;
  junit_add(&junit,
            &(struct junit_case){.group = settings->argument[0],
                                 .name = settings->argument[1],
                                 .seed = settings->run.seed,
                                 .seconds = seconds,
                                 .kind = passed  ? JUNIT_PASSED
                                         : ended ? JUNIT_FAILURE
                                                 : JUNIT_ERROR,
                                 .word = ended ? outcome_name(summary->outcome) : "ERROR",
                                 .line = why,
                                 .text = text});
  return junit_close(&junit, "lockhop cosim", err);
}

int cosim_ended(const struct settings *settings, int code, const char *line)
{
  struct err err = {.kind = ERR_NONE};

  if (!settings->junit || !line || write_junit(settings, NULL, line, -1, &err))
    return code;
  fprintf(stderr, "lockhop: %s\n", err.text);
  return code;
}

int command_cosim(const struct settings *settings, struct err *err)
{
  struct description description = settings->run;
  struct cosim_summary summary = {.ended = false};
  struct timespec before, after;

  description.lock_step = true;
  clock_gettime(CLOCK_MONOTONIC, &before);
  const int code = cosim_run(settings, &description, &summary, err);
  clock_gettime(CLOCK_MONOTONIC, &after);
  if (!settings->junit || err->kind != ERR_NONE)
    return cosim_ended(settings, code, err->kind ? err->text : NULL);
  const double seconds = (double)(after.tv_sec - before.tv_sec) +
                         1e-9 * (double)(after.tv_nsec - before.tv_nsec);

  return write_junit(settings, &summary, "", seconds, err) ? code : (int)err->kind;
}
