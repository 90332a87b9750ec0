/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plan -- the plan of a sweep. */
#include "tests/fuzz/fuzz.h"
#include "tool/campaign/sweep_results.h"

enum { TRIALS_SHOWN = 50 };

static void check_plan(const struct sweep_plan *plan)
{
  char row[SWEEP_ROW], command[SWEEP_COMMAND];
  uint64_t trials = 0;

  for (size_t i = 0; i < plan->count; i++) {
    LAW(plan->cells[i].first == trials, "cell %zu begins at trial %llu", i,
        (unsigned long long)plan->cells[i].first);
    trials += plan->cells[i].trials;
  }
  LAW(trials == plan->trials && trials > 0, "%llu trials", (unsigned long long)trials);
  for (uint64_t i = 0; i < trials && i < TRIALS_SHOWN; i++) {
    LAW(sweep_row_name(row, plan, i) == strlen(row), "trial %llu", (unsigned long long)i);
    sweep_row_command(command, plan, i);
  }
}

FUZZ_TARGET(plan)
{
  char *text = fuzz_text(data, size);
  struct fuzz_file file = fuzz_file_of(data, size);
  struct sweep_plan plan;
  struct err err;

  if (!fuzz_names_files(text)) {
    if (sweep_plan_read(&plan, file.path, NULL, &err))
      check_plan(&plan);
    else
      fuzz_failed(&err);
    sweep_plan_free(&plan);
  }
  fuzz_file_close(&file);
  free(text);
}
