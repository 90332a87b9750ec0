/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* partial -- the lines that a sweep was interrupted after, and rows of a finished table,
 * for a plan of a few trials. */
#include "tests/fuzz/fuzz.h"
#include "tool/campaign/sweep_record.h"

static const char plan_text[] = "topology hypercube:3\npackets 1 2\ntraffic random\n"
                                "routing deterministic\ntrials 3\nseed 5\n";

static void check_line(const char *line, size_t length, const struct sweep_plan *plan)
{
  struct sweep_record record;
  enum outcome outcome;

  if (sweep_record_read(&record, line, length, plan)) {
    LAW(record.number < plan->trials, "trial %llu", (unsigned long long)record.number);
    LAW(record.row >= line && record.row + record.length <= line + length,
        "the row is not in the line");
  }
  for (uint64_t number = 0; number < plan->trials; number++)
    if (sweep_row_check(line, length, plan, number, &outcome))
      LAW(outcome <= OUTCOME_INTERRUPTED, "outcome %d", (int)outcome);
}

FUZZ_TARGET(partial)
{
  struct fuzz_file file = fuzz_file_of(plan_text, strlen(plan_text));
  struct sweep_plan plan;
  struct err err;

  char *text = fuzz_text(data, size);

  LAW(sweep_plan_read(&plan, file.path, NULL, &err), "%s", err.text);
  if (!sweep_record_identify(text, size, &plan, "x.partial", &err))
    fuzz_refused(&err);
  for (size_t at = 0; at < size;) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    const size_t length = end ? (size_t)(end - data) - at : size - at;
    char *line = fuzz_text(data + at, length); /* a block of its own: no byte beyond it */

    check_line(line, length, &plan);
    free(line);
    at += length + 1;
  }
  free(text);
  sweep_plan_free(&plan);
  fuzz_file_close(&file);
}
