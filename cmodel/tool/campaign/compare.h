/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare -- shared by the parts of lockhop compare: docs/compare.md. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_COMPARE_H
#define LOCKHOP_TOOL_CAMPAIGN_COMPARE_H

#include "tool/campaign/compare_figures.h"
#include "tool/campaign/sweep_range.h"
#include "tool/console/cosim.h"
#include "tool/console/settings.h"

enum {
  COMPARE_DESIGNS = 16, /* the golden one included */
  COMPARE_LOADS = 100,
  COMPARE_NAME = 64,
  COMPARE_TRAFFIC = 256
};

/* A run, in the parent. */
struct compare_run {
  const char *word;      /* how it ended; NULL: it was not made */
  int code;              /* as that of lockhop cosim */
  char line[COSIM_LINE]; /* why it did not pass */
};

struct compare_design {
  const char *dut; /* a word as of --dut; NULL: the golden switch */
  char name[COMPARE_NAME];
  struct plugin_reading reading; /* of its files, once it is built */
  struct err built;
  struct compare_run runs[COMPARE_LOADS];
  struct compare_numbers numbers[COMPARE_LOADS]; /* valid where all runs passed */
  size_t failed; /* the lowest load, by number, at which it did not pass; else as many as
                  * there are loads */
};

struct compare {
  const struct settings *settings;
  struct sweep_values loads;                    /* as they were written */
  double load[COMPARE_LOADS];                   /* [loads.count] */
  char traffic[COMPARE_LOADS][COMPARE_TRAFFIC]; /* [loads.count] with the load */
  struct compare_design designs[COMPARE_DESIGNS];
  size_t count;  /* of designs */
  uint64_t work; /* switch-cycles of all runs of a design */
  struct compare_shape {
    uint32_t depth, vcs, lanes;
    char routing[ROUTING_NAME];
  } shape; /* of all switches */
};

/* Read and check what is to be compared.  Errors: ERR_USAGE. */
bool compare_plan(struct compare *compare, const struct settings *settings,
                  struct err *err);

/* The run of a design at a load. */
struct description compare_describe(const struct compare *compare, size_t design,
                                    size_t load);

/* Build all designs, and make all runs.  Errors: of a design that cannot be built;
 * ERR_ENVIRONMENT.  An interrupted one is no error. */
bool compare_run_all(struct compare *compare, const volatile sig_atomic_t *stop,
                     struct err *err);

static inline bool compare_passed(const struct compare *compare, size_t design)
{
  return compare->designs[design].failed == compare->loads.count;
}

/* The load, by number, at which latencies are compared. */
size_t compare_common_load(const struct compare *compare);

/* How it ended: the word of the first design that did not pass, else "PASS". */
const char *compare_word(const struct compare *compare);

/* The table and what is said below it. */
void compare_print(const struct compare *compare, FILE *file);

bool compare_write_csv(const struct compare *compare, const char *path, struct err *err);
bool compare_write_plot(const struct compare *compare, const char *path, struct err *err);
bool compare_write_json(const struct compare *compare, const char *path, struct err *err);

#endif
