/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* outcome -- how a run can end: the word of each outcome, and its exit code. */
#include "run/lockstep/outcome.h"

static const struct {
  const char *name;
  enum exit_code code;
} rows[] = {
    [OUTCOME_PASS] = {"PASS", EXIT_PASSED},
    [OUTCOME_VACUOUS] = {"VACUOUS", EXIT_WRONG},
    [OUTCOME_DIFFER] = {"DIFFER", EXIT_WRONG},
    [OUTCOME_LOST] = {"LOST", EXIT_WRONG},
    [OUTCOME_MISROUTED] = {"MISROUTED", EXIT_WRONG},
    [OUTCOME_DEADLOCK] = {"DEADLOCK", EXIT_NO_PROGRESS},
    [OUTCOME_TIMEOUT] = {"TIMEOUT", EXIT_NO_PROGRESS},
    [OUTCOME_INTERRUPTED] = {"INTERRUPTED", EXIT_INTERRUPTED},
};

const char *outcome_name(enum outcome outcome)
{
  return rows[outcome].name;
}

int outcome_code(enum outcome outcome)
{
  return (int)rows[outcome].code;
}
