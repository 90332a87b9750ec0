/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_causes -- the failures of a check in groups: runs that fail alike, and what they
 * have in common (docs/check.md, "Causes"). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_CAUSES_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_CAUSES_H

#include "tool/campaign/check.h"
#include "tool/campaign/shrink.h"

/* What a run can have in common with others: one text of each kind, such as "depth 2". */
enum check_value {
  CHECK_VALUE_NETWORK,
  CHECK_VALUE_ROUTING,
  CHECK_VALUE_ENGINES,
  CHECK_VALUE_DEPTH,
  CHECK_VALUE_LANES,
  CHECK_VALUE_VCS,
  CHECK_VALUE_SENDS,
  CHECK_VALUE_STORE,
  CHECK_VALUE_DATA_BITS,
  CHECK_VALUE_MACHINE,
  CHECK_VALUE_TRAFFIC,
  CHECK_VALUE_DATA,
  CHECK_VALUE_STALLS,
  CHECK_VALUE_HOLDS,
  CHECK_VALUE_RESETS,
  CHECK_VALUE_NOISE,
  CHECK_VALUE_UNDISTURBED,
  CHECK_VALUE_SEED,
  CHECK_VALUES
};

enum { CHECK_VALUE_TEXT = 160, CHECK_CAUSE_WHATS = 2, CHECK_CAUSE_PLACES = 8 };

struct check_cause {
  enum check_word word;
  size_t runs;
  size_t first; /* the first run with evidence; where none has, the first */
  /* As of struct symptom, ascending.  Where there is no symptom, the first run's line says
   * what happens. */
  char whats[CHECK_CAUSE_WHATS][SYMPTOM_WHAT];
  size_t what_count;
  char places[CHECK_CAUSE_PLACES][SYMPTOM_PLACE];
  size_t place_count; /* CHECK_CAUSE_PLACES + 1: there are more */
  /* Of each kind what all runs of the group have, and some run that passed has not; where
   * none passed, some run of the plan.  "": nothing. */
  char common[CHECK_VALUES][CHECK_VALUE_TEXT];
  bool alone[CHECK_VALUES]; /* no run that passed has it */
  size_t alike;             /* runs that passed and have all of `common` */
  struct shrunk shrunk;     /* with --shrink, what became of `first` */
};

struct check_causes {
  struct check_cause *list; /* [count] the worst outcome first, then the most runs */
  size_t count;
  size_t passed; /* runs of the check that passed */
};

/* The causes of the failures of a check that has ended; free them in any case.  Error:
 * ERR_ENVIRONMENT. */
bool check_causes_find(struct check_causes *causes, const struct check *check,
                       struct err *err);
void check_causes_free(struct check_causes *causes);

/* "inject_ready, in_ready; at lane 0, port 1" */
void check_cause_name(const struct check_cause *cause, const struct check *check,
                      FILE *file);

/* "all have depth 2, stalls; none of the 14 that passed has depth 2"; "" where they have
 * nothing in common. */
void check_cause_common(const struct check_cause *cause, size_t passed, FILE *file);

void check_causes_print(const struct check_causes *causes, const struct check *check,
                        FILE *file);
struct json_t *check_causes_json(const struct check_causes *causes);

#endif
